import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { invoicesSearch } from '#web/app/search.ts';
import { InvoicesScreen } from '#web/invoices/invoices-screen.tsx';

export const Route = createFileRoute('/invoices')({
  ssr: false,
  staticData: { texts: ['invoices'] },
  validateSearch: invoicesSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('invoices.title')) }],
  }),
  component: InvoicesRoute,
});

function InvoicesRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <InvoicesScreen {...search} />
    </Guarded>
  );
}
