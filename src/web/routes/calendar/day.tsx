import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { timetableSearch } from '#web/app/search.ts';
import { TvScreen } from '#web/app/wall.ts';
import { DayScreen } from '#web/schedule/day-screen.tsx';

export const Route = createFileRoute('/calendar/day')({
  ssr: false,
  validateSearch: timetableSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('schedule.timetable')) }],
  }),
  component: DayRoute,
});

function DayRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      {search.mode === 'tv' ? (
        <TvScreen area="member" search={search} />
      ) : (
        <DayScreen area="member" search={search} />
      )}
    </Guarded>
  );
}
