import type { Transaction } from '#server/kernel/db.ts';
import type { DemoCentre } from '../domain.ts';
import { insertLanes } from './data.ts';

const laneNames = { et: 'Rada', en: 'Lane', lv: 'Celiņš' } as const;

/** Lanes and rooms for rent, where a centre lets them. */
export async function loadRentals(
  transaction: Transaction,
  tenantId: number,
  { tenant }: DemoCentre,
): Promise<void> {
  if (!tenant.pageRules.pages.isRentalPage) return;
  const { defaultLanguage } = tenant.pageRules.main;
  await transaction.load(...insertLanes(tenantId, laneNames[defaultLanguage]));
}
