import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { statisticsSearch } from '#web/app/search.ts';
import { StatisticsScreen } from '#web/statistics/statistics-screen.tsx';

export const Route = createFileRoute('/group-trainings')({
  ssr: false,
  staticData: { texts: ['statistics'] },
  validateSearch: statisticsSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('statistics.group')) }],
  }),
  component: GroupTrainingsRoute,
});

function GroupTrainingsRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <StatisticsScreen isPersonal={false} search={search} />
    </Guarded>
  );
}
