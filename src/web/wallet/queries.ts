import { useQuery } from '@tanstack/react-query';
import * as contract from '#shared/wallet/contract.ts';
import type { OwnedKind } from '#shared/wallet/domain.ts';
import { queryFor } from '#web/kernel/queries.ts';

export type { OwnedItem } from '#shared/wallet/contract.ts';

/** Everything owned and owed in one answer, without the ledgers. */
export function useOwned() {
  return useQuery(queryFor(contract.listOwned));
}

/** The ledger behind one balance, asked for when it is opened. */
export function useOwnedLedger(kind: OwnedKind, id: number, isOpen: boolean) {
  return useQuery({ ...queryFor(contract.getOwnedLedger, { params: { kind, id } }), enabled: isOpen });
}
