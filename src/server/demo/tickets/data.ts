import type { Statement } from '#server/kernel/batch.ts';
import { type CentreIds, insertRows } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import type { DemoTicket } from './domain.ts';

/** Tickets with their ledgers, given at the desk: no invoice stands behind them. */
export function insertTickets(
  tenantId: number,
  { clients }: DemoCentre,
  tickets: readonly DemoTicket[],
  ids: CentreIds & Readonly<Record<'products' | 'tickets' | 'ticketEntries', readonly number[]>>,
): Statement[] {
  let taken = 0;
  const entries = tickets.flatMap((ticket, index) => {
    const first = taken;
    taken += ticket.entries.length;
    return ticket.entries.map(({ kind, visits, at, settles }, place) => ({
      id: ids.ticketEntries[first + place],
      ticket_id: ids.tickets[index],
      kind,
      visits,
      settles_id: settles === null ? null : ids.ticketEntries[first + settles],
      created_at: at,
    }));
  });
  return [
    insertRows(
      tenantId,
      'tickets',
      tickets.map(({ product, productIndex, clientIndex, clubIndex, ...ticket }, index) => ({
        id: ids.tickets[index],
        product_id: ids.products[productIndex],
        club_id: ids.clubs[clubIndex],
        client_id: ids.clients[clientIndex],
        first_name: clients[clientIndex]?.firstName,
        last_name: clients[clientIndex]?.lastName,
        email: clients[clientIndex]?.email,
        phone: clients[clientIndex]?.phone,
        names: product.names,
        client_type: product.clientType,
        is_unlimited: product.visits === null,
        valid_count: product.validCount,
        valid_unit: product.validUnit,
        start_mode: product.startMode,
        starts_on: ticket.startsOn,
        ends_on: ticket.endsOn,
        salt: `\\x${ticket.salt}`,
        created_at: ticket.createdAt,
      })),
    ),
    insertRows(tenantId, 'ticket_entries', entries),
  ];
}
