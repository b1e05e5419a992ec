import { compareInstants } from '#shared/kernel/dates.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { rowState, type StatefulTraining } from '#shared/schedule/domain.ts';

/**
 * Whether a centre lets people without an account book: where it lets them join by themselves, by one of the two
 * join pages (docs/decisions/0012).
 */
export function areVisitorsWelcome({ pages }: PageRules): boolean {
  return pages.isJoinSimplePage || pages.isJoinCompletePage;
}

/** Refusals that speak of a person's other trainings: to somebody not signed in only the code is told. */
const personalCodes: ReadonlySet<string> = new Set(['overlappingTraining', 'sameStyleLimitExceeded']);

export function isPersonalRefusal(code: string): boolean {
  return personalCodes.has(code);
}

/** What a newcomer could have of a training now: a place, a wait, or nothing. */
export function visitorOffer(training: StatefulTraining, now: string): 'booked' | 'waiting' | 'none' {
  const state = rowState(training, null, now);
  if (state.kind === 'free' || state.kind === 'few') return 'booked';
  return state.kind === 'full' && state.isWaitingListAllowed ? 'waiting' : 'none';
}

/** How a mailed link's registration stands; `over` once it was given back or the training has ended. */
export function linkState(
  registration: { readonly state: string; readonly endsAt: string },
  now: string,
): 'booked' | 'waiting' | 'over' {
  const { state, endsAt } = registration;
  if (compareInstants(now, endsAt) >= 0) return 'over';
  if (state === 'booked') return 'booked';
  return state === 'waiting' || state === 'offered' ? 'waiting' : 'over';
}
