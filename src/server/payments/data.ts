import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { PaymentMethod } from '#shared/payments/contract.ts';
import type { PaymentStatus } from '#shared/payments/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface PaymentRow {
  readonly id: string;
  readonly invoiceId: number;
  readonly providerId: string | null;
  readonly method: PaymentMethod;
  readonly bank: string | null;
  readonly bankName: string;
  readonly amountCents: Cents;
  readonly status: PaymentStatus;
  readonly paymentUrl: string | null;
  /** The fields a card was typed into on our page. */
  readonly sessionId: string | null;
  /** Till when somebody has the right to make its order; null while nobody does. */
  readonly orderingUntil: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly returnedAt: string | null;
  readonly askedAt: string | null;
  readonly alertedAt: string | null;
}

/** The row as the rules want it: the database's checks prove the closed texts. */
export function toPayment(
  row: Omit<PaymentRow, 'method' | 'status' | 'amountCents'> & {
    readonly method: string;
    readonly status: string;
    readonly amountCents: number;
  },
): PaymentRow {
  return row as PaymentRow;
}

function payments() {
  return sqlBuilder
    .selectFrom('payments')
    .select([
      'id',
      'invoice_id as invoiceId',
      'provider_id as providerId',
      'method',
      'bank',
      'bank_name as bankName',
      'amount_cents as amountCents',
      'status',
      'payment_url as paymentUrl',
      'session_id as sessionId',
      'ordering_until as orderingUntil',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'returned_at as returnedAt',
      'asked_at as askedAt',
      'alerted_at as alertedAt',
    ])
    .where('tenant_id', '=', tenant);
}

export const findPayment = prepared(({ id }: { id: string }) => payments().where('id', '=', id));

export const findPaymentByProvider = prepared(
  ({ provider, providerId }: { provider: string; providerId: string }) =>
    payments().where('provider', '=', provider).where('provider_id', '=', providerId),
);

/** The payments that the money of an invoice came by, alone or with others, the latest first. */
export const listPaidOfInvoice = prepared(({ invoiceId }: { invoiceId: number }) =>
  payments()
    .where(isFor(invoiceId))
    .where(sql<boolean>`status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')`)
    .orderBy('created_at', 'desc'),
);

function isFor(invoiceId: number) {
  return sql<boolean>`id in (select o.id from payments_of_invoice(app_tenant(), ${invoiceId}) o)`;
}

/** The newest attempt to pay an invoice; one that succeeded before one that did not. */
export const findLatestPayment = prepared(({ invoiceId }: { invoiceId: number }) =>
  payments()
    .where(isFor(invoiceId))
    .orderBy(sql`status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1),
);

/** An attempt of the same kind that is still open for a while: asked for again, it is the same. */
export const findOpenPayment = prepared(
  (request: {
    invoiceId: number;
    method: string;
    bank: string | null;
    amountCents: number;
    sessionId: string | null;
    /** As `partsText` says them; null for one that pays its invoice alone. */
    parts: string | null;
    openUntil: string;
  }) =>
    payments()
      .where('invoice_id', '=', request.invoiceId)
      .where('status', '=', sql.lit('PENDING'))
      .where('method', '=', request.method)
      .where(sql<boolean>`bank is not distinct from ${request.bank}`)
      .where('amount_cents', '=', request.amountCents)
      .where(sql<boolean>`session_id is not distinct from ${request.sessionId}`)
      .where(
        sql<boolean>`(select string_agg(concat_ws(' ', p.invoice_id, p.amount_cents, p.credit_cents), ',' order by p.position)
          from payment_parts p where p.tenant_id = payments.tenant_id and p.payment_id = payments.id)
          is not distinct from ${request.parts}`,
      )
      .where('expires_at', '>', request.openUntil)
      .orderBy('created_at', 'desc')
      .limit(1),
);

export interface NewPayment {
  readonly id: string;
  readonly invoiceId: number;
  readonly provider: string;
  readonly method: PaymentMethod;
  readonly bank: string | null;
  readonly bankName: string;
  readonly country: string;
  readonly amountCents: Cents;
  readonly sessionId: string | null;
  readonly now: string;
  readonly expiresAt: string;
  readonly askAt: string | null;
  readonly orderingUntil: string;
}

export function insertPayment(payment: NewPayment): Query {
  return sqlBuilder.insertInto('payments').values({
    id: payment.id,
    invoice_id: payment.invoiceId,
    provider: payment.provider,
    method: payment.method,
    bank: payment.bank,
    bank_name: payment.bankName,
    country: payment.country,
    amount_cents: payment.amountCents,
    status: 'PENDING',
    created_at: payment.now,
    expires_at: payment.expiresAt,
    changed_at: payment.now,
    ask_at: payment.askAt,
    session_id: payment.sessionId,
    ordering_until: payment.orderingUntil,
  });
}

/** Gives the right to make a payment's order till a moment, or takes it back with null. */
export function setOrdering({ id, until }: { id: string; until: string | null }): Query {
  return sqlBuilder
    .updateTable('payments')
    .set({ ordering_until: until })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}

/** What the provider made of it: its own id, and where to pay. */
export function setOrder(order: { id: string; providerId: string; paymentUrl: string | null }): Query {
  return sqlBuilder
    .updateTable('payments')
    .set({ provider_id: order.providerId, payment_url: order.paymentUrl, ordering_until: null })
    .where('tenant_id', '=', tenant)
    .where('id', '=', order.id);
}

/** News of a payment may name the provider's id before its own answer arrived. */
export function setStatus(news: {
  id: string;
  status: PaymentStatus;
  providerId: string | null;
  askAt: string | null;
  now: string;
}): Query {
  return sqlBuilder
    .updateTable('payments')
    .set({
      status: news.status,
      ask_at: news.askAt,
      changed_at: sql`case when status = ${news.status} then changed_at else ${news.now}::timestamptz end`,
      provider_id: sql`coalesce(provider_id, ${news.providerId})`,
    })
    .where('tenant_id', '=', tenant)
    .where('id', '=', news.id);
}

export function setReturned({ id, now }: { id: string; now: string }): Query {
  return sqlBuilder
    .updateTable('payments')
    .set({ returned_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('returned_at', 'is', null);
}

export function setAlerted({ id, now }: { id: string; now: string }): Query {
  return sqlBuilder
    .updateTable('payments')
    .set({ alerted_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}

/** The right to ask the provider now: given to one of those who want to, unless somebody asked just before. */
export function takeAsk({
  id,
  now,
  before,
}: {
  id: string;
  now: string;
  before: string;
}): Query<{ id: string }> {
  return sqlBuilder
    .updateTable('payments')
    .set({ asked_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('asked_at', 'is', null), eb('asked_at', '<', before)]))
    .returning('id');
}

export function setAskAt({ id, askAt }: { id: string; askAt: string | null }): Query {
  return sqlBuilder
    .updateTable('payments')
    .set({ ask_at: askAt })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}

/** Payments the provider is to be asked about, the longest due first. */
export const listPaymentsToAsk = prepared(({ now }: { now: string }) =>
  payments().where('ask_at', '<=', now).orderBy('ask_at').limit(sql.lit(50)),
);

export interface NewMessage {
  readonly paymentId: string;
  readonly source: 'created' | 'returned' | 'notified' | 'asked' | 'refunded';
  readonly body: unknown;
  readonly now: string;
}

/** The same word, sent again and again, is kept once. */
export function insertMessage({ paymentId, source, body, now }: NewMessage): Query {
  return {
    text: `insert into payment_messages (payment_id, source, body, received_at)
      select $1::uuid, $2, $3::jsonb, $4::timestamptz
      where $2 <> 'notified' or not exists (select from payment_messages m where m.tenant_id = app_tenant()
        and m.payment_id = $1::uuid and m.source = $2 and m.body = $3::jsonb)`,
    values: [paymentId, source, JSON.stringify(body ?? null), now],
  };
}

/** A receipt with what of it pays invoices. */
export const findReceived = prepared(({ source }: { source: string }) =>
  sqlBuilder
    .selectFrom('receipts as r')
    .select([
      'r.id',
      'r.amount_cents as amountCents',
      sql<number>`(select coalesce(sum(a.amount_cents), 0)::integer from allocations a
        where a.tenant_id = r.tenant_id and a.receipt_id = r.id)`.as('allocatedCents'),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.source', '=', source),
);

/** Whether what was bought was handed over. */
export const findFulfilment = prepared(({ invoiceId }: { invoiceId: number }) =>
  sqlBuilder
    .selectFrom('hand_overs')
    .select('handed_over_at as handedOverAt')
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoiceId),
);

export function insertFulfilment({ invoiceId, now }: { invoiceId: number; now: string }): Query {
  return sqlBuilder.insertInto('hand_overs').values({ invoice_id: invoiceId, handed_over_at: now });
}

/** Transfers that named an invoice, with what of each pays nothing yet; the oldest first. */
export const listTransferred = prepared(({ invoiceId }: { invoiceId: number }) =>
  sqlBuilder
    .with('open', (query) =>
      query
        .selectFrom('bank_entries as b')
        .innerJoin('receipts as r', (join) =>
          join.onRef('r.tenant_id', '=', 'b.tenant_id').onRef('r.id', '=', 'b.receipt_id'),
        )
        .select([
          'r.id as receiptId',
          'b.id as entryId',
          sql<number>`r.amount_cents - (select coalesce(sum(a.amount_cents), 0)::integer from allocations a
            where a.tenant_id = r.tenant_id and a.receipt_id = r.id)`.as('leftCents'),
        ])
        .where('b.tenant_id', '=', tenant)
        .where('b.invoice_id', '=', invoiceId),
    )
    .selectFrom('open')
    .selectAll()
    .where('leftCents', '>', 0)
    .orderBy('receiptId'),
);

/** A sale that was given up and is paid after all. */
export function reviveDraft({ invoiceId }: { invoiceId: number }): Query {
  return sqlBuilder
    .updateTable('invoices')
    .set({ state: 'draft', dropped_at: null })
    .where('tenant_id', '=', tenant)
    .where('id', '=', invoiceId)
    .where('state', '=', 'dropped');
}

/**
 * Sales nobody pays: drafts made before a moment, without a payment that may still come. What costs nothing is no sale as long as
 * whoever joins by it may still press their mailed link.
 */
export function dropStaleDrafts({ madeBefore, now }: { madeBefore: string; now: string }): Query {
  return sqlBuilder
    .updateTable('invoices as i')
    .set({ state: 'dropped', dropped_at: now })
    .where('i.tenant_id', '=', tenant)
    .where('i.state', '=', sql.lit('draft'))
    .where('i.kind', '=', sql.lit('invoice'))
    .where('i.created_at', '<', madeBefore)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.tenant_id', '=', 'i.tenant_id')
            .whereRef('p.invoice_id', '=', 'i.id')
            .where('p.status', 'in', [sql.lit('PENDING'), sql.lit('AUTHORIZED')]),
        ),
      ),
    )
    .where(
      sql<boolean>`(i.total_cents > 0 or not exists (select from joins j where j.tenant_id = i.tenant_id
        and j.invoice_id = i.id and j.state = 'paying' and j.expires_at > ${now}::timestamptz))`,
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('invoice_lines as l')
          .select('l.position')
          .whereRef('l.tenant_id', '=', 'i.tenant_id')
          .whereRef('l.invoice_id', '=', 'i.id')
          .where('l.item', 'is not', null),
      ),
    );
}

/** Issued invoices of a client with something to pay, the oldest debt first; credit notes are owed by nobody. */
export const listOwnPayable = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .with('owed', (query) =>
      query
        .selectFrom('invoices as i')
        .select([
          'i.id',
          'i.number',
          'i.due_on as dueOn',
          'i.salt',
          sql<number>`i.total_cents
            + (select coalesce(sum(c.total_cents), 0)::integer from invoices c where c.tenant_id = i.tenant_id
              and c.credits_id = i.id and c.state = 'issued')
            - (select coalesce(sum(a.amount_cents), 0)::integer from allocations a
              where a.tenant_id = i.tenant_id and a.invoice_id = i.id)`.as('balanceCents'),
        ])
        .where('i.tenant_id', '=', tenant)
        .where('i.client_id', '=', clientId)
        .where('i.state', '=', sql.lit('issued'))
        .where('i.written_off_at', 'is', null),
    )
    .selectFrom('owed')
    .selectAll()
    .where('balanceCents', '>', 0)
    .orderBy('dueOn')
    .orderBy('id'),
);
