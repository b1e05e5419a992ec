import type { Statement } from '#server/kernel/batch.ts';
import type { Seller } from '#shared/invoices/domain.ts';
import { insertRows } from '../../data.ts';

type Row = Readonly<Record<string, unknown>>;

/** Drafts and their lines; those to be issued then are, under the numbers that follow the centre's last ones. */
export function insertInvoices(
  tenantId: number,
  invoices: readonly Row[],
  lines: readonly Row[],
  issues: readonly Row[],
  seller: Seller,
): Statement[] {
  const asked = `jsonb_to_recordset($2::jsonb) as r (id integer, series text, year integer, n integer, issued_on date,
    due_on date, at timestamptz)`;
  return [
    insertRows(
      tenantId,
      'invoices',
      invoices.map((row) => ({ ...row, state: 'draft' })),
    ),
    insertRows(tenantId, 'invoice_lines', lines),
    {
      text: `update invoices as i set state = 'issued', issued_on = r.issued_on, due_on = r.due_on, issued_at = r.at,
          seller = $3::jsonb, number = r.series || '-' || r.year || '-' || lpad((r.n + coalesce(s.last, 0))::text, 6, '0')
        from ${asked} left join invoice_series s on s.tenant_id = $1 and s.series = r.series and s.year = r.year
        where i.tenant_id = $1 and i.id = r.id`,
      values: [tenantId, JSON.stringify(issues), JSON.stringify(seller)],
    },
    {
      text: `insert into invoice_series as s (tenant_id, series, year, last)
        select $1, r.series, r.year, max(r.n) from ${asked} group by 2, 3
        on conflict (tenant_id, series, year) do update set last = s.last + excluded.last`,
      values: [tenantId, JSON.stringify(issues)],
    },
  ];
}

export function insertMoney(
  tenantId: number,
  receipts: readonly Row[],
  allocations: readonly Row[],
): Statement[] {
  return [insertRows(tenantId, 'receipts', receipts), insertRows(tenantId, 'allocations', allocations)];
}

export interface ContractParts {
  readonly prices: readonly Row[];
  readonly terms: readonly Row[];
  readonly freezes: readonly Row[];
  readonly periods: readonly Row[];
  readonly changes: readonly Row[];
}

export function insertContracts(
  tenantId: number,
  contracts: readonly Row[],
  { prices, terms, freezes, periods, changes }: ContractParts,
): Statement[] {
  return [
    insertRows(tenantId, 'contracts', contracts),
    insertRows(tenantId, 'contract_prices', prices),
    insertRows(tenantId, 'contract_terms', terms),
    insertRows(tenantId, 'contract_freezes', freezes),
    insertRows(
      tenantId,
      'contract_periods',
      periods.map((row) => ({ ...row, discount_cents: 0 })),
    ),
    insertRows(tenantId, 'contract_changes', changes),
  ];
}
