import type { Transaction } from '#server/kernel/db.ts';
import type { CentreIds } from '../data.ts';
import { demoPackages } from './built-in.ts';
import * as data from './data.ts';

/** What a centre makes contracts of. */
export async function loadContracts(
  transaction: Transaction,
  tenantId: number,
  ids: CentreIds,
): Promise<void> {
  const [[taken]] = await transaction.load(data.takeProductIds(demoPackages.length + 1));
  if (!taken) throw new Error('the database gave no ids');
  await transaction.load(...data.insertPackages(tenantId, demoPackages, taken.products, ids.clubs));
}
