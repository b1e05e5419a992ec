import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfInvoice {
  readonly invoiceId: number;
}

/** What issued credit notes have taken off the lines of an invoice, as positive sums. */
export const listCreditedSums = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('invoices as n')
    .innerJoin('invoice_lines as l', (join) =>
      join.onRef('l.tenant_id', '=', 'n.tenant_id').onRef('l.invoice_id', '=', 'n.id'),
    )
    .select([
      sql<number>`l.credits_position`.as('position'),
      sql<number>`(-sum(l.gross_cents))::integer`.as('grossCents'),
      sql<number>`(-sum(l.net_cents))::integer`.as('netCents'),
    ])
    .where('n.tenant_id', '=', tenant)
    .where('n.credits_id', '=', invoiceId)
    .where('n.state', '=', sql.lit('issued'))
    .groupBy('l.credits_position'),
);

/** What of which receipt an invoice has now, oldest receipt first. */
export const listAllocated = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('allocations')
    .select(['receipt_id as receiptId', sql<number>`sum(amount_cents)::integer`.as('amountCents')])
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .groupBy('receipt_id')
    .orderBy('receipt_id'),
);

/** Locks a client's receipts, in their order: before anything is decided about what is left of them. */
export const lockReceipts = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('receipts')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .forUpdate(),
);

/** A client's receipts with what of them is credit, oldest first; used up ones are left out. */
export function listOpenReceipts(clientId: number): Query<{ receiptId: number; leftCents: number }> {
  return {
    text: `select * from (
        select r.id as "receiptId", credit_left(r) as "leftCents" from receipts r
        where r.tenant_id = app_tenant() and r.client_id = $1) as open
      where "leftCents" <> 0 order by "receiptId"`,
    values: [clientId],
  };
}

/** What offices give up is counted under it: one press of a centre after the other. */
export function lockGivenUp(): Query {
  return {
    text: `select pg_advisory_xact_lock(hashtextextended('given up ' || app_tenant(), 0))`,
    values: [],
  };
}

/**
 * What the office gave up of invoices, and away as tickets and vouchers, since an instant, as the trail has it: no credit note
 * that came by itself is in it.
 */
export function sumGivenUp({ since }: { readonly since: string }): Query<{ cents: number }> {
  return {
    text: `select coalesce(sum((after->>'givenUpCents')::integer), 0)::integer as cents from audit_trail
      where tenant_id = app_tenant() and noun in ('invoices', 'tickets', 'vouchers') and at > $1 and after ? 'givenUpCents'`,
    values: [since],
  };
}

/** What of a product was made or changed since an instant, as the trail has it. */
export function findChangeOf({
  productId,
  since,
}: {
  readonly productId: number;
  readonly since: string;
}): Query<{ id: number }> {
  return {
    text: `select id from audit_trail
      where tenant_id = app_tenant() and noun = 'products' and noun_id = $1 and at > $2 limit 1`,
    values: [productId, since],
  };
}

/** Nothing is owed of it any more; what comes later is taken all the same. */
export function writeOff({ invoiceId, now }: OfInvoice & { readonly now: string }): Query {
  return sqlBuilder
    .updateTable('invoices')
    .set({ written_off_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', invoiceId);
}
