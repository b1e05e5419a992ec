import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { trainerSearch } from '#web/app/search.ts';
import { TrainerCalendarScreen } from '#web/registrations/trainer-calendar-screen.tsx';
import { LiveNumbers } from '#web/schedule/components/live-numbers.ts';

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
