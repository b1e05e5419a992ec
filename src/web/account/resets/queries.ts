import { useMutation } from '@tanstack/react-query';
import { resetFactors } from '#shared/account/resets/contract.ts';
import { type ApiError, call } from '#web/kernel/call.ts';
import { deviceParameters } from '#web/kernel/device.ts';
import type { CommandMeta } from '#web/kernel/queries.ts';
import { openWith } from '#web/kernel/session-runtime.ts';

const isShownHere = () => true;

/** Takes the factors away by a mailed link, and goes on with the session that brings. */
export function useResetFactors(onLoggedIn: () => void) {
  return useMutation<void, ApiError, { resetToken: string; password: string }>({
    mutationFn: async (shown) => {
      const { token } = await call(resetFactors, {
        body: { ...shown, deviceParameters: deviceParameters() },
      });
      openWith(token, false);
      onLoggedIn();
    },
    meta: { invalidates: [], isErrorShownByScreen: isShownHere } satisfies CommandMeta,
  });
}
