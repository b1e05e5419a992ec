import { useQuery } from '@tanstack/react-query';
import { getGroupStatistics, getOwnStatistics, getPersonalStatistics } from '#shared/statistics/contract.ts';
import type { OwnWindow, Window } from '#shared/statistics/domain.ts';
import { queryFor } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** The reader's own sums, of one kind of training. */
export function useStatistics(isPersonal: boolean, window: Window) {
  const endpoint = isPersonal ? getPersonalStatistics : getGroupStatistics;
  return useQuery({
    ...queryFor(endpoint, { query: { window, trainer: undefined } }),
    placeholderData: (before) => before,
  });
}

/** A member's own sums; the window before stays in view while the next one comes. */
export function useOwnStatistics(window: OwnWindow) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(getOwnStatistics, { query: { window } }),
    enabled: isMember,
    placeholderData: (before) => before,
  });
}
