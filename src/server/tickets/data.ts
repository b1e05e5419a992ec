import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { Holder } from '#shared/invoices/domain.ts';
import type { ClientType } from '#shared/products/domain.ts';
import type { StartMode, Validity, ValidLength, ValidUnit } from '#shared/products/validity/domain.ts';
import type { TicketFacts } from '#shared/tickets/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export const nextTicketId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('tickets', 'id'))::integer`.as('id')),
);

export interface NewTicket extends Validity {
  readonly id: number;
  readonly productId: number;
  readonly clubId: number;
  readonly holder: Holder;
  readonly names: Names;
  readonly clientType: ClientType;
  readonly isUnlimited: boolean;
  readonly length: ValidLength;
  readonly startMode: StartMode;
  readonly salt: Buffer;
  /** The line it is for; null: it was given without a sale. */
  readonly line: { readonly invoiceId: number; readonly position: number } | null;
  /** Why it was given. */
  readonly givenFor: string | null;
  readonly now: string;
}

export function insertTicket(ticket: NewTicket): Query {
  const { holder, length } = ticket;
  return sqlBuilder.insertInto('tickets').values({
    id: ticket.id,
    product_id: ticket.productId,
    club_id: ticket.clubId,
    client_id: holder.clientId,
    first_name: holder.firstName,
    last_name: holder.lastName,
    email: holder.email,
    phone: holder.phone,
    names: JSON.stringify(ticket.names),
    client_type: ticket.clientType,
    is_unlimited: ticket.isUnlimited,
    valid_count: length.count,
    valid_unit: length.unit,
    start_mode: ticket.startMode,
    starts_on: ticket.startsOn,
    ends_on: ticket.endsOn,
    salt: ticket.salt,
    invoice_id: ticket.line?.invoiceId ?? null,
    position: ticket.line?.position ?? null,
    given_for: ticket.givenFor,
    created_at: ticket.now,
  });
}

interface OfTicket {
  readonly ticketId: number;
}

/** Locks a ticket: first of every transaction about its visits. */
export const lockTicket = prepared(({ ticketId }: OfTicket) =>
  sqlBuilder
    .selectFrom('tickets')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', ticketId)
    .forNoKeyUpdate(),
);

/** A ticket with its sums; after the lock, where they are about to change. */
export const findTicket = prepared(({ ticketId }: OfTicket) =>
  tickets().where('t.id', '=', ticketId).$castTo<TicketRow>(),
);

export const listOfClient = prepared((of: { clientId: number; offset: number; limit: number }) =>
  tickets()
    .where('t.client_id', '=', of.clientId)
    .orderBy('t.id', 'desc')
    .offset(of.offset)
    .limit(of.limit)
    .$castTo<TicketRow>(),
);

/** What the lines of an invoice were turned into. */
export const listOfInvoice = prepared((of: { invoiceId: number }) =>
  tickets().where('t.invoice_id', '=', of.invoiceId).orderBy('t.position').$castTo<TicketRow>(),
);

/** Numbers of the tickets that clients may use: their own, and what others share with them. */
export function usableBy(clientIds: readonly number[]) {
  return sql<{ ticket_id: number; client_id: number }>`(
    select o.id as ticket_id, o.client_id from tickets o
      where o.tenant_id = app_tenant() and o.client_id = any(${clientIds}::integer[])
    union
    select s.ticket_id, s.client_id from ticket_shares s
      where s.tenant_id = app_tenant() and s.client_id = any(${clientIds}::integer[])
        and s.accepted_at is not null and s.ended_at is null)`;
}

/** Tickets that clients may use and that hold on a local date or after it, once for each client. */
export const listUsableTickets = prepared((of: { clientIds: readonly number[]; since: string }) =>
  tickets(sql.ref('u.client_id'))
    .innerJoin(usableBy(of.clientIds).as('u'), (join) => join.onRef('u.ticket_id', '=', 't.id'))
    .select('u.client_id as clientId')
    .where(sql<boolean>`(t.ends_on is null or t.ends_on >= ${of.since}::date)`)
    .orderBy('t.id')
    .orderBy('u.client_id')
    .$castTo<TicketRow & { readonly clientId: number }>(),
);

/** Tickets with their sums; the caller says whose, and who uses them, where that is not whose they are. */
export function tickets(usedBy = sql.ref('t.client_id')) {
  return sqlBuilder
    .selectFrom('tickets as t')
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('ticket_entries as e')
          .select([
            sql<number>`coalesce(sum(e.visits) filter (where e.kind in ('GRANT', 'ADJUST') and e.undoes_id is null),
              0)::integer`.as('granted'),
            sql<number>`coalesce(sum(e.remaining_change), 0)::integer`.as('remaining'),
            sql<number>`coalesce(sum(e.reserved_change), 0)::integer`.as('reserved'),
            sql<number>`(coalesce(sum(e.used_change), 0)
              - coalesce(sum(e.visits) filter (where e.undoes_id is not null), 0))::integer`.as('used'),
          ])
          .where('e.tenant_id', '=', tenant)
          .whereRef('e.ticket_id', '=', 't.id')
          .as('b'),
      (join) => join.onTrue(),
    )
    .select([
      't.id',
      't.names',
      't.client_type as clientType',
      't.is_unlimited as isUnlimited',
      't.valid_count as validCount',
      't.valid_unit as validUnit',
      't.start_mode as startMode',
      't.starts_on as startsOn',
      't.ends_on as endsOn',
      't.given_for as givenFor',
      't.salt',
      't.first_name as firstName',
      't.last_name as lastName',
      't.client_id as clientId',
      't.club_id as clubId',
      'c.name as clubName',
      sql<string | null>`case when t.starts_on is null then (
          select min(r.local_date) from registration_covers v
            join registrations r on r.tenant_id = v.tenant_id and r.id = v.registration_id
            where v.tenant_id = t.tenant_id and v.ticket_id = t.id and v.settled is null
              and r.state in ('booked', 'cancelledLate', 'noShow')) end`.as('reservedFrom'),
      sql<string | null>`case when t.starts_on is null then (
          select max(r.local_date) from registration_covers v
            join registrations r on r.tenant_id = v.tenant_id and r.id = v.registration_id
            where v.tenant_id = t.tenant_id and v.ticket_id = t.id and v.settled is null and r.client_id = ${usedBy}
              and r.state in ('booked', 'offered', 'releasing')) end`.as('reservedUntil'),
      'b.granted',
      'b.remaining',
      'b.reserved',
      'b.used',
      sql<boolean>`exists (select from clients k where k.tenant_id = t.tenant_id and k.id = t.client_id and k.is_blocked)`.as(
        'isHolderBlocked',
      ),
    ])
    .where('t.tenant_id', '=', tenant);
}

/** The database checks what its columns may hold. */
export interface TicketRow extends Validity {
  readonly id: number;
  readonly names: Names;
  readonly clientType: ClientType;
  readonly isUnlimited: boolean;
  readonly validCount: number;
  readonly validUnit: ValidUnit;
  readonly startMode: StartMode;
  readonly givenFor: string | null;
  readonly salt: Buffer;
  readonly firstName: string;
  readonly lastName: string;
  readonly clubId: number;
  readonly clubName: string;
  readonly granted: number;
  readonly remaining: number;
  readonly reserved: number;
  readonly used: number;
  readonly reservedFrom: string | null;
  readonly reservedUntil: string | null;
  /** Whose it is; null for whoever bears it. */
  readonly clientId: number | null;
  readonly isHolderBlocked: boolean;
}

export function toFacts(row: TicketRow): TicketFacts {
  const { id, startMode, startsOn, endsOn, isUnlimited, reservedFrom, reservedUntil } = row;
  const { granted, remaining, reserved, used } = row;
  return {
    id,
    startMode,
    startsOn,
    endsOn,
    isUnlimited,
    reservedFrom,
    reservedUntil,
    length: { count: row.validCount, unit: row.validUnit },
    balances: { granted, remaining, reserved, used },
  };
}

/** When it holds; null for one that begins with its first use and was not used. */
export function setValidity(ticketId: number, { startsOn, endsOn }: Validity): Query {
  return sqlBuilder
    .updateTable('tickets')
    .set({ starts_on: startsOn, ends_on: endsOn })
    .where('tenant_id', '=', tenant)
    .where('id', '=', ticketId);
}

/**
 * Tickets whose last date is gone by and whose visits are not all accounted for. `since` keeps it to a short stretch of
 * the index: whatever is older was seen to long ago.
 */
export const listEnded = prepared((of: { since: string; today: string }) =>
  sqlBuilder
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.tenant_id', '=', tenant)
    .where('t.is_unlimited', '=', sql.lit(false))
    .where('t.ends_on', '>=', of.since)
    .where('t.ends_on', '<', of.today)
    .where(
      (query) =>
        query
          .selectFrom('ticket_entries as e')
          .select(sql<number>`sum(e.remaining_change)`.as('remaining'))
          .where('e.tenant_id', '=', tenant)
          .whereRef('e.ticket_id', '=', 't.id'),
      '>',
      0,
    )
    .orderBy('t.id')
    .limit(1000),
);
