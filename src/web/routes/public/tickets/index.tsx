import { createFileRoute } from '@tanstack/react-router';
import { ticketsSearch } from '#web/app/search.ts';
import { ticketsForSaleQuery } from '#web/products/queries.ts';
import { TicketScreen } from '#web/tickets/ticket-screen.tsx';
import { TicketsScreen } from '#web/tickets/tickets-screen.tsx';

export const Route = createFileRoute('/public/tickets/')({
  staticData: { texts: ['errors', 'tickets'] },
  validateSearch: ticketsSearch,
  loaderDeps: ({ search }) => ({ isOne: search.ticket !== undefined }),
  loader: async ({ context: { start, prefetch }, deps: { isOne } }) => {
    if (start.pageRules.payment.isPaymentActive && !isOne) await prefetch(ticketsForSaleQuery());
  },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('tickets.title')) }],
  }),
  component: TicketsRoute,
});

function TicketsRoute() {
  const { ticket, unit } = Route.useSearch();
  return ticket === undefined ? <TicketsScreen unit={unit} /> : <TicketScreen key={ticket} token={ticket} />;
}
