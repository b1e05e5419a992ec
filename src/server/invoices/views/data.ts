import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import { type Bought, boughtWith } from '../data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfClient {
  readonly clientId: number;
}
interface OfInvoice {
  readonly invoiceId: number;
}

export interface ListedInvoice extends Bought {
  readonly id: number;
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly totalCents: number;
  readonly creditedCents: number;
  readonly paidCents: number;
  readonly isWrittenOff: boolean;
  readonly state: string;
}

/** A client's invoices with their sums. Behind the index by client: a client has some hundreds at the most. */
const ofClient = `select i.id, i.number, i.issued_on as "issuedOn", i.due_on as "dueOn", i.state,
    i.total_cents as "totalCents", i.written_off_at is not null as "isWrittenOff",
    (select coalesce(-sum(c.total_cents), 0)::integer from invoices c
      where c.tenant_id = i.tenant_id and c.credits_id = i.id and c.state = 'issued') as "creditedCents",
    (select coalesce(sum(a.amount_cents), 0)::integer from allocations a
      where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as "paidCents"
  from invoices i
  where i.tenant_id = app_tenant() and i.client_id = $1 and i.state = 'issued' and i.kind = 'invoice'`;

const withOpen = `select *, "totalCents" - "creditedCents" - "paidCents" > 0 and not "isWrittenOff" as "isOpen"
  from (${ofClient}) as sums`;

export interface InvoiceListPage extends OfClient {
  /** True for what is to be paid, false for the rest, null for all. */
  readonly isOpen: boolean | null;
  readonly offset: number;
  readonly limit: number;
}

/** Open ones first, the most urgent on top; then the others, latest first. */
export function listClientInvoices({
  clientId,
  isOpen,
  offset,
  limit,
}: InvoiceListPage): Query<ListedInvoice> {
  return {
    text: `select list.*, bought.* from (${withOpen}) as list cross join lateral ${boughtWith('list.id')} as bought
      where $2::boolean is null or "isOpen" = $2
      order by "isOpen" desc, case when "isOpen" then "dueOn" end, "issuedOn" desc, id desc offset $3 limit $4`,
    values: [clientId, isOpen, offset, limit],
  };
}

export interface InvoiceCounts {
  readonly total: number;
  readonly unpaidCount: number;
  readonly toPayCents: number;
}

export function countClientInvoices({ clientId }: OfClient): Query<InvoiceCounts> {
  return {
    text: `select count(*)::integer as total, (count(*) filter (where "isOpen"))::integer as "unpaidCount",
        coalesce(sum("totalCents" - "creditedCents" - "paidCents") filter (where "isOpen"), 0)::integer as "toPayCents"
      from (${withOpen}) as list`,
    values: [clientId],
  };
}

/** What the client has paid, or was credited, that pays no invoice and is not on its way back. */
export const findClientCredit = prepared(({ clientId }: OfClient) =>
  sqlBuilder.selectNoFrom(
    sql<number>`(select coalesce(sum(credit_left(r)), 0)::integer from receipts r
      where r.tenant_id = app_tenant() and r.client_id = ${clientId})`.as('creditCents'),
  ),
);

/** Whom an invoice is for, by name and number. */
export const findInvoiceClient = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('invoices as i')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'i.tenant_id').onRef('c.id', '=', 'i.client_id'),
    )
    .select(['c.id', 'c.code', 'c.first_name as firstName', 'c.last_name as lastName'])
    .where('i.tenant_id', '=', tenant)
    .where('i.id', '=', invoiceId),
);

/** What of which receipt was used for an invoice, or given back from it, in the order it happened. */
export const listInvoiceAllocations = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('allocations as a')
    .innerJoin('receipts as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.id', '=', 'a.receipt_id'),
    )
    .select([
      'a.receipt_id as receiptId',
      'a.amount_cents as amountCents',
      'a.created_at as allocatedAt',
      'r.created_at as receivedAt',
      'r.booked_on as bookedOn',
      'r.kind',
    ])
    .where('a.tenant_id', '=', tenant)
    .where('a.invoice_id', '=', invoiceId)
    .orderBy('a.id'),
);

const otherParts = ['o.id', 'o.number', 'o.issued_on as issuedOn', 'o.total_cents as totalCents'] as const;

export const listCreditNotes = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('invoices as o')
    .select(otherParts)
    .where('o.tenant_id', '=', tenant)
    .where('o.credits_id', '=', invoiceId)
    .where('o.state', '=', sql.lit('issued'))
    .orderBy('o.id'),
);

/** What a credit note takes back, and why. */
export const findCredited = prepared(({ invoiceId }: OfInvoice) =>
  sqlBuilder
    .selectFrom('invoices as i')
    .innerJoin('invoices as o', (join) =>
      join.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.credits_id'),
    )
    .select([...otherParts, 'i.reason'])
    .where('i.tenant_id', '=', tenant)
    .where('i.id', '=', invoiceId),
);

/** What the lines of an invoice are called, by their products; not of what was dropped. */
export const listProductNames = prepared(({ tokenHash }: { tokenHash: Buffer }) =>
  sqlBuilder
    .selectFrom('invoices as i')
    .innerJoin('invoice_lines as l', (join) =>
      join.onRef('l.tenant_id', '=', 'i.tenant_id').onRef('l.invoice_id', '=', 'i.id'),
    )
    .leftJoin('products as p', (join) =>
      join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.product_id'),
    )
    .select(['l.position', 'l.product_id as productId', 'l.article', 'p.names'])
    .where('i.tenant_id', '=', tenant)
    .where('i.token_hash', '=', tokenHash)
    .where('i.state', '<>', sql.lit('dropped'))
    .orderBy('l.position'),
);
