import { Link } from '@tanstack/react-router';
import { useNumber } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { Simulation } from '../queries.ts';
import classes from './outcome.module.css';

/** How many would have been refused, and what that changes: before → after. */
export function Outcome({ simulation }: { simulation: Simulation }) {
  const { t } = useTexts();
  const number = useNumber();
  const { present, value, refused, people, wishes, exempt, before, after } = simulation;
  const change = (one: number, other: number) =>
    one === other ? number(one) : t('reports.simulate.change', { before: one, after: other });
  return (
    <section className={classes.outcome}>
      <div aria-live="polite">
        <h2 className={classes.title}>
          {refused === 0
            ? t('reports.simulate.none')
            : `${t('reports.wouldRefused', { count: refused })}, ${t('reports.wouldPeople', { count: people })}`}
        </h2>
        {present === value ? <p className={classes.note}>{t('reports.simulate.same')}</p> : null}
      </div>
      <dl className={classes.tiles}>
        <div>
          <dt>{t('reports.simulate.wishes')}</dt>
          <dd>{number(wishes)}</dd>
        </div>
        <div>
          <dt>{t('reports.simulate.placesFilled')}</dt>
          <dd>{change(before.placesFilled, after.placesFilled)}</dd>
        </div>
        <div>
          <dt>{t('reports.simulate.unused')}</dt>
          <dd>{change(before.unused, after.unused)}</dd>
        </div>
      </dl>
      {exempt === 0 ? null : <p className={classes.note}>{t('reports.wouldExempt', { count: exempt })}</p>}
      <p className={classes.note}>{t('reports.simulate.blind')}</p>
      <Link to="/admin/$area" params={{ area: 'limits' }} className={classes.link}>
        {t('reports.simulate.toLimits')}
      </Link>
    </section>
  );
}
