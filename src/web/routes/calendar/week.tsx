import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { timetableSearch } from '#web/app/search.ts';
import { WeekScreen } from '#web/schedule/week-screen.tsx';

export const Route = createFileRoute('/calendar/week')({
  ssr: false,
  validateSearch: timetableSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('schedule.timetable')) }],
  }),
  component: WeekRoute,
});

function WeekRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <WeekScreen area="member" search={search} />
    </Guarded>
  );
}
