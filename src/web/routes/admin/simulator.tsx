import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { simulatorSearch } from '#web/app/search.ts';
import { SimulatorScreen } from '#web/statistics/simulation/simulator-screen.tsx';

export const Route = createFileRoute('/admin/simulator')({
  ssr: false,
  staticData: { texts: ['backOffice', 'errors', 'officeErrors', 'reports'] },
  validateSearch: simulatorSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('reports.simulate.title')) }],
  }),
  component: SimulatorRoute,
});

function SimulatorRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <SimulatorScreen search={search} />
    </Guarded>
  );
}
