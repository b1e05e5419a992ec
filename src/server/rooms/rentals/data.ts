import { sql } from 'kysely';
import { natural, prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { OpenHours, RentalState } from '#shared/rooms/rentals/domain.ts';
import type { ClosureFacts } from '#shared/schedule/editing/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Rooms that are let, with their clubs' hours: the first of a week's seven is Monday's. */
export const listLet = prepared((_: object) =>
  sqlBuilder
    .selectFrom('rooms as o')
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.club_id'),
    )
    .select([
      'o.id',
      'o.name',
      'o.club_id as clubId',
      'c.name as clubName',
      'o.capacity',
      sql<number>`o.rent_cents`.as('rentCents'),
      sql<(OpenHours | null)[]>`c.opening_hours`.as('openingHours'),
    ])
    .where('o.tenant_id', '=', tenant)
    .where('o.rent_cents', 'is not', null)
    .orderBy('c.position')
    .orderBy('c.id')
    .orderBy(sql.raw(natural('o.name')))
    .orderBy('o.id'),
);

/** What is between two instants in the rooms that are let, or in any part of them. Nothing lasts two days. */
export const listUses = prepared(({ from, until }: { from: string; until: string }) =>
  sqlBuilder
    .selectFrom('rooms as o')
    .innerJoin('room_uses as u', (join) =>
      join.onRef('u.tenant_id', '=', 'o.tenant_id').on(
        sql<boolean>`(u.room_id = o.id or u.room_id in (select p.part_id from room_parts p
            where p.tenant_id = o.tenant_id and p.room_id = o.id))`,
      ),
    )
    .select(['o.id as roomId', 'u.starts_at as startsAt', 'u.ends_at as endsAt'])
    .where('o.tenant_id', '=', tenant)
    .where('o.rent_cents', 'is not', null)
    .where('u.starts_at', '>', sql<string>`${from}::timestamptz - interval '2 days'`)
    .where('u.starts_at', '<', until)
    .where('u.ends_at', '>', from),
);

/** Closures of a local date. */
export const listClosures = prepared(({ date }: { date: string }) =>
  sqlBuilder
    .selectFrom('closures')
    .select('club_id as clubId')
    .where('tenant_id', '=', tenant)
    .where('lifted_at', 'is', null)
    .where('until_on', '>=', date)
    .where('from_on', '<=', date),
);

/** What a client has rented and is not over, with its invoice. */
export const listOwn = prepared(({ clientId, now }: { clientId: number; now: string }) =>
  sqlBuilder
    .selectFrom('rentals as e')
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 'e.tenant_id').onRef('o.id', '=', 'e.room_id'),
    )
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.club_id'),
    )
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.tenant_id', '=', 'e.tenant_id').onRef('i.id', '=', 'e.invoice_id'),
    )
    .select([
      'e.id',
      'o.name as roomName',
      'c.name as clubName',
      'e.starts_at as startsAt',
      'e.ends_at as endsAt',
      'e.local_date as localDate',
      'e.people',
      'e.price_cents as priceCents',
      'e.free_until as freeUntil',
      sql<string>`coalesce(i.number, '')`.as('invoiceNumber'),
      sql<boolean>`(select coalesce(sum(a.amount_cents), 0) from allocations a
        where a.tenant_id = i.tenant_id and a.invoice_id = i.id) >= i.total_cents`.as('isPaid'),
    ])
    .where('e.tenant_id', '=', tenant)
    .where('e.client_id', '=', clientId)
    .where('e.state', '=', sql.lit('booked'))
    .where('e.ends_at', '>', now)
    .orderBy('e.starts_at')
    .orderBy('e.id'),
);

type Closing = Omit<ClosureFacts, 'id'>;

/**
 * What is rented on local dates, of one club or of all, and has not begun, given back late or not: at most so many, locked in
 * their order.
 */
export function lockOnDates(closing: Closing, { now, most }: { now: string; most: number }) {
  return onDates(closing, now).forUpdate('e').limit(most);
}

export function listOnDates(closing: Closing, { now, most }: { now: string; most: number }) {
  return onDates(closing, now).limit(most);
}

function onDates({ from, until, clubId }: Closing, now: string) {
  const all = sqlBuilder
    .selectFrom('rentals as e')
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 'e.tenant_id').onRef('o.id', '=', 'e.room_id'),
    )
    .select('e.id')
    .where('e.tenant_id', '=', tenant)
    .where('e.state', 'in', [sql.lit('booked'), sql.lit('cancelledLate')])
    .where('e.local_date', '>=', from)
    .where('e.local_date', '<=', until)
    .where('e.starts_at', '>', now)
    .orderBy('e.id');
  return clubId === null ? all : all.where('o.club_id', '=', clubId);
}

/** Who rents, locked: how much they have rented stays true. */
export const lockRenter = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('clients')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone',
      'is_blocked as isBlocked',
    ])
    .where('tenant_id', '=', tenant)
    .where('id', '=', clientId)
    .forNoKeyUpdate(),
);

/**
 * A room with its parts, locked in their order: of those who rent it, or rooms that share a part with it, one goes on at a time.
 * Two that were put into `room_uses` in the same moment would wait for each other.
 */
export const lockRoom = prepared(({ roomId }: { roomId: number }) =>
  sqlBuilder
    .selectFrom('rooms as o')
    .select('o.id')
    .where('o.tenant_id', '=', tenant)
    .where(
      sql<boolean>`(o.id = ${roomId} or o.id in (select p.part_id from room_parts p
        where p.tenant_id = o.tenant_id and p.room_id = ${roomId}))`,
    )
    .orderBy('o.id')
    .forNoKeyUpdate(),
);

export const nextRentalId: Query<{ id: number }> = {
  text: `select nextval('rentals_id_seq')::integer as id`,
  values: [],
};

export interface NewRental {
  readonly id: number;
  readonly clientId: number;
  readonly roomId: number;
  readonly reservationId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
  readonly people: number;
  readonly priceCents: number;
  readonly invoiceId: number;
  readonly freeUntil: string;
  readonly now: string;
}

export function insertRental(rental: NewRental): Query {
  return {
    text: `insert into rentals (id, client_id, room_id, reservation_id, starts_at, ends_at, local_date, people, price_cents,
        invoice_id, free_until, created_at, state)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'booked')`,
    values: [
      rental.id,
      rental.clientId,
      rental.roomId,
      rental.reservationId,
      rental.startsAt,
      rental.endsAt,
      rental.localDate,
      rental.people,
      rental.priceCents,
      rental.invoiceId,
      rental.freeUntil,
      rental.now,
    ],
  };
}

function rentals() {
  return sqlBuilder
    .selectFrom('rentals as e')
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 'e.tenant_id').onRef('o.id', '=', 'e.room_id'),
    )
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'e.tenant_id').onRef('c.id', '=', 'e.client_id'),
    )
    .select([
      'e.id',
      'e.client_id as clientId',
      'e.reservation_id as reservationId',
      'e.room_id as roomId',
      'e.starts_at as startsAt',
      'e.ends_at as endsAt',
      'e.free_until as freeUntil',
      'e.price_cents as priceCents',
      'e.invoice_id as invoiceId',
      sql<RentalState>`e.state`.as('state'),
      'o.name as roomName',
      'c.first_name as firstName',
      'c.email',
    ])
    .where('e.tenant_id', '=', tenant)
    .forUpdate('e');
}

export type RentalRow = RowOf<ReturnType<typeof rentals>>;

export const lockRental = prepared(({ id }: { id: number }) => rentals().where('e.id', '=', id));

/** What stands behind a reservation. */
export const lockRentalOf = prepared(({ reservationId }: { reservationId: number }) =>
  rentals().where('e.reservation_id', '=', reservationId),
);

/** Until when it may be given back for nothing. */
export function freeRental(id: number, freeUntil: string): Query {
  return {
    text: 'update rentals set free_until = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, freeUntil],
  };
}

/** Ends a rental, or one that was given back late for nothing after all, which is locked; its reservation goes afterwards. */
export function endRental(id: number, state: RentalState, now: string): Query {
  return {
    text: `update rentals set state = $2, ended_at = $3, reservation_id = null
      where tenant_id = app_tenant() and id = $1`,
    values: [id, state, now],
  };
}
