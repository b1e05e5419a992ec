import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { ownStatisticsSearch } from '#web/app/search.ts';
import { OwnStatisticsScreen } from '#web/statistics/own-statistics-screen.tsx';

export const Route = createFileRoute('/statistics')({
  ssr: false,
  staticData: { texts: ['registrations', 'statistics'] },
  validateSearch: ownStatisticsSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('statistics.ownTitle')) }],
  }),
  component: OwnStatisticsRoute,
});

function OwnStatisticsRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <OwnStatisticsScreen search={search} />
    </Guarded>
  );
}
