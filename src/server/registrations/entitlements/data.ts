import { sql } from 'kysely';
import { freezes, runsUntil } from '#server/contracts/benefits/data.ts';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import { type TicketRow, toFacts, usableBy } from '#server/tickets/data.ts';
import type { ClientType } from '#shared/products/domain.ts';
import type { Entitlement } from '#shared/registrations/entitlements/domain.ts';
import type { Settlement } from '#shared/registrations/settlements/domain.ts';
import type { Movement } from '#shared/vouchers/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface OfClients {
  readonly clientIds: readonly number[];
  /** A local date: what ended before it is not looked at. */
  readonly since: string;
  /** Registrations that are given back in time: looked at as if they were. */
  readonly leaving: readonly number[];
}

/** Locks what clients may pay with, after trainings and clients and in one order for everybody. */
export const lockTickets = prepared(({ clientIds, since }: OfClients) =>
  sqlBuilder
    .selectFrom('tickets')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`id in (select u.ticket_id from ${usableBy(clientIds)} as u)`)
    .where(sql<boolean>`(ends_on is null or ends_on >= ${since}::date)`)
    .orderBy('id')
    .forNoKeyUpdate(),
);

/** The same of their vouchers, after the tickets. */
export const lockVouchers = prepared(({ clientIds, since }: OfClients) =>
  sqlBuilder
    .selectFrom('vouchers')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', anyOf(clientIds))
    .where('valid_until', '>=', since)
    .orderBy('id')
    .forNoKeyUpdate(),
);

/** What covers the registrations that are given back. */
export const listLeaving = prepared(({ leaving }: Pick<OfClients, 'leaving'>) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('registration_covers as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.registration_id', '=', 'r.id'),
    )
    .select(['r.client_id as clientId', 'c.ticket_id as ticketId', 'c.voucher_id as voucherId'])
    .where('r.tenant_id', '=', tenant)
    .where('r.id', '=', anyOf(leaving))
    .where('c.settled', 'is', null),
);

/**
 * The first date that each ticket which these clients may use is reserved for, by whomever, and the last one on which each of
 * them has a place by it: what they can give up themselves.
 */
export const listReservedDates = prepared(({ clientIds, leaving }: Omit<OfClients, 'since'>) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('registration_covers as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.registration_id', '=', 'r.id'),
    )
    .select([
      'c.ticket_id as ticketId',
      'r.client_id as clientId',
      sql<string>`min(r.local_date)`.as('from'),
      sql<string | null>`max(r.local_date) filter (where r.state in ('booked', 'offered', 'releasing'))`.as(
        'until',
      ),
    ])
    .where('c.tenant_id', '=', tenant)
    .where(sql<boolean>`c.ticket_id in (select u.ticket_id from ${usableBy(clientIds)} as u)`)
    .where('r.id', '<>', sql<number>`all(${leaving}::integer[])`)
    .where('c.settled', 'is', null)
    .groupBy(['c.ticket_id', 'r.client_id']),
);

/** A ticket of somebody as it stands without what is being given back: with the dates that it is reserved for. */
export function reservedDates(
  row: TicketRow & { readonly clientId: number },
  reserved: readonly RowOf<ReturnType<typeof listReservedDates>>[],
) {
  const dates = reserved.filter(({ ticketId }) => ticketId === row.id);
  const own = dates.find(({ clientId }) => clientId === row.clientId);
  const [reservedFrom = null] = dates.map(({ from }) => from).toSorted();
  return { ...toFacts(row), reservedFrom, reservedUntil: own?.until ?? null };
}

/** Vouchers of clients that hold on a local date or after it. */
export const listVouchers = prepared(({ clientIds, since }: OfClients) =>
  sqlBuilder
    .selectFrom('vouchers as v')
    .innerJoin('products as p', (join) =>
      join.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.id', '=', 'v.product_id'),
    )
    .select([
      'v.id',
      sql<number>`v.client_id`.as('clientId'),
      'v.club_id as clubId',
      'v.uses',
      'v.valid_from as validFrom',
      'v.valid_until as validUntil',
      'v.revoked_at as revokedAt',
      sql<ClientType>`p.client_type`.as('clientType'),
      sql<Names>`p.names`.as('names'),
    ])
    .where('v.tenant_id', '=', tenant)
    .where('v.client_id', '=', anyOf(clientIds))
    .where('v.valid_until', '>=', since)
    .orderBy('v.id'),
);

export const listMovements = prepared(({ clientIds, since }: OfClients) =>
  sqlBuilder
    .selectFrom('vouchers as v')
    .innerJoin('voucher_movements as m', (join) =>
      join.onRef('m.tenant_id', '=', 'v.tenant_id').onRef('m.voucher_id', '=', 'v.id'),
    )
    .select([
      'm.id',
      'm.voucher_id as voucherId',
      sql<Movement['kind']>`m.kind`.as('kind'),
      'm.uses',
      'm.of_id as ofId',
      'm.held_until as heldUntil',
      'm.note',
      'm.created_at as createdAt',
    ])
    .where('v.tenant_id', '=', tenant)
    .where('v.client_id', '=', anyOf(clientIds))
    .where('v.valid_until', '>=', since)
    .orderBy('m.id'),
);

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::integer[])`;
}

export interface NewEntitlement {
  readonly registrationId: number;
  readonly trainingId: number;
  readonly choice: Pick<Entitlement, 'kind' | 'id' | 'benefit'>;
  readonly now: string;
}

/**
 * Takes a visit or a use for a registration, in its ledger and beside it; the database refuses one that is not there. What
 * a contract grants is counted from these rows, under its client's lock.
 */
export function reserve({ registrationId, trainingId, choice, now }: NewEntitlement): Query {
  if (choice.kind === 'contract') {
    return {
      text: `insert into registration_covers (registration_id, kind, contract_id, benefit, created_at)
        values ($1, 'contract', $2, $3, $4)`,
      values: [registrationId, choice.id, choice.benefit, now],
    };
  }
  if (choice.kind === 'ticket') {
    return {
      text: `with reserved as (
          insert into ticket_entries (ticket_id, kind, visits, created_at) values ($2, 'RESERVE', 1, $3) returning id)
        insert into registration_covers (registration_id, kind, ticket_id, ticket_entry_id, created_at)
          select $1::integer, 'ticket', $2::integer, id, $3::timestamptz from reserved`,
      values: [registrationId, choice.id, now],
    };
  }
  return {
    text: `with taken as (
        insert into voucher_movements (voucher_id, kind, uses, registration_id, note, created_at)
          select $2::integer, 'use', 1, $1::integer, name, $3::timestamptz from trainings
            where tenant_id = app_tenant() and id = $4 returning id)
      insert into registration_covers (registration_id, kind, voucher_id, voucher_movement_id, created_at)
        select $1::integer, 'voucher', $2::integer, id, $3::timestamptz from taken`,
    values: [registrationId, choice.id, now, trainingId],
  };
}

/** Whether the training of a registration `r` costs something, as the centre has it now. */
const isPaid = sql<boolean>`(select x.payment = 'paid' from trainings x
  where x.tenant_id = r.tenant_id and x.id = r.training_id)`;

/** Covers of trainings that nothing has settled yet, with what settling them depends on. After their lock. */
export const listOpenEntitlements = prepared(({ trainingIds }: { trainingIds: readonly number[] }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('registration_covers as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.registration_id', '=', 'r.id'),
    )
    .leftJoin('tickets as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.id', '=', 'c.ticket_id'),
    )
    .select([
      'c.registration_id as registrationId',
      'c.ticket_id as ticketId',
      'c.ticket_entry_id as entryId',
      'c.voucher_id as voucherId',
      'c.voucher_movement_id as movementId',
      'r.state',
      'r.presence',
      'r.starts_at as startsAt',
      'r.ends_at as endsAt',
      'r.local_date as localDate',
      isPaid.as('isPaid'),
      // Whichever of its places is settled first, what has not begun begins with the earliest that it covers.
      sql<
        string | null
      >`case when t.starts_on is null then (select min(o.local_date) from registration_covers x
          join registrations o on o.tenant_id = x.tenant_id and o.id = x.registration_id
          where x.tenant_id = c.tenant_id and x.ticket_id = c.ticket_id and x.settled is distinct from 'returned'
            and o.state in ('booked', 'cancelledLate', 'noShow')) end`.as('firstOn'),
      't.valid_count as validCount',
      sql<'day' | 'week' | 'month' | null>`t.valid_unit`.as('validUnit'),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.training_id', '=', anyOf(trainingIds))
    .where('c.settled', 'is', null)
    .orderBy('c.ticket_id')
    .orderBy('c.voucher_id'),
);

export interface Settled {
  readonly registrationId: number;
  readonly settlement: Settlement;
}

/** Notes how covers ended, once. */
export function settleEntitlements(entitlements: readonly Settled[], now: string): Query {
  return {
    text: `update registration_covers c set settled = v.settled, settled_at = $3
      from unnest($1::integer[], $2::text[]) as v (registration_id, settled)
      where c.tenant_id = app_tenant() and c.registration_id = v.registration_id`,
    values: [
      entitlements.map(({ registrationId }) => registrationId),
      entitlements.map(({ settlement }) => settlement),
      now,
    ],
  };
}

/** Ends reservations of tickets, by one statement: their locks are taken in one order. */
export function settleReservations(
  entries: readonly { ticketId: number; entryId: number; kind: 'RELEASE' | 'CONSUME' | 'FORFEIT' }[],
  now: string,
): Query {
  return {
    text: `insert into ticket_entries (ticket_id, kind, visits, settles_id, created_at)
      select ticket_id, kind, 1, settles_id, $4 from unnest($1::integer[], $2::text[], $3::integer[])
        as v (ticket_id, kind, settles_id)`,
    values: [
      entries.map(({ ticketId }) => ticketId),
      entries.map(({ kind }) => kind),
      entries.map(({ entryId }) => entryId),
      now,
    ],
  };
}

/** What begins with its first use has begun. */
export function beginTicket(ticketId: number, startsOn: string, endsOn: string): Query {
  return {
    text: `update tickets set starts_on = $2, ends_on = $3
      where tenant_id = app_tenant() and id = $1 and starts_on is null`,
    values: [ticketId, startsOn, endsOn],
  };
}

/** The centre took a training away: its tickets last at least until then. */
export function extendTickets(ticketIds: readonly number[], until: string): Query {
  return {
    text: `update tickets set ends_on = $2
      where tenant_id = app_tenant() and id = any($1::integer[]) and ends_on < $2::date`,
    values: [ticketIds, until],
  };
}

/** The same of vouchers. */
export function extendVouchers(voucherIds: readonly number[], until: string): Query {
  return {
    text: `update vouchers set valid_until = $2
      where tenant_id = app_tenant() and id = any($1::integer[]) and valid_until < $2::date`,
    values: [voucherIds, until],
  };
}

/** The local dates of the visits a contract's benefit has given, as far as they count, in trainings and at doors. */
const takenOn = sql`(select jsonb_agg(taken.local_date) from (
  select o.local_date from registration_covers x
    join registrations o on o.tenant_id = x.tenant_id and o.id = x.registration_id
    where x.tenant_id = c.tenant_id and x.contract_id = c.contract_id and x.benefit = c.benefit
      and x.settled is distinct from 'returned'
  union all
  select e.local_date from entries e
    where e.tenant_id = c.tenant_id and e.contract_id = c.contract_id and e.benefit = c.benefit) as taken)`;

/** What covers a registration, with what is left of it now. */
export const findEntitlement = prepared(({ registrationId }: { registrationId: number }) =>
  sqlBuilder
    .selectFrom('registration_covers as c')
    .leftJoin('tickets as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.id', '=', 'c.ticket_id'),
    )
    .leftJoin('vouchers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'c.tenant_id').onRef('v.id', '=', 'c.voucher_id'),
    )
    .leftJoin('invoice_lines as l', (join) =>
      join
        .onRef('l.tenant_id', '=', 'c.tenant_id')
        .onRef('l.invoice_id', '=', 'c.invoice_id')
        .onRef('l.position', '=', 'c.position'),
    )
    .leftJoin('contracts as k', (join) =>
      join.onRef('k.tenant_id', '=', 'c.tenant_id').onRef('k.id', '=', 'c.contract_id'),
    )
    .leftJoin('products as p', (join) =>
      join.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.id', '=', 'v.product_id'),
    )
    .innerJoin('registrations as r', (join) =>
      join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select([
      sql<'ticket' | 'voucher' | 'invoice' | 'contract'>`c.kind`.as('kind'),
      isPaid.as('isPaid'),
      'c.ticket_id as ticketId',
      'c.voucher_id as voucherId',
      'c.contract_id as contractId',
      sql<Names | null>`case c.kind when 'contract' then k.names when 'ticket' then t.names else p.names end`.as(
        'names',
      ),
      sql<number | null>`case when c.kind = 'ticket' and not t.is_unlimited then (
          select sum(e.visits)::integer from ticket_entries e where e.tenant_id = c.tenant_id
            and e.ticket_id = c.ticket_id and e.kind in ('GRANT', 'ADJUST') and e.undoes_id is null)
        when c.kind = 'voucher' then v.uses - (
          select coalesce(sum(m.uses), 0)::integer from voucher_movements m where m.tenant_id = c.tenant_id
            and m.voucher_id = c.voucher_id and m.kind = 'correct') end`.as('granted'),
      'k.ends_on as contractEndsOn',
      runsUntil.as('contractRunsUntil'),
      freezes.as('contractFreezes'),
      'c.benefit',
      'k.benefits',
      'k.starts_on as contractStartsOn',
      'k.anchor_day as anchorDay',
      'k.period_months as periodMonths',
      'k.term_months as termMonths',
      'r.local_date as localDate',
      sql<string[] | null>`case when c.kind = 'contract' then ${takenOn} end`.as('takenOn'),
      sql<number | null>`case when c.kind = 'ticket' and not t.is_unlimited then (
          select sum(e.remaining_change)::integer from ticket_entries e
            where e.tenant_id = c.tenant_id and e.ticket_id = c.ticket_id)
        when c.kind = 'voucher' then v.uses - (
          select sum(m.uses)::integer from voucher_movements m
            where m.tenant_id = c.tenant_id and m.voucher_id = c.voucher_id) end`.as('left'),
      sql<string | null>`case when c.kind = 'ticket' then t.ends_on else v.valid_until end`.as('endsOn'),
      sql<number | null>`l.gross_cents + (
          select coalesce(sum(b.gross_cents), 0)::integer from invoices n
            join invoice_lines b on b.tenant_id = n.tenant_id and b.invoice_id = n.id
          where n.tenant_id = l.tenant_id and n.credits_id = l.invoice_id and n.state = 'issued'
            and b.credits_position = l.position)`.as('paidCents'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.registration_id', '=', registrationId),
);

/** Trainings with a cover that is due to be settled. */
export const listDueTrainings = prepared(({ now, endedBefore }: { now: string; endedBefore: string }) =>
  sqlBuilder
    .selectFrom('registration_covers as c')
    .innerJoin('registrations as r', (join) =>
      join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select('r.training_id as id')
    .distinct()
    .where('c.tenant_id', '=', tenant)
    .where('c.settled', 'is', null)
    .where((expression) =>
      expression.or([
        expression('r.state', 'in', ['cancelledFree', 'cancelledByCentre', 'noShow']),
        expression.and([expression('r.state', '=', 'cancelledLate'), expression('r.starts_at', '<=', now)]),
        expression.and([expression('r.state', '=', 'booked'), expression('r.ends_at', '<=', endedBefore)]),
      ]),
    )
    .limit(500),
);
