import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';

/** Below it prices end in half euros, above in whole ones. */
const smallCents = 2000;

/** What something that usually costs so much costs in this centre: towns differ, and so do kinds of customers. */
export function priceAt({ priceLevel }: Pick<BuiltInTenant, 'priceLevel'>, cents: number): number {
  if (priceLevel === 100) return cents;
  const step = cents < smallCents ? 50 : 100;
  return Math.round((cents * priceLevel) / 100 / step) * step;
}
