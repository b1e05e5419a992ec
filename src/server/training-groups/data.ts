import { sql } from 'kysely';
import { prepared, type RowOf, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/**
 * Until when somebody `m` is in a group, as a date: as long as their contract `k` lives, or for good without one; null where it
 * was withdrawn from.
 */
export const memberUntil = `case when m.contract_id is null then 'infinity'::date
  when k.state = 'live' then coalesce(k.ends_on, 'infinity'::date) end`;

function groups(today: string) {
  return sqlBuilder
    .selectFrom('training_groups as g')
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'g.tenant_id').onRef('c.id', '=', 'g.club_id'),
    )
    .leftJoin('trainers as n', (join) =>
      join.onRef('n.tenant_id', '=', 'g.tenant_id').onRef('n.id', '=', 'g.trainer_id'),
    )
    .select([
      'g.id',
      'g.name',
      'g.trainer_id as trainerId',
      'g.max_members as maxMembers',
      'c.name as club',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('contactPerson'),
      sql<number>`(select count(*)::integer from training_group_members m
        left join contracts k on k.tenant_id = m.tenant_id and k.id = m.contract_id
        where m.tenant_id = g.tenant_id and m.group_id = g.id and ${sql.raw(memberUntil)} >= ${today}::date)`.as(
        'activeMembers',
      ),
    ])
    .where('g.tenant_id', '=', tenant);
}
export type GroupRow = RowOf<ReturnType<typeof groups>>;

/** Those a trainer leads; null: all of the centre. */
export const listGroups = prepared(({ trainerId, today }: { trainerId: number | null; today: string }) =>
  groups(today)
    .where(sql<boolean>`(${trainerId}::integer is null or g.trainer_id = ${trainerId}::integer)`)
    .orderBy('g.name')
    .orderBy('g.id'),
);

export const findGroup = prepared(({ groupId, today }: { groupId: number; today: string }) =>
  groups(today).where('g.id', '=', groupId),
);

function members() {
  return sqlBuilder
    .selectFrom('training_group_members as m')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.id', '=', 'm.client_id'),
    )
    .where('m.tenant_id', '=', tenant);
}

/** So long after somebody has left, their trainer may still have something to settle with them. */
const contactDays = 30;

export const listMembers = prepared(({ groupId, today }: { groupId: number; today: string }) =>
  members()
    .leftJoin('contracts as k', (join) =>
      join.onRef('k.tenant_id', '=', 'm.tenant_id').onRef('k.id', '=', 'm.contract_id'),
    )
    .leftJoin('clubs as u', (join) =>
      join.onRef('u.tenant_id', '=', 'k.tenant_id').onRef('u.id', '=', 'k.club_id'),
    )
    .select([
      'c.id as clientId',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'c.id_code as idCode',
      'c.email',
      'c.phone',
      'k.starts_on as startsOn',
      'k.ends_on as endsOn',
      'k.payer',
      'u.name as clubName',
      sql<boolean>`coalesce(${sql.raw(memberUntil)} + ${contactDays}::integer >= ${today}::date, false)`.as(
        'isReached',
      ),
    ])
    .where('m.group_id', '=', groupId)
    .orderBy('c.last_name')
    .orderBy('c.first_name')
    .orderBy('c.id'),
);

export type MemberRow = RowOf<ReturnType<typeof listMembers>>;

/** Of who is in the group still: of whoever left it nobody reads it. */
export const findIdCode = prepared(
  ({ groupId, clientId, today }: { groupId: number; clientId: number; today: string }) =>
    members()
      .leftJoin('contracts as k', (join) =>
        join.onRef('k.tenant_id', '=', 'm.tenant_id').onRef('k.id', '=', 'm.contract_id'),
      )
      .select(['c.id_code as idCode', sql<'EE' | 'LV' | 'XX' | null>`c.id_country`.as('idCountry')])
      .where('m.group_id', '=', groupId)
      .where('m.client_id', '=', clientId)
      .where(sql<boolean>`${sql.raw(memberUntil)} >= ${today}::date`),
);
