import { useQuery } from '@tanstack/react-query';
import { listAllProducts } from '#shared/products/admin/contract.ts';
import { adjustTicket } from '#shared/tickets/contract.ts';
import { adjustVoucher, restoreVoucher, revokeVoucher } from '#shared/vouchers/contract.ts';
import * as contract from '#shared/wallet/desk/contract.ts';
import { grantTicket } from '#shared/wallet/grants/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

export type { ClientTicket, ClientVoucher, WalletLine } from '#shared/wallet/desk/contract.ts';

/** Tickets, packages and vouchers of a client. */
export function useClientWallet(id: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(contract.listClientWallet, { params: { id } }), enabled: isMember });
}

/** One of them with its ledger. */
export function useClientTicket(id: number) {
  return useQuery({ ...queryFor(contract.getClientTicket, { params: { id } }), retry: false });
}

export function useClientVoucher(id: number) {
  return useQuery({ ...queryFor(contract.getClientVoucher, { params: { id } }), retry: false });
}

/** What a change of them makes old. */
const invalidates = ['back-office', 'owned', 'tickets', 'vouchers'];
const isErrorShownByScreen = () => true;

/** Corrects a number, above zero added, below taken away. Refusals stand in the form. */
export function useCorrecting(kind: 'ticket' | 'voucher', id: number) {
  const success = (t: (key: 'clientOwned.corrected') => string) => t('clientOwned.corrected');
  const ofTicket = useCommand(adjustTicket, { invalidates, isErrorShownByScreen, success });
  const ofVoucher = useCommand(adjustVoucher, { invalidates, isErrorShownByScreen, success });
  const params = { id };
  const { isPending, error } = kind === 'ticket' ? ofTicket : ofVoucher;
  return {
    isPending,
    error,
    correct: (change: number, reason: string, onSuccess: () => void) =>
      kind === 'ticket'
        ? ofTicket.mutate({ params, body: { visits: change, reason } }, { onSuccess })
        : ofVoucher.mutate({ params, body: { uses: change, reason } }, { onSuccess }),
  };
}

/** Withdraws a voucher, or gives it back. Refusals stand in the form. */
export function useRevoking(isRevoking: boolean, id: number) {
  const revoking = useCommand(revokeVoucher, {
    ...{ invalidates, isErrorShownByScreen },
    success: (t) => t('clientOwned.revoked'),
  });
  const restoring = useCommand(restoreVoucher, {
    ...{ invalidates, isErrorShownByScreen },
    success: (t) => t('clientOwned.restored'),
  });
  const command = isRevoking ? revoking : restoring;
  return {
    isPending: command.isPending,
    error: command.error,
    save: (reason: string, onSuccess: () => void) =>
      command.mutate({ params: { id }, body: { reason } }, { onSuccess }),
  };
}

/** Tickets that some club sells now. */
export function useTicketsForSale() {
  const query = useQuery(queryFor(listAllProducts, { query: { limit: 100 } }));
  const products = query.data?.items.filter(
    ({ values: { kind, isActive, prices } }) => kind === 'ticket' && isActive && prices.length > 0,
  );
  return { products, error: query.error };
}

export type TicketForSale = NonNullable<ReturnType<typeof useTicketsForSale>['products']>[number];

/** Gives a ticket, or sells it with an invoice. Refusals stand in the form. */
export function useGrantTicket() {
  return useCommand(grantTicket, {
    ...{ invalidates: [...invalidates, 'invoices'], isErrorShownByScreen },
    success: (t, { invoiceNumber: number }) =>
      number === null ? t('clientOwned.giving.given') : t('clientOwned.giving.sold', { number }),
  });
}
