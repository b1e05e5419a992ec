import type { Transaction } from '#server/kernel/db.ts';
import type { DemoCentre } from '../domain.ts';
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
  await transaction.load(
    data.insertProducts(tenantId),
    ...data.insertPackages(tenantId, now),
    ...data.insertHours(tenantId),
  );
}
