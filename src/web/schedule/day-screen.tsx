import { useNavigate } from '@tanstack/react-router';
import { filterTrainings, foldPast, hasFilters, nextDate, previousDate } from '#shared/schedule/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page } from '#web/ui/page.tsx';
import { capitalize, useTimeWords } from '#web/ui/time-words.ts';
import { TimedList, TimedRowSkeletons } from '#web/ui/timed-row.tsx';
import { DateStrip } from './components/date-strip.tsx';
import { FilterChips } from './components/filter-chips.tsx';
import { dayLink, type ScheduleSearch } from './components/links.ts';
import { PastFold } from './components/past-fold.tsx';
import { ScheduleHeader } from './components/schedule-header.tsx';
import { NothingHere, NotLoaded, OldState } from './components/schedule-notices.tsx';
import { useSwipe } from './components/swipe.ts';
import { TrainingRow } from './components/training-row.tsx';
import classes from './day-screen.module.css';
import { type Area, useDayTrainings, useNeighbourDays } from './queries.ts';

interface DayScreenProps {
  area: Area;
  /** Date and selectors of the address; without a date, today. */
  search: ScheduleSearch;
}

/** One day of the timetable (specification point 2, calendar views). */
export function DayScreen({ area, search }: DayScreenProps) {
  const words = useTimeWords();
  const navigate = useNavigate();
  const date = search.date ?? words.today;
  const loaded = useDayTrainings(area, date);
  useNeighbourDays(area, date);
  const swipe = useSwipe(
    () => void navigate(dayLink(area, { ...search, date: previousDate(date) })),
    () => void navigate(dayLink(area, { ...search, date: nextDate(date) })),
  );
  const next = nextDate(date);
  const nextName = capitalize(words.day(next));

  return (
    <Page>
      <ScheduleHeader
        area={area}
        view="day"
        title={capitalize(words.day(date))}
        subtitle={words.isNamed(date) ? words.weekdayAndDate(date) : formatDate(date)}
        search={search}
        date={date}
        previous={previousDate(date)}
        next={next}
        isToday={date === words.today}
      />
      <DateStrip
        area={area}
        selected={date}
        date={date}
        today={words.today}
        search={search}
        ownDates={loaded.ownDates}
      />
      <div className={classes.filters}>
        <FilterChips search={search} linkTo={(changed) => dayLink(area, changed)} />
      </div>
      <OldState storedAt={loaded.storedAt} />
      <div className={classes.list} {...swipe}>
        <DayList area={area} search={search} date={date} loaded={loaded} />
        {loaded.data ? (
          <ListRowLink
            {...dayLink(area, { ...search, date: next })}
            title={nextName}
            text={words.isNamed(next) ? words.weekdayAndDate(next) : formatDate(next)}
          />
        ) : null}
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
  const { now, today } = useTimeWords();
  if (loaded.error) return <NotLoaded loaded={loaded} />;
  if (!loaded.data) return <TimedRowSkeletons label={t('common.loading')} />;
  const trainings = filterTrainings(loaded.data, search);
  const { past, current } = date === today ? foldPast(trainings, now) : { past: [], current: trainings };
  const rows = (list: typeof trainings) =>
    list.map((training) => (
      <TrainingRow
        key={training.id}
        training={training}
        area={area}
        isClubKnown={search.unit !== undefined}
      />
    ));
  const emptyTitle = () => {
    if (hasFilters(search) && loaded.data && loaded.data.length > 0) return t('schedule.noneWithFilters');
    return t(date === today ? 'schedule.noneLeftToday' : 'schedule.noneThatDay');
  };
  return (
    <>
      {past.length === 0 ? null : (
        <PastFold
          count={past.length}
          ownCount={past.filter(({ own, isCancelled }) => own?.state === 'booked' && !isCancelled).length}
        >
          <TimedList>{rows(past)}</TimedList>
        </PastFold>
      )}
      {current.length === 0 ? (
        <NothingHere
          area={area}
          date={date}
          search={search}
          title={emptyTitle()}
          withoutFilters={dayLink(area, { date: search.date })}
        />
      ) : (
        <TimedList>{rows(current)}</TimedList>
      )}
    </>
  );
}
