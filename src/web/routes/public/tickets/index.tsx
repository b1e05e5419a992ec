import { createFileRoute } from '@tanstack/react-router';
import { ticketsSearch } from '#web/app/search.ts';
import { TicketsForSale, VouchersForSale } from '#web/products/components/for-sale.tsx';
import { forSaleQuery } from '#web/products/sale/queries.ts';
import { TicketScreen } from '#web/tickets/ticket-screen.tsx';
import { TicketsScreen } from '#web/tickets/tickets-screen.tsx';

export const Route = createFileRoute('/public/tickets/')({
  staticData: { texts: ['errors', 'tickets', 'vouchers'] },
  validateSearch: ticketsSearch,
  loaderDeps: ({ search }) => ({ isOne: search.ticket !== undefined }),
  loader: async ({ context: { start, prefetch }, deps: { isOne } }) => {
    if (!start.pageRules.payment.isPaymentActive || isOne) return;
    await Promise.all([prefetch(forSaleQuery('ticket')), prefetch(forSaleQuery('voucher'))]);
  },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('tickets.title')) }],
  }),
  component: TicketsRoute,
});

function TicketsRoute() {
  const { ticket, unit } = Route.useSearch();
  if (ticket !== undefined) return <TicketScreen key={ticket} token={ticket} />;
  return (
    <TicketsScreen>
      <TicketsForSale unit={unit} />
      <VouchersForSale unit={unit} />
    </TicketsScreen>
  );
}
