import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { saleSearch } from '#web/app/search.ts';
import { CodeField } from '#web/campaigns/components/code-field.tsx';
import { BuyingScreen } from '#web/products/buying-screen.tsx';
import { buyingTitle } from '#web/products/components/sale-labels.ts';
import { forSaleQuery } from '#web/products/sale/queries.ts';

export const Route = createFileRoute('/public/tickets/buy')({
  staticData: { texts: ['campaigns', 'tickets', 'vouchers'] },
  validateSearch: saleSearch,
  loader: async ({ context: { start, prefetch } }) => {
    if (!start.pageRules.payment.isPaymentActive) return;
    await Promise.all([prefetch(forSaleQuery('ticket')), prefetch(forSaleQuery('voucher'))]);
  },
  head: ({ match: { context, search } }) => ({
    meta: [{ title: context.title(buyingTitle(context, search.id)) }],
  }),
  component: BuyRoute,
});

function BuyRoute() {
  const { id, unit } = Route.useSearch();
  return (
    <Guarded>
      <BuyingScreen area="visitor" productId={id} unit={unit} CodeField={CodeField} />
    </Guarded>
  );
}
