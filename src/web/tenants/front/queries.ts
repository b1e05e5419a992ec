import { useQuery } from '@tanstack/react-query';
import { getLanding, type Landing } from '#shared/tenants/landing/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';

export const landingQuery = () => queryFor(getLanding);

/** What the front page says; undefined until it is known. */
export function useLanding(): Landing | undefined {
  return useQuery(landingQuery()).data;
}
