import {
  type StartAsked,
  type StartBounds,
  type StartProblem,
  startProblem,
} from '#shared/tickets/domain.ts';

/** How a ticket is had at the desk: for nothing, or with an invoice to be paid later. */
export const ticketTerms = ['gift', 'invoice'] as const;
export type TicketTerms = (typeof ticketTerms)[number];

export interface TicketGrant extends StartAsked {
  readonly terms: TicketTerms;
  /** Why it is given; a sale needs none. */
  readonly reason: string;
}

/** What is wrong with giving a ticket so, by field; undefined where nothing is. */
export function grantProblem(
  giving: TicketGrant,
  bounds: StartBounds,
):
  | { readonly field: 'startsOn'; readonly problem: StartProblem }
  | { readonly field: 'reason'; readonly problem: 'fieldRequired' }
  | undefined {
  const problem = startProblem(giving, bounds);
  if (problem) return { field: 'startsOn', problem };
  return giving.terms === 'gift' && giving.reason.trim() === ''
    ? { field: 'reason', problem: 'fieldRequired' }
    : undefined;
}
