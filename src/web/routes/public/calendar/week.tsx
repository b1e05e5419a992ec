import { createFileRoute } from '@tanstack/react-router';
import { localDate } from '#shared/kernel/dates.ts';
import { timetableSearch } from '#web/app/search.ts';
import { publicWeekQuery, scheduleFiltersQuery } from '#web/schedule/queries.ts';
import { WeekScreen } from '#web/schedule/week-screen.tsx';

export const Route = createFileRoute('/public/calendar/week')({
  validateSearch: timetableSearch,
  loaderDeps: ({ search }) => ({ date: search.date }),
  loader: async ({ context: { start, prefetch }, deps }) => {
    const date = deps.date ?? localDate(start.now, start.configuration.timeZone);
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
