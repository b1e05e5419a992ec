import { sqlBuilder } from '#server/kernel/db.ts';
import type { ClientType, ProductCategory, ProductKind } from '#shared/products/domain.ts';
import type { StartMode, ValidUnit } from '#shared/products/validity/domain.ts';
import type { Centre } from './centre.ts';
import type { TestServer } from './server.ts';

export interface ProductParts {
  readonly kind?: ProductKind;
  readonly name?: string;
  readonly category?: ProductCategory;
  readonly clientType?: ClientType;
  readonly visits?: number | null;
  readonly valid?: readonly [count: number, unit: ValidUnit];
  readonly startMode?: StartMode;
  readonly isActive?: boolean;
  readonly prices?: readonly { clubId: number; priceCents: number; priceOnlineCents?: number }[];
}

/** What can be bought, in the centre's first club unless told otherwise: ten visits within a month for 72,40 €. */
export async function addProduct(
  { server }: TestServer,
  home: Centre,
  parts: ProductParts = {},
): Promise<number> {
  const { name = 'Ten visits', visits = 10, valid = [1, 'month'] } = parts;
  const [[product]] = await server.system.run(
    sqlBuilder
      .insertInto('products')
      .values({
        tenant_id: home.id,
        kind: parts.kind ?? 'ticket',
        category: parts.category ?? 'webapp_fitness',
        client_type: parts.clientType ?? 'gym',
        names: JSON.stringify({ et: `${name} et`, en: name, lv: `${name} lv` }),
        vat_kind: 'standard',
        visits,
        valid_count: valid[0],
        valid_unit: valid[1],
        start_mode: parts.startMode ?? 'purchase',
        is_active: parts.isActive ?? true,
      })
      .returning('id'),
  );
  if (!product) throw new Error('nothing was inserted');
  const { prices = [{ clubId: home.clubId, priceCents: 7240 }] } = parts;
  await server.system.run(
    sqlBuilder.insertInto('product_prices').values(
      prices.map(({ clubId, priceCents, priceOnlineCents = null }) => ({
        tenant_id: home.id,
        product_id: product.id,
        club_id: clubId,
        price_cents: priceCents,
        price_online_cents: priceOnlineCents,
      })),
    ),
  );
  return product.id;
}
