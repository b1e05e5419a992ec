import { useQuery } from '@tanstack/react-query';
import type { Language } from '#shared/kernel/language.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { listProducts, type Price, type Product } from '#shared/products/contract.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { queryFor } from '#web/kernel/queries.ts';

/** The tickets for sale in every club: few, so that a choice of club asks nothing. */
export function ticketsForSaleQuery() {
  return queryFor(listProducts, { query: {} });
}

export function useTicketsForSale(isAsked = true) {
  return useQuery({ ...ticketsForSaleQuery(), enabled: isAsked });
}

/** The price in a club; without one that sells it, undefined. */
export function priceIn({ prices }: Product, unit: number | undefined): Price | undefined {
  return unit === undefined ? undefined : prices.find(({ unitId }) => unitId === unit);
}

/** The lowest price of some clubs, and whether the others cost more. */
export function lowestPrice({ prices }: Product): { price: Price | undefined; isLowest: boolean } {
  const [price] = prices.toSorted((one, other) => one.priceOnline - other.priceOnline);
  return { price, isLowest: prices.some(({ priceOnline }) => priceOnline !== price?.priceOnline) };
}

/** Euros of the wire in words. */
export function formatEuros(euros: number, language: Language): string {
  return formatMoney(eurosToCents(euros), language);
}
