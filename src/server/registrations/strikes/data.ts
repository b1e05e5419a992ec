import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Places left unused since an instant: when each came about. */
export const listStrikes = prepared(({ since, now }: { since: string; now: string }) =>
  sqlBuilder
    .selectFrom('registrations')
    .select([
      'client_id as clientId',
      sql<string>`case when state = 'cancelledLate' then ended_at else ends_at end`.as('at'),
    ])
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`(state = 'cancelledLate' or presence = false)`)
    .where('starts_at', '>', since)
    .where('ends_at', '<=', now)
    .where('strike_waived_at', 'is', null),
);

export const listBanned = prepared((_: object) =>
  sqlBuilder
    .selectFrom('clients')
    .select(['id as clientId', 'banned_until as bannedUntil'])
    .where('tenant_id', '=', tenant)
    .where('banned_until', 'is not', null),
);

export function setBans(bans: readonly { clientId: number; bannedUntil: string | null }[]): Query {
  return {
    text: `update clients c set banned_until = v.banned_until from unnest($1::integer[], $2::timestamptz[]) as v (id, banned_until)
      where c.tenant_id = app_tenant() and c.id = v.id`,
    values: [bans.map(({ clientId }) => clientId), bans.map(({ bannedUntil }) => bannedUntil)],
  };
}
