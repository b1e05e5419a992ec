import type { TenantKind } from '#shared/tenants/domain.ts';
import { climbingHallPackages, golfClubPackages, tennisClubPackages } from './grounds/built-in.ts';
import { gymChainPackages, sportsCentrePackages, swimmingPoolPackages } from './halls/built-in.ts';
import type { DemoPackage } from './roles/built-in.ts';
import {
  danceStudioPackages,
  pilatesStudioPackages,
  spaPackages,
  trainerPortalPackages,
  yogaStudioPackages,
} from './studios/built-in.ts';

/** What centres of a kind make contracts of, each in the order of the roles. */
export const demoPackages: Readonly<Record<TenantKind, readonly DemoPackage[]>> = {
  sportsCentre: sportsCentrePackages,
  gymChain: gymChainPackages,
  golfClub: golfClubPackages,
  spa: spaPackages,
  swimmingPool: swimmingPoolPackages,
  tennisClub: tennisClubPackages,
  climbingHall: climbingHallPackages,
  pilatesStudio: pilatesStudioPackages,
  yogaStudio: yogaStudioPackages,
  danceStudio: danceStudioPackages,
  trainerPortal: trainerPortalPackages,
};

export const joiningFee = {
  names: { et: 'Liitumistasu', en: 'Joining fee', lv: 'Iestāšanās maksa' },
  priceCents: 1500,
} as const;
