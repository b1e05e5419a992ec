import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { InvoiceSums, Payer, SaleItem, Seller } from '#shared/invoices/domain.ts';
import type { VatKind } from '#shared/invoices/vat/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { Cents } from '#shared/kernel/money.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export const nextInvoiceId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('invoices', 'id'))::integer`.as('id')),
);

export interface NewInvoice {
  readonly id: number;
  readonly kind: 'invoice' | 'creditNote';
  readonly reference: string | null;
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly clientId: number | null;
  readonly payer: Payer;
  readonly language: Language;
  readonly totalCents: Cents;
  readonly creditsId: number | null;
  /** Why a credit note takes back what it does. */
  readonly reason?: string;
  readonly now: string;
}

/** A draft: without a number until it is issued. */
export function insertDraft(invoice: NewInvoice): Query {
  return sqlBuilder.insertInto('invoices').values({
    id: invoice.id,
    kind: invoice.kind,
    state: 'draft',
    reference: invoice.reference,
    salt: invoice.salt,
    token_hash: invoice.tokenHash,
    client_id: invoice.clientId,
    payer: JSON.stringify(invoice.payer),
    language: invoice.language,
    total_cents: invoice.totalCents,
    credits_id: invoice.creditsId,
    reason: invoice.reason ?? '',
    created_at: invoice.now,
  });
}

export interface NewInvoiceLine {
  readonly productId: number | null;
  readonly article: string;
  readonly quantity: number;
  readonly unitCents: Cents;
  readonly discountCents: Cents;
  readonly grossCents: Cents;
  readonly netCents: Cents;
  readonly vatCents: Cents;
  readonly vatKind: VatKind;
  readonly vatRate: number;
  readonly supplyOn: string;
  readonly item: SaleItem | null;
  /** The line of the invoice that this line of a credit note takes back. */
  readonly creditsPosition?: number;
}

/** A line as its table has it; without what it is handed over as and what it takes back. */
export function lineRow(invoiceId: number, position: number, line: Omit<NewInvoiceLine, 'item'>) {
  return {
    invoice_id: invoiceId,
    position,
    product_id: line.productId,
    article: line.article,
    quantity: line.quantity,
    unit_cents: line.unitCents,
    discount_cents: line.discountCents,
    gross_cents: line.grossCents,
    net_cents: line.netCents,
    vat_cents: line.vatCents,
    vat_kind: line.vatKind,
    vat_rate: line.vatRate,
    supply_on: line.supplyOn,
  };
}

export function insertLines(invoiceId: number, lines: readonly NewInvoiceLine[]): Query {
  return sqlBuilder.insertInto('invoice_lines').values(
    lines.map((line, index) => ({
      ...lineRow(invoiceId, index + 1, line),
      item: line.item ? JSON.stringify(line.item) : null,
      credits_position: line.creditsPosition ?? null,
    })),
  );
}

interface OfInvoice {
  readonly invoiceId: number;
}

/** Locks an invoice: first of every transaction about its money or its state. */
export const lockInvoice = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('invoices')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', invoiceId)
    .forUpdate(),
);

/** The same of several, in one order for everybody: two who want some of the same never wait for each other in a ring. */
export function lockInvoices(ids: readonly number[]): Query {
  return sqlBuilder
    .selectFrom('invoices')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('id')
    .forUpdate();
}

/** An invoice with its sums; after the lock, where it is about to change. */
export const findInvoice = prepared(({ invoiceId }: OfInvoice) => invoices().where('i.id', '=', invoiceId));

export const findInvoiceByToken = prepared(({ tokenHash }: { tokenHash: Buffer }) =>
  invoices().where('i.token_hash', '=', tokenHash),
);

function invoices() {
  return sqlBuilder
    .selectFrom('invoices as i')
    .select([
      'i.id',
      'i.kind',
      'i.state',
      'i.number',
      'i.reference',
      'i.salt',
      'i.client_id as clientId',
      'i.payer',
      sql<string>`coalesce(i.mail_to, i.payer ->> 'email')`.as('mailTo'),
      'i.seller',
      'i.language',
      'i.issued_on as issuedOn',
      'i.due_on as dueOn',
      'i.credits_id as creditsId',
      'i.created_at as createdAt',
      'i.total_cents as totalCents',
      sql<number>`(select coalesce(-sum(c.total_cents), 0)::integer from invoices c where c.tenant_id = i.tenant_id
        and c.credits_id = i.id and c.state = 'issued')`.as('creditedCents'),
      sql<number>`(select coalesce(sum(a.amount_cents), 0)::integer from allocations a
        where a.tenant_id = i.tenant_id and a.invoice_id = i.id)`.as('paidCents'),
      sql<boolean>`i.written_off_at is not null`.as('isWrittenOff'),
    ])
    .where('i.tenant_id', '=', tenant);
}

/** The sums as the rules want them. */
export function toSums(row: {
  readonly state: string;
  readonly totalCents: number;
  readonly creditedCents: number;
  readonly paidCents: number;
  readonly isWrittenOff: boolean;
}): InvoiceSums {
  return row as InvoiceSums;
}

export const listLines = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('invoice_lines')
    .select([
      'position',
      'product_id as productId',
      'article',
      'quantity',
      'unit_cents as unitCents',
      'discount_cents as discountCents',
      'gross_cents as grossCents',
      'net_cents as netCents',
      'vat_cents as vatCents',
      'vat_kind as vatKind',
      'vat_rate as vatRate',
      'supply_on as supplyOn',
      'item',
    ])
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position'),
);

export interface Issue {
  readonly invoiceId: number;
  readonly series: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly seller: Seller;
  readonly now: string;
}

/**
 * A counter as it is printed in a number: in six digits, and in more once it has more. Plain padding would cut it, and give the
 * same number twice. `counter` is SQL.
 */
export const printed = (counter: string) =>
  `lpad((${counter})::text, greatest(6, length((${counter})::text)), '0')`;

/**
 * Issues a draft under the next number of its series. The counter's row stays locked until the commit: a rollback gives
 * the number back, so there is no gap. Answers the number; no row when it is no draft any more.
 */
export function issueDraft(issue: Issue): Query<{ number: string }> {
  return {
    text: `with next as (
        insert into invoice_series (series, year, last)
        select $2, extract(year from $3::date)::integer, 1 from invoices
          where tenant_id = app_tenant() and id = $1 and state = 'draft'
        on conflict (tenant_id, series, year) do update set last = invoice_series.last + 1
        returning series, year, last)
      update invoices set state = 'issued', issued_on = $3, due_on = $4, seller = $5, issued_at = $6,
        number = next.series || '-' || next.year || '-' || ${printed('next.last')}
      from next where tenant_id = app_tenant() and id = $1 returning number`,
    values: [
      issue.invoiceId,
      issue.series,
      issue.issuedOn,
      issue.dueOn,
      JSON.stringify(issue.seller),
      issue.now,
    ],
  };
}

/** Nothing of a dropped draft was ever owed. */
export function dropDraft({ invoiceId, now }: OfInvoice & { readonly now: string }): Query {
  return sqlBuilder
    .updateTable('invoices')
    .set({ state: 'dropped', dropped_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', invoiceId)
    .where('state', '=', 'draft');
}

export interface NewReceipt {
  readonly id: number;
  readonly kind: 'online' | 'bank' | 'cash' | 'refund';
  /** Below zero when money goes back. */
  readonly amountCents: Cents;
  /** What it comes from; the same again changes nothing: `payment:<id>`, `refund:<id>`, `bank:<entry>`. */
  readonly source: string;
  readonly clientId: number | null;
  readonly bookedOn: string;
  readonly payerName: string | null;
  readonly now: string;
}

export const nextReceiptId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('receipts', 'id'))::integer`.as('id')),
);

/** Ids for several receipts at once. */
export function nextReceiptIds(count: number): Query<{ id: number }> {
  return {
    text: `select nextval(pg_get_serial_sequence('receipts', 'id'))::integer as id from generate_series(1, $1)`,
    values: [count],
  };
}

export function insertReceipt(receipt: NewReceipt): Query {
  return sqlBuilder.insertInto('receipts').values({
    id: receipt.id,
    kind: receipt.kind,
    amount_cents: receipt.amountCents,
    source: receipt.source,
    client_id: receipt.clientId,
    booked_on: receipt.bookedOn,
    payer_name: receipt.payerName,
    created_at: receipt.now,
  });
}

export interface NewAllocation {
  readonly receiptId: number;
  readonly invoiceId: number;
  readonly amountCents: Cents;
  readonly now: string;
}

export function insertAllocation({ receiptId, invoiceId, amountCents, now }: NewAllocation): Query {
  return sqlBuilder.insertInto('allocations').values({
    receipt_id: receiptId,
    invoice_id: invoiceId,
    amount_cents: amountCents,
    created_at: now,
  });
}

/** What an invoice was for. */
export interface Bought {
  /** Of the first line, as it stands on the paper, and what its product is called. */
  readonly article: string;
  readonly names: Partial<Record<Language, string>> | null;
  readonly lineCount: number;
}

/** A row of what an invoice was for (`Bought`), to be joined laterally; the invoice by an expression for its id. */
export const boughtWith = (invoiceId: string) =>
  `(select coalesce((array_agg(l.article order by l.position))[1], '') as article, (array_agg(p.names order by l.position))[1] as names,
      count(*)::integer as "lineCount"
    from invoice_lines l left join products p on p.tenant_id = app_tenant() and p.id = l.product_id
    where l.tenant_id = app_tenant() and l.invoice_id = ${invoiceId})`;
