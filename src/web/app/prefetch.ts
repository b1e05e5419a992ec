import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { PageFacts } from '#shared/start-context.ts';
import { ApiError } from '#web/kernel/call.ts';

/**
 * Reads what a screen will ask for. On the server the page waits for it; in the browser the screen opens at once
 * with what is there. What does not exist makes the page not-found when `isWhole` says that the page is about it.
 */
export type Prefetch = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
  isWhole?: boolean,
) => Promise<void>;

/** `page` is there only on the server. */
export function createPrefetch(queryClient: QueryClient, page: PageFacts | undefined): Prefetch {
  return async (query, isWhole = false) => {
    if (!page) {
      void queryClient.prefetchQuery(query);
      return;
    }
    try {
      await queryClient.fetchQuery({ ...query, retry: false });
    } catch (error) {
      if (isWhole && error instanceof ApiError && error.status === 404) throw notFound();
      // The page is sent without it: the browser asks again and shows what went wrong, if it still does.
      page.isIncomplete = true;
    }
  };
}
