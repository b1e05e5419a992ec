import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { trainerSearch } from '#web/app/search.ts';
import { LiveNumbers } from '#web/schedule/components/live-numbers.ts';
import { TrainerCalendarScreen } from '#web/schedule/trainer-calendar-screen.tsx';

export const Route = createFileRoute('/trainer-calendar')({
  ssr: false,
  staticData: { texts: ['attendance'] },
  validateSearch: trainerSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('attendance.ownTimetable')) }],
  }),
  component: TrainerCalendarRoute,
});

function TrainerCalendarRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <LiveNumbers>
        <TrainerCalendarScreen search={search} />
      </LiveNumbers>
    </Guarded>
  );
}
