import { natural, type Query } from '#server/kernel/db.ts';
import type { Kind } from '#server/kernel/managed/data.ts';
import { reading } from '#server/kernel/managed/tables.ts';
import type { RoomValues, TrainingGroupValues } from '#shared/rooms/places/contract.ts';

export const rooms: Kind<RoomValues> = {
  noun: 'rooms',
  isPublic: true,
  references: ['clubs', 'roomGroups', 'rooms'],
  ...reading({
    table: 'rooms',
    values: `jsonb_build_object('name', name, 'clubId', club_id, 'roomGroupId', room_group_id, 'capacity', capacity, 'floor', floor,
      'isShared', is_shared, 'rentCents', rent_cents, 'partIds', (select coalesce(jsonb_agg(part_id order by part_id), '[]') from room_parts p
        where p.tenant_id = app_tenant() and p.room_id = t.id))`,
    order: `(select position from clubs c where c.tenant_id = t.tenant_id and c.id = t.club_id), club_id, ${natural('name')}, id`,
  }),
  problems: (id, { clubId, partIds }) => ({
    // One deep: a part has no parts, and what has parts is none. All in one club.
    text: `select 'partIds' as field where $3::integer[] <> '{}' and (
      $1 = any($3) or exists (select from room_parts where tenant_id = app_tenant() and (room_id = any($3) or part_id = $1))
      or (select count(*) from rooms where tenant_id = app_tenant() and id = any($3) and club_id = $2) <> cardinality($3))`,
    values: [id, clubId, partIds],
  }),
  save: (id, { name, clubId, roomGroupId, capacity, floor, isShared, rentCents, partIds }, now) => [
    {
      text: `insert into rooms (id, name, club_id, room_group_id, capacity, is_shared, rent_cents, floor)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (tenant_id, id) do update set name = excluded.name, room_group_id = excluded.room_group_id,
          capacity = excluded.capacity, is_shared = excluded.is_shared, rent_cents = excluded.rent_cents,
          floor = excluded.floor`,
      values: [id, name, clubId, roomGroupId, capacity, isShared, rentCents, floor],
    },
    {
      text: 'delete from room_parts where tenant_id = app_tenant() and room_id = $1 and part_id <> all($2)',
      values: [id, partIds],
    },
    {
      text: `insert into room_parts (room_id, part_id) select $1, unnest($2::integer[]) on conflict do nothing`,
      values: [id, partIds],
    },
    ...takenAnew(id, now),
  ],
};

/** What is ahead in the room takes its present parts: no longer those that were, and from now on those that are. */
function takenAnew(id: number, now: string): Query[] {
  const [training, reservation] = [
    `u.training_id = o.id and $1 = any(array[o.room_id] || o.extra_room_ids)`,
    `u.reservation_id = o.id and $1 = any(o.room_ids)`,
  ];
  const forget = (table: string, of: string): Query => ({
    text: `delete from room_uses u using ${table} o where u.tenant_id = app_tenant() and o.tenant_id = app_tenant()
      and o.ends_at > $2 and ${of}`,
    values: [id, now],
  });
  const take = (table: string, column: string, rooms: string, more: string, begins: string): Query => ({
    text: `insert into room_uses (tenant_id, room_id, ${column}, starts_at, ends_at)
      select o.tenant_id, used.id, o.id, ${begins}, o.ends_at from ${table} o
      cross join lateral (select unnest(${rooms}) as id union select p.part_id from room_parts p
        where p.tenant_id = o.tenant_id and p.room_id = any(${rooms})) as used
      where o.tenant_id = app_tenant() and o.ends_at > $2 and $1 = any(${rooms}) ${more} order by o.id, used.id`,
    values: [id, now],
  });
  const rooms = 'array[o.room_id] || o.extra_room_ids';
  return [
    forget('trainings', training),
    forget('reservations', reservation),
    take(
      'trainings',
      'training_id',
      `(${rooms})`,
      // As the trigger has it: personal trainings beside one another take nothing.
      `and not o.is_cancelled and (not o.is_personal
        or not exists (select from rooms r where r.tenant_id = o.tenant_id and r.id = o.room_id and r.is_shared))`,
      'o.starts_at - make_interval(mins => o.set_up_minutes)',
    ),
    take('reservations', 'reservation_id', 'o.room_ids', '', 'o.starts_at'),
  ];
}

export const trainingGroups: Kind<TrainingGroupValues> = {
  noun: 'trainingGroups',
  isPublic: false,
  references: ['clubs', 'trainers'],
  ...reading({
    table: 'training_groups',
    values: `jsonb_build_object('name', name, 'clubId', club_id, 'trainerId', trainer_id, 'maxMembers', max_members)`,
    facts: `jsonb_build_object('members', (select count(*)::text from training_group_members m
      where m.tenant_id = app_tenant() and m.group_id = t.id))`,
    order: 'lower(name), id',
  }),
  save: (id, { name, clubId, trainerId, maxMembers }) => [
    {
      text: `insert into training_groups (id, name, club_id, trainer_id, max_members) values ($1, $2, $3, $4, $5)
        on conflict (tenant_id, id) do update set name = excluded.name, club_id = excluded.club_id,
          trainer_id = excluded.trainer_id, max_members = excluded.max_members`,
      values: [id, name, clubId, trainerId, maxMembers],
    },
  ],
};
