import { type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface ReservationRow {
  readonly id: number;
  readonly name: string;
  readonly roomIds: readonly number[];
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
  readonly comment: string;
}

export function lockReservation(id: number) {
  return sqlBuilder
    .selectFrom('reservations')
    .select([
      'id',
      'name',
      'room_ids as roomIds',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'comment',
      'version',
      // Whose name it bears, where somebody rented it.
      (select) =>
        select
          .selectFrom('rentals as l')
          .select('l.client_id')
          .where('l.tenant_id', '=', tenant)
          .whereRef('l.reservation_id', '=', 'reservations.id')
          .limit(1)
          .as('clientId'),
    ])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate();
}

export const nextReservationId: Query<{ id: number }> = {
  text: `select nextval('reservations_id_seq')::integer as id`,
  values: [],
};

export function saveReservation({
  id,
  name,
  roomIds,
  startsAt,
  endsAt,
  localDate,
  comment,
}: ReservationRow): Query {
  return {
    text: `insert into reservations (id, name, room_ids, starts_at, ends_at, local_date, comment)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (tenant_id, id) do update set name = excluded.name, room_ids = excluded.room_ids,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, local_date = excluded.local_date,
        comment = excluded.comment, version = reservations.version + 1`,
    values: [id, name, roomIds, startsAt, endsAt, localDate, comment],
  };
}

export function deleteReservation(id: number): Query {
  return { text: 'delete from reservations where tenant_id = app_tenant() and id = $1', values: [id] };
}

export function listParts() {
  return sqlBuilder
    .selectFrom('room_parts')
    .select(['room_id as roomId', 'part_id as partId'])
    .where('tenant_id', '=', tenant);
}
