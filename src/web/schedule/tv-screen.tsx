import { useEffect, useRef } from 'react';
import { compareInstants, formatDate } from '#shared/kernel/dates.ts';
import type { OwnTraining } from '#shared/schedule/contract.ts';
import { filterTrainings, rowState } from '#shared/schedule/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { joinClasses } from '#web/ui/classes.ts';
import { Mark } from '#web/ui/mark.tsx';
import { dayLink, type ScheduleSearch } from './components/links.ts';
import { useLiveNumbers } from './components/live-numbers.ts';
import { NotLoaded, OldState } from './components/schedule-notices.tsx';
import { useStateLabels } from './components/state-labels.ts';
import { trainingName } from './components/training-row.tsx';
import { type Area, useDayTrainings } from './queries.ts';
import classes from './tv-screen.module.css';

interface TvScreenProps {
  area: Area;
  search: ScheduleSearch;
}

/** A column holds this many trainings, and with no more than `roomyRows` they are larger. */
const rowsInColumn = 11;
const roomyRows = 9;

/** The whole day on a screen on the wall (specification point 2, tv mode): large, nothing to press, always today's. */
export function TvScreen({ area, search }: TvScreenProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { configuration } = useStartContext();
  const date = search.date ?? format.today;
  const loaded = useDayTrainings(area, date);
  const { data } = loaded;
  useLiveNumbers();
  useNextDay(area, search, date, format.today);
  const trainings = filterTrainings(data ?? [], search);
  const columns = Math.min(4, Math.max(1, Math.ceil(trainings.length / rowsInColumn)));
  const isRoomy = Math.ceil(trainings.length / columns) <= roomyRows;
  return (
    <div className={joinClasses(classes.wall, isRoomy && classes.roomy)}>
      <header className={classes.head}>
        <h1 className={classes.title}>
          {capitalize(format.day(date))} <span className={classes.date}>{formatDate(date)}</span>
        </h1>
        <p className={classes.centre}>{configuration.title}</p>
        <p className={classes.clock}>{format.time(format.now)}</p>
      </header>
      <OldState storedAt={loaded.storedAt} />
      {loaded.error ? <NotLoaded loaded={loaded} /> : null}
      {data !== undefined && trainings.length === 0 ? (
        <p className={classes.nothing}>{t('schedule.noneThatDay')}</p>
      ) : null}
      {trainings.length > 0 ? (
        <ul className={classes.list} data-columns={columns}>
          {trainings.map((training) => (
            <TvRow key={training.id} training={training} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function TvRow({ training }: { training: OwnTraining }) {
  const { t } = useTexts();
  const { now } = useTimeFormat();
  const toLabels = useStateLabels();
  const { startDateTime, endDateTime, isCancelled } = training;
  const isOver = compareInstants(endDateTime, now) <= 0;
  const isNow = !isOver && !isCancelled && compareInstants(startDateTime, now) <= 0;
  const { state, isStruck } = toLabels(rowState(training, null, now), training.date);
  return (
    <li
      className={joinClasses(classes.row, isNow && classes.now, isOver && classes.over)}
      aria-current={isNow ? 'time' : undefined}
    >
      <span className={classes.time}>{training.time}</span>
      <Mark color={training.typeColor} minutes={training.duration} isFaint={isOver} />
      <span className={classes.words}>
        <span className={joinClasses(classes.name, isStruck && classes.struck)}>
          {trainingName(training)}
        </span>
        <span className={classes.place}>
          {[training.trainerName, training.roomName].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={classes.state}>{isNow ? t('schedule.goingOn') : state}</span>
    </li>
  );
}

/**
 * Once the shown day has passed, today comes by a whole new page (specification point 2): a screen that is never
 * closed is fresh every morning. The page's clock looks every minute.
 */
function useNextDay(area: Area, search: ScheduleSearch, date: string, today: string): void {
  const shown = useRef(date);
  useEffect(() => {
    if (shown.current >= today) return;
    const { to, search: chosen } = dayLink(area, { ...search, date: today });
    const parameters = Object.entries({ ...chosen, mode: 'tv' }).map(([name, value]) => [
      name,
      String(value),
    ]);
    window.location.replace(`${to}?${new URLSearchParams(parameters).toString()}`);
  }, [area, search, today]);
}
