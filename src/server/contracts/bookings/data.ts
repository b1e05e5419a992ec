import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import { renewing } from '../billing/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface OfDates {
  readonly contractId: number;
  readonly clientId: number;
  readonly fromOn: string;
  /** The last date; null: without an end. */
  readonly untilOn: string | null;
}

/**
 * Bookings of some dates that a contract covers: the one place that tells which hang on it. Those of a ticket, a voucher or
 * money of their own, and of trainings that cost nothing, stay whatever becomes of it.
 */
const bookings = ({ contractId, clientId, fromOn, untilOn }: OfDates) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('registration_covers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'r.tenant_id').onRef('v.registration_id', '=', 'r.id'),
    )
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', clientId)
    .where('r.local_date', '>=', fromOn)
    .where(sql<boolean>`(${untilOn}::date is null or r.local_date <= ${untilOn}::date)`)
    .where('v.contract_id', '=', contractId)
    // What was returned while the place is held belongs to a training that costs nothing since.
    .where(sql<boolean>`v.settled is distinct from 'returned'`);

/** Of these the trainings that cost something still: what was made free since hangs on no contract. */
const paidBookings = (of: OfDates) =>
  bookings(of)
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .where('t.payment', '=', sql.lit('paid'));

/** Those to come, the first one first. */
export const listUpcoming = prepared((of: OfDates & { readonly now: string }) =>
  paidBookings(of)
    .select(['r.id', 'r.starts_at as startsAt', 'r.sequence', 't.name'])
    .select(sql<boolean>`r.free_until < ${of.now}`.as('isLate'))
    .where('r.starts_at', '>', of.now)
    .where('r.state', '=', sql.lit('booked'))
    // Who has come has used the place.
    .where(sql<boolean>`r.presence is not true`)
    .orderBy('r.starts_at')
    .limit(200),
);

/** Those that were given back in time a moment ago: their visits come back, unless they are taken again, which asks anew. */
export const listReturning = prepared((of: OfDates) =>
  paidBookings(of)
    .select('r.id')
    .where('r.state', '=', sql.lit('releasing'))
    .where(sql<boolean>`(r.ended_at is null or r.ended_at <= r.free_until)`),
);

/** Contracts that have bookings to come after their last day, though they do not go on: of one client, or of everybody. */
export const listOutlived = prepared((of: { readonly clientId: number | null; readonly now: string }) =>
  sqlBuilder
    .selectFrom('contracts as k')
    .innerJoin('registration_covers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'k.tenant_id').onRef('v.contract_id', '=', 'k.id'),
    )
    .innerJoin('registrations as r', (join) =>
      join.onRef('r.tenant_id', '=', 'v.tenant_id').onRef('r.id', '=', 'v.registration_id'),
    )
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .select('k.id')
    .distinct()
    .where('k.tenant_id', '=', tenant)
    .where('k.state', '=', sql.lit('live'))
    .where(sql<boolean>`(${of.clientId}::integer is null or k.client_id = ${of.clientId}::integer)`)
    .where('r.local_date', '>', (expression) => expression.ref('k.ends_on'))
    .where(sql<boolean>`not ${sql.raw(renewing('k'))}`)
    .where('v.settled', 'is', null)
    .where('t.payment', '=', sql.lit('paid'))
    .where('r.state', '=', sql.lit('booked'))
    .where('r.starts_at', '>', of.now)
    .orderBy('k.id'),
);

/** Which of these were noted of a contract. */
export function listNoted(contractId: number, keys: readonly string[]): Query<{ readonly key: string }> {
  return {
    text: 'select key from contract_messages where tenant_id = app_tenant() and contract_id = $1 and key = any($2::text[])',
    values: [contractId, keys],
  };
}

/** Visits they have taken, or will, and those that doors took. */
export const countTaken = prepared((of: OfDates & { readonly untilOn: string }) =>
  bookings(of).select(
    sql<number>`(count(*) + (select count(*) from entries e where e.tenant_id = app_tenant() and e.contract_id = ${of.contractId}
        and e.local_date between ${of.fromOn}::date and ${of.untilOn}::date))::integer`.as('taken'),
  ),
);
