import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PasskeyAssertion, PasskeyRequest } from '#shared/account/contract.ts';
import {
  loginWithPasskey,
  requestPasskeyLogin,
  requestPasskeyProof,
} from '#shared/account/passkeys/contract.ts';
import { prove } from '#shared/account/proofs/contract.ts';
import { type ApiError, call } from '#web/kernel/call.ts';
import { deviceParameters } from '#web/kernel/device.ts';
import type { CommandMeta } from '#web/kernel/queries.ts';
import { useClaims } from '#web/kernel/session.tsx';
import { openWith, previousEnded } from '#web/kernel/session-runtime.ts';

const isShownHere = () => true;

/** Whether it was used, or its reader thought better of it. */
export type PasskeyOutcome = 'used' | 'left';

/** What talks to the reader's device: nobody needs it before a passkey is asked for. */
export const bringAuthenticator = () => import('#web/kernel/authenticator.ts');

async function logIn(assertion: PasskeyAssertion, keep: boolean, onLoggedIn: () => void): Promise<void> {
  const body = { assertion, keep, deviceParameters: deviceParameters() };
  await previousEnded();
  const { token } = await call(loginWithPasskey, { body });
  openWith(token, keep);
  onLoggedIn();
}

/** Logs in by a passkey alone. `onLoggedIn` belongs to the call: the form is gone by then. */
export function usePasskeyLogin(readKeep: () => boolean, onLoggedIn: () => void) {
  return useMutation<PasskeyOutcome, ApiError, void>({
    mutationFn: async () => {
      const [{ askPasskey }, request] = await Promise.all([
        bringAuthenticator(),
        call(requestPasskeyLogin, { body: {} }),
      ]);
      const assertion = await askPasskey(request, { isAlone: true });
      if (!assertion) return 'left';
      await logIn(assertion, readKeep(), onLoggedIn);
      return 'used';
    },
    meta: { invalidates: [], isErrorShownByScreen: isShownHere } satisfies CommandMeta,
  });
}

/** What is offered is asked anew before it is over, where somebody looks at the form. */
const offeredMs = 4 * 60_000;
const lookMs = 30_000;

/**
 * While `isWanted`: has the browser offer the reader's passkeys where it fills in names and passwords, and logs in by the one
 * they take. Does nothing where the browser cannot.
 */
export function useOfferedPasskeys(isWanted: boolean, readKeep: () => boolean, onLoggedIn: () => void): void {
  const parts = useRef({ readKeep, onLoggedIn });
  useEffect(() => {
    parts.current = { readKeep, onLoggedIn };
  });
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let askedAt = Number.NEGATIVE_INFINITY;
    let stop = () => {};
    async function offer(): Promise<void> {
      if (!(await canOffer()) || isOver) return;
      const { askPasskey, stopAsking } = await bringAuthenticator();
      const request = await call(requestPasskeyLogin, { body: {} });
      if (isOver) return;
      stop = stopAsking;
      const assertion = await askPasskey(request, { isAlone: true, isOffered: true });
      if (!assertion || isOver) return;
      await logIn(assertion, parts.current.readKeep(), parts.current.onLoggedIn);
    }
    function look(): void {
      if (document.visibilityState === 'hidden' || performance.now() - askedAt < offeredMs) return;
      askedAt = performance.now();
      // Nobody asked for it: the form stands there as before.
      offer().catch(() => {});
    }
    look();
    const timer = setInterval(look, lookMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWanted]);
}

async function canOffer(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** A passkey's answer to what was asked; null where its reader thought better of it. */
export async function answerOf(request: PasskeyRequest): Promise<PasskeyAssertion | null> {
  const { askPasskey } = await bringAuthenticator();
  return askPasskey(request, { isAlone: false });
}

/** Shows once more who is there. */
export function useProveByPasskey() {
  const keep = useClaims()?.keep ?? false;
  return useMutation<PasskeyOutcome, ApiError, void>({
    mutationFn: async () => {
      const [{ askPasskey }, request] = await Promise.all([
        bringAuthenticator(),
        call(requestPasskeyProof, { body: {} }),
      ]);
      const assertion = await askPasskey(request, { isAlone: true });
      if (!assertion) return 'left';
      const { token } = await call(prove, { body: { proof: { kind: 'passkey', assertion } } });
      openWith(token, keep);
      return 'used';
    },
    meta: { invalidates: [], isErrorShownByScreen: isShownHere } satisfies CommandMeta,
  });
}
