import { useQuery } from '@tanstack/react-query';
import { getTicket, listTickets } from '#shared/tickets/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';

/** The ticket of a link. Only the browser asks, so that no drawn page holds somebody's ticket. */
export function useTicket(token: string) {
  return useQuery({ ...queryFor(getTicket, { query: { token } }), retry: false });
}

/** A member's own, newest first. */
export function useOwnTickets(isMember: boolean) {
  return useQuery({ ...queryFor(listTickets, { query: { limit: 100 } }), enabled: isMember });
}
