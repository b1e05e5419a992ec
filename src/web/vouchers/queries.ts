import { useQuery } from '@tanstack/react-query';
import {
  claimVoucher,
  findByCode,
  getPublicVoucher,
  getVoucher,
  keepVoucher,
  listVouchers,
  shareVoucher,
  takeBackLink,
  type VoucherLink,
} from '#shared/vouchers/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { errorText, queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';

const isShownHere = () => true;

/** The member's own vouchers. */
export function useVouchers() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listVouchers), enabled: isMember });
}

/** One of them with its ledger and its links. */
export function useVoucher(id: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getVoucher, { query: { id } }), enabled: isMember, retry: false });
}

/** Moves a use to a new link; refusals stand where it was pressed. */
export function useShare() {
  const command = useCommand(shareVoucher, { isErrorShownByScreen: isShownHere });
  const share = (voucherId: number, onDone: (link: VoucherLink) => void) =>
    command.mutate({ body: { voucherId } }, { onSuccess: onDone });
  return { ...command, share };
}

export function useTakeBack() {
  const command = useCommand(takeBackLink, {
    success: (t) => t('vouchers.takenBackDone'),
    isErrorShownByScreen: isShownHere,
  });
  const takeBack = (linkId: number, onDone: () => void) =>
    command.mutate({ params: { id: linkId } }, { onSuccess: onDone });
  return { ...command, takeBack };
}

/** What an address opens. Only the browser asks, so that whoever merely looks at the page asks nothing. */
export function usePublicVoucher(token: string) {
  return useQuery({ ...queryFor(getPublicVoucher, { query: { token } }), retry: false, gcTime: 0 });
}

/** Refusals stand at the form, where nothing typed is lost. */
export function useClaim() {
  return useCommand(claimVoucher, { isErrorShownByScreen: isShownHere });
}

/** Puts a voucher that one bears the address of into one's account; refusals stand where it was pressed. */
export function useKeep() {
  return useCommand(keepVoucher, { success: (t) => t('vouchers.kept'), isErrorShownByScreen: isShownHere });
}

export function useFindByCode() {
  return useCommand(findByCode, { invalidates: [], isErrorShownByScreen: isShownHere });
}

/** Why a voucher was not claimed; without an answer nobody knows. */
export function useClaimProblem(): (error: ApiError) => string {
  const { t } = useTexts();
  return (error) => (error.status === 0 ? t('vouchers.noAnswer') : errorText(error, t));
}
