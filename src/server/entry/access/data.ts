import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { StayStart } from '#shared/entry/doors/domain.ts';
import type { ClientType } from '#shared/products/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface OfPeople {
  readonly clientIds: readonly number[];
}

/** Which of them work here: administrators, and trainers who still do. */
export const listStaff = prepared(({ clientIds }: OfPeople) =>
  sqlBuilder
    .selectFrom('accounts')
    .select('client_id as clientId')
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', sql<number>`any(${clientIds}::integer[])`)
    .where('is_blocked', '=', false)
    .where(
      sql<boolean>`(is_admin or exists (select from trainers t where t.tenant_id = accounts.tenant_id
        and t.id = accounts.trainer_id and t.is_active))`,
    ),
);

/** Which of them the centre has blocked. */
export const listBlocked = prepared(({ clientIds }: OfPeople) =>
  sqlBuilder
    .selectFrom('clients')
    .select('id as clientId')
    .where('tenant_id', '=', tenant)
    .where('id', '=', sql<number>`any(${clientIds}::integer[])`)
    .where('is_blocked', '=', true),
);

export interface BookingRow {
  readonly clientId: number;
  readonly clubId: number;
  /** Null for a rental. */
  readonly registrationId: number | null;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Places in trainings, and rented rooms, that are not over at `from` and begin before `until`. */
export function listBookings({
  clientIds,
  from,
  until,
}: OfPeople & { readonly from: string; readonly until: string }): Query<BookingRow> {
  return {
    text: `select r.client_id as "clientId", t.club_id as "clubId", r.id as "registrationId", t.starts_at as "startsAt",
        t.ends_at as "endsAt"
      from registrations r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
      where r.tenant_id = app_tenant() and r.client_id = any($1::integer[]) and r.state = 'booked' and not t.is_cancelled
        and r.starts_at > $2::timestamptz - interval '1 day' and r.ends_at > $2 and r.starts_at < $3
      union all
      select n.client_id, m.club_id, null, n.starts_at, n.ends_at
      from rentals n join rooms m on m.tenant_id = n.tenant_id and m.id = n.room_id
      where n.tenant_id = app_tenant() and n.client_id = any($1::integer[]) and n.state = 'booked'
        and n.starts_at > $2::timestamptz - interval '1 day' and n.ends_at > $2 and n.starts_at < $3
      order by 1, 4`,
    values: [clientIds, from, until],
  };
}

export interface LastRow {
  readonly at: string;
  readonly direction: 'in' | 'out';
  readonly insideUntil: string | null;
  /** Of the ticket that they are in by. */
  readonly ticketId: number | null;
}

/** Entries at a club since an instant; `until`, included, for what a door tells late. */
interface Within {
  readonly clubId: number;
  readonly since: string;
  readonly until?: string | undefined;
}

const last = `select at, direction, inside_until as "insideUntil", ticket_id as "ticketId" from entries
  where tenant_id = app_tenant() and club_id = $2`;

/** The last time a door of a club opened for somebody. */
export function findLast(of: Within & { readonly clientId: number }): Query<LastRow> {
  return {
    text: `${last} and client_id = $1 and result = 'accepted' and at > $3 and ($4::timestamptz is null or at <= $4)
      order by at desc limit 1`,
    values: [of.clientId, of.clubId, of.since, of.until ?? null],
  };
}

/** When somebody came in at another club since an instant; nothing where another door of the centre opened for them later. */
export function findElsewhere(of: Within & { readonly clientId: number }): Query<{ at: string }> {
  return {
    text: `select at from (select at, direction, club_id from entries
        where tenant_id = app_tenant() and client_id = $1 and result = 'accepted' and at > $3
        order by at desc limit 1) e
      where direction = 'in' and club_id <> $2`,
    values: [of.clientId, of.clubId, of.since],
  };
}

/** A ticket at the doors of a club; no refusal names one. */
interface OfTicket {
  readonly ticketId: number;
  readonly clubId: number;
}

/** The last time a door of a club opened for a ticket, whoever carried it. */
export function findLastOfTicket({ ticketId, clubId }: OfTicket): Query<LastRow> {
  return { text: `${last} and ticket_id = $1 order by at desc limit 1`, values: [ticketId, clubId] };
}

/** What is told of somebody behind doors of a kind, at a club. */
interface OfDoors {
  readonly clientId: number;
  readonly clubId: number;
  readonly clientType: ClientType;
}

/** Rows of somebody that are about doors like one. */
export const ofDoor = <R extends OfDoors>(
  rows: readonly R[],
  { clientId, clubId, clientType }: OfDoors,
): R[] =>
  rows.filter((row) => row.clientId === clientId && row.clubId === clubId && row.clientType === clientType);

/**
 * By the codes of which of their tickets who carries them is inside, or was at `until`, the latest first. Of whom a ticket is
 * shared with it tells nothing: they have visits of their own.
 */
export function listCarried({
  clientIds,
  since,
  until,
}: OfPeople & Pick<Within, 'since' | 'until'>): Query<OfDoors & LastRow & { ticketId: number }> {
  return {
    text: `select k.client_id as "clientId", e.club_id as "clubId", k.client_type as "clientType", k.id as "ticketId", e.at,
        e.direction, e.inside_until as "insideUntil" from tickets k
        cross join lateral (select club_id, client_id, direction, at, inside_until from entries where tenant_id = k.tenant_id
          and ticket_id = k.id and (client_id is null or client_id = k.client_id) and at > $2
          and ($3::timestamptz is null or at <= $3)
          order by at desc limit 1) e
      where k.tenant_id = app_tenant() and k.client_id = any($1::integer[]) and e.direction = 'in' and e.client_id is null
      order by e.at desc`,
    values: [clientIds, since, until ?? null],
  };
}

// What was refused is by nothing.
const cameIn = `from entries e join doors d on d.tenant_id = e.tenant_id and d.id = e.door_id
  where e.tenant_id = app_tenant() and e.direction = 'in' and e.by <> 'sameStay'`;

// A visit `u` of the ticket `k` that was not put back, nor taken by whom it is shared with.
const visitOfOwner = `u.kind = 'CONSUME' and u.settles_id is null
  and not exists (select from ticket_entries b where b.tenant_id = u.tenant_id and b.undoes_id = u.id)
  and not exists (select from entries o where o.tenant_id = u.tenant_id and o.ticket_id = k.id
    and o.client_id <> k.client_id and o.at = u.created_at)`;

/**
 * What stays of people are counted from, the latest of each kind: a coming in by a right of its own, and a visit of an own ticket
 * that the desk or its code took; but not what was put back, nor by whom the ticket is shared with.
 */
export function listStarts({
  clientIds,
  since,
  until,
}: OfPeople & Pick<Within, 'since' | 'until'>): Query<OfDoors & StayStart> {
  return {
    text: `(select distinct on (e.client_id, e.club_id, d.client_type) e.client_id as "clientId", e.club_id as "clubId",
        d.client_type as "clientType", e.at, e.ticket_id as "ticketId", true as "isOwn" ${cameIn}
          and e.client_id = any($1::integer[]) and e.at > $2 and ($3::timestamptz is null or e.at <= $3)
        order by e.client_id, e.club_id, d.client_type, e.at desc)
      union all
      (select distinct on (k.client_id, k.id) k.client_id, k.club_id, k.client_type, u.created_at, k.id, false
        from ticket_entries u join tickets k on k.tenant_id = u.tenant_id and k.id = u.ticket_id
        where u.tenant_id = app_tenant() and k.client_id = any($1::integer[])
          and ${visitOfOwner} and u.created_at > $2 and ($3::timestamptz is null or u.created_at <= $3)
        order by k.client_id, k.id, u.created_at desc)`,
    values: [clientIds, since, until ?? null],
  };
}

/**
 * The first visit that a door of a kind took of somebody's contract or ticket between two instants, or the desk of their ticket:
 * what the stay of a door that tells late was counted from meanwhile.
 */
export function findVisitAfter(
  of: OfDoors & { readonly at: string; readonly until: string },
): Query<StayStart> {
  return {
    text: `(select e.at, e.ticket_id as "ticketId", true as "isOwn" from entries e
          join doors d on d.tenant_id = e.tenant_id and d.id = e.door_id
        where e.tenant_id = app_tenant() and e.client_id = $1 and e.club_id = $2 and d.client_type = $3
          and e.direction = 'in' and (e.by = 'ticket' or e.contract_id is not null)
          and e.at > $4 and e.at < $5)
      union all
      (select u.created_at, k.id, false from ticket_entries u join tickets k on k.tenant_id = u.tenant_id and k.id = u.ticket_id
        where u.tenant_id = app_tenant() and k.client_id = $1 and k.club_id = $2 and k.client_type = $3
          and ${visitOfOwner} and u.created_at > $4 and u.created_at < $5)
      order by 1, 3 desc limit 1`,
    values: [of.clientId, of.clubId, of.clientType, of.at, of.until],
  };
}

/** The same of a ticket, whoever carried it. */
export function findStartOfTicket({
  ticketId,
  clubId,
  clientType,
}: OfTicket & { readonly clientType: ClientType }): Query<StayStart> {
  return {
    text: `select e.at, e.ticket_id as "ticketId", true as "isOwn" ${cameIn}
        and e.ticket_id = $1 and e.club_id = $2 and d.client_type = $3
      order by e.at desc limit 1`,
    values: [ticketId, clubId, clientType],
  };
}

/** What is known of doors: where they lead, and whether who goes out of their club is read. */
export interface DoorRow {
  readonly id: number;
  readonly name: string;
  readonly clubId: number;
  readonly clubName: string;
  readonly hours: readonly ({ opens: string; closes: string } | null)[];
  /** Those that were not lifted, the latest ones. */
  readonly closures: readonly { from: string; until: string }[];
  readonly direction: 'in' | 'out';
  readonly clientType: ClientType;
  readonly relayUrl: string;
  readonly isExitRead: boolean;
  readonly pairings: number;
  readonly pairedAt: string | null;
}

const doors = `select d.id, d.name, d.club_id as "clubId", c.name as "clubName", c.opening_hours as hours,
    coalesce((select jsonb_agg(jsonb_build_object('from', x.from_on, 'until', x.until_on)) from (
      select from_on, until_on from closures where tenant_id = d.tenant_id and lifted_at is null
        and (club_id is null or club_id = d.club_id) order by until_on desc limit 100) x), '[]') as closures, d.direction,
    d.client_type as "clientType", d.relay_url as "relayUrl", d.pairings, d.paired_at as "pairedAt",
    exists (select from doors o where o.tenant_id = d.tenant_id and o.club_id = d.club_id and o.direction = 'out'
      and o.is_active) as "isExitRead"
  from doors d join clubs c on c.tenant_id = d.tenant_id and c.id = d.club_id
  where d.tenant_id = app_tenant() and d.is_active`;

export function findDoor(id: number): Query<DoorRow> {
  return { text: `${doors} and d.id = $1 and d.token_hash is not null`, values: [id] };
}

export function findDoorByToken(tokenHash: Buffer): Query<DoorRow> {
  return { text: `${doors} and d.token_hash = $1`, values: [tokenHash] };
}

/** The doors of the centre. */
export function listDoors(): Query<DoorRow> {
  return { text: `${doors} order by c.position, d.name, d.id limit 200`, values: [] };
}

/** The doors somebody may come in by. */
export function listDoorsIn(): Query<DoorRow> {
  return { text: `${doors} and d.direction = 'in' order by c.position, d.name, d.id limit 50`, values: [] };
}
