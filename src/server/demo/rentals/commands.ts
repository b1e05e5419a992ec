import type { Transaction } from '#server/kernel/db.ts';
import type { CentreIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { priceAt } from '../prices/domain.ts';
import { hourCents, laneCents, laneNames } from './built-in.ts';
import { insertLanes, insertRents } from './data.ts';

/** What is let by the hour, where a centre lets: lanes of pools, courts, simulators, and some rooms beside. */
export async function loadRentals(
  transaction: Transaction,
  tenantId: number,
  { tenant, rooms }: DemoCentre,
  ids: CentreIds,
): Promise<void> {
  if (!tenant.pageRules.pages.isRentalPage) return;
  const { defaultLanguage } = tenant.pageRules.main;
  const rents = rooms.flatMap(({ kind }, index) => {
    const cents = hourCents[kind];
    const roomId = ids.rooms[index];
    return cents === undefined || roomId === undefined ? [] : [{ roomId, cents: priceAt(tenant, cents) }];
  });
  const pools = rooms.flatMap(({ kind }, index) => (kind === 'pool' ? [ids.rooms[index] ?? 0] : []));
  await transaction.load(
    insertRents(tenantId, rents),
    ...insertLanes(tenantId, pools, laneNames[defaultLanguage], priceAt(tenant, laneCents)),
  );
}
