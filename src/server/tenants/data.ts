import { sqlBuilder } from '#server/kernel/db.ts';

/** Clubs in the order a centre lists them. */
export function listClubs() {
  return sqlBuilder
    .selectFrom('clubs')
    .select(['id', 'name', 'address', 'city'])
    .where('tenant_id', '=', sqlBuilder.fn<number>('app_tenant'))
    .orderBy('position')
    .orderBy('id');
}
