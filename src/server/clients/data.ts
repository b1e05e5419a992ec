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
