import { Link } from '@tanstack/react-router';
import { localDate } from '#shared/kernel/dates.ts';
import { formatDate, formatTime } from '#web/kernel/format.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { Simulation } from '../queries.ts';
import classes from './refused-list.module.css';

/** Who would have been refused what, and why, in the words they would have read. */
export function RefusedList({ simulation: { list, refused, byError } }: { simulation: Simulation }) {
  const { t, language } = useTexts();
  const { timeZone } = useStartContext().configuration;
  if (list.length === 0) return null;
  const why = (error: string, details: Record<string, string | number>) =>
    t(`errors.${error}` as 'errors.noFreePlaces', { ...details });
  return (
    <section className={classes.refused}>
      <h2 className={classes.title}>{t('reports.simulate.who')}</h2>
      <p className={classes.count}>
        {t('reports.simulate.listed', { count: list.length, total: refused })}
        {byError.length > 1 ? ` · ${byError.map(({ count }) => count).join(' + ')}` : null}
      </p>
      <ul>
        {list.map(({ registrationId, clientId, name, trainingId, trainingName, date, time, ...request }) => (
          <li key={registrationId} className={classes.row}>
            <div className={classes.who}>
              <Link
                to="/admin/$area"
                params={{ area: 'clients' }}
                search={{ id: clientId }}
                className={classes.name}
              >
                {name}
              </Link>
              <span className={classes.rest}>
                {`${t('reports.simulate.wished')} ${formatDate(localDate(request.wishedDateTime, timeZone))} ${formatTime(request.wishedDateTime, language, timeZone)}`}
              </span>
            </div>
            <div className={classes.what}>
              <Link to="/attendance" search={{ id: trainingId }} className={classes.name}>
                {trainingName}
              </Link>
              <span className={classes.rest}>{`${formatDate(date)} ${time}`}</span>
            </div>
            <p className={classes.why}>{why(request.error, request.details)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
