import { useQuery } from '@tanstack/react-query';
import { getBuyingTerms } from '#shared/tenants/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';

/** The buying terms in the page's language; kept as long as the contract says. */
export const buyingTermsQuery = () => queryFor(getBuyingTerms);

export function useBuyingTerms() {
  return useQuery(buyingTermsQuery());
}
