import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  addContract,
  checkPurchase,
  getContract,
  listContracts,
  listPackages,
} from '#shared/contracts/contract.ts';
import {
  freezeContract,
  previewFreeze,
  previewReturn,
  returnFromFreeze,
} from '#shared/contracts/freezes/contract.ts';
import {
  getPublicWithdrawal,
  previewTermination,
  previewWithdrawal,
  revokeTermination,
  terminateContract,
  withdraw,
  withdrawByLink,
} from '#shared/contracts/terminations/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** The member's contracts, valid and archived. */
export function useContracts() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listContracts), enabled: isMember });
}

/** One of the member's contracts, whole. */
export function useContract(id: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getContract, { params: { id } }), enabled: isMember });
}

/** Bookings, invoices and places may change with a contract. */
const touched = ['contracts', 'invoices', 'registrations', 'schedule'];
const isShownHere = () => true;

/** What a freeze would do, as soon as both dates are known; the plan before stays in view while the next one comes. */
export function useFreezePreview(id: number, span: { from: string; until: string } | null) {
  return useQuery({
    ...queryFor(previewFreeze, { params: { id }, body: span ?? { from: '', until: '' } }),
    enabled: span !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function useFreeze() {
  return useCommand(freezeContract, {
    success: (t) => t('contracts.frozen'),
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
  });
}

export function useReturnPreview(id: number, freezeId: number, isAsked: boolean) {
  return useQuery({
    ...queryFor(previewReturn, { params: { id }, body: { freezeId } }),
    enabled: isAsked,
    retry: false,
  });
}

export function useReturn() {
  return useCommand(returnFromFreeze, {
    success: (t, { kind }) => t(kind === 'ended' ? 'contracts.cameBack' : 'contracts.freezeTakenBack'),
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
  });
}

export function useTerminationPreview(id: number, isAsked: boolean) {
  return useQuery({ ...queryFor(previewTermination, { params: { id } }), enabled: isAsked, retry: false });
}

export function useEnd() {
  return useCommand(terminateContract, {
    success: (t) => t('contracts.ended'),
    invalidates: touched,
    isErrorShownByScreen: isShownHere,
  });
}

export function useRevokeTermination() {
  return useCommand(revokeTermination, { success: (t) => t('contracts.endTakenBack'), invalidates: touched });
}

export function useWithdrawalPreview(id: number, isAsked: boolean) {
  return useQuery({ ...queryFor(previewWithdrawal, { params: { id } }), enabled: isAsked, retry: false });
}

export function useWithdraw() {
  return useCommand(withdraw, { invalidates: touched, isErrorShownByScreen: isShownHere });
}

/** What a mailed link withdraws from. Only the browser asks, so that no drawn page holds it. */
export function usePublicWithdrawal(token: string) {
  return useQuery({ ...queryFor(getPublicWithdrawal, { query: { token } }), retry: false });
}

export function useWithdrawByLink() {
  return useCommand(withdrawByLink, { invalidates: [], isErrorShownByScreen: isShownHere });
}

/** What is for sale in a club. */
export function usePackages(clubId: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listPackages, { params: { id: clubId } }), enabled: isMember });
}

interface Request {
  productId: number;
  unitId: number;
  startsOn: string;
  code?: string;
}

/** What it would cost; the sum before stays in view while the next one comes. */
export function usePurchaseCheck(request: Request | null) {
  return useQuery({
    ...queryFor(checkPurchase, { body: request ?? { productId: 1, unitId: 1, startsOn: '' } }),
    enabled: request !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Makes the draft. Refusals stand at the form, where nothing typed is lost. */
export function useAddContract() {
  return useCommand(addContract, { isErrorShownByScreen: isShownHere });
}
