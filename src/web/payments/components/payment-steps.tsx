import { useEffect, useState } from 'react';
import { localTime } from '#shared/kernel/dates.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './payment-steps.module.css';

interface PaymentStepsProps {
  /** Empty for a card. */
  bankName: string;
  startedDateTime: string | null;
  invoiceCount: number;
  /** Nothing is handed over until it is paid. */
  isPurchase: boolean;
}

/** How far the payment is. The seconds are for the eye: who listens is told when something changes. */
export function PaymentSteps({ bankName, startedDateTime, invoiceCount, isPurchase }: PaymentStepsProps) {
  const { t } = useTexts();
  const { timeZone } = useTimeFormat();
  const waited = useSecondsHere();
  const paid = invoiceCount > 1 ? 'payments.stepPaidMany' : 'payments.stepPaid';
  const time = `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, '0')}`;
  return (
    <ol>
      <li className={joinClasses(classes.step, classes.done)}>
        <span className={classes.sign}>
          <Icon name="check" size={18} isStrong />
        </span>
        <span>
          <span className={classes.title}>{t('payments.stepStarted')}</span>
          {startedDateTime === null ? null : (
            <span className={classes.detail}>{localTime(startedDateTime, timeZone)}</span>
          )}
        </span>
      </li>
      <li className={joinClasses(classes.step, classes.current)} aria-current="step">
        <span className={classes.sign}>
          <Ring />
        </span>
        <span>
          <span className={classes.title}>
            {bankName === '' ? t('payments.stepCard') : t('payments.stepBank', { bank: bankName })}
          </span>
          <span className={classes.detail} aria-hidden="true">
            {t('payments.stepWaiting', { time })}
          </span>
        </span>
      </li>
      <li className={joinClasses(classes.step, classes.later)}>
        <span className={classes.sign} />
        <span className={classes.title}>{t(isPurchase ? 'payments.stepDone' : paid)}</span>
      </li>
    </ol>
  );
}

function Ring() {
  return (
    <svg viewBox="0 0 30 30" width="30" height="30" fill="none" strokeWidth="3" aria-hidden="true">
      <circle cx="15" cy="15" r="13" stroke="currentColor" className={classes.track} />
      <g className={classes.ring} transform-origin="15 15">
        <path d="M28 15A13 13 0 0 0 15 2" stroke="currentColor" strokeLinecap="round" />
      </g>
    </svg>
  );
}

/** Since the screen was opened: the device's clock may be wrong, its seconds are not. */
function useSecondsHere(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
