import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { RefundStatus } from '#shared/payments/domain.ts';
import type { InvoiceShare } from '#shared/payments/refunds/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface RefundRow {
  readonly id: string;
  readonly paymentId: string;
  readonly providerId: string | null;
  readonly amountCents: Cents;
  /** From which invoice it was asked; null where nobody said. */
  readonly invoiceId: number | null;
  /** What of it was taken from which invoice; the rest was the client's credit. */
  readonly shares: readonly InvoiceShare[];
  readonly status: RefundStatus;
  readonly createdAt: string;
}

/** The row as the rules want it: the database's checks prove the closed texts. */
export function toRefund(
  row: Omit<RefundRow, 'status' | 'amountCents' | 'shares'> & {
    readonly status: string;
    readonly amountCents: number;
    readonly shares: SharesRow;
  },
): RefundRow {
  return row as RefundRow;
}

/** Sums below zero where an invoice gave some of it back. */
export type SharesRow = readonly { readonly invoiceId: number; readonly amountCents: number }[];

function refunds() {
  return sqlBuilder
    .selectFrom('refunds')
    .select([
      'id',
      'payment_id as paymentId',
      'provider_id as providerId',
      'amount_cents as amountCents',
      sql<number | null>`coalesce(refunds.invoice_id, (select n.credits_id from invoices n
        where n.tenant_id = refunds.tenant_id and n.id = refunds.credit_note_id))`.as('invoiceId'),
      sql<SharesRow>`(select coalesce(json_agg(json_build_object('invoiceId', s.invoice_id, 'amountCents', s.cents)), '[]')
        from (select a.invoice_id, -sum(a.amount_cents) as cents from receipts r
          join allocations a on a.tenant_id = r.tenant_id and a.receipt_id = r.id
          where r.tenant_id = refunds.tenant_id and r.source = 'refund:' || refunds.id group by a.invoice_id) s)`.as(
        'shares',
      ),
      'status',
      'created_at as createdAt',
    ])
    .where('tenant_id', '=', tenant);
}

/** Refunds of a centre are asked for one after the other: what several of them come to is counted under it. */
export function lockRefunds(): Query {
  return {
    text: `select pg_advisory_xact_lock(hashtextextended('refunds ' || app_tenant(), 0))`,
    values: [],
  };
}

/** What was sent back since an instant, or is on its way, of all payments: asked about again beyond a sum. */
export const sumSince = prepared(({ since }: { readonly since: string }) =>
  sqlBuilder
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('tenant_id', '=', tenant)
    .where('created_at', '>', since)
    .where('status', 'not in', [sql.lit('REJECTED'), sql.lit('CANCELED')]),
);

/** What came of a payment and to which invoices it was put; no row before it was booked. */
export const findMoney = prepared(({ source }: { source: string }) =>
  sqlBuilder
    .selectFrom('receipts as r')
    .select([
      'r.amount_cents as amountCents',
      sql<SharesRow>`(select coalesce(json_agg(json_build_object('invoiceId', s.invoice_id, 'amountCents', s.cents)), '[]')
        from (select a.invoice_id, sum(a.amount_cents) as cents from allocations a
          where a.tenant_id = r.tenant_id and a.receipt_id = r.id group by a.invoice_id) s)`.as('allocated'),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.source', '=', source),
);

export const listRefunds = prepared(({ paymentId }: { paymentId: string }) =>
  refunds().where('payment_id', '=', paymentId).orderBy('created_at').orderBy('id'),
);

export interface NewRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly creditNoteId: number | null;
  /** From which invoice it is taken, where somebody said. */
  readonly invoiceId?: number | null;
  readonly providerId: string | null;
  readonly amountCents: Cents;
  readonly reason: string;
  readonly now: string;
  readonly askAt: string;
}

export function insertRefund(refund: NewRefund): Query {
  return sqlBuilder.insertInto('refunds').values({
    id: refund.id,
    payment_id: refund.paymentId,
    credit_note_id: refund.creditNoteId,
    invoice_id: refund.invoiceId ?? null,
    provider_id: refund.providerId,
    amount_cents: refund.amountCents,
    status: 'PENDING',
    reason: refund.reason,
    created_at: refund.now,
    changed_at: refund.now,
    ask_at: refund.askAt,
  });
}

export function setRefund(refund: {
  id: string;
  status: RefundStatus;
  providerId: string | null;
  askAt: string | null;
  now: string;
}): Query {
  return sqlBuilder
    .updateTable('refunds')
    .set({
      status: refund.status,
      ask_at: refund.askAt,
      changed_at: sql`case when status = ${refund.status} then changed_at else ${refund.now}::timestamptz end`,
      provider_id: sql`coalesce(provider_id, ${refund.providerId})`,
    })
    .where('tenant_id', '=', tenant)
    .where('id', '=', refund.id);
}

/** Refunds the provider is to be asked about, the longest due first. */
export const listRefundsToAsk = prepared(({ now }: { now: string }) =>
  refunds().where('ask_at', '<=', now).orderBy('ask_at').limit(sql.lit(50)),
);

export function setRefundAskAt({ id, askAt }: { id: string; askAt: string }): Query {
  return sqlBuilder
    .updateTable('refunds')
    .set({ ask_at: askAt })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}
