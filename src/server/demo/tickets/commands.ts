import type { Transaction } from '#server/kernel/db.ts';
import { type CentreIds, takeIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { insertProducts, productsOf } from '../products/data.ts';
import { insertTickets } from './data.ts';
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
  const [[taken]] = await transaction.load(
    takeIds({ products: products.length, tickets: tickets.length, ticketEntries: entries }),
  );
  if (!taken) throw new Error(`${centre.tenant.host}: the database gave no ids`);
  await transaction.load(
    ...insertProducts(tenantId, products, taken.products, ids.clubs),
    ...insertTickets(tenantId, centre, tickets, { ...ids, ...taken }),
  );
}
