import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { SecondFactorAsked } from '#shared/account/contract.ts';
import { type Actor, toActor, visitor } from '#shared/kernel/actor.ts';
import type { SessionClaims } from '#shared/kernel/session.ts';
import { initialSession } from '#shared/kernel/session-machine.ts';
import { forgetPersonalAnswers } from './queries.ts';
import {
  answerStillHere,
  type Credentials,
  connectSession,
  getSession,
  login,
  logout,
  startSession,
  subscribeToSession,
} from './session-runtime.ts';
import { showSnackbar } from './snackbar.tsx';
import { whenIdle } from './tasks.ts';
import { useTexts } from './texts.tsx';

export interface Session {
  /** `unknown` on the server, in the first render and while a session is being restored: shown as a visitor. */
  state: 'unknown' | 'visitor' | 'member';
  claims: SessionClaims | null;
  actor: Actor;
  /** Whether this browser has a session that is still being restored. */
  isRestoring: boolean;
  /** When the idle countdown logs out, in milliseconds of the device's clock; null while nobody is asked. */
  countdownEndsAt: number | null;
  /** Throws `ApiError`; the log-in screen uses it through `useLogin`. */
  login: (credentials: Credentials) => Promise<SecondFactorAsked | null>;
  logout: () => void;
  answerStillHere: (isStaying: boolean) => void;
}

const onServer = () => initialSession;

/** Who is signed in (specification point 4). Renders again when that changes, not at every refresh. */
export function useSession(): Session {
  const phase = useSyncExternalStore(
    subscribeToSession,
    () => getSession().phase,
    () => onServer().phase,
  );
  const claims = useClaims();
  const isRestoring = useIsRestoring();
  const countdownEndsAt = useCountdownEnd();
  return useMemo(
    () => ({
      state: phase,
      claims,
      actor: phase === 'member' && claims ? toActor(claims) : visitor,
      isRestoring,
      countdownEndsAt,
      login,
      logout,
      answerStillHere,
    }),
    [phase, claims, isRestoring, countdownEndsAt],
  );
}

// What asks for one thing only is not drawn again for another: a visitor's page stays as the server drew it.

/** Whether a member is signed in. */
export function useIsMember(): boolean {
  return useSyncExternalStore(
    subscribeToSession,
    () => getSession().phase === 'member',
    () => false,
  );
}

/** Whether it is settled who is here: a member or a visitor. */
export function useIsKnown(): boolean {
  return useSyncExternalStore(
    subscribeToSession,
    () => getSession().phase !== 'unknown',
    () => false,
  );
}

/** Whether there is a session to restore that the server has not answered for, and nothing is known of whose it is. */
export function useIsUnanswered(): boolean {
  return useSyncExternalStore(
    subscribeToSession,
    () => getSession().phase === 'visitor' && getSession().hasLoggedIn,
    () => false,
  );
}

/** Who is signed in, by the token; null for a visitor. */
export function useClaims(): SessionClaims | null {
  return useSyncExternalStore(subscribeToSession, sameClaims, () => null);
}

/** Whether this browser has a session that is still being restored. */
export function useIsRestoring(): boolean {
  return useSyncExternalStore(
    subscribeToSession,
    () => getSession().phase !== 'member' && getSession().refreshing?.reason === 'restore',
    () => false,
  );
}

/** When the idle countdown logs out, in milliseconds of the device's clock; null while nobody is asked. */
export function useCountdownEnd(): number | null {
  return useSyncExternalStore(
    subscribeToSession,
    () => getSession().countdownEndsAt,
    () => null,
  );
}

/** Who is signed in, as the rules see them. */
export function useActor(): Actor {
  const isMember = useIsMember();
  const claims = useClaims();
  return useMemo(() => (isMember && claims ? toActor(claims) : visitor), [isMember, claims]);
}

let shownClaims: SessionClaims | null = null;

/** The claims without what changes at every refresh: the same person stays the same object. */
function sameClaims(): SessionClaims | null {
  const { claims } = getSession();
  if (!claims || !shownClaims || !isSamePerson(claims, shownClaims)) shownClaims = claims;
  return shownClaims;
}

function isSamePerson(a: SessionClaims, b: SessionClaims): boolean {
  const whole = (claims: SessionClaims) => JSON.stringify({ ...claims, exp: 0, iat: 0, nbf: 0 });
  return whole(a) === whole(b);
}

/** Starts the session and lends it cache, router and words. Once, inside the router and the query client. */
export function SessionHost() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { t } = useTexts();
  useEffect(() => {
    const disconnect = connectSession({
      clearCache: () => {
        forgetPersonalAnswers(queryClient);
        // This phone opens no doors for whoever was signed in.
        void import('./phone-key.ts').then(({ forgetPhoneKey }) => forgetPhoneKey()).catch(() => {});
        void router.invalidate();
      },
      goHome: (isIdle) => {
        if (!isIdle) return void router.navigate({ href: '/' });
        const search = new URLSearchParams({ origin: router.state.location.href, ended: 'idle' });
        return void router.navigate({ href: `/?${search}`, replace: true });
      },
      showRefreshError: () => showSnackbar({ type: 'error', text: t('errors.refreshingSessionFailed') }),
    });
    whenIdle(startSession);
    return disconnect;
  }, [queryClient, router, t]);
  return null;
}
