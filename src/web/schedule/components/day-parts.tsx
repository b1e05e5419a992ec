import { Suspense, useState } from 'react';
import type { OwnTraining } from '#shared/schedule/contract.ts';
import { foldPast, groupByPartOfDay, partsOfDay } from '#shared/schedule/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { joinClasses } from '#web/ui/classes.ts';
import { TimedList } from '#web/ui/timed-row.tsx';
import type { Area } from '../queries.ts';
import classes from './day-parts.module.css';
import type { ScheduleSearch } from './links.ts';
import { PastLine } from './past-line.tsx';
import { TrainingRow } from './training-row.tsx';

interface DayPartsProps {
  area: Area;
  trainings: readonly OwnTraining[];
  /** Today: what is over waits behind a line. */
  isPastFolded: boolean;
  isClubKnown: boolean;
  destination: ScheduleSearch['destination'];
}

const partNames = {
  morning: 'schedule.morning',
  day: 'schedule.midday',
  evening: 'schedule.evening',
} as const;

/**
 * A day's trainings: one list under the thumb; where there is room, morning, day and evening side by side with
 * what is over left in its place.
 */
export function DayParts({ area, trainings, isPastFolded, isClubKnown, destination }: DayPartsProps) {
  const { t } = useTexts();
  const { now } = useTimeFormat();
  const [isPastShown, setIsPastShown] = useState(false);
  const past = isPastFolded ? foldPast(trainings, now).past : [];
  const pastIds = new Set(past.map(({ id }) => id));
  const groups = groupByPartOfDay(trainings);
  const ownCount = past.filter((one) => one.own?.state === 'booked' && !one.isCancelled).length;
  const own = ownCount > 0 ? `, ${t('schedule.pastOwn', { count: ownCount })}` : '';
  return (
    <>
      {past.length === 0 ? null : (
        <div className={classes.past}>
          <PastLine
            text={t('schedule.pastCount', { count: past.length }) + own}
            isShown={isPastShown}
            onToggle={() => setIsPastShown(!isPastShown)}
          />
        </div>
      )}
      <div className={joinClasses(classes.parts, !isPastShown && classes.isFolded)}>
        {partsOfDay.map((part) => {
          const list = groups[part];
          const isOver = list.length > 0 && list.every(({ id }) => pastIds.has(id));
          return (
            <section
              key={part}
              className={joinClasses(
                classes.part,
                list.length === 0 && classes.empty,
                isOver && classes.over,
              )}
            >
              <h2 className={classes.name}>{t(partNames[part])}</h2>
              {list.length === 0 ? (
                <p className={classes.nothing}>{t('schedule.noTrainings')}</p>
              ) : (
                // Nothing waits here: a boundary lets React take over each list by itself, between two touches.
                <Suspense>
                  <TimedList>
                    {list.map((training) => (
                      <TrainingRow
                        key={training.id}
                        training={training}
                        area={area}
                        isClubKnown={isClubKnown}
                        destination={destination}
                        isFolded={pastIds.has(training.id)}
                      />
                    ))}
                  </TimedList>
                </Suspense>
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}
