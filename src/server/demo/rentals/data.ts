import type { Statement } from '#server/kernel/batch.ts';

/** Euro cents of an hour in a lane, and in any other room. */
const laneCents = 1800;
const roomCents = 3200;
const lanes = 4;

/** Lanes of each club's largest room, which takes them with it, and a price for them and for its smallest room. */
export function insertLanes(tenantId: number, laneName: string): Statement[] {
  const largest = `select distinct on (o.club_id) o.id, o.club_id, o.room_group_id, o.capacity from rooms o
    where o.tenant_id = $1 order by o.club_id, o.capacity desc, o.id`;
  return [
    {
      text: `update rooms set rent_cents = $2 where tenant_id = $1 and id in (
          select distinct on (o.club_id) o.id from rooms o where o.tenant_id = $1 order by o.club_id, o.capacity, o.id)`,
      values: [tenantId, roomCents],
    },
    {
      text: `with pools as (${largest}), made as (
            insert into rooms (tenant_id, club_id, room_group_id, name, capacity, rent_cents)
              select $1, p.club_id, p.room_group_id, $2 || ' ' || n, greatest(1, p.capacity / ${lanes}), $3
              from pools p cross join generate_series(1, ${lanes}) as n
              returning id, club_id)
          insert into room_parts (tenant_id, room_id, part_id)
            select $1, p.id, m.id from pools p join made m on m.club_id = p.club_id`,
      values: [tenantId, laneName, laneCents],
    },
    // What is in the whole is in each of its lanes.
    {
      text: `insert into room_uses (tenant_id, room_id, training_id, reservation_id, starts_at, ends_at)
          select u.tenant_id, p.part_id, u.training_id, u.reservation_id, u.starts_at, u.ends_at
          from room_uses u join room_parts p on p.tenant_id = u.tenant_id and p.room_id = u.room_id
          where u.tenant_id = $1`,
      values: [tenantId],
    },
  ];
}
