import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { saleSearch } from '#web/app/search.ts';
import { CodeField } from '#web/campaigns/components/code-field.tsx';
import { BuyingScreen } from '#web/products/buying-screen.tsx';
import { buyingTitle } from '#web/products/components/sale-labels.ts';

export const Route = createFileRoute('/purchase/ticket')({
  ssr: false,
  staticData: { texts: ['campaigns', 'tickets', 'vouchers'] },
  validateSearch: saleSearch,
  head: ({ match: { context, search } }) => ({
    meta: [{ title: context.title(buyingTitle(context, search.id)) }],
  }),
  component: PurchaseRoute,
});

function PurchaseRoute() {
  const { id, unit } = Route.useSearch();
  return (
    <Guarded>
      <BuyingScreen area="member" productId={id} unit={unit} CodeField={CodeField} />
    </Guarded>
  );
}
