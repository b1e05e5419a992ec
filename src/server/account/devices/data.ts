import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface Open {
  readonly accountId: number;
  readonly now: string;
}

/** An account's sessions that are neither ended nor over, by their last use. */
export const listOpen = prepared(({ accountId, now }: Open) =>
  sqlBuilder
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at as createdAt', 'rotated_at as rotatedAt'])
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('rotated_at', 'desc')
    .limit(100),
);

/** The same, locked in one order for everybody. */
export const lockOpen = prepared(({ accountId, now }: Open) =>
  sqlBuilder
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .forNoKeyUpdate(),
);

/** Ends sessions that are open, and locked. */
export function signOut(sessionIds: readonly string[], now: string): Query {
  return {
    text: `update sessions set ended_at = $2, end_reason = 'signedOut' where tenant_id = app_tenant() and id = any($1::uuid[])`,
    values: [sessionIds, now],
  };
}
