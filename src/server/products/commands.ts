import type { Ctx } from '#server/kernel/ctx.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import { onlineCents } from '#shared/products/domain.ts';
import * as data from './data.ts';

/** What is for sale, one for each product, with its prices in the clubs' order. */
export function toProducts({ tenant, language, now }: Ctx, rows: readonly data.PricedProduct[]) {
  const clubOrder = new Map(tenant.clubs.map(({ id }, index) => [id, index]));
  const startUntil = addDays(localDate(now, tenant.timeZone), tenant.limits.ticketStartDaysMax);
  const nameOf = (names: data.Names) => data.nameIn(names, language, tenant.defaultLanguage);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([product, ...others]) => {
    if (!product) return [];
    const prices = [product, ...others].toSorted(
      (one, other) => (clubOrder.get(one.clubId) ?? 0) - (clubOrder.get(other.clubId) ?? 0),
    );
    return {
      ...product,
      name: nameOf(product.names),
      description: nameOf(product.descriptions),
      startUntil: product.startMode === 'chosen' ? startUntil : null,
      prices: prices.map((price) => ({
        unitId: price.clubId,
        price: centsToEuros(price.priceCents),
        priceOnline: centsToEuros(onlineCents(price)),
      })),
    };
  });
}
