import type { Statement } from '#server/kernel/batch.ts';
import type { NewVoucher } from '#server/vouchers/data.ts';
import { insertRows } from '../data.ts';
import type { VoucherProduct } from './built-in.ts';

/** What is sold as vouchers, for the same price in every club. */
export function insertProducts(
  tenantId: number,
  products: readonly VoucherProduct[],
  ids: readonly number[],
  clubIds: readonly number[],
): Statement[] {
  return [
    insertRows(
      tenantId,
      'products',
      products.map(({ names, descriptions, clientType, uses, months, isShareable }, index) => ({
        id: ids[index],
        kind: 'voucher',
        category: 'webapp_fitness',
        client_type: clientType,
        names,
        descriptions,
        vat_kind: 'standard',
        visits: uses,
        valid_count: months,
        valid_unit: 'month',
        start_mode: 'purchase',
        is_shareable: isShareable,
        is_active: true,
        position: 100 + index,
      })),
    ),
    insertRows(
      tenantId,
      'product_prices',
      products.flatMap(({ priceCents }, index) =>
        clubIds.map((clubId) => ({ product_id: ids[index], club_id: clubId, price_cents: priceCents })),
      ),
    ),
  ];
}

export interface VoucherRow extends Omit<NewVoucher, 'line' | 'now'> {
  readonly revokedAt: string | null;
  readonly invoiceId: number | null;
  readonly createdAt: string;
}

/** Bytes as PostgreSQL reads them in a text. */
const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;

export function insertVouchers(tenantId: number, rows: readonly VoucherRow[]): Statement {
  return insertRows(
    tenantId,
    'vouchers',
    rows.map((row) => ({
      id: row.id,
      product_id: row.productId,
      club_id: row.clubId,
      client_id: row.clientId,
      holder_name: row.holderName,
      holder_email: row.holderEmail,
      uses: row.uses,
      valid_from: row.validFrom,
      valid_until: row.validUntil,
      is_shareable: row.isShareable,
      salt: bytes(row.salt),
      token_hash: bytes(row.tokenHash),
      code_hash: bytes(row.codeHash),
      revoked_at: row.revokedAt,
      invoice_id: row.invoiceId,
      position: row.invoiceId === null ? null : 1,
      link_id: row.linkId,
      created_at: row.createdAt,
    })),
  );
}

export interface MovementRow {
  readonly id: number;
  readonly voucherId: number;
  readonly kind: 'use' | 'correct' | 'revoke' | 'link' | 'takeBack';
  readonly uses: number;
  readonly ofId: number | null;
  readonly note: string;
  readonly createdAt: string;
}

export function insertMovements(tenantId: number, rows: readonly MovementRow[]): Statement {
  return insertRows(
    tenantId,
    'voucher_movements',
    rows.map(({ id, voucherId, kind, uses, ofId, note, createdAt }) => ({
      id,
      voucher_id: voucherId,
      kind,
      uses,
      of_id: ofId,
      note,
      created_at: createdAt,
    })),
  );
}

export interface LinkRow {
  readonly id: number;
  readonly voucherId: number;
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly codeHash: Buffer;
  readonly createdAt: string;
  readonly claimedAt: string | null;
  readonly takenBackAt: string | null;
}

export function insertLinks(tenantId: number, rows: readonly LinkRow[]): Statement {
  return insertRows(
    tenantId,
    'voucher_links',
    rows.map((row) => ({
      id: row.id,
      voucher_id: row.voucherId,
      salt: bytes(row.salt),
      token_hash: bytes(row.tokenHash),
      code_hash: bytes(row.codeHash),
      created_at: row.createdAt,
      claimed_at: row.claimedAt,
      taken_back_at: row.takenBackAt,
    })),
  );
}
