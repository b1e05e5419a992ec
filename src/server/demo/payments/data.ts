import type { Statement } from '#server/kernel/batch.ts';
import type { Seller } from '#shared/invoices/domain.ts';
import { insertRows, type Typed } from '../data.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Ids, and the last number given of the year's series: further ones follow it. */
export function takeIds(
  tenantId: number,
  counts: { invoices: number; receipts: number; year: number },
): Typed<{ invoices: number[]; receipts: number[]; last: number }> {
  const take = (table: string, parameter: number) =>
    `array(select nextval(pg_get_serial_sequence('${table}', 'id'))::integer from generate_series(1, $${parameter}))`;
  return {
    text: `with series as (
        insert into invoice_series (tenant_id, series, year, last) values ($1, 'A', $4, $2)
        on conflict (tenant_id, series, year) do update set last = invoice_series.last + $2 returning last)
      select ${take('invoices', 2)} as invoices, ${take('receipts', 3)} as receipts, last from series`,
    values: [tenantId, counts.invoices, counts.receipts, counts.year],
  };
}

/** Drafts, their lines, then all of them issued: as the rules of the tables have it. */
export function insertSales(tenantId: number, invoices: Rows, lines: Rows, seller: Seller): Statement[] {
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
        created_at: 'timestamptz',
      },
      invoices,
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
      },
      lines,
    ),
    {
      text: `update invoices as i set state = 'issued', number = r.number, issued_on = r.issued_on, due_on = r.due_on,
          seller = $3::jsonb, issued_at = i.created_at
        from jsonb_to_recordset($2::jsonb) as r (id integer, number text, issued_on date, due_on date)
        where i.tenant_id = $1 and i.id = r.id`,
      values: [tenantId, JSON.stringify(invoices), JSON.stringify(seller)],
    },
  ];
}

export function insertPayments(
  tenantId: number,
  rows: { payments: Rows; refunds: Rows; receipts: Rows; allocations: Rows },
): Statement[] {
  return [
    insertRows(
      tenantId,
      'payments',
      {
        id: 'uuid',
        invoice_id: 'integer',
        provider: 'text',
        provider_id: 'text',
        method: 'text',
        bank: 'text',
        bank_name: 'text',
        country: 'text',
        amount_cents: 'integer',
        status: 'text',
        created_at: 'timestamptz',
        expires_at: 'timestamptz',
        changed_at: 'timestamptz',
      },
      rows.payments,
    ),
    insertRows(
      tenantId,
      'refunds',
      {
        id: 'uuid',
        payment_id: 'uuid',
        provider_id: 'text',
        amount_cents: 'integer',
        status: 'text',
        reason: 'text',
        created_at: 'timestamptz',
        changed_at: 'timestamptz',
      },
      rows.refunds,
    ),
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
      rows.receipts,
    ),
    insertRows(
      tenantId,
      'allocations',
      { receipt_id: 'integer', invoice_id: 'integer', amount_cents: 'integer', created_at: 'timestamptz' },
      rows.allocations,
    ),
  ];
}
