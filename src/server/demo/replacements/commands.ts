import type { Transaction } from '#server/kernel/db.ts';
import type { CentreIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import * as data from './data.ts';

const comments = {
  et: 'Palavik, aitäh juba ette.',
  en: 'A fever; thank you in advance.',
  lv: 'Temperatūra, jau iepriekš paldies.',
} as const;

/** Requests for a replacement in every state, where a centre has them. */
export async function loadReplacements(
  transaction: Transaction,
  tenantId: number,
  { tenant, trainers, demoTrainerIndex }: DemoCentre,
  ids: CentreIds,
  now: string,
): Promise<void> {
  if (!tenant.pageRules.pageFunctions.isSubstituteTrainerFunctionEnabled) return;
  const own = ids.trainers[demoTrainerIndex] ?? 0;
  const others = trainers.flatMap(({ isActive }, index) => {
    const id = ids.trainers[index];
    return isActive && id !== undefined && id !== own ? [id] : [];
  });
  const comment = comments[tenant.defaultLanguage];
  await transaction.load(data.insertRequests(tenantId, { now, own, others, comment }));
}
