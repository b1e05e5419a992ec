import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { walletSearch } from '#web/app/search.ts';
import { WalletScreen } from '#web/wallet/wallet-screen.tsx';

export const Route = createFileRoute('/purchases')({
  ssr: false,
  staticData: { texts: ['owned'] },
  validateSearch: walletSearch,
  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('owned.title')) }] }),
  component: PurchasesRoute,
});

function PurchasesRoute() {
  const { filter } = Route.useSearch();
  return (
    <Guarded>
      <WalletScreen kind={filter} />
    </Guarded>
  );
}
