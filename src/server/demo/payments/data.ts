import type { Statement } from '#server/kernel/batch.ts';
import { insertRows, type Typed } from '../data.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** So many numbers of the year's series; the last of them. */
export function takeNumbers(tenantId: number, year: number, count: number): Typed<{ last: number }> {
  return {
    text: `insert into invoice_series (tenant_id, series, year, last) values ($1, 'A', $2, $3)
      on conflict (tenant_id, series, year) do update set last = invoice_series.last + $3 returning last`,
    values: [tenantId, year, count],
  };
}

export function insertPayments(
  tenantId: number,
  rows: { payments: Rows; refunds: Rows; receipts: Rows; allocations: Rows },
): Statement[] {
  return [
    insertRows(tenantId, 'payments', rows.payments),
    insertRows(tenantId, 'refunds', rows.refunds),
    insertRows(tenantId, 'receipts', rows.receipts),
    insertRows(tenantId, 'allocations', rows.allocations),
  ];
}
