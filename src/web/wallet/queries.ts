import { useQuery } from '@tanstack/react-query';
import * as contract from '#shared/wallet/contract.ts';
import type { WalletKind } from '#shared/wallet/domain.ts';
import { queryFor } from '#web/kernel/queries.ts';

export type { WalletItem } from '#shared/wallet/contract.ts';

/** Everything owned and owed in one answer, without the ledgers. */
export function useWallet() {
  return useQuery(queryFor(contract.listWallet));
}

/** The ledger behind one balance, asked for when it is opened. */
export function useWalletLedger(kind: WalletKind, id: number, isOpen: boolean) {
  return useQuery({ ...queryFor(contract.getWalletLedger, { params: { kind, id } }), enabled: isOpen });
}
