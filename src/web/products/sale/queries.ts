import { listProducts } from '#shared/products/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';

/** What is bought singly. */
export type SoldKind = 'ticket' | 'voucher';

/** What is for sale of a kind in every club: little, so that a choice of club asks nothing. */
export function forSaleQuery(kind: SoldKind) {
  return queryFor(listProducts, { query: { kind } });
}
