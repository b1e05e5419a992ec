import type { LandingOffer } from '#shared/tenants/landing/contract.ts';

/** The lowest price of a package that is paid month by month; undefined where none is. */
export function monthlyFrom(packages: readonly LandingOffer[]): number | undefined {
  const monthly = packages.filter(({ periodMonths }) => periodMonths === 1).map(({ price }) => price);
  return monthly.length === 0 ? undefined : Math.min(...monthly);
}

/** The cheapest of what is offered; undefined where nothing is. */
export function cheapest(offers: readonly LandingOffer[]): LandingOffer | undefined {
  return offers.toSorted((one, other) => one.price - other.price)[0];
}
