import { createFileRoute } from '@tanstack/react-router';
import { paymentSearch } from '#web/app/search.ts';
import { PaymentConfirmationScreen } from '#web/payments/payment-confirmation-screen.tsx';

export const Route = createFileRoute('/public/payment-confirmation/')({
  staticData: { texts: ['payments'] },
  validateSearch: paymentSearch,
  head: ({ match }) => ({
    meta: [
      { title: match.context.title(match.context.texts.t('payments.title')) },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: ConfirmationRoute,
});

function ConfirmationRoute() {
  const { invoice, 'order-token': orderToken } = Route.useSearch();
  return <PaymentConfirmationScreen invoiceToken={invoice} orderToken={orderToken} />;
}
