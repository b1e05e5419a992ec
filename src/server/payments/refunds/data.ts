import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { RefundStatus } from '#shared/payments/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface RefundRow {
  readonly id: string;
  readonly paymentId: string;
  readonly providerId: string | null;
  readonly amountCents: Cents;
  /** What of it was taken from the invoice; the rest was the client's credit. */
  readonly shareCents: Cents;
  readonly status: RefundStatus;
  readonly createdAt: string;
}

/** The row as the rules want it: the database's checks prove the closed texts. */
export function toRefund(
  row: Omit<RefundRow, 'status' | 'amountCents' | 'shareCents'> & {
    readonly status: string;
    readonly amountCents: number;
    readonly shareCents: number;
  },
): RefundRow {
  return row as RefundRow;
}

function refunds() {
  return sqlBuilder
    .selectFrom('refunds')
    .select([
      'id',
      'payment_id as paymentId',
      'provider_id as providerId',
      'amount_cents as amountCents',
      sql<number>`(select coalesce(-sum(a.amount_cents), 0)::integer from receipts r
        join allocations a on a.tenant_id = r.tenant_id and a.receipt_id = r.id
        where r.tenant_id = refunds.tenant_id and r.source = 'refund:' || refunds.id)`.as('shareCents'),
      'status',
      'created_at as createdAt',
    ])
    .where('tenant_id', '=', tenant);
}

export const listRefunds = prepared(({ paymentId }: { paymentId: string }) =>
  refunds().where('payment_id', '=', paymentId).orderBy('created_at').orderBy('id'),
);

export interface NewRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly creditNoteId: number | null;
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
