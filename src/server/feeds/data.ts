import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';
import { cancelledDays, pastDays } from '#shared/feeds/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export const findFeed = prepared(({ accountId }: { accountId: number }) =>
  sqlBuilder
    .selectFrom('calendar_feeds')
    .select(['salt', 'token_hash as tokenHash', 'created_at as createdAt'])
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId),
);

/** The member a calendar address stands for. None for a blocked one: whoever may not log in may not read. */
export const findFeedOwner = prepared(({ tokenHash }: { tokenHash: Buffer }) =>
  sqlBuilder
    .selectFrom('calendar_feeds as f')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'f.tenant_id').onRef('a.id', '=', 'f.account_id'),
    )
    .select(['a.client_id as clientId', 'a.language'])
    .where('f.tenant_id', '=', tenant)
    .where('f.token_hash', '=', tokenHash)
    .where('a.is_blocked', '=', false),
);

export function saveFeed(feed: { accountId: number; salt: Buffer; tokenHash: Buffer; now: string }) {
  const { salt, tokenHash: token_hash, now: created_at } = feed;
  return sqlBuilder
    .insertInto('calendar_feeds')
    .values({ account_id: feed.accountId, salt, token_hash, created_at })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ salt, token_hash, created_at }),
    );
}

export function removeFeed(accountId: number) {
  return sqlBuilder
    .deleteFrom('calendar_feeds')
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId);
}

interface OfClient {
  readonly clientId: number;
}

function entries() {
  return sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.room_id'),
    )
    .leftJoin('trainers as n', (join) =>
      join.onRef('n.tenant_id', '=', 't.tenant_id').onRef('n.id', '=', 't.trainer_id'),
    )
    .select([
      'r.id as registrationId',
      'r.training_id as trainingId',
      'r.state',
      'r.place',
      'r.created_at as createdAt',
      'r.ended_at as endedAt',
      'r.free_until as freeUntil',
      sql<number>`r.sequence + t.sequence`.as('sequence'),
      't.name',
      't.name_prefix as namePrefix',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.is_cancelled as isTrainingCancelled',
      'c.name as clubName',
      'c.address as clubAddress',
      'c.city as clubCity',
      'o.name as roomName',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
    ])
    .where('r.tenant_id', '=', tenant);
}

/** Nobody has more to come; who has, sees the last of it. */
const mostEntries = 300;

/**
 * What may stand in a client's feed; which of it does, the domain says. Of each training what is held of it, or else the latest:
 * somebody may wait and leave again a thousand times.
 */
export const listEntries = prepared(({ clientId, now }: OfClient & { now: string }) =>
  entries()
    .where(
      'r.id',
      'in',
      sql<number>`(select l.id from (
        select distinct on (o.training_id) o.id, o.starts_at, o.ended_at is null as is_held from registrations o
        where o.tenant_id = app_tenant() and o.client_id = ${clientId}
          and o.starts_at > ${now}::timestamptz - ${sql.lit(pastDays + 2)} * interval '1 day'
          and (o.ended_at is null
            or o.ended_at > ${now}::timestamptz - ${sql.lit(cancelledDays + 1)} * interval '1 day')
        order by o.training_id, o.ended_at is null desc, o.id desc) as l
        order by l.is_held desc, l.starts_at desc limit ${sql.lit(mostEntries)})`,
    )
    .orderBy('r.starts_at')
    .orderBy('r.id'),
);

export const findEntry = prepared(({ registrationId }: { registrationId: number }) =>
  entries().where('r.id', '=', registrationId),
);

export const findOwnEntry = prepared(({ registrationId, clientId }: OfClient & { registrationId: number }) =>
  entries().where('r.id', '=', registrationId).where('r.client_id', '=', clientId),
);

/** A client's own of some trainings. */
export function listEntriesOf(clientId: number, trainingIds: readonly number[]) {
  return entries()
    .where('r.client_id', '=', clientId)
    .where('r.training_id', 'in', trainingIds.length > 0 ? trainingIds : [0]);
}

export type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];
