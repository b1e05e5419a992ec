import { createFileRoute } from '@tanstack/react-router';
import { localDate } from '#shared/kernel/dates.ts';
import { Guarded } from '#web/app/guarded.tsx';
import { decideRoute } from '#web/app/route-rules.ts';
import { landingSearch } from '#web/app/search.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { HomeScreen } from '#web/registrations/home/home-screen.tsx';
import { LiveNumbers } from '#web/schedule/components/live-numbers.ts';
import { publicDayQuery } from '#web/schedule/queries.ts';

export const Route = createFileRoute('/')({
  staticData: { texts: ['home', 'registrations'] },
  validateSearch: landingSearch,
  // The login page says how many trainings are left today.
  loader: ({ context: { start, prefetch } }) =>
    prefetch(publicDayQuery(localDate(start.now, start.configuration.timeZone))),
  component: HomeRoute,
});

function HomeRoute() {
  const actor = useActor();
  const { pageRules } = useStartContext();
  return (
    <Guarded>
      <LiveNumbers>
        <HomeScreen isOpen={(path) => decideRoute(path, actor, pageRules) === 'show'} />
      </LiveNumbers>
    </Guarded>
  );
}
