import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { saleSearch } from '#web/app/search.ts';
import { CodeField } from '#web/campaigns/components/code-field.tsx';
import { TicketBuyingScreen } from '#web/tickets/ticket-buying-screen.tsx';

export const Route = createFileRoute('/purchase/ticket')({
  ssr: false,
  staticData: { texts: ['campaigns', 'tickets'] },
  validateSearch: saleSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('tickets.buyTitle')) }],
  }),
  component: PurchaseRoute,
});

function PurchaseRoute() {
  const { id, unit } = Route.useSearch();
  return (
    <Guarded>
      <TicketBuyingScreen area="member" productId={id} unit={unit} CodeField={CodeField} />
    </Guarded>
  );
}
