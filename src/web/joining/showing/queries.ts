import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { beginShowing, showForJoin } from '#shared/joining/shown/contract.ts';
import type { ShownPerson } from '#shared/joining/shown/domain.ts';
import { type Asking, lookOn, type Return, useAsking } from '#web/account/identities/queries.ts';
import { ApiError, call } from '#web/kernel/call.ts';
import type { CommandMeta } from '#web/kernel/queries.ts';

/** Who was shown, for which draft. */
export interface Shown {
  readonly person: ShownPerson;
  readonly draftToken: string;
  /** They log in here by the same service already. */
  readonly isMember: boolean;
}

type Look = (request: string, returned: Return['returned'] | null) => Promise<string | null>;

/** Looks once; who was shown is told, and then there is nothing more to show. */
function lookFor(onShown: (shown: Shown) => void): Look {
  return async (request, returned) => {
    const { display, person, draftToken, isMember } = await call(showForJoin, {
      body: { request, returned },
    });
    if (person === null || draftToken === null) return display ?? '';
    onShown({ person, draftToken, isMember });
    return null;
  };
}

/** Asks who joins. `save` keeps the form on the server, which is asked for its draft. */
export function useShowing(save: () => Promise<string | null>, onShown: (shown: Shown) => void): Asking {
  const look = lookFor(onShown);
  return useAsking(
    {
      begin: async (asked) => {
        const draftToken = await save();
        if (draftToken === null) throw new ApiError(0, []);
        return call(beginShowing, { body: { draftToken, asked } });
      },
      look,
    },
    { invalidates: [] },
  );
}

/** Finishes what was begun in this browser, once the app has opened it again. */
export function useShownReturn(onShown: (shown: Shown) => void) {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const look = lookFor(onShown);
  return useMutation<unknown, ApiError, Omit<Return, 'isLinking' | 'keep'>>({
    mutationFn: ({ request, returned }) =>
      lookOn(
        () => look(request, returned),
        () => isGone.current,
        () => {},
      ),
    meta: { invalidates: [], isErrorShownByScreen: () => true } satisfies CommandMeta,
  });
}
