import { useQuery } from '@tanstack/react-query';
import { buyTicket, buyTicketAsVisitor, getTicket, listTickets } from '#shared/tickets/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

/** The ticket of a link. Only the browser asks, so that no drawn page holds somebody's ticket. */
export function useTicket(token: string) {
  return useQuery({ ...queryFor(getTicket, { query: { token } }), retry: false });
}

/** A member's own, newest first. */
export function useOwnTickets(isMember: boolean) {
  return useQuery({ ...queryFor(listTickets, { query: { limit: 100 } }), enabled: isMember });
}

const isShownHere = () => true;

/** Makes the draft invoice. Refusals stand at the form, where nothing typed is lost. */
export function useBuyAsVisitor() {
  return useCommand(buyTicketAsVisitor, { invalidates: [], isErrorShownByScreen: isShownHere });
}

export function useBuyAsMember() {
  return useCommand(buyTicket, { invalidates: [], isErrorShownByScreen: isShownHere });
}
