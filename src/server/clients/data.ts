import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** What a client is called and reached by, as it stands now. */
export const findContact = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('clients')
    .select(['first_name as firstName', 'last_name as lastName', 'email', 'phone'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', clientId),
);

/**
 * Whether an account `a` is the one its client is written to at: the first that is open. One that is closed, as by making two
 * clients one, is told nothing.
 */
export const isOpenLogin = `a.id = (select min(o.id) from accounts o
  where o.tenant_id = a.tenant_id and o.client_id = a.client_id and not o.is_blocked)`;

/**
 * When somebody typed the address that a client, told by their alias, has, and has not shown since that it is theirs; null of any
 * other. Nobody is found by it: it may be another's.
 */
export const emailTypedAt = (client: string) => `(select min(o.email_typed_at) from accounts o
  where o.tenant_id = ${client}.tenant_id and o.client_id = ${client}.id and o.email = lower(${client}.email))`;

/** Whether a client, told by their column, only began to join: nobody yet, whom the holder of a draft may still change. */
export const onlyJoins = (clientId: string) => `exists (select from joins j where j.tenant_id = app_tenant()
  and j.client_id = ${clientId} and j.settled_at is null and j.taken_over_at is null)`;

interface OfClients {
  readonly clientIds: readonly number[];
}

/** Locks clients, after the trainings and in one order: limits are counted over all trainings. */
export const lockClients = prepared(({ clientIds }: OfClients) =>
  bookingRights(clientIds).orderBy('id').forNoKeyUpdate(),
);

/** Whether clients are kept out, or from booking for a while. */
export const findBookingRights = prepared(({ clientIds }: OfClients) => bookingRights(clientIds));

function bookingRights(clientIds: readonly number[]) {
  return sqlBuilder
    .selectFrom('clients')
    .select(['id', 'is_blocked as isBlocked', 'banned_until as bannedUntil'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', sql<number>`any(${clientIds}::integer[])`);
}
