import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A booking to come that a contract covers. */
export const findCovered = prepared(
  (of: { readonly registrationId: number; readonly clientId: number; readonly now: string }) =>
    sqlBuilder
      .selectFrom('registrations as r')
      .innerJoin('registration_covers as c', (join) =>
        join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.registration_id', '=', 'r.id'),
      )
      .select(['r.training_id as trainingId', 'c.contract_id as contractId'])
      .where('r.tenant_id', '=', tenant)
      .where('r.id', '=', of.registrationId)
      .where('r.client_id', '=', of.clientId)
      .where('r.state', '=', sql.lit('booked'))
      .where('r.starts_at', '>', of.now)
      .where('c.contract_id', 'is not', null)
      .where('c.settled', 'is', null),
);

/** Another contract covers it, with a visit of its own where they are counted. */
export function setContract(registrationId: number, contractId: number, benefit: number): Query {
  return sqlBuilder
    .updateTable('registration_covers')
    .set({ contract_id: contractId, benefit })
    .where('tenant_id', '=', tenant)
    .where('registration_id', '=', registrationId);
}
