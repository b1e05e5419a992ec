import { sql } from 'kysely';
import { type Bought, boughtWith } from '#server/invoices/data.ts';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { PaymentMethod } from '#shared/payments/contract.ts';
import type { PaymentPart } from '#shared/payments/parts/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfPayment {
  readonly paymentId: string;
}

export function insertParts(paymentId: string, parts: readonly PaymentPart[]): Query {
  return sqlBuilder.insertInto('payment_parts').values(
    parts.map(({ invoiceId, amountCents, creditCents }, index) => ({
      payment_id: paymentId,
      invoice_id: invoiceId,
      position: index + 1,
      amount_cents: amountCents,
      credit_cents: creditCents,
    })),
  );
}

/** Parts as one text, to be compared with others; null where there are none. */
export function partsText(parts: readonly PaymentPart[]): string | null {
  if (parts.length === 0) return null;
  return parts
    .map(({ invoiceId, amountCents, creditCents }) => `${invoiceId} ${amountCents} ${creditCents}`)
    .join(',');
}

/** What a payment is made of, in its order; none for one that pays its invoice alone. They never change. */
export const listParts = prepared(({ paymentId }: OfPayment) =>
  sqlBuilder
    .selectFrom('payment_parts')
    .select(['invoice_id as invoiceId', 'amount_cents as amountCents', 'credit_cents as creditCents'])
    .where('tenant_id', '=', tenant)
    .where('payment_id', '=', paymentId)
    .orderBy('position'),
);

/** Which invoices a payment is for, in its order. */
export const listInvoicesOf = prepared(({ paymentId }: OfPayment) =>
  sqlBuilder
    .selectFrom('payments as p')
    .leftJoin('payment_parts as q', (join) =>
      join.onRef('q.tenant_id', '=', 'p.tenant_id').onRef('q.payment_id', '=', 'p.id'),
    )
    .select(sql<number>`coalesce(q.invoice_id, p.invoice_id)`.as('invoiceId'))
    .where('p.tenant_id', '=', tenant)
    .where('p.id', '=', paymentId)
    .orderBy('q.position'),
);

/** Locks every invoice of a payment, in one order for everybody: first of every transaction about its money. */
export function lockInvoicesOf({ paymentId }: OfPayment): Query {
  return {
    text: `select id from invoices where tenant_id = app_tenant()
        and id in (select invoices_of_payment(app_tenant(), $1)) order by id for update`,
    values: [paymentId],
  };
}

export interface PayableRow extends Bought {
  readonly id: number;
  readonly number: string;
  readonly dueOn: string;
  readonly salt: Buffer;
  readonly balanceCents: number;
}

/** A client's issued invoices with something to pay and what was bought, the oldest debt first; credit notes are owed by nobody. */
export function listPayable(clientId: number): Query<PayableRow> {
  return {
    text: `select o.*, bought.* from (select i.id, i.number, i.due_on as "dueOn", i.salt, i.total_cents
            + (select coalesce(sum(c.total_cents), 0)::integer from invoices c where c.tenant_id = i.tenant_id
              and c.credits_id = i.id and c.state = 'issued')
            - (select coalesce(sum(a.amount_cents), 0)::integer from allocations a
              where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as "balanceCents"
          from invoices i where i.tenant_id = app_tenant() and i.client_id = $1 and i.state = 'issued'
            and i.written_off_at is null) o
        cross join lateral ${boughtWith('o.id')} as bought
      where o."balanceCents" > 0 order by o."dueOn", o.id`,
    values: [clientId],
  };
}

/** How a client paid last, or began to. */
export function findLastWay(
  clientId: number,
): Query<{ readonly method: PaymentMethod; readonly bank: string | null; readonly country: string }> {
  return {
    text: `select p.method, p.bank, p.country from invoices i
        join payments p on p.tenant_id = app_tenant() and p.invoice_id = i.id
      where i.tenant_id = app_tenant() and i.client_id = $1 order by p.created_at desc limit 1`,
    values: [clientId],
  };
}
