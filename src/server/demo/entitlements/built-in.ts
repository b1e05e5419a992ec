import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';
import { priceAt } from '../prices/domain.ts';

/** What one place in a paid training costs, by kind of centre. */
const oneCents: Readonly<Record<TenantKind, number>> = {
  sportsCentre: 900,
  gymChain: 900,
  golfClub: 2900,
  spa: 1900,
  swimmingPool: 1100,
  tennisClub: 1700,
  climbingHall: 1600,
  pilatesStudio: 2200,
  yogaStudio: 1400,
  danceStudio: 1200,
  trainerPortal: 1800,
};

/** Taken one by one, each at a price of its own: nobody has a card for them. */
const singleCents: Readonly<Partial<Record<StyleKey, number>>> = {
  teeTime: 2900,
  openCourt: 700,
  massage: 5900,
  bodyWrap: 7900,
  faceCare: 6500,
};

/** What of a centre's styles is sold so, by place in its list. */
export function singlesOf(tenant: BuiltInTenant): { readonly styleIndex: number; readonly cents: number }[] {
  return tenant.styles.flatMap((style, styleIndex) => {
    const cents = singleCents[style];
    return cents === undefined ? [] : [{ styleIndex, cents: priceAt(tenant, cents) }];
  });
}

/** What paid trainings of a centre cost, one by one and ten at once. */
export function paidPricesOf(tenant: BuiltInTenant): {
  readonly tenCents: number;
  readonly oneCents: number;
} {
  const one = oneCents[tenant.kind];
  return { oneCents: priceAt(tenant, one), tenCents: priceAt(tenant, one * 9 - 200) };
}
