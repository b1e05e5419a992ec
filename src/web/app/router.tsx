import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { addMinutes } from '#shared/kernel/dates.ts';
import type { StartContext } from '#shared/start-context.ts';
import { createQueryClient, dehydrateQueries } from '#web/kernel/queries.ts';
import type { Texts } from '#web/kernel/texts.tsx';
import { routeTree } from '../routes.gen.ts';
import { readBoot } from './boot.ts';
import { createPrefetch, type Prefetch } from './prefetch.ts';
import { Providers } from './providers.tsx';
import { RouteError, RoutePending } from './route-states.tsx';
import { bringTextsWithScreens, textsOf } from './screen-texts.ts';
import { parseSearch, stringifySearch } from './search.ts';

/** What guards, heads and loaders of routes may use. */
export interface RouterContext {
  readonly start: StartContext;
  readonly texts: Texts;
  readonly queryClient: QueryClient;
  readonly prefetch: Prefetch;
  /** The title of a page: the screen's name, then the centre's. */
  readonly title: (screen: string) => string;
  /** Says how long a page drawn on the server stays true; unsaid, until the next full minute. */
  readonly validFor: (minutes: number) => void;
}

/** JSON as it was: the router's types would rather see each field of it proved serializable. */
type Sent = { readonly queries: null };

/** One router a request on the server, one a page in the browser. */
export async function getRouter() {
  const { start, texts, call, page } = await readBoot();
  const queryClient = createQueryClient(texts, call);
  const context: RouterContext = {
    start,
    texts,
    queryClient,
    prefetch: createPrefetch(queryClient, page),
    validFor: (minutes) => {
      if (page) page.validUntil = addMinutes(start.now, minutes);
    },
    title: (screen) => `${screen} · ${start.configuration.title}`,
  };
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Queries know how fresh they are; the router must not keep a second opinion.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: RoutePending,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
    ...(start.nonce && { ssr: { nonce: start.nonce } }),
    dehydrate: () => {
      if (page) page.texts = textsOf(router.state.matches);
      return { queries: dehydrateQueries(queryClient) } as unknown as Sent;
    },
    hydrate: (sent) => hydrate(queryClient, (sent as unknown as { queries: DehydratedState }).queries),
    // biome-ignore lint/correctness/noComponentHookFactories: one router, and so one of it, for a whole page
    Wrap: ({ children }) => (
      <Providers start={start} texts={texts} queryClient={queryClient}>
        {children}
      </Providers>
    ),
  });
  if (!page) bringTextsWithScreens(router, texts);
  // The frame belongs to no address: only its root is drawn on the server, the rest in the browser.
  if (page && start.isFrame) router.isShell = () => true;
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>;
  }
}
