import type { Query } from '#server/kernel/db.ts';
import type { Seller } from '#shared/invoices/domain.ts';
import { type NewAllocation, type NewInvoice, type NewInvoiceLine, printed } from '../data.ts';

/** Ids for several invoices at once. */
export function nextInvoiceIds(count: number): Query<{ id: number }> {
  return {
    text: `select nextval(pg_get_serial_sequence('invoices', 'id'))::integer as id from generate_series(1, $1)`,
    values: [count],
  };
}

/** Drafts of invoices, all in one statement. */
export function insertDrafts(invoices: readonly NewInvoice[], now: string): Query {
  const rows = invoices.map(({ salt, tokenHash, ...invoice }) => ({
    ...invoice,
    salt: salt.toString('hex'),
    tokenHash: tokenHash.toString('hex'),
  }));
  return {
    text: `insert into invoices (id, kind, state, reference, salt, token_hash, client_id, payer, language, total_cents, created_at)
      select id, kind, 'draft', reference, decode(salt, 'hex'), decode("tokenHash", 'hex'), "clientId", payer, language,
        "totalCents", $2::timestamptz
      from jsonb_to_recordset($1::jsonb) as r (id integer, kind text, reference text, salt text, "tokenHash" text,
        "clientId" integer, payer jsonb, language text, "totalCents" integer)`,
    values: [JSON.stringify(rows), now],
  };
}

export interface LineOfMany extends NewInvoiceLine {
  readonly invoiceId: number;
  readonly position: number;
}

/** Lines of several drafts. */
export function insertLinesOfMany(lines: readonly LineOfMany[]): Query {
  return {
    text: `insert into invoice_lines (invoice_id, position, product_id, article, quantity, unit_cents, discount_cents,
        gross_cents, net_cents, vat_cents, vat_kind, vat_rate, supply_on)
      select "invoiceId", position, "productId", article, quantity, "unitCents", "discountCents", "grossCents", "netCents",
        "vatCents", "vatKind", "vatRate", "supplyOn"
      from jsonb_to_recordset($1::jsonb) as r ("invoiceId" integer, position integer, "productId" integer, article text,
        quantity integer, "unitCents" integer, "discountCents" integer, "grossCents" integer, "netCents" integer,
        "vatCents" integer, "vatKind" text, "vatRate" integer, "supplyOn" date)`,
    values: [JSON.stringify(lines)],
  };
}

/** Allocations of several invoices, to receipts that are locked. */
export function insertAllocations(allocations: readonly Omit<NewAllocation, 'now'>[], now: string): Query {
  return {
    text: `insert into allocations (receipt_id, invoice_id, amount_cents, created_at)
      select "receiptId", "invoiceId", "amountCents", $2::timestamptz
      from jsonb_to_recordset($1::jsonb) as r ("receiptId" integer, "invoiceId" integer, "amountCents" integer)`,
    values: [JSON.stringify(allocations), now],
  };
}

/**
 * Issues drafts of this transaction under the next numbers of their series, in the order of `invoiceIds`: last of the
 * transaction, for the counter's row stays locked until its commit, and a rollback gives all of them back.
 */
export function issueDrafts(issue: {
  readonly invoiceIds: readonly number[];
  readonly series: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly seller: Seller;
  readonly now: string;
}): Query<{ id: number; number: string }> {
  return {
    text: `with next as (
        insert into invoice_series (series, year, last)
        values ($2, extract(year from $3::date)::integer, $7::integer)
        on conflict (tenant_id, series, year) do update set last = invoice_series.last + $7::integer
        returning series, year, last)
      update invoices i set state = 'issued', issued_on = $3, due_on = $4, seller = $5, issued_at = $6,
        number = next.series || '-' || next.year || '-' || ${printed('next.last - $7::integer + w.nth')}
      from next, unnest($1::integer[]) with ordinality as w (id, nth)
      where i.tenant_id = app_tenant() and i.id = w.id
      returning i.id, i.number`,
    values: [
      issue.invoiceIds,
      issue.series,
      issue.issuedOn,
      issue.dueOn,
      JSON.stringify(issue.seller),
      issue.now,
      issue.invoiceIds.length,
    ],
  };
}

/** Locks the receipts of these clients of which something is left, in their order. */
export function lockOpenReceipts(clientIds: readonly number[]): Query<{ id: number }> {
  return {
    text: `select r.id from receipts r
      where r.tenant_id = app_tenant() and r.client_id = any($1::integer[])
        and r.amount_cents <> (select coalesce(sum(a.amount_cents), 0) from allocations a
          where a.tenant_id = r.tenant_id and a.receipt_id = r.id)
      order by r.id for update`,
    values: [clientIds],
  };
}

/** What of receipts that are locked is credit. */
export function listLeft(
  receiptIds: readonly number[],
): Query<{ receiptId: number; clientId: number; leftCents: number }> {
  return {
    text: `select r.id as "receiptId", r.client_id as "clientId", credit_left(r) as "leftCents"
      from receipts r where r.tenant_id = app_tenant() and r.id = any($1::integer[]) order by r.id`,
    values: [receiptIds],
  };
}
