import type { Transaction } from '#server/kernel/db.ts';
import type { CentreIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { insertProducts, productsOf, takeProductIds } from '../products/data.ts';
import { insertTickets, takeTicketIds } from './data.ts';
import { seedTickets } from './domain.ts';

/** What the centre sells, and tickets in every state. */
export async function loadTickets(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  ids: CentreIds,
  now: string,
): Promise<void> {
  const products = productsOf(centre);
  const tickets = seedTickets(centre, products, now);
  const entries = tickets.flatMap((ticket) => ticket.entries).length;
  const [[taken], [ticketIds]] = await transaction.load(
    takeProductIds(products.length),
    takeTicketIds(tickets.length, entries),
  );
  if (!taken || !ticketIds) throw new Error(`${centre.tenant.host}: the database gave no ids`);
  await transaction.load(
    ...insertProducts(tenantId, products, taken.ids, ids.clubs),
    ...insertTickets(tenantId, centre, tickets, { ...ids, ...ticketIds, products: taken.ids }),
  );
}
