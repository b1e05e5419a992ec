import { useMutation, useQuery } from '@tanstack/react-query';
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  type SecondFactorAsked,
} from '#shared/account/contract.ts';
import { compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { useNow } from '#web/kernel/clock.ts';
import { type CommandMeta, useCommand } from '#web/kernel/queries.ts';
import { useSession } from '#web/kernel/session.tsx';
import type { Credentials } from '#web/kernel/session-runtime.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { publicDayQuery } from '#web/schedule/queries.ts';

/** The second step of a log-in, and what draws it. */
export interface BroughtStep<Step> {
  readonly asked: SecondFactorAsked;
  readonly keep: boolean;
  readonly Step: Step;
}

/**
 * Signs in, or brings the second step where one is asked for. A refusal is told by the snackbar and stands under the form as
 * well. `onLoggedIn` belongs to the call, not to the form, which is gone as soon as somebody is signed in.
 */
export function useLogin<Step>(bringStep: () => Promise<Step>, onLoggedIn: () => void) {
  const { login } = useSession();
  return useMutation<BroughtStep<Step> | null, ApiError, Credentials>({
    mutationFn: async (credentials) => {
      const asked = await login(credentials);
      if (asked) return { asked, keep: credentials.keep, Step: await bringStep() };
      onLoggedIn();
      return null;
    },
    meta: { invalidates: [] } satisfies CommandMeta,
  });
}

/** Asks for a mail with a link; the answer is alike for known and unknown addresses. */
export function useRequestPasswordReset() {
  return useCommand(requestPasswordReset, { invalidates: [] });
}

/**
 * Sets a new password by the mailed link. Who has never logged in before goes on with it at once, by the log-in of everybody
 * else; where more is asked for than the password, the log-in asks it.
 */
export function useResetPassword(onLoggedIn: () => void) {
  const { login } = useSession();
  const reset = useCommand(resetPassword, { invalidates: [] });
  const entering = useMutation<void, ApiError, Credentials>({
    mutationFn: async (credentials) => {
      if ((await login(credentials)) === null) onLoggedIn();
    },
    meta: { invalidates: [], isErrorShownByScreen: () => true } satisfies CommandMeta,
  });
  return {
    ...reset,
    isPending: reset.isPending || entering.isPending,
    isDone: reset.isSuccess && !entering.isPending,
    reset: (body: EndpointInput<typeof resetPassword>['body'], onError: (error: ApiError) => void) =>
      reset.mutate(
        { body },
        {
          onError,
          onSuccess: ({ isFirst, username }) => {
            if (isFirst) entering.mutate({ username, password: body.newPassword, keep: false });
          },
        },
      ),
  };
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
