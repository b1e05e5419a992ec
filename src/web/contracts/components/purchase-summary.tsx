import type { PurchaseSummary as Summary } from '#shared/contracts/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useContractLabels } from './contract-labels.ts';
import classes from './purchase-summary.module.css';

interface PurchaseSummaryProps {
  summary: Summary;
  /** Another one is on its way. */
  isOld: boolean;
}

/** Every line the invoice will have, the total, then what comes later, with dates. */
export function PurchaseSummary({ summary, isOld }: PurchaseSummaryProps) {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  const { lines, discount, total, part, next, endsOn, renews, bindingUntil, periodMonths } = summary;
  return (
    <section className={classes.summary} aria-label={t('contracts.summary')} aria-busy={isOld}>
      <ul>
        {lines.map(({ article, price }) => (
          <li key={article} className={classes.line}>
            <span>{article}</span>
            <span>{money(price)}</span>
          </li>
        ))}
        {discount > 0 ? (
          <li className={classes.line}>
            <span>{t('contracts.discount')}</span>
            <span>{money(-discount)}</span>
          </li>
        ) : null}
      </ul>
      <p className={classes.total}>
        <span>{t('contracts.total')}</span>
        <strong>{money(total)}</strong>
      </p>
      <p className={classes.later}>
        {[
          ...(part ? [t('contracts.partPeriod', part)] : []),
          next
            ? t('contracts.afterwards', {
                amount: money(next.amount),
                date: formatDate(next.date),
                period: labels.period(periodMonths),
              })
            : t('contracts.afterwardsOnce'),
          ...(endsOn === null
            ? []
            : [t(renews ? 'contracts.lastDayRenews' : 'contracts.lastDay', { date: formatDate(endsOn) })]),
          ...(bindingUntil === null || bindingUntil === endsOn
            ? []
            : [t('contracts.boundText', { date: formatDate(bindingUntil) })]),
        ].join(' ')}
      </p>
    </section>
  );
}
