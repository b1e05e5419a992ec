import { createFileRoute } from '@tanstack/react-router';
import { localDate } from '#shared/kernel/dates.ts';
import { dateWithin } from '#shared/schedule/domain.ts';
import { timetableSearch } from '#web/app/search.ts';
import { TvScreen } from '#web/app/wall.ts';
import { DayScreen } from '#web/schedule/day-screen.tsx';
import { publicDayQuery, scheduleFiltersQuery } from '#web/schedule/queries.ts';

export const Route = createFileRoute('/public/calendar/day')({
  validateSearch: timetableSearch,
  loaderDeps: ({ search: { date, from, until, mode } }) => ({ date, from, until, mode }),
  loader: async ({ context: { start, prefetch }, deps }) => {
    const today = localDate(start.now, start.configuration.timeZone);
    const date = dateWithin(deps, deps.date ?? today);
    const screen = deps.mode === 'tv' ? TvScreen.preload?.() : undefined;
    await Promise.all([prefetch(publicDayQuery(date)), prefetch(scheduleFiltersQuery()), screen]);
  },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('schedule.timetable')) }],
  }),
  component: DayRoute,
});

function DayRoute() {
  const search = Route.useSearch();
  return search.mode === 'tv' ? (
    <TvScreen area="public" search={search} />
  ) : (
    <DayScreen area="public" search={search} />
  );
}
