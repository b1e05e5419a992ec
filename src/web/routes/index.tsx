import { createFileRoute } from '@tanstack/react-router';
import { localDate } from '#shared/kernel/dates.ts';
import { Guarded } from '#web/app/guarded.tsx';
import { landingSearch } from '#web/app/search.ts';
import { HomeScreen } from '#web/registrations/home-screen.tsx';
import { LiveNumbers } from '#web/schedule/components/live-numbers.ts';
import { publicDayQuery } from '#web/schedule/queries.ts';

export const Route = createFileRoute('/')({
  staticData: { texts: ['errors', 'registrations'] },
  validateSearch: landingSearch,
  // The login page says how many trainings are left today.
  loader: ({ context: { start, prefetch } }) =>
    prefetch(publicDayQuery(localDate(start.now, start.configuration.timeZone))),
  component: HomeRoute,
});

function HomeRoute() {
  return (
    <Guarded>
      <LiveNumbers>
        <HomeScreen />
      </LiveNumbers>
    </Guarded>
  );
}
