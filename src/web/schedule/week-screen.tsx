import { useNavigate } from '@tanstack/react-router';
import {
  dateWithin,
  filterTrainings,
  groupByDate,
  hasFilters,
  nextWeek,
  previousWeek,
  weekRange,
} from '#shared/schedule/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Page } from '#web/ui/page.tsx';
import { FilterChips } from './components/filter-chips.tsx';
import { type ScheduleSearch, unfiltered, weekLink } from './components/links.ts';
import { useLiveNumbers } from './components/live-numbers.ts';
import { ScheduleHeader } from './components/schedule-header.tsx';
import { NothingHere, NotLoaded, OldState } from './components/schedule-notices.tsx';
import { WeekDays, WeekSkeleton } from './components/week-days.tsx';
import { WeekStrip } from './components/week-strip.tsx';
import { type Area, useWeekTrainings } from './queries.ts';
import classes from './week-screen.module.css';

interface WeekScreenProps {
  area: Area;
  /** Any date of the week and the selectors; without a date, the current week. */
  search: ScheduleSearch;
}

/**
 * A week of the timetable: under 800 px a list of seven days with the date strip above, from 800 px seven columns
 * by morning, day and evening (specification point 2). One piece of HTML; the style sheet lays it out.
 */
export function WeekScreen({ area, search }: WeekScreenProps) {
  const { t } = useTexts();
  const { today } = useTimeFormat();
  const navigate = useNavigate();
  const date = dateWithin(search, search.date ?? today);
  const { from, until } = weekRange(date);
  const previous = dateWithin(search, previousWeek(date));
  const next = dateWithin(search, nextWeek(date));
  const loaded = useWeekTrainings(area, date);
  // On its last day a week is nearly over: where days stand under each other, the next one goes on.
  const isEnding = today === until;
  const following = useWeekTrainings(area, nextWeek(date), isEnding && next > until);
  useLiveNumbers();
  const trainings = loaded.data && filterTrainings(loaded.data, search);
  const isThisWeek = today >= from && today <= until;
  const step = (to: string) => void navigate(weekLink(area, { ...search, date: dateWithin(search, to) }));

  function body() {
    if (loaded.error) return <NotLoaded loaded={loaded} />;
    if (!trainings) return <WeekSkeleton date={date} label={t('common.loading')} />;
    if (trainings.length === 0) {
      const isNarrowed = hasFilters(search) && loaded.data && loaded.data.length > 0;
      return (
        <NothingHere
          area={area}
          date={until}
          search={search}
          title={t(isNarrowed ? 'schedule.noneWithFilters' : 'schedule.noneInWeek')}
          withoutFilters={weekLink(area, unfiltered(search))}
        />
      );
    }
    const further = following.data && filterTrainings(following.data, search);
    return (
      <>
        <WeekDays area={area} search={search} days={groupByDate(trainings, date)} onStep={step} />
        {further && isEnding ? (
          <section className={classes.following} aria-labelledby="following-week">
            <h2 id="following-week" className={classes.followingTitle}>
              {t('schedule.nextWeek')}
            </h2>
            <WeekDays area={area} search={search} days={groupByDate(further, next)} onStep={step} />
          </section>
        ) : null}
      </>
    );
  }

  return (
    <Page width="wide">
      <ScheduleHeader
        area={area}
        view="week"
        title={
          <>
            {formatDate(from)}–<wbr />
            {formatDate(until)}
          </>
        }
        search={search}
        date={date}
        previous={previous < from ? previous : undefined}
        next={next > until ? next : undefined}
        isToday={isThisWeek}
      >
        <WeekStrip
          key={from}
          area={area}
          date={date}
          search={search}
          ownDates={new Set([...loaded.ownDates, ...following.ownDates])}
          drawn={`${(trainings?.length ?? 0) > 0} ${isEnding && following.data !== undefined}`}
        />
        <FilterChips area={area} search={search} linkTo={(changed) => weekLink(area, changed)} />
      </ScheduleHeader>
      <OldState storedAt={loaded.storedAt} />
      {body()}
    </Page>
  );
}
