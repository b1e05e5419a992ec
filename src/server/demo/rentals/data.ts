import type { Statement } from '#server/kernel/batch.ts';

const lanes = 4;

/** Rooms with their price for an hour. */
export function insertRents(
  tenantId: number,
  rents: readonly { readonly roomId: number; readonly cents: number }[],
): Statement {
  return {
    text: `update rooms r set rent_cents = v.cents from unnest($2::integer[], $3::integer[]) as v (id, cents)
      where r.tenant_id = $1 and r.id = v.id`,
    values: [tenantId, rents.map(({ roomId }) => roomId), rents.map(({ cents }) => cents)],
  };
}

/** Lanes of pools, which take them with them. */
export function insertLanes(
  tenantId: number,
  poolIds: readonly number[],
  laneName: string,
  cents: number,
): Statement[] {
  return [
    {
      text: `with pools as (select o.id, o.club_id, o.room_group_id, o.capacity from rooms o
            where o.tenant_id = $1 and o.id = any($4::integer[])),
          made as (
            insert into rooms (tenant_id, club_id, room_group_id, name, capacity, rent_cents)
              select $1, p.club_id, p.room_group_id, $2 || ' ' || n, greatest(1, p.capacity / ${lanes}), $3
              from pools p cross join generate_series(1, ${lanes}) as n
              returning id, club_id)
          insert into room_parts (tenant_id, room_id, part_id)
            select $1, p.id, m.id from pools p join made m on m.club_id = p.club_id`,
      values: [tenantId, laneName, cents, poolIds],
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
