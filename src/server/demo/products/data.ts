import type { Statement } from '#server/kernel/batch.ts';
import { insertRows } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { priceAt } from '../prices/domain.ts';
import { type DemoProduct, demoProducts } from './built-in.ts';

/** What a centre sells as tickets, at its own prices. */
export function productsOf({ tenant }: Pick<DemoCentre, 'tenant'>): readonly DemoProduct[] {
  const sold = demoProducts[tenant.kind].filter(({ style }) => !style || tenant.styles.includes(style));
  return sold.map((product) => ({
    ...product,
    priceCents: priceAt(tenant, product.priceCents),
    priceOnlineCents: product.priceOnlineCents === null ? null : priceAt(tenant, product.priceOnlineCents),
  }));
}

/** The second club is a little cheaper, so that a price is seen to belong to a club. */
function priceIn(clubIndex: number, cents: number | null): number | null {
  return cents === null || clubIndex !== 1 ? cents : Math.max(0, cents - Math.round(cents / 1000) * 100);
}

/** The products with their prices in each club. `clubIds` in the order of the centre's clubs. */
export function insertProducts(
  tenantId: number,
  products: readonly DemoProduct[],
  productIds: readonly number[],
  clubIds: readonly number[],
): Statement[] {
  return [
    insertRows(
      tenantId,
      'products',
      products.map((product, index) => ({
        id: productIds[index],
        kind: 'ticket',
        category: product.category,
        client_type: product.clientType,
        names: product.names,
        descriptions: product.descriptions ?? {},
        vat_kind: 'standard',
        visits: product.visits,
        valid_count: product.validCount,
        valid_unit: product.validUnit,
        start_mode: product.startMode,
        is_active: product.isActive,
        position: index,
      })),
    ),
    insertRows(
      tenantId,
      'product_prices',
      products.flatMap(({ isInOneClub, priceCents, priceOnlineCents }, index) =>
        clubIds.slice(0, isInOneClub ? 1 : clubIds.length).map((clubId, clubIndex) => ({
          product_id: productIds[index],
          club_id: clubId,
          price_cents: priceIn(clubIndex, priceCents),
          price_online_cents: priceIn(clubIndex, priceOnlineCents),
        })),
      ),
    ),
  ];
}
