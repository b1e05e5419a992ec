import { useQuery } from '@tanstack/react-query';
import { getHome } from '#shared/registrations/home/contract.ts';
import { queryFor, useStoredSince } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** All that stands at home, in one request; asked anew whenever home is opened. */
export function useHome() {
  const isMember = useIsMember();
  const query = useQuery({ ...queryFor(getHome), enabled: isMember });
  return { ...query, storedAt: useStoredSince(getHome) };
}
