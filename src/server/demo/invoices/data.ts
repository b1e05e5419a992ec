import type { Statement } from '#server/kernel/batch.ts';
import type { Seller } from '#shared/invoices/domain.ts';
import { insertRows, type Typed } from '../data.ts';

/** A row of each table; instants as ISO text, salts and hashes as `\x…`. */
export interface InvoiceRow {
  readonly id: number;
  readonly kind: string;
  readonly number: string;
  readonly reference: string | null;
  readonly salt: string;
  readonly token_hash: string;
  readonly client_id: number;
  readonly payer: unknown;
  readonly language: string;
  readonly total_cents: number;
  readonly credits_id: number | null;
  readonly reason: string;
  readonly issued_on: string;
  readonly due_on: string;
  readonly issued_at: string;
  readonly written_off_at: string | null;
}

export function takeInvoiceIds(
  invoices: number,
  receipts: number,
): Typed<{ invoices: number[]; receipts: number[] }> {
  const take = (table: string, parameter: number) =>
    `array(select nextval(pg_get_serial_sequence('${table}', 'id'))::integer from generate_series(1, $${parameter}))`;
  return {
    text: `select ${take('invoices', 1)} as invoices, ${take('receipts', 2)} as receipts`,
    values: [invoices, receipts],
  };
}

/** Drafts, their lines, then all of them issued: as the rules of the tables have it. */
export function insertInvoices(
  tenantId: number,
  invoices: readonly InvoiceRow[],
  lines: readonly Readonly<Record<string, unknown>>[],
  seller: Seller,
): Statement[] {
  return [
    insertRows(
      tenantId,
      'invoices',
      {
        id: 'integer',
        kind: 'text',
        state: 'text',
        reference: 'text',
        salt: 'bytea',
        token_hash: 'bytea',
        client_id: 'integer',
        payer: 'jsonb',
        language: 'text',
        total_cents: 'integer',
        credits_id: 'integer',
        reason: 'text',
        created_at: 'timestamptz',
      },
      invoices.map(({ issued_at, ...row }) => ({ ...row, state: 'draft', created_at: issued_at })),
    ),
    insertRows(
      tenantId,
      'invoice_lines',
      {
        invoice_id: 'integer',
        position: 'integer',
        article: 'text',
        quantity: 'integer',
        unit_cents: 'integer',
        discount_cents: 'integer',
        gross_cents: 'integer',
        net_cents: 'integer',
        vat_cents: 'integer',
        vat_kind: 'text',
        vat_rate: 'integer',
        supply_on: 'date',
        credits_position: 'integer',
      },
      lines,
    ),
    {
      text: `update invoices as i set state = 'issued', number = r.number, issued_on = r.issued_on, due_on = r.due_on,
          seller = $3::jsonb, issued_at = r.issued_at, written_off_at = r.written_off_at
        from jsonb_to_recordset($2::jsonb) as r (id integer, number text, issued_on date, due_on date,
          issued_at timestamptz, written_off_at timestamptz)
        where i.tenant_id = $1 and i.id = r.id`,
      values: [tenantId, JSON.stringify(invoices), JSON.stringify(seller)],
    },
    {
      text: `insert into invoice_series (tenant_id, series, year, last)
        select $1, split_part(number, '-', 1), split_part(number, '-', 2)::integer, count(*)
        from invoices where tenant_id = $1 and number is not null group by 2, 3`,
      values: [tenantId],
    },
  ];
}

export function insertMoney(
  tenantId: number,
  receipts: readonly Readonly<Record<string, unknown>>[],
  allocations: readonly Readonly<Record<string, unknown>>[],
): Statement[] {
  return [
    insertRows(
      tenantId,
      'receipts',
      {
        id: 'integer',
        kind: 'text',
        amount_cents: 'integer',
        source: 'text',
        client_id: 'integer',
        booked_on: 'date',
        payer_name: 'text',
        created_at: 'timestamptz',
      },
      receipts,
    ),
    insertRows(
      tenantId,
      'allocations',
      { receipt_id: 'integer', invoice_id: 'integer', amount_cents: 'integer', created_at: 'timestamptz' },
      allocations,
    ),
  ];
}

/** What the bank brought: booked where it paid an invoice, the last ones to be decided. */
export function insertBankEntries(
  tenantId: number,
  entries: readonly Readonly<Record<string, unknown>>[],
): Statement {
  return insertRows(
    tenantId,
    'bank_entries',
    {
      account: 'text',
      entry_key: 'text',
      booked_on: 'date',
      amount_cents: 'integer',
      payer_name: 'text',
      payer_account: 'text',
      reference: 'text',
      message: 'text',
      state: 'text',
      invoice_id: 'integer',
      receipt_id: 'integer',
      imported_at: 'timestamptz',
      settled_at: 'timestamptz',
    },
    entries,
  );
}
