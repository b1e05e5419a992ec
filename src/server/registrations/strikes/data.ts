import { sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

// How one comes about: given back late and taken by nobody, or noted as absent.
const cameAbout = sql<string>`case when r.state = 'cancelledLate' then r.ended_at else r.ends_at end`;
const isUnused = sql<boolean>`(r.state = 'cancelledLate' or r.presence = false)`;

/** It came about since an instant. The index is of starts, and no training is longer than a day. */
const isSince = (since: string) =>
  sql<boolean>`(${cameAbout} > ${since} and r.starts_at > ${since}::timestamptz - interval '1 day')`;

interface Since {
  readonly since: string;
  readonly now: string;
}

/** Places left unused that came about since an instant and are held against their clients. */
export const listStrikes = prepared(({ since, now }: Since) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .select([
      'r.id as registrationId',
      'r.client_id as clientId',
      'r.training_id as trainingId',
      cameAbout.as('at'),
    ])
    .where('r.tenant_id', '=', tenant)
    .where(isUnused)
    .where(isSince(since))
    .where('r.ends_at', '<=', now)
    .where('r.strike_waived_at', 'is', null),
);

/** A client's places left unused that came about since an instant, waived ones too, latest first. */
export const listOfClient = prepared(({ clientId, since, now }: Since & { clientId: number }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .select([
      'r.id as registrationId',
      'r.training_id as trainingId',
      't.name',
      't.name_prefix as namePrefix',
      'r.starts_at as startsAt',
      'r.state',
      cameAbout.as('at'),
      'r.strike_waived_reason as waivedReason',
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', clientId)
    .where(isUnused)
    .where(isSince(since))
    .where('r.ends_at', '<=', now)
    .orderBy('r.starts_at', 'desc')
    .orderBy('r.id', 'desc'),
);
export type StrikeRow = RowOf<ReturnType<typeof listOfClient>>;

export const findBan = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('clients')
    .select('banned_until as bannedUntil')
    .where('tenant_id', '=', tenant)
    .where('id', '=', clientId),
);

/** Locks the client whose registration it is: two who decide about the strikes of one meet here. */
export const lockClientOf = prepared(({ registrationId }: { registrationId: number }) =>
  sqlBuilder
    .selectFrom('clients')
    .select(['id', 'banned_until as bannedUntil'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', (expression) =>
      expression
        .selectFrom('registrations as r')
        .select('r.client_id')
        .where('r.tenant_id', '=', tenant)
        .where('r.id', '=', registrationId),
    )
    .forNoKeyUpdate(),
);

export function setWaived(registrationId: number, reason: string | null, now: string): Query {
  return {
    text: `update registrations set strike_waived_at = case when $2::text is null then null else $3::timestamptz end,
        strike_waived_reason = $2
      where tenant_id = app_tenant() and id = $1`,
    values: [registrationId, reason, now],
  };
}

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
