import { useQuery } from '@tanstack/react-query';
import type { SimulatedLimit } from '#shared/statistics/kinds/domain.ts';
import { simulateLimit } from '#shared/statistics/simulation/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

export type { Simulation } from '#shared/statistics/simulation/contract.ts';

/** What a changed limit would have done; without a number what today's does, which tells that number. */
export function useSimulation(limit: SimulatedLimit, value: number | undefined) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(simulateLimit, { query: { limit, value } }),
    enabled: isMember,
    staleTime: 60_000,
  });
}
