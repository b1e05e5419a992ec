import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { reportsSearch } from '#web/app/search.ts';
import { ReportsScreen } from '#web/statistics/reports/reports-screen.tsx';

export const Route = createFileRoute('/admin/reports')({
  ssr: false,
  staticData: { texts: ['backOffice', 'reports'] },
  validateSearch: reportsSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('reports.title')) }],
  }),
  component: ReportsRoute,
});

function ReportsRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <ReportsScreen search={search} />
    </Guarded>
  );
}
