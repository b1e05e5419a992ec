import { useQuery } from '@tanstack/react-query';
import * as contract from '#shared/entry/inside/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

export type { Inside } from '#shared/entry/inside/contract.ts';

/** The desk looks on while people come and go. */
const askAgainMs = 15_000;

export function useInside() {
  return useQuery({ ...queryFor(contract.listInside), refetchInterval: askAgainMs });
}

export function useLetIn(name: string) {
  return useCommand(contract.letIn, {
    success: (t, { lock }) => t(lock === 'failed' ? 'inside.lockFailed' : 'inside.done', { name }),
    isErrorShownByScreen: () => true,
  });
}
