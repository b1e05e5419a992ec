import type { Statement } from '#server/kernel/batch.ts';
import type { Seller } from '#shared/invoices/domain.ts';
import { insertRows, type Typed } from '../../data.ts';

type Row = Readonly<Record<string, unknown>>;

/** Ids from the tables' own sequences. */
export function takeIds(
  contracts: number,
  invoices: number,
  receipts: number,
): Typed<{ contracts: number[]; invoices: number[]; receipts: number[] }> {
  const take = (table: string, parameter: number) =>
    `array(select nextval(pg_get_serial_sequence('${table}', 'id'))::integer from generate_series(1, $${parameter}))`;
  return {
    text: `select ${take('contracts', 1)} as contracts, ${take('invoices', 2)} as invoices,
      ${take('receipts', 3)} as receipts`,
    values: [contracts, invoices, receipts],
  };
}

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
        created_at: 'timestamptz',
      },
      invoices.map((row) => ({ ...row, state: 'draft' })),
    ),
    insertRows(
      tenantId,
      'invoice_lines',
      {
        invoice_id: 'integer',
        position: 'integer',
        product_id: 'integer',
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
        item: 'jsonb',
        credits_position: 'integer',
      },
      lines,
    ),
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
    insertRows(
      tenantId,
      'contracts',
      {
        id: 'integer',
        number: 'text',
        client_id: 'integer',
        product_id: 'integer',
        club_id: 'integer',
        category: 'text',
        names: 'jsonb',
        benefits: 'jsonb',
        payer: 'jsonb',
        language: 'text',
        state: 'text',
        period_months: 'integer',
        anchor_day: 'integer',
        vat_kind: 'text',
        starts_on: 'date',
        ends_on: 'date',
        term_months: 'integer',
        renews: 'boolean',
        binding_until: 'date',
        agreed_at: 'timestamptz',
        starts_early: 'boolean',
        notice_at: 'timestamptz',
        withdrawn_at: 'timestamptz',
        collected_at: 'timestamptz',
        blocked_at: 'timestamptz',
        block_reason: 'text',
        salt: 'bytea',
        token_hash: 'bytea',
        invoice_id: 'integer',
        position: 'integer',
        created_at: 'timestamptz',
        activated_at: 'timestamptz',
      },
      contracts,
    ),
    insertRows(
      tenantId,
      'contract_prices',
      { contract_id: 'integer', from_on: 'date', price_cents: 'integer', created_at: 'timestamptz' },
      prices,
    ),
    insertRows(
      tenantId,
      'contract_terms',
      {
        contract_id: 'integer',
        number: 'integer',
        starts_on: 'date',
        ends_on: 'date',
        created_at: 'timestamptz',
      },
      terms,
    ),
    insertRows(
      tenantId,
      'contract_freezes',
      {
        contract_id: 'integer',
        from_on: 'date',
        until_on: 'date',
        asked_until: 'date',
        fee_cents: 'integer',
        created_at: 'timestamptz',
      },
      freezes,
    ),
    insertRows(
      tenantId,
      'contract_periods',
      {
        contract_id: 'integer',
        from_on: 'date',
        until_on: 'date',
        owed_cents: 'integer',
        carried_cents: 'integer',
        amount_cents: 'integer',
        discount_cents: 'integer',
        invoice_id: 'integer',
        position: 'integer',
        created_at: 'timestamptz',
      },
      periods.map((row) => ({ ...row, discount_cents: 0 })),
    ),
    insertRows(
      tenantId,
      'contract_changes',
      { contract_id: 'integer', kind: 'text', details: 'jsonb', created_at: 'timestamptz' },
      changes,
    ),
  ];
}
