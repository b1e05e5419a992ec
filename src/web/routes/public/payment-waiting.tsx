import { createFileRoute } from '@tanstack/react-router';
import { paymentSearch } from '#web/app/search.ts';
import { PaymentWaitingScreen } from '#web/payments/payment-waiting-screen.tsx';

export const Route = createFileRoute('/public/payment-waiting')({
  staticData: { texts: ['payments'] },
  validateSearch: paymentSearch,
  head: ({ match }) => ({
    meta: [
      { title: match.context.title(match.context.texts.t('payments.title')) },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: WaitingRoute,
});

function WaitingRoute() {
  const { invoice, 'order-token': orderToken } = Route.useSearch();
  return <PaymentWaitingScreen invoiceToken={invoice} orderToken={orderToken} />;
}
