import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type BeginIdentity,
  beginIdentityLinking,
  beginIdentityLogin,
  type CardToken,
  linkIdentity,
  listIdentities,
  loginWithIdentity,
  unlinkIdentity,
} from '#shared/account/identities/contract.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { ApiError, call } from '#web/kernel/call.ts';
import type { CardProblem } from '#web/kernel/card-reader.ts';
import { deviceMs, deviceParameters } from '#web/kernel/device.ts';
import { type CommandMeta, queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { openWith, previousEnded } from '#web/kernel/session-runtime.ts';
import { readStored, removeStored, writeStored } from '#web/kernel/stored.ts';
import { useTexts } from '#web/kernel/texts.tsx';

const isShownHere = () => true;
/** A picture is good for about as long. */
const pictureMs = 1_000;
/** No question is open for as long. */
const targetMs = 15 * 60_000;

/** Whether somebody showed who they are, it was left, or a card showed nothing. */
type Outcome = 'shown' | 'left' | CardProblem;

/** What the app sends the browser back with, or what a card in it signed. */
type Returned = { readonly sessionSecretDigest: string; readonly userChallengeVerifier: string } | CardToken;

/** What talks to a card: nobody needs it before one is asked for. */
const bringCardReader = () => import('#web/kernel/card-reader.ts');

interface Steps {
  begin(given: BeginIdentity): Promise<{ readonly request: string; readonly display: string }>;
  /** What to show of now; null once it is done. */
  look(request: string, returned: Returned | null): Promise<string | null>;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Looks until it is over: a phone that goes to another app loses calls, and goes on with the next. */
export async function lookOn(
  look: () => Promise<string | null>,
  isLeft: () => boolean,
  onDisplay: (display: string) => void,
): Promise<Outcome> {
  while (!isLeft()) {
    const askedAt = performance.now();
    try {
      const display = await look();
      if (display === null) return 'shown';
      if (!isLeft()) onDisplay(display);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
    }
    await pause(Math.max(0, askedAt + pictureMs - performance.now()));
  }
  return 'left';
}

/** Asks by a service who is there: what to show meanwhile, and how to begin anew or leave it. */
export function useAsking(steps: Steps, meta: CommandMeta) {
  const [display, setDisplay] = useState<string | null>(null);
  const asked = useRef(0);
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  const { language } = useTexts();
  const { mutate, data, error, isPending, reset } = useMutation<Outcome, ApiError, BeginIdentity>({
    mutationFn: async (given) => {
      asked.current += 1;
      const own = asked.current;
      const isLeft = () => asked.current !== own;
      setDisplay(null);
      const begun = await steps.begin(given);
      if (isLeft()) return 'left';
      setDisplay(begun.display);
      let returned: Returned | null = null;
      if (given.provider === 'idCard') {
        const { confirmWithCard } = await bringCardReader();
        const shown = await confirmWithCard(begun.display, language);
        if (isLeft()) return 'left';
        if (typeof shown === 'string') return shown;
        returned = shown;
      }
      return lookOn(
        () => steps.look(begun.request, returned),
        isLeft,
        // On the same device the link that is pressed stays the one it is.
        (next) => (isLinkHere(given) ? undefined : setDisplay(next)),
      );
    },
    meta: { ...meta, isErrorShownByScreen: isShownHere },
  });
  const leave = () => {
    asked.current += 1;
    setDisplay(null);
    reset();
  };
  const cardProblem = data === 'shown' || data === 'left' ? undefined : data;
  return { display, error, cardProblem, isPending, begin: (given: BeginIdentity) => mutate(given), leave };
}
export type Asking = ReturnType<typeof useAsking>;

const isLinkHere = (given: BeginIdentity) => given.provider === 'smartId' && given.way === 'thisDevice';

async function lookAtLogin(
  request: string,
  keep: boolean,
  returned: Returned | null,
): Promise<string | null> {
  await previousEnded();
  const body = { request, returned, keep, deviceParameters: deviceParameters() };
  const { token, display } = await call(loginWithIdentity, { body });
  if (token === null) return display ?? '';
  openWith(token, keep);
  return null;
}

async function lookAtLinking(request: string, returned: Returned | null): Promise<string | null> {
  const { isLinked, display } = await call(linkIdentity, { body: { request, returned } });
  return isLinked ? null : (display ?? '');
}

/** Logs in by a service outside. `onLoggedIn` belongs to the call: the form is gone by then. */
export function useIdentityLogin(readKeep: () => boolean, onLoggedIn: () => void): Asking {
  return useAsking(
    {
      begin: (asked) => {
        const { pathname, search } = window.location;
        if (isLinkHere(asked)) writeStored('login_target', { href: pathname + search, at: deviceMs() });
        return call(beginIdentityLogin, { body: { asked, keep: readKeep() } });
      },
      look: async (request, returned) => {
        const display = await lookAtLogin(request, readKeep(), returned);
        if (display === null) onLoggedIn();
        return display;
      },
    },
    { invalidates: [] },
  );
}

/** Links a service to the reader's account. */
export function useIdentityLinking(provider: IdentityProviderName, onLinked: () => void): Asking {
  return useAsking(
    {
      begin: (asked) => call(beginIdentityLinking, { body: { asked } }),
      look: async (request, returned) => {
        const display = await lookAtLinking(request, returned);
        if (display === null) onLinked();
        return display;
      },
    },
    {
      invalidates: [linkIdentity.noun],
      success: (t, outcome: Outcome) =>
        outcome === 'shown' ? t('identities.linked', { provider: t(`identities.names.${provider}`) }) : null,
    },
  );
}

/** What the app on the same device sent the browser back with. */
export interface Return {
  readonly isLinking: boolean;
  readonly request: string;
  readonly keep: boolean;
  readonly returned: Returned;
}

/** The address at which somebody began to log in by an app on the same device, once; home where that was long ago. */
export function takeLoginTarget(): string {
  const target = readStored('login_target');
  removeStored('login_target');
  return target && deviceMs() - target.at < targetMs ? target.href : '/';
}

/** Finishes what was begun in this browser, once the app has opened it again. */
export function useReturn(onDone: () => void) {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return useMutation<Outcome, ApiError, Return>({
    mutationFn: async ({ isLinking, request, keep, returned }) => {
      const outcome = await lookOn(
        () => (isLinking ? lookAtLinking(request, returned) : lookAtLogin(request, keep, returned)),
        () => isGone.current,
        () => {},
      );
      if (outcome === 'shown') onDone();
      return outcome;
    },
    meta: { invalidates: [linkIdentity.noun], isErrorShownByScreen: isShownHere } satisfies CommandMeta,
  });
}

/** Services that know the reader, and those of the centre. */
export function useIdentities() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listIdentities), enabled: isMember });
}

export function useUnlinkIdentity(provider: IdentityProviderName) {
  return useCommand(unlinkIdentity, {
    success: (t) => t('identities.unlinked', { provider: t(`identities.names.${provider}`) }),
  });
}
