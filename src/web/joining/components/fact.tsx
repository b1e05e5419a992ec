import type { ReactNode } from 'react';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros } from '#web/products/queries.ts';
import classes from './join.module.css';

export function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  );
}

interface TermFactsProps {
  endsOn: string | null;
  renews: boolean;
  bindingUntil: string | null;
}

/** How long it lasts, and how long it binds; nothing where it does neither. */
export function TermFacts({ endsOn, renews, bindingUntil }: TermFactsProps) {
  const { t } = useTexts();
  return (
    <>
      {endsOn === null ? null : (
        <Fact label={t(renews ? 'joining.renewsOn' : 'joining.endsOn')} value={formatDate(endsOn)} />
      )}
      {bindingUntil === null ? null : (
        <Fact label={t('joining.boundUntil')} value={formatDate(bindingUntil)} />
      )}
    </>
  );
}

interface NextPaymentProps {
  /** Both null where nothing is paid after the first. */
  nextOn: string | null;
  nextPrice: number | null;
  periodMonths: number;
}

export function NextPayment({ nextOn, nextPrice, periodMonths }: NextPaymentProps) {
  const { t, language } = useTexts();
  const value =
    nextOn === null || nextPrice === null ? (
      t('joining.nothingLater')
    ) : (
      <>
        {formatDate(nextOn)} · {formatEuros(nextPrice, language)}
        <span className={classes.detail}>{t('joining.everyMonth', { count: periodMonths })}</span>
      </>
    );
  return <Fact label={t('joining.nextPayment')} value={value} />;
}
