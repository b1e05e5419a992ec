import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { bankImportSearch } from '#web/app/search.ts';
import { BankImportScreen } from '#web/invoices/bank-import-screen.tsx';

export const Route = createFileRoute('/bank-import')({
  ssr: false,
  staticData: { texts: ['invoices', 'uploads'] },
  validateSearch: bankImportSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('invoices.bankTitle')) }],
  }),
  component: BankImportRoute,
});

function BankImportRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <BankImportScreen {...search} />
    </Guarded>
  );
}
