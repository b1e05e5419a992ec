import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { billingRunsSearch } from '#web/app/search.ts';
import { BillingRunsScreen } from '#web/contracts/billing/billing-runs-screen.tsx';

export const Route = createFileRoute('/admin/billing-runs')({
  ssr: false,
  staticData: { texts: ['backOffice', 'billingRuns'] },
  validateSearch: billingRunsSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('billingRuns.title')) }],
  }),
  component: BillingRunsRoute,
});

function BillingRunsRoute() {
  const { date, page, nights } = Route.useSearch();
  return (
    <Guarded>
      <BillingRunsScreen date={date} page={page} nights={nights} />
    </Guarded>
  );
}
