import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
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
  readonly clientId: number;
  readonly at: string;
  readonly direction: 'in' | 'out';
  readonly insideUntil: string | null;
  readonly cameAt: string | null;
  /** Of the ticket that they are in by. */
  readonly ticketId: number | null;
}

/** When a stay began that is still counted: the last coming in, of those that `whose` says, by a right of its own. */
const cameAt = (
  whose: string,
) => `(select max(at) from entries where tenant_id = app_tenant() and ${whose} and club_id = $2
    and result = 'accepted' and direction = 'in' and by <> 'sameStay' and at > $3) as "cameAt"`;

/** The last time a door of a club opened for somebody, since an instant. */
export function findLast(of: {
  readonly clientId: number;
  readonly clubId: number;
  readonly since: string;
}): Query<LastRow> {
  return {
    text: `select client_id as "clientId", at, direction, inside_until as "insideUntil", ticket_id as "ticketId",
        ${cameAt('client_id = $1')} from entries
      where tenant_id = app_tenant() and client_id = $1 and club_id = $2 and result = 'accepted' and at > $3
      order by at desc limit 1`,
    values: [of.clientId, of.clubId, of.since],
  };
}

/** The last time a door of a club opened for a ticket since an instant, whoever carried it, or whoever but one client. */
export function findLastOfTicket(of: {
  readonly ticketId: number;
  readonly clubId: number;
  readonly since: string;
  readonly butClientId?: number;
}): Query<Omit<LastRow, 'clientId'>> {
  return {
    text: `select at, direction, inside_until as "insideUntil", ticket_id as "ticketId", ${cameAt('ticket_id = $1')} from entries
      where tenant_id = app_tenant() and ticket_id = $1 and club_id = $2 and result = 'accepted' and at > $3
        and ($4::integer is null or client_id is distinct from $4)
      order by at desc limit 1`,
    values: [of.ticketId, of.clubId, of.since, of.butClientId ?? null],
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
