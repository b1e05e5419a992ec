import { sql } from 'kysely';
import { prepared, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { ClientType } from '#shared/products/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface OfDates {
  readonly clientId: number;
  readonly fromOn: string;
  /** The last date; null: without an end. */
  readonly untilOn: string | null;
}

/**
 * A client's bookings of some dates that nothing else of theirs covers: the one place that tells which bookings hang on a
 * contract. Those of a ticket, a voucher or money of their own are theirs whatever becomes of it.
 */
const bookings = ({ clientId, fromOn, untilOn }: OfDates) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .leftJoin('registration_covers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'r.tenant_id').onRef('v.registration_id', '=', 'r.id'),
    )
    .select([
      'r.id',
      'r.state',
      'r.starts_at as startsAt',
      'r.local_date as localDate',
      't.name',
      't.club_id as clubId',
      sql<ClientType>`t.client_type`.as('clientType'),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', clientId)
    .where('r.local_date', '>=', fromOn)
    .where(sql<boolean>`(${untilOn}::date is null or r.local_date <= ${untilOn}::date)`)
    .where('v.registration_id', 'is', null)
    .orderBy('r.starts_at')
    .limit(200);

/** Those to come: places, offers and places in a line. */
export const listUpcoming = prepared((of: OfDates & { readonly now: string }) =>
  bookings(of)
    .where('r.starts_at', '>', of.now)
    .where('r.state', 'in', [sql.lit('booked'), sql.lit('offered'), sql.lit('waiting')]),
);

/** Those that took a visit or will. */
export const listTaking = prepared((of: OfDates) =>
  bookings(of).where('r.state', 'in', [sql.lit('booked'), sql.lit('noShow'), sql.lit('cancelledLate')]),
);

export type BookingRow = RowOf<ReturnType<typeof bookings>>;
