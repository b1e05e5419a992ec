import type { Statement } from '#server/kernel/batch.ts';
import type { Payer, Seller } from '#shared/invoices/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import { insertRows } from '../data.ts';
import type { DemoCampaign } from './built-in.ts';

export interface CampaignRow extends DemoCampaign {
  readonly id: number;
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly createdAt: string;
}

export function insertCampaigns(
  tenantId: number,
  rows: readonly CampaignRow[],
  firsts: { readonly productId: number; readonly clubId: number },
): Statement[] {
  return [
    insertRows(
      tenantId,
      'campaigns',
      rows.map((row) => ({
        id: row.id,
        code: row.code,
        names: row.names,
        valid_from: row.validFrom,
        valid_until: row.validUntil,
        places: row.places,
        effect: row.effect,
        value: row.value,
        is_once_per_client: row.isOncePerClient ?? false,
        is_active: row.isActive ?? true,
        created_at: row.createdAt,
      })),
    ),
    insertRows(
      tenantId,
      'campaign_products',
      rows
        .filter((row) => row.isForFirstProduct)
        .map(({ id }) => ({ campaign_id: id, product_id: firsts.productId })),
    ),
    insertRows(
      tenantId,
      'campaign_clubs',
      rows.filter((row) => row.isForFirstClub).map(({ id }) => ({ campaign_id: id, club_id: firsts.clubId })),
    ),
  ];
}

/** A voucher that was bought with a code and paid for, whole. */
export interface SaleRow {
  readonly invoiceId: number;
  readonly receiptId: number;
  readonly campaignId: number;
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly reference: string;
  readonly clientId: number;
  readonly payer: Payer;
  readonly seller: Seller;
  readonly language: Language;
  readonly day: string;
  readonly dueOn: string;
  readonly at: string;
  readonly line: {
    readonly productId: number;
    readonly article: string;
    readonly unitCents: number;
    readonly discountCents: number;
    readonly grossCents: number;
    readonly netCents: number;
    readonly vatCents: number;
    readonly vatKind: string;
    readonly vatRate: number;
    readonly item: unknown;
  };
}

/** Issued under the next number of its series and paid in full; its place of the campaign is redeemed. */
export function insertSale(tenantId: number, sale: SaleRow): Statement[] {
  const { invoiceId, receiptId, line, at, day } = sale;
  return [
    {
      text: `insert into invoices (tenant_id, id, kind, state, reference, salt, token_hash, client_id, payer, language,
          total_cents, created_at)
        values ($1, $2, 'invoice', 'draft', $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        tenantId,
        invoiceId,
        sale.reference,
        sale.salt,
        sale.tokenHash,
        sale.clientId,
        JSON.stringify(sale.payer),
        sale.language,
        line.grossCents,
        at,
      ],
    },
    {
      text: `insert into invoice_lines (tenant_id, invoice_id, position, product_id, article, quantity, unit_cents,
          discount_cents, gross_cents, net_cents, vat_cents, vat_kind, vat_rate, supply_on, item)
        values ($1, $2, 1, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      values: [
        tenantId,
        invoiceId,
        line.productId,
        line.article,
        line.unitCents,
        line.discountCents,
        line.grossCents,
        line.netCents,
        line.vatCents,
        line.vatKind,
        line.vatRate,
        day,
        JSON.stringify(line.item),
      ],
    },
    {
      text: `with next as (
          insert into invoice_series (tenant_id, series, year, last)
          values ($1, 'A', extract(year from $3::date)::integer, 1)
          on conflict (tenant_id, series, year) do update set last = invoice_series.last + 1 returning year, last)
        update invoices set state = 'issued', issued_on = $3, due_on = $4, seller = $5, issued_at = $6,
          number = 'A-' || next.year || '-' || lpad(next.last::text, greatest(6, length(next.last::text)), '0')
        from next where tenant_id = $1 and id = $2`,
      values: [tenantId, invoiceId, day, sale.dueOn, JSON.stringify(sale.seller), at],
    },
    {
      text: `insert into receipts (tenant_id, id, kind, amount_cents, source, client_id, booked_on, payer_name, created_at)
        values ($1, $2, 'bank', $3, $4, $5, $6, $7, $8)`,
      values: [
        tenantId,
        receiptId,
        line.grossCents,
        `bank:demo-${invoiceId}`,
        sale.clientId,
        day,
        sale.payer.name,
        at,
      ],
    },
    {
      text: `insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at)
        values ($1, $2, $3, $4, $5)`,
      values: [tenantId, receiptId, invoiceId, line.grossCents, at],
    },
    {
      text: `insert into campaign_redemptions (tenant_id, invoice_id, campaign_id, client_id, email, discount_cents,
          created_at, held_until, redeemed_at) values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
      values: [tenantId, invoiceId, sale.campaignId, sale.clientId, sale.payer.email, line.discountCents, at],
    },
  ];
}
