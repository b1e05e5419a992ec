import type { Transaction } from '#server/kernel/db.ts';
import { builtInStyles } from '#server/tenants/styles/built-in.ts';
import type { CentreIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { groupNames } from './built-in.ts';
import * as data from './data.ts';
import { seedIdentities } from './domain.ts';

/** Training groups with their members, what kind of training each is, and id codes of those who train. */
export async function loadTrainingGroups(
  transaction: Transaction,
  tenantId: number,
  { tenant, clients, trainers, demoTrainerIndex }: DemoCentre,
  ids: CentreIds,
): Promise<void> {
  const styles = tenant.styles.map((style, index) => ({
    id: ids.styles[index],
    clientType: builtInStyles[style].clientType,
  }));
  const active = trainers.flatMap(({ isActive }, index) => (isActive ? [ids.trainers[index] ?? 0] : []));
  const own = ids.trainers[demoTrainerIndex] ?? 0;
  await transaction.load(
    data.setIdentities(tenantId, seedIdentities(tenant, clients), ids.clients),
    data.setClientTypes(tenantId, styles),
    ...data.insertGroups(
      tenantId,
      groupNames[tenant.kind][tenant.defaultLanguage],
      [own, ...active.filter((id) => id !== own)],
      ids.clubs,
    ),
  );
}
