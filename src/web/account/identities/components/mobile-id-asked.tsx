import { useEffect, useRef, useState } from 'react';
import { mobileIdSeconds, readMobileIdNumber } from '#shared/account/mobile-id/domain.ts';
import { readIdentity } from '#shared/joining/identity/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { useNow } from '#web/kernel/clock.ts';
import { formatCountdown, secondsLeft } from '#web/kernel/countdown.ts';
import { deviceMs } from '#web/kernel/device.ts';
import { useForm } from '#web/kernel/form.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './identities.module.css';
import type { AskedProps } from './identity-asked.tsx';

/** Whose phone is to ring; then the code that it shows too. What was typed stays for another try. */
export function MobileIdAsked({ asking, problem }: AskedProps) {
  const { t } = useTexts();
  const { configuration } = useStartContext();
  const today = localDate(useNow(), configuration.timeZone);
  const { display: code, isPending } = asking;
  const form = useForm({
    names: ['idCode', 'phoneNumber'],
    check: ({ phoneNumber, idCode }) => ({
      phoneNumber: readMobileIdNumber(phoneNumber) ? undefined : t('identities.phoneInvalid'),
      idCode: codeOf(idCode, today) ? undefined : t('identities.idCodeInvalid'),
    }),
    onSubmit: ({ phoneNumber: typed, idCode }) => {
      const [phoneNumber, code] = [readMobileIdNumber(typed), codeOf(idCode, today)];
      if (phoneNumber && code) asking.begin({ provider: 'mobileId', phoneNumber, idCode: code });
    },
  });
  const isWaiting = code !== null && !problem;
  return (
    <>
      {isWaiting ? <Waiting code={code} /> : null}
      <form {...form.props} className={classes.form} hidden={isWaiting}>
        <TextField
          {...form.field('idCode')}
          label={t('identities.idCode')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
        <TextField
          {...form.field('phoneNumber')}
          label={t('identities.phoneNumber')}
          type="tel"
          autoComplete="tel"
          maxLength={25}
        />
        <div role="alert" className={classes.problem}>
          {problem}
        </div>
        <Button type="submit" isWide isPending={isPending} pendingText={t('identities.askingPhone')}>
          {t('identities.askPhone')}
        </Button>
      </form>
    </>
  );
}

/** Lithuanian codes are formed as Estonian ones are. */
const codeOf = (typed: string, today: string) => readIdentity('EE', typed, today)?.code;

/** The code to compare, and how long the phone is still asked. */
function Waiting({ code }: { code: string }) {
  const { t } = useTexts();
  const [endsAt] = useState(() => deviceMs() + mobileIdSeconds * 1000);
  const [left, setLeft] = useState(mobileIdSeconds);
  const card = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: whoever goes by keyboard goes on from here.
  useEffect(() => card.current?.focus(), []);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft(endsAt, deviceMs())), 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <>
      <p className={classes.text}>{t('identities.samePhone')}</p>
      <div ref={card} className={classes.card} tabIndex={-1}>
        <div role="status">
          <p className={classes.codeName}>{t('identities.code')}</p>
          <p className={classes.code}>{code}</p>
        </div>
        <svg
          className={classes.bar}
          viewBox={`0 0 ${mobileIdSeconds} 4`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect className={classes.left} width={left} height="4" />
        </svg>
        <p className={classes.text} role="timer" aria-live="off">
          {t('identities.waitingStill', { left: formatCountdown(left) })}
        </p>
      </div>
      <p className={classes.warning}>
        <Icon name="warning" size={20} />
        {t('identities.notMine')}
      </p>
    </>
  );
}
