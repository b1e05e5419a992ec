import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { saleSearch } from '#web/app/search.ts';
import { CodeField } from '#web/campaigns/components/code-field.tsx';
import { ticketsForSaleQuery } from '#web/products/queries.ts';
import { TicketBuyingScreen } from '#web/tickets/ticket-buying-screen.tsx';

export const Route = createFileRoute('/public/tickets/buy')({
  staticData: { texts: ['campaigns', 'tickets'] },
  validateSearch: saleSearch,
  loader: async ({ context: { start, prefetch } }) => {
    if (start.pageRules.payment.isPaymentActive) await prefetch(ticketsForSaleQuery());
  },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('tickets.buyTitle')) }],
  }),
  component: BuyRoute,
});

function BuyRoute() {
  const { id, unit } = Route.useSearch();
  return (
    <Guarded>
      <TicketBuyingScreen area="visitor" productId={id} unit={unit} CodeField={CodeField} />
    </Guarded>
  );
}
