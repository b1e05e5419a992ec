import type { Transaction } from '#server/kernel/db.ts';
import type { DemoCentre } from '../domain.ts';
import { priceAt } from '../prices/domain.ts';
import { personalPackages } from './built-in.ts';
import * as data from './data.ts';

/** Packages of personal trainings, where a centre sells them in the app. */
export async function loadPersonalTrainings(
  transaction: Transaction,
  tenantId: number,
  { tenant }: DemoCentre,
  now: string,
): Promise<void> {
  const { pages, payment } = tenant.pageRules;
  if (!pages.isBuyPersonalTrainingPage || !payment.isPaymentActive) return;
  const sold = personalPackages(tenant.kind).map((one) => ({ ...one, cents: priceAt(tenant, one.cents) }));
  await transaction.load(
    data.insertProducts(tenantId, sold),
    ...data.insertPackages(tenantId, now),
    ...data.insertHours(tenantId),
  );
}
