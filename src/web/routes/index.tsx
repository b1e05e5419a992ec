import { createFileRoute } from '@tanstack/react-router';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { centreThing } from '#shared/tenants/structured/domain.ts';
import { Guarded } from '#web/app/guarded.tsx';
import { decideRoute } from '#web/app/route-rules.ts';
import { landingSearch } from '#web/app/search.ts';
import { sharing, structured } from '#web/app/sharing.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { HomeScreen } from '#web/registrations/home/home-screen.tsx';
import { FrontTrainings } from '#web/schedule/components/front-trainings.tsx';
import { LiveNumbers } from '#web/schedule/components/live-numbers.ts';
import { publicDayQuery, trainingsLeft } from '#web/schedule/queries.ts';
import { FrontScreen } from '#web/tenants/front/front-screen.tsx';
import { landingQuery } from '#web/tenants/front/queries.ts';

export const Route = createFileRoute('/')({
  staticData: { texts: ['home', 'landing', 'registrations'] },
  validateSearch: landingSearch,
  loaderDeps: ({ search }) => ({ isLogin: search.origin !== undefined }),
  // The front page says what begins next: tomorrow's where today has no more. The login page, how many are left today.
  loader: async ({ context: { start, prefetch, queryClient }, deps: { isLogin } }) => {
    const today = localDate(start.now, start.configuration.timeZone);
    const ofToday = publicDayQuery(today);
    await Promise.all([prefetch(ofToday), isLogin ? undefined : prefetch(landingQuery())]);
    const known = queryClient.getQueryData(ofToday.queryKey);
    if (!isLogin && known && trainingsLeft(known, start.now).length === 0) {
      await prefetch(publicDayQuery(addDays(today, 1)));
    }
  },
  head: ({ match: { context, search } }) => {
    const { start, queryClient } = context;
    const { title, slogan } = start.configuration;
    const landing = queryClient.getQueryData(landingQuery().queryKey);
    if (search.origin !== undefined || !landing) return {};
    return {
      meta: [
        ...sharing(start, { title, text: slogan, path: '/' }),
        ...(import.meta.env.SSR
          ? [structured(centreThing(start.host, start.configuration, landing.clubs))]
          : []),
      ],
    };
  },
  component: HomeRoute,
});

function HomeRoute() {
  const actor = useActor();
  const { pageRules } = useStartContext();
  const isLogin = Route.useSearch().origin !== undefined;
  return (
    <Guarded {...(!isLogin && { front: <FrontScreen trainings={<FrontTrainings />} /> })}>
      <LiveNumbers>
        <HomeScreen isOpen={(path) => decideRoute(path, actor, pageRules) === 'show'} />
      </LiveNumbers>
    </Guarded>
  );
}
