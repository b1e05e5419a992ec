import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import {
  dateWithin,
  filterTrainings,
  foldPast,
  hasFilters,
  nextDate,
  previousDate,
} from '#shared/schedule/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page } from '#web/ui/page.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { DateStrip } from './components/date-strip.tsx';
import { DayParts } from './components/day-parts.tsx';
import { FilterChips } from './components/filter-chips.tsx';
import { dayLink, type ScheduleSearch, unfiltered } from './components/links.ts';
import { useLiveNumbers } from './components/live-numbers.ts';
import { ScheduleHeader } from './components/schedule-header.tsx';
import { NothingHere, NotLoaded, OldState } from './components/schedule-notices.tsx';
import { useSwipe } from './components/swipe.ts';
import classes from './day-screen.module.css';
import { type Area, useDayTrainings, useNeighbourDays } from './queries.ts';

interface DayScreenProps {
  area: Area;
  /** Date and selectors of the address; without a date, today. */
  search: ScheduleSearch;
}

/** One day of the timetable (specification point 2, calendar views). */
export function DayScreen({ area, search }: DayScreenProps) {
  const format = useTimeFormat();
  const navigate = useNavigate();
  const date = dateWithin(search, search.date ?? format.today);
  const previous = dateWithin(search, previousDate(date));
  const next = dateWithin(search, nextDate(date));
  const loaded = useDayTrainings(area, date);
  useNeighbourDays(area, date);
  useLiveNumbers();
  const swipe = useSwipe(
    () => void navigate(dayLink(area, { ...search, date: previous })),
    () => void navigate(dayLink(area, { ...search, date: next })),
  );

  return (
    <Page width="wide">
      <div className={classes.inside}>
        <ScheduleHeader
          area={area}
          view="day"
          title={capitalize(format.day(date))}
          subtitle={format.isNamed(date) ? format.weekdayAndDate(date) : formatDate(date)}
          search={search}
          date={date}
          previous={previous < date ? previous : undefined}
          next={next > date ? next : undefined}
          isToday={date === format.today}
        />
        <div className={classes.choices}>
          <DateStrip
            area={area}
            selected={date}
            date={date}
            today={format.today}
            search={search}
            ownDates={loaded.ownDates}
          />
          <FilterChips area={area} search={search} linkTo={(changed) => dayLink(area, changed)} />
        </div>
        <OldState storedAt={loaded.storedAt} />
        <div className={classes.list} {...swipe}>
          <Suspense>
            <DayList area={area} search={search} date={date} loaded={loaded} />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

interface DayListProps extends DayScreenProps {
  date: string;
  loaded: ReturnType<typeof useDayTrainings>;
}

function DayList({ area, search, date, loaded }: DayListProps) {
  const { t } = useTexts();
  const { now, today, day, isNamed, weekdayAndDate } = useTimeFormat();
  if (loaded.error) return <NotLoaded loaded={loaded} />;
  if (!loaded.data) return <TimedRowSkeletons label={t('common.loading')} />;
  const trainings = filterTrainings(loaded.data, search);
  const isToday = date === today;
  const isOver = isToday && foldPast(trainings, now).current.length === 0;
  const isNarrowed = hasFilters(search) && loaded.data.length > 0;
  const emptyTitle = isToday ? 'schedule.noneLeftToday' : 'schedule.noneThatDay';
  const next = dateWithin(search, nextDate(date));
  return (
    <>
      {trainings.length === 0 ? null : (
        <DayParts
          area={area}
          trainings={trainings}
          isPastFolded={isToday}
          isClubKnown={search.unit !== undefined}
          destination={search.destination}
        />
      )}
      {trainings.length === 0 || isOver ? (
        <NothingHere
          area={area}
          date={date}
          search={search}
          title={t(isNarrowed && !isOver ? 'schedule.noneWithFilters' : emptyTitle)}
          withoutFilters={dayLink(area, unfiltered(search))}
        />
      ) : next === date ? null : (
        <div className={classes.next}>
          <ListRowLink
            {...dayLink(area, { ...search, date: next })}
            title={capitalize(day(next))}
            text={isNamed(next) ? weekdayAndDate(next) : formatDate(next)}
          />
        </div>
      )}
    </>
  );
}
