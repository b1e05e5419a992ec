import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { idSearch } from '#web/app/search.ts';
import { VoucherScreen } from '#web/vouchers/voucher-screen.tsx';
import { VouchersScreen } from '#web/vouchers/vouchers-screen.tsx';

export const Route = createFileRoute('/vouchers')({
  ssr: false,
  staticData: { texts: ['errors', 'vouchers'] },
  validateSearch: idSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('vouchers.title')) }],
  }),
  component: VouchersRoute,
});

function VouchersRoute() {
  const { id } = Route.useSearch();
  return <Guarded>{id === undefined ? <VouchersScreen /> : <VoucherScreen key={id} id={id} />}</Guarded>;
}
