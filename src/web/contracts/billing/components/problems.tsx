import { useTexts } from '#web/kernel/texts.tsx';
import { Notice } from '#web/ui/question.tsx';
import type { BillingRun } from '../queries.ts';
import classes from './lists.module.css';

/** Contracts that could not be billed, and why; the others were. */
export function Problems({ problems }: { problems: BillingRun['problems'] }) {
  const { t } = useTexts();
  if (problems.length === 0) return null;
  return (
    <div className={classes.problems}>
      <Notice tone="warn" icon="warning" text={t('billingRuns.problems', { count: problems.length })} />
      <ul className={classes.lines}>
        {problems.map(({ contractId, number, reason }) => (
          <li key={contractId} className={classes.line}>
            <span>{t('billingRuns.contract', { number })}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
