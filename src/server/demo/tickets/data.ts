import type { Statement } from '#server/kernel/batch.ts';
import { type CentreIds, insertRows, type Typed } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import type { DemoTicket } from './domain.ts';

interface TicketIds {
  readonly tickets: readonly number[];
  readonly entries: readonly number[];
}

export function takeTicketIds(tickets: number, entries: number): Typed<TicketIds> {
  const take = (table: string, parameter: number) =>
    `array(select nextval(pg_get_serial_sequence('${table}', 'id'))::integer from generate_series(1, $${parameter}))`;
  return {
    text: `select ${take('tickets', 1)} as tickets, ${take('ticket_entries', 2)} as entries`,
    values: [tickets, entries],
  };
}

/** Tickets with their ledgers, given at the desk: no invoice stands behind them. */
export function insertTickets(
  tenantId: number,
  { clients }: DemoCentre,
  tickets: readonly DemoTicket[],
  ids: CentreIds & TicketIds & { readonly products: readonly number[] },
): Statement[] {
  let taken = 0;
  const entries = tickets.flatMap((ticket, index) => {
    const first = taken;
    taken += ticket.entries.length;
    return ticket.entries.map(({ kind, visits, at, settles }, place) => ({
      id: ids.entries[first + place],
      ticket_id: ids.tickets[index],
      kind,
      visits,
      settles_id: settles === null ? null : ids.entries[first + settles],
      created_at: at,
    }));
  });
  return [
    insertRows(
      tenantId,
      'tickets',
      {
        id: 'integer',
        product_id: 'integer',
        club_id: 'integer',
        client_id: 'integer',
        first_name: 'text',
        last_name: 'text',
        email: 'text',
        phone: 'text',
        names: 'jsonb',
        client_type: 'text',
        is_unlimited: 'boolean',
        valid_count: 'integer',
        valid_unit: 'text',
        start_mode: 'text',
        starts_on: 'date',
        ends_on: 'date',
        salt: 'bytea',
        created_at: 'timestamptz',
      },
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
    insertRows(
      tenantId,
      'ticket_entries',
      {
        id: 'integer',
        ticket_id: 'integer',
        kind: 'text',
        visits: 'integer',
        settles_id: 'integer',
        created_at: 'timestamptz',
      },
      entries,
    ),
  ];
}
