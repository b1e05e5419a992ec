import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { paymentSearch } from '#web/app/search.ts';

import { PayScreen } from '#web/payments/pay-screen.tsx';
import { articlesQuery, methodsQuery, payableQuery } from '#web/payments/queries.ts';

export const Route = createFileRoute('/public/invoices')({
  staticData: { texts: ['payments'] },
  validateSearch: paymentSearch,
  loaderDeps: ({ search }) => ({ invoice: search.invoice }),
  loader: async ({ context: { prefetch, start }, deps: { invoice } }) => {
    if (invoice === undefined) return;
    const isOnline = start.pageRules.payment.isPaymentActive;
    await Promise.all([
      prefetch(payableQuery(invoice)),
      prefetch(articlesQuery(invoice)),
      ...(isOnline ? [prefetch(methodsQuery(undefined))] : []),
    ]);
  },
  head: ({ match }) => ({
    meta: [
      { title: match.context.title(match.context.texts.t('payments.title')) },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: InvoicesRoute,
});

function InvoicesRoute() {
  return (
    <Guarded>
      <PayScreen invoiceToken={Route.useSearch().invoice} />
    </Guarded>
  );
}
