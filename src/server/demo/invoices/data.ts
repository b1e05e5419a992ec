import type { Statement } from '#server/kernel/batch.ts';
import { insertRows } from '../data.ts';

/** The last number of each series that these have. */
export function insertSeries(tenantId: number): Statement {
  return {
    text: `insert into invoice_series (tenant_id, series, year, last)
      select $1, split_part(number, '-', 1), split_part(number, '-', 2)::integer, count(*)
      from invoices where tenant_id = $1 and number is not null group by 2, 3`,
    values: [tenantId],
  };
}

export function insertMoney(
  tenantId: number,
  receipts: readonly Readonly<Record<string, unknown>>[],
  allocations: readonly Readonly<Record<string, unknown>>[],
): Statement[] {
  return [insertRows(tenantId, 'receipts', receipts), insertRows(tenantId, 'allocations', allocations)];
}

/** What the bank brought: booked where it paid an invoice, the last ones to be decided. */
export function insertBankEntries(
  tenantId: number,
  entries: readonly Readonly<Record<string, unknown>>[],
): Statement {
  return insertRows(tenantId, 'bank_entries', entries);
}
