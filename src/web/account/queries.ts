import { useMutation, useQuery } from '@tanstack/react-query';
import { changePassword, requestPasswordReset, resetPassword } from '#shared/account/contract.ts';
import { compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { useNow } from '#web/kernel/clock.ts';
import { type CommandMeta, useCommand } from '#web/kernel/queries.ts';
import { useSession } from '#web/kernel/session.tsx';
import type { Credentials } from '#web/kernel/session-runtime.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { publicDayQuery } from '#web/schedule/queries.ts';

/**
 * Signs in. A refusal is told by the snackbar and stands under the form as well. `onLoggedIn` belongs to the call,
 * not to the form, which is gone as soon as somebody is signed in.
 */
export function useLogin(onLoggedIn: () => void) {
  const { login } = useSession();
  return useMutation<void, ApiError, Credentials>({
    mutationFn: async (credentials) => {
      await login(credentials);
      onLoggedIn();
    },
    meta: { invalidates: [] } satisfies CommandMeta,
  });
}

/** Asks for a mail with a link; the answer is alike for known and unknown addresses. */
export function useRequestPasswordReset() {
  return useCommand(requestPasswordReset, { invalidates: [] });
}

/** Sets a new password by the mailed link. */
export function useResetPassword() {
  return useCommand(resetPassword, { invalidates: [] });
}

export function useChangePassword() {
  return useCommand(changePassword, { invalidates: [], success: (t) => t('account.passwordChanged') });
}

/** How many public trainings still begin today; undefined until it is known. */
export function useTrainingsLeftToday(): number | undefined {
  const now = useNow();
  const { timeZone } = useStartContext().configuration;
  const { data } = useQuery(publicDayQuery(localDate(now, timeZone)));
  return data?.filter(
    ({ isCancelled, startDateTime }) => !isCancelled && compareInstants(startDateTime, now) > 0,
  ).length;
}
