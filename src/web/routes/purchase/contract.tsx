import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { saleSearch } from '#web/app/search.ts';
import { CodeField } from '#web/campaigns/components/code-field.tsx';
import { PurchaseScreen } from '#web/contracts/purchase-screen.tsx';

export const Route = createFileRoute('/purchase/contract')({
  ssr: false,
  staticData: { texts: ['campaigns', 'contracts'] },
  validateSearch: saleSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('contracts.purchaseTitle')) }],
  }),
  component: PurchaseRoute,
});

function PurchaseRoute() {
  const { id, unit } = Route.useSearch();
  return (
    <Guarded>
      <PurchaseScreen productId={id} unit={unit} CodeField={CodeField} />
    </Guarded>
  );
}
