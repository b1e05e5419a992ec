import { sql } from 'kysely';
import { natural, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Rooms in the order of their clubs, with the parts that a combined one takes with it. */
export function listRooms() {
  return sqlBuilder
    .selectFrom('rooms as o')
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.club_id'),
    )
    .select([
      'o.id',
      'o.name',
      'o.club_id as clubId',
      'c.name as clubName',
      'o.room_group_id as roomGroupId',
      'o.capacity',
      sql<number[]>`array(select p.part_id from room_parts p
        where p.tenant_id = o.tenant_id and p.room_id = o.id order by p.part_id)`.as('partIds'),
    ])
    .where('o.tenant_id', '=', tenant)
    .orderBy('c.position')
    .orderBy('c.id')
    .orderBy(sql.raw(natural('o.name')))
    .orderBy('o.id');
}

export function listClubs() {
  return sqlBuilder
    .selectFrom('clubs')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenant)
    .orderBy('position')
    .orderBy('id');
}

export function listGroups() {
  return sqlBuilder
    .selectFrom('room_groups')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenant)
    .orderBy(sql.raw(natural('name')))
    .orderBy('id');
}

export function findRoom(id: number) {
  return sqlBuilder.selectFrom('rooms').select('id').where('tenant_id', '=', tenant).where('id', '=', id);
}

/** Styles with how often each was held in a room since a local date. */
export function listStyles(
  roomId: number,
  since: string,
  { language, defaultLanguage }: { language: string; defaultLanguage: string },
) {
  return sqlBuilder
    .selectFrom('styles as s')
    .select([
      's.id',
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('name'),
      's.colour as color',
      sql<number>`(select count(*)::integer from trainings t where t.tenant_id = s.tenant_id
        and t.local_date >= ${since}::date and t.style_id = s.id and t.room_id = ${roomId})`.as('trainings'),
    ])
    .where('s.tenant_id', '=', tenant)
    .orderBy('trainings', 'desc')
    .orderBy('name')
    .orderBy('s.id');
}
