import { makeKeys } from '#server/vouchers/codes/commands.ts';
import * as data from '#server/vouchers/data.ts';
import type { Centre } from './centre.ts';
import { contextOf } from './context.ts';
import type { TestServer } from './server.ts';

/** A product that is sold as vouchers; one use for a month unless told otherwise. */
export async function voucherProduct(
  { ask }: TestServer,
  home: Centre,
  parts: { visits?: number; isShareable?: boolean; kind?: string; priceCents?: number } = {},
): Promise<number> {
  const { visits = 1, isShareable = false, kind = 'voucher', priceCents = 2500 } = parts;
  const names = { et: 'Vesivõimlemine', en: 'Water aerobics', lv: 'Ūdens vingrošana' };
  const [row] = await ask<{ id: number }>(
    `with product as (
       insert into products (tenant_id, kind, category, client_type, names, vat_kind, visits, valid_count, valid_unit,
         start_mode, is_shareable)
       values ($1, $2, 'webapp_fitness', 'pool', $3, 'standard', $4, 1, 'month', 'purchase', $5) returning id)
     insert into product_prices (tenant_id, product_id, club_id, price_cents)
       select $1, id, $6, $7 from product returning product_id as id`,
    home.id,
    kind,
    JSON.stringify(names),
    visits,
    isShareable,
    home.clubId,
    priceCents,
  );
  return row?.id ?? 0;
}

export interface VoucherParts {
  readonly clientId: number;
  readonly uses?: number;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly isShareable?: boolean;
  readonly clubId?: number;
  readonly holderEmail?: string;
}

/** A voucher that nobody sold, and what opens it. */
export async function voucherOf(server: TestServer, home: Centre, parts: VoucherParts) {
  const { tokens } = server.server.app.ports;
  const productId = await voucherProduct(server, home);
  const ctx = contextOf(server, home);
  const [ids] = await ctx.read(data.nextVoucherId({}));
  const id = ids[0]?.id ?? 0;
  const { token, code, ...stored } = makeKeys(tokens, home.id, 'voucher', id);
  await ctx.write((transaction) =>
    transaction.save(undefined, [
      data.insertVoucher({
        ...stored,
        id,
        productId,
        clubId: parts.clubId ?? null,
        clientId: parts.clientId,
        holderName: 'Mari Mets',
        holderEmail: parts.holderEmail ?? 'mari@test.test',
        uses: parts.uses ?? 3,
        validFrom: parts.validFrom ?? '2026-09-01',
        validUntil: parts.validUntil ?? '2026-12-31',
        isShareable: parts.isShareable ?? false,
        line: null,
        linkId: null,
        now: server.clock.now(),
      }),
    ]),
  );
  return { id, productId, token, code };
}
