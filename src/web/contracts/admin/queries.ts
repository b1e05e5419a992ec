import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as giving from '#shared/contracts/grants/contract.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import * as status from '#shared/contracts/status/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

export type { ManagedContract } from '#shared/contracts/status/contract.ts';

/** The contracts of a client, for administrators. */
export function useClientContracts(id: number) {
  return useQuery(queryFor(status.listClientContracts, { params: { id } }));
}

/** One of them, whole, with what may be decided about it. */
export function useManagedContract(id: number) {
  return useQuery({ ...queryFor(status.getManagedContract, { params: { id } }), retry: false });
}

/** The client's history says it too, and bookings may be given back. */
const invalidates = ['contracts', 'back-office', 'registrations', 'schedule'];
const isErrorShownByScreen = () => true;

export function useBlock() {
  return useCommand(status.blockContract, {
    success: (t) => t('clientContracts.blockDone'),
    invalidates,
    isErrorShownByScreen,
  });
}

export function useUnblock() {
  return useCommand(status.unblockContract, {
    success: (t) => t('clientContracts.unblockDone'),
    invalidates,
    isErrorShownByScreen,
  });
}

export function useCollection() {
  return useCommand(status.collectContract, {
    success: (t) => t('clientContracts.collectDone'),
    invalidates,
    isErrorShownByScreen,
  });
}

export function useRecall() {
  return useCommand(status.recallContract, {
    success: (t) => t('clientContracts.recallDone'),
    invalidates,
    isErrorShownByScreen,
  });
}

export function useNewPrice() {
  return useCommand(changePrice, {
    success: (t, { changed }) => t(changed === 0 ? 'clientContracts.priceSame' : 'clientContracts.priceDone'),
    invalidates,
    isErrorShownByScreen,
  });
}

/** What a client can have a contract of in a club; asked for when somebody is about to make one. */
export function useClientPackages(id: number, unitId: number) {
  return useQuery({ ...queryFor(giving.listClientPackages, { params: { id, unitId } }), retry: false });
}

type DeskRequest = Parameters<typeof queryFor<typeof giving.checkClientContract>>[1]['body'];

/** What it would be and cost; what was asked before stays in view while the next comes. */
export function useDeskCheck(id: number, request: DeskRequest | null) {
  return useQuery({
    ...queryFor(giving.checkClientContract, {
      params: { id },
      body: request ?? { productId: 1, unitId: 1, startsOn: '' },
    }),
    enabled: request !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function useGrantContract() {
  return useCommand(giving.grantContract, {
    success: (t, { number, invoiceNumber: invoice }) => t('clientContracts.giving.done', { number, invoice }),
    invalidates: [...invalidates, 'invoices'],
    isErrorShownByScreen,
  });
}
