import type { Transaction } from '#server/kernel/db.ts';
import type { DemoCentre } from '../domain.ts';
import { insertDoors } from './data.ts';

const doorNames = { et: 'Peauks', en: 'Main door', lv: 'Galvenās durvis' } as const;

/** The doors that members' codes open. */
export async function loadDoors(
  transaction: Transaction,
  tenantId: number,
  { tenant }: DemoCentre,
): Promise<void> {
  const { defaultLanguage } = tenant.pageRules.main;
  await transaction.load(insertDoors(tenantId, doorNames[defaultLanguage]));
}
