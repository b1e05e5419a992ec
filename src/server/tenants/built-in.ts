import { centreTenants } from './centres/built-in.ts';
import { groundTenants } from './grounds/built-in.ts';
import type { BuiltInTenant } from './shape/built-in.ts';
import { studioTenants } from './studios/built-in.ts';

/** The three that pictures, journeys and examples speak of stand first. */
const first = ['pohjala-sport.ee', 'dzintara-spa.lv', 'kadakaoja-golf.ee'];

function rank({ host }: BuiltInTenant): number {
  const place = first.indexOf(host);
  return place === -1 ? first.length : place;
}

/**
 * The built-in list of deployment hosts (specification point 1). It fills the tenants table, which is the truth
 * at run time. Every name, company, code, address and number in it is invented.
 */
export const builtInTenants: readonly BuiltInTenant[] = [
  ...centreTenants,
  ...groundTenants,
  ...studioTenants,
].sort((one, other) => rank(one) - rank(other));

/** The centre deployed at a host, without port; undefined when the host is not in the list. */
export function findBuiltInTenant(host: string): BuiltInTenant | undefined {
  return builtInTenants.find((tenant) => tenant.host === host.toLowerCase());
}
