import { useMutation, useQuery } from '@tanstack/react-query';
import type { PasskeyRequest } from '#shared/account/contract.ts';
import {
  confirmCodes,
  type FactorProof,
  getFactors,
  removeCodes,
  renewRecoveryCodes,
  showFactor,
  startCodes,
} from '#shared/account/factors/contract.ts';
import { addPasskey, offerPasskey, removePasskey } from '#shared/account/passkeys/contract.ts';
import { type Proof, prove } from '#shared/account/proofs/contract.ts';
import { type ApiError, call } from '#web/kernel/call.ts';
import { deviceParameters } from '#web/kernel/device.ts';
import { type CommandMeta, queryFor, useCommand } from '#web/kernel/queries.ts';
import { useClaims, useIsMember } from '#web/kernel/session.tsx';
import { openWith } from '#web/kernel/session-runtime.ts';
import { answerOf, bringAuthenticator, type PasskeyOutcome } from '../passkeys/queries.ts';

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

/** The same by a passkey. */
export function useShowPasskey(
  { challenge, keep, request }: { challenge: string; keep: boolean; request: PasskeyRequest },
  onLoggedIn: () => void,
) {
  return useMutation<PasskeyOutcome, ApiError, void>({
    mutationFn: async () => {
      const assertion = await answerOf(request);
      if (!assertion) return 'left';
      const { token } = await call(showFactor, {
        body: { challenge, proof: { kind: 'passkey', assertion }, deviceParameters: deviceParameters() },
      });
      openWith(token, keep);
      onLoggedIn();
      return 'used';
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

/**
 * The first code of a new app; the session goes on with the token it brings. `onDone` is told of the recovery codes, which come
 * once, before anything else is: what follows may take the form away.
 */
export function useConfirmCodes(onDone: (recoveryCodes: readonly string[]) => void) {
  const keep = useClaims()?.keep ?? false;
  return useMutation<readonly string[], ApiError, string>({
    mutationFn: async (code) => {
      const { recoveryCodes, token } = await call(confirmCodes, { body: { code } });
      onDone(recoveryCodes);
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

/** A new passkey; `onDone` as in `useConfirmCodes`, of the codes that the first factor brings. Null where its reader thought better of it. */
export function useAddPasskey(onDone: (recoveryCodes: readonly string[]) => void) {
  const keep = useClaims()?.keep ?? false;
  return useMutation<readonly string[] | null, ApiError, string>({
    mutationFn: async (name) => {
      const { makePasskey } = await bringAuthenticator();
      const attestation = await makePasskey(await call(offerPasskey, { body: {} }));
      if (!attestation) return null;
      const { recoveryCodes, token } = await call(addPasskey, { body: { name, attestation } });
      onDone(recoveryCodes);
      if (token !== null) openWith(token, keep);
      return recoveryCodes;
    },
    meta: {
      invalidates: [addPasskey.noun],
      success: (t, codes: readonly string[] | null) => (codes ? t('factors.passkeyAdded') : null),
      isErrorShownByScreen: isShownHere,
    } satisfies CommandMeta,
  });
}

export function useRemovePasskey() {
  return useCommand(removePasskey, { success: (t) => t('factors.passkeyRemoved') });
}
