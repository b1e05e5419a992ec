import { createFileRoute } from '@tanstack/react-router';
import { localDate } from '#shared/kernel/dates.ts';
import { dateWithin } from '#shared/schedule/domain.ts';
import { timetableSearch } from '#web/app/search.ts';
import { publicWeekQuery, scheduleFiltersQuery } from '#web/schedule/queries.ts';
import { WeekScreen } from '#web/schedule/week-screen.tsx';

export const Route = createFileRoute('/public/calendar/week')({
  validateSearch: timetableSearch,
  loaderDeps: ({ search: { date, from, until } }) => ({ date, from, until }),
  loader: async ({ context: { start, prefetch }, deps }) => {
    const today = localDate(start.now, start.configuration.timeZone);
    const date = dateWithin(deps, deps.date ?? today);
    await Promise.all([prefetch(publicWeekQuery(date)), prefetch(scheduleFiltersQuery())]);
  },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('schedule.timetable')) }],
  }),
  component: WeekRoute,
});

function WeekRoute() {
  return <WeekScreen area="public" search={Route.useSearch()} />;
}
