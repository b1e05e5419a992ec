import type { OwnStatistics } from '#shared/statistics/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './month-chart.module.css';

const step = 24;
const bar = 14;
const height = 96;

/** Twelve months side by side, each with its number; the same as a table under it. */
export function MonthChart({ months }: { months: OwnStatistics['byMonth'] }) {
  const { t } = useTexts();
  const most = Math.max(1, ...months.map(({ trained }) => trained));
  return (
    <section className={classes.chart}>
      <h2 className={classes.title}>{t('statistics.byMonth')}</h2>
      <ol className={classes.numbers} aria-hidden="true">
        {months.map(({ month, trained }) => (
          <li key={month}>{trained === 0 ? '' : trained}</li>
        ))}
      </ol>
      <svg
        className={classes.picture}
        viewBox={`0 0 ${months.length * step} ${height + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('statistics.monthChart', { most })}
      >
        <line className={classes.grid} x1="0" x2={months.length * step} y1={height} y2={height} />
        {months.map(({ month, trained }, index) => (
          <rect
            key={month}
            className={index === months.length - 1 ? classes.present : classes.past}
            x={index * step + (step - bar) / 2}
            width={bar}
            y={height - (trained * height) / most}
            height={(trained * height) / most}
          />
        ))}
      </svg>
      <ol className={classes.names} aria-hidden="true">
        {months.map(({ month }) => (
          <li key={month}>{month.slice(5)}</li>
        ))}
      </ol>
      <details>
        <summary className={classes.summary}>{t('statistics.asTable')}</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('statistics.month')}</th>
              <th scope="col">{t('statistics.trainings')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, trained }) => (
              <tr key={month}>
                <th scope="row">{`${month.slice(5)}.${month.slice(0, 4)}`}</th>
                <td>{trained}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
