import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOfWeek, weekDates } from '#shared/kernel/dates.ts';
import type { OwnTraining } from '#shared/schedule/contract.ts';
import { foldPast, groupByPartOfDay, nextWeek, partsOfDay, previousWeek } from '#shared/schedule/domain.ts';
import { formatDate, formatWeekday } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { joinClasses } from '#web/ui/classes.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimedList } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import type { Area } from '../queries.ts';
import { dayLink, type ScheduleSearch } from './links.ts';
import { PastLine } from './past-line.tsx';
import { useSwipe } from './swipe.ts';
import { TrainingRow } from './training-row.tsx';
import classes from './week-days.module.css';

interface WeekDay {
  date: string;
  trainings: OwnTraining[];
}

interface WeekDaysProps {
  area: Area;
  search: ScheduleSearch;
  days: readonly WeekDay[];
  onStep: (date: string) => void;
}

const partClasses = { morning: classes.morning, day: classes.midday, evening: classes.evening };
const partNames = {
  morning: 'schedule.morning',
  day: 'schedule.midday',
  evening: 'schedule.evening',
} as const;

/** Seven days: under each other on a phone, beside each other on a desk. */
export function WeekDays({ area, search, days, onStep }: WeekDaysProps) {
  const { t, language } = useTexts();
  const { today } = useTimeFormat();
  const [isPastShown, setIsPastShown] = useState(false);
  const past = days.filter(({ date }) => date < today);
  const first = days[0]?.date ?? '';
  const pastText = (over: readonly WeekDay[]) => {
    const [from, until] = [over[0]?.date ?? '', over.at(-1)?.date ?? ''];
    const name = (date: string) =>
      `${capitalize(formatWeekday(date, language, 'short'))} ${formatDate(date).slice(0, 5)}`;
    return from === until
      ? t('schedule.pastDay', { day: name(from) })
      : t('schedule.pastDays', { from: name(from), until: name(until) });
  };
  const swipe = useSwipe(
    () => onStep(previousWeek(first)),
    () => onStep(nextWeek(first)),
  );
  return (
    <div className={classes.week} {...swipe}>
      <div className={classes.parts} aria-hidden="true">
        {partsOfDay.map((part) => (
          <span key={part} className={joinClasses(classes.partName, partClasses[part])}>
            {t(partNames[part])}
          </span>
        ))}
      </div>
      {past.length === 0 ? null : (
        <div className={classes.pastDays}>
          <PastLine
            text={pastText(past)}
            isShown={isPastShown}
            onToggle={() => setIsPastShown(!isPastShown)}
          />
        </div>
      )}
      {days.map((day) => (
        <DaySection
          key={day.date}
          area={area}
          search={search}
          day={day}
          isOver={day.date < today}
          isOverShown={isPastShown}
        />
      ))}
    </div>
  );
}

interface DaySectionProps {
  area: Area;
  search: ScheduleSearch;
  day: WeekDay;
  /** Before today: behind one line with all such days, where there is little room. */
  isOver: boolean;
  isOverShown: boolean;
}

function DaySection({ area, search, day, isOver, isOverShown }: DaySectionProps) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const [isPastShown, setIsPastShown] = useState(false);
  const { past } = foldPast(day.trainings, format.now);
  const pastIds = new Set(past.map(({ id }) => id));
  const isToday = day.date === format.today;
  const groups = groupByPartOfDay(day.trainings);
  return (
    <section
      id={`day-${day.date}`}
      className={joinClasses(
        classes.column,
        isToday && classes.today,
        isOver && classes.past,
        isOver && !isOverShown && classes.isAway,
        (isOver || isPastShown) && classes.isPastShown,
      )}
      aria-labelledby={`day-${day.date}-name`}
    >
      <h2 id={`day-${day.date}-name`} className={classes.heading}>
        <Link {...dayLink(area, { ...search, date: day.date })} className={classes.headingLink}>
          <span className={classes.long}>
            {capitalize(format.day(day.date))}
            <span className={classes.date}>
              {format.isNamed(day.date) ? format.weekdayAndDate(day.date) : formatDate(day.date)}
            </span>
          </span>
          <span className={classes.short} aria-hidden="true">
            <span className={classes.letter}>{formatWeekday(day.date, language, 'short')}</span>
            {Number(day.date.slice(8))}
            {isToday ? <span className={classes.todayWord}>{t('schedule.todayMark')}</span> : null}
          </span>
        </Link>
      </h2>
      {past.length === 0 || isOver ? null : (
        <div className={classes.fold}>
          <PastLine
            text={t('schedule.pastCount', { count: past.length })}
            isShown={isPastShown}
            onToggle={() => setIsPastShown(!isPastShown)}
          />
        </div>
      )}
      {day.trainings.length === 0 ? <p className={classes.nothing}>{t('schedule.noTrainings')}</p> : null}
      {partsOfDay.map((part) => {
        const list = groups[part];
        const isAllPast = list.every(({ id }) => pastIds.has(id));
        return (
          <div
            key={part}
            className={joinClasses(classes.part, partClasses[part], isAllPast && classes.pastPart)}
          >
            {list.length === 0 ? null : (
              <TimedList isCellsWhenWide label={t(partNames[part])}>
                {list.map((training) => (
                  <TrainingRow
                    key={training.id}
                    training={training}
                    area={area}
                    isClubKnown={search.unit !== undefined}
                    destination={search.destination}
                    isCellWhenWide
                    isFolded={pastIds.has(training.id)}
                  />
                ))}
              </TimedList>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** The week's columns, or a phone's rows, while the real ones are on their way. */
export function WeekSkeleton({ date, label }: { date: string; label: string }) {
  return (
    <>
      <div className={classes.narrowSkeleton}>
        <TimedRowSkeletons count={8} label={label} />
      </div>
      <div className={classes.wideSkeleton} aria-hidden="true">
        {weekDates(date).map((day) => (
          <div key={day} className={classes.skeletonColumn}>
            {Array.from({ length: 4 + (dayOfWeek(day) % 3) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <div key={index} className={classes.skeletonCell}>
                <Skeleton width="short" />
                <Skeleton width="long" />
                <Skeleton size="caption" width="half" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
