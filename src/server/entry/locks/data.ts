import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';

export function findTenantOfHost(host: string) {
  return sqlBuilder
    .selectFrom('tenants')
    .select(['tenant_id as id', 'lock_key as number', 'lock_key_since as since'])
    .where('host', '=', host);
}

/** The next key's number; two who turn at once come to two keys after each other. */
export function turnLockKey(tenantId: number, now: string) {
  return sqlBuilder
    .updateTable('tenants')
    .set({
      lock_key: sql`lock_key + 1`,
      lock_key_since: now,
      lock_key_before_since: sql`lock_key_since`,
    })
    .where('tenant_id', '=', tenantId)
    .returning(['lock_key as number', 'lock_key_since as since']);
}
