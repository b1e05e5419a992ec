import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { PayTogetherScreen } from '#web/payments/pay-together-screen.tsx';

export const Route = createFileRoute('/pay')({
  ssr: false,
  staticData: { texts: ['invoices', 'payTogether', 'payments'] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('payTogether.title')) }],
  }),
  component: PayRoute,
});

function PayRoute() {
  return (
    <Guarded>
      <PayTogetherScreen />
    </Guarded>
  );
}
