import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { NewRegistration } from '../data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** The draft of a place, with the price it was made for. */
export const findOpenPurchase = prepared((of: { registrationId: number }) =>
  sqlBuilder
    .selectFrom('registration_purchases as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.tenant_id', '=', 'p.tenant_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .select(['p.invoice_id as invoiceId', 'i.total_cents as totalCents'])
    .where('p.tenant_id', '=', tenant)
    .where('p.registration_id', '=', of.registrationId)
    .where('i.state', '=', sql.lit('draft'))
    .orderBy('p.invoice_id', 'desc')
    .limit(1),
);

/** When places of a training were held for a client since an instant and not paid, latest first. */
export const listUnpaid = prepared((of: { clientId: number; trainingId: number; since: string }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('registration_purchases as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.registration_id', '=', 'r.id'),
    )
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.tenant_id', '=', 'p.tenant_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .select('p.created_at as heldAt')
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', of.clientId)
    .where('r.training_id', '=', of.trainingId)
    .where('p.created_at', '>', of.since)
    .where('i.state', '<>', sql.lit('issued'))
    .orderBy('p.created_at', 'desc'),
);

/** Until when a place is held, for who buys it or waited for it. */
export const findHold = prepared((of: { registrationId: number }) =>
  sqlBuilder
    .selectFrom('registrations')
    .select(sql<string>`held_until`.as('heldUntil'))
    .where('tenant_id', '=', tenant)
    .where('id', '=', of.registrationId),
);

export const findTrainingName = prepared(({ trainingId }: { trainingId: number }) =>
  sqlBuilder
    .selectFrom('trainings')
    .select('name')
    .where('tenant_id', '=', tenant)
    .where('id', '=', trainingId),
);

/** A new registration whose place is held until it is paid. */
export function insertHeld(
  row: NewRegistration & { readonly place: number; readonly heldUntil: string },
): Query {
  const { training, decision } = row;
  return sqlBuilder.insertInto('registrations').values({
    id: row.id,
    training_id: training.id,
    client_id: row.clientId,
    state: 'offered',
    place: row.place,
    held_until: row.heldUntil,
    created_at: row.now,
    free_until: decision.freeUntil,
    style_id: training.styleId,
    starts_at: training.startsAt,
    ends_at: training.endsAt,
    local_date: training.localDate,
  });
}

export function insertPurchase(row: { registrationId: number; invoiceId: number; now: string }): Query {
  return sqlBuilder
    .insertInto('registration_purchases')
    .values({ registration_id: row.registrationId, invoice_id: row.invoiceId, created_at: row.now });
}

interface OfWaitlist {
  readonly invoiceId: number;
  readonly position: number;
}

export const findEntitlementOfLine = prepared(({ invoiceId, position }: OfWaitlist) =>
  sqlBuilder
    .selectFrom('registration_covers')
    .select('registration_id as registrationId')
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .where('position', '=', position),
);

/** The paid line covers the booking, once: the database refuses a second one. */
export function insertInvoiceEntitlement(row: OfWaitlist & { registrationId: number; now: string }): Query {
  return sqlBuilder.insertInto('registration_covers').values({
    registration_id: row.registrationId,
    kind: 'invoice',
    invoice_id: row.invoiceId,
    position: row.position,
    created_at: row.now,
  });
}

/** Paid places given back in time whose money is not their client's credit yet. */
export const listToCredit = prepared((_: object) =>
  sqlBuilder
    .selectFrom('registration_covers as c')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.tenant_id', '=', 'c.tenant_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .select([
      'c.registration_id as registrationId',
      sql<number>`c.invoice_id`.as('invoiceId'),
      sql<number>`c.position`.as('position'),
      'i.language',
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.kind', '=', sql.lit('invoice'))
    .where('c.settled', '=', sql.lit('returned'))
    .where('c.credited_at', 'is', null)
    .limit(100),
);

export function markCredited(registrationId: number, now: string): Query {
  return sqlBuilder
    .updateTable('registration_covers')
    .set({ credited_at: now })
    .where('tenant_id', '=', tenant)
    .where('registration_id', '=', registrationId);
}
