import { useMutation, useQuery } from '@tanstack/react-query';
import {
  confirmCodes,
  type FactorProof,
  getFactors,
  removeCodes,
  renewRecoveryCodes,
  showFactor,
  startCodes,
} from '#shared/account/factors/contract.ts';
import { type Proof, prove } from '#shared/account/proofs/contract.ts';
import { type ApiError, call } from '#web/kernel/call.ts';
import { deviceParameters } from '#web/kernel/device.ts';
import { type CommandMeta, queryFor, useCommand } from '#web/kernel/queries.ts';
import { useClaims, useIsMember } from '#web/kernel/session.tsx';
import { openWith } from '#web/kernel/session-runtime.ts';

const isShownHere = () => true;

/** The second step of a log-in that was begun. `onLoggedIn` belongs to the call: the form is gone by then. */
export function useShowFactor(
  { challenge, keep }: { challenge: string; keep: boolean },
  onLoggedIn: () => void,
) {
  return useMutation<void, ApiError, FactorProof>({
    mutationFn: async (proof) => {
      const { token } = await call(showFactor, {
        body: { challenge, proof, deviceParameters: deviceParameters() },
      });
      openWith(token, keep);
      onLoggedIn();
    },
    meta: { invalidates: [], isErrorShownByScreen: isShownHere } satisfies CommandMeta,
  });
}

/** Shows once more who is there. */
export function useProve() {
  const keep = useClaims()?.keep ?? false;
  return useMutation<void, ApiError, Proof>({
    mutationFn: async (proof) => {
      const { token } = await call(prove, { body: { proof } });
      openWith(token, keep);
    },
    meta: { invalidates: [], isErrorShownByScreen: isShownHere } satisfies CommandMeta,
  });
}

/** What the reader has to show beside the password. */
export function useFactors() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getFactors), enabled: isMember });
}

export function useStartCodes() {
  return useCommand(startCodes, { invalidates: [] });
}

/** The first code of a new app; the session goes on with the token it brings. */
export function useConfirmCodes() {
  const keep = useClaims()?.keep ?? false;
  return useMutation<readonly string[], ApiError, string>({
    mutationFn: async (code) => {
      const { recoveryCodes, token } = await call(confirmCodes, { body: { code } });
      if (token !== null) openWith(token, keep);
      return recoveryCodes;
    },
    meta: {
      invalidates: [confirmCodes.noun],
      success: (t) => t('factors.codesDone'),
      isErrorShownByScreen: isShownHere,
    } satisfies CommandMeta,
  });
}

export function useRemoveCodes() {
  return useCommand(removeCodes, { success: (t) => t('factors.codesRemoved') });
}

export function useRenewRecoveryCodes() {
  return useCommand(renewRecoveryCodes);
}
