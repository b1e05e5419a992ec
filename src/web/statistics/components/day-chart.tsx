import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import type { TrainerStatistics } from '#shared/statistics/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './day-chart.module.css';

/** Of one day in the picture, and its height. */
const step = 24;
const bar = 16;
const height = 160;

/** Places, bookings and those who came, day by day; the same numbers as a table under it. */
export function DayChart({ statistics }: { statistics: TrainerStatistics }) {
  const { t } = useTexts();
  const { from, until, byDay } = statistics;
  const days = Array.from({ length: daysBetween(from, until) + 1 }, (_, index) => addDays(from, index));
  const ofDay = new Map(byDay.map((day) => [day.date, day]));
  const most = Math.max(1, ...byDay.map(({ totalPlaces, booked }) => Math.max(totalPlaces, booked)));
  const tall = (count: number) => (count * height) / most;
  return (
    <section className={classes.chart}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('statistics.peopleADay')}</h2>
        <ul className={classes.legend}>
          <li>
            <span className={classes.places} />
            {t('statistics.places')}
          </li>
          <li>
            <span className={classes.booked} />
            {t('statistics.booked')}
          </li>
          <li>
            <span className={classes.trained} />
            {t('statistics.trained')}
          </li>
        </ul>
      </div>
      <div className={classes.body}>
        <svg
          className={classes.picture}
          viewBox={`0 0 ${days.length * step} ${height + 2}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('statistics.chart', { most })}
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              className={classes.grid}
              x1="0"
              x2={days.length * step}
              y1={1 + height * part}
              y2={1 + height * part}
            />
          ))}
          {days.map((day, index) => {
            const sums = ofDay.get(day);
            if (!sums) return null;
            const x = index * step + (step - bar) / 2;
            const rest = { x, width: bar, rx: 3 };
            const at = (count: number) => ({ y: 1 + height - tall(count), height: tall(count) });
            return (
              <g key={day}>
                <rect {...rest} {...at(sums.totalPlaces)} className={classes.placesBar} />
                <rect {...rest} {...at(sums.booked)} className={classes.bookedBar} />
                <rect {...rest} {...at(sums.trained)} className={classes.trainedBar} />
              </g>
            );
          })}
        </svg>
        <div className={classes.scale} aria-hidden="true">
          <span>{most}</span>
          <span>{Math.round(most / 2)}</span>
          <span>0</span>
        </div>
      </div>
      <div className={classes.ends} aria-hidden="true">
        <span>{formatDate(from).slice(0, 5)}</span>
        <span>{formatDate(until).slice(0, 5)}</span>
      </div>
      <details className={classes.details}>
        <summary className={classes.summary}>{t('statistics.asTable')}</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('statistics.date')}</th>
              <th scope="col">{t('statistics.places')}</th>
              <th scope="col">{t('statistics.booked')}</th>
              <th scope="col">{t('statistics.trained')}</th>
            </tr>
          </thead>
          <tbody>
            {byDay.map(({ date, totalPlaces, booked, trained }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td>{totalPlaces}</td>
                <td>{booked}</td>
                <td>{trained}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
