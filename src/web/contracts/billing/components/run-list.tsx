import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import type { BillingRun, Runs } from '../queries.ts';
import classes from './lists.module.css';
import { Pages } from './pages.tsx';
import { Problems } from './problems.tsx';

interface RunListProps {
  runs: Runs;
  date: string | undefined;
  page: number;
  nights: number;
}

/** What each night has done, the latest first. */
export function RunList({ runs, date, page, nights }: RunListProps) {
  const { t } = useTexts();
  const { items, offset, total } = runs;
  return (
    <>
      <ul className={classes.list} aria-label={t('billingRuns.nights')}>
        {items.map((run) => (
          <li key={run.date}>
            <Run run={run} />
          </li>
        ))}
      </ul>
      <Pages
        offset={offset}
        count={items.length}
        isMore={offset + items.length < total}
        previous={{ date, page, nights: nights - 1 }}
        next={{ date, page, nights: nights + 1 }}
      />
    </>
  );
}

function Run({ run }: { run: BillingRun }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const money = useMoney();
  const { date, endedAt, contracts, invoices, total, renewed, credited, debts, badDebts, problems } = run;
  const facts = [
    ['contracts', String(contracts)],
    ['invoices', String(invoices)],
    ['renewed', String(renewed)],
    ['credited', money(credited)],
    ['debts', String(debts)],
    ['badDebts', String(badDebts)],
  ] as const;
  return (
    <details>
      <summary className={classes.summary}>
        <span>
          <span className={classes.title}>{formatDate(date)}</span>
          <span className={classes.text}>
            {endedAt === null
              ? t('billingRuns.underWay')
              : capitalize(t('billingRuns.took', { time: format.time(endedAt) }))}
          </span>
          {problems.length === 0 ? null : (
            <span className={classes.text}>{t('billingRuns.problems', { count: problems.length })}</span>
          )}
        </span>
        <strong className={classes.amount}>{money(total)}</strong>
      </summary>
      <dl className={classes.lines}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.line}>
            <dt>{t(`billingRuns.${name}`)}</dt>
            <dd className={classes.amount}>{value}</dd>
          </div>
        ))}
      </dl>
      <Problems problems={problems} />
    </details>
  );
}
