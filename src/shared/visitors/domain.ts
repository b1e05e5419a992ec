import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { refuseClosedTraining } from '#shared/registrations/domain.ts';
import {
  earlier,
  ineligibility,
  type Rules,
  type TrainingFacts,
} from '#shared/registrations/rules/domain.ts';
import { freePlacesOf, rowState, type StatefulTraining } from '#shared/schedule/domain.ts';

/** How long a mailed link can be pressed to book, where the training does not begin before. */
const requestHours = 24;

/** Until when a request made now can be pressed. */
export function requestExpiry(startsAt: string, now: string): string {
  return earlier(addMinutes(now, requestHours * 60), startsAt);
}

/** What everybody may know of a training that is asked for. */
export interface PublicTraining {
  readonly startsAt: string;
  readonly maxPlaces: number;
  readonly booked: number;
  readonly waiting: number;
  readonly isPaid: boolean;
  readonly isClosed: boolean;
  readonly isCancelled: boolean;
  readonly isWaitingListAllowed: boolean;
}

/**
 * Refuses a request for what is true of the training for everybody, and says what could be had: nothing depends on who
 * asks. Throws the codes of `publicRefusals` in `contract.ts`.
 */
export function decideRequest(
  training: PublicTraining,
  rules: Rules,
  isWaitingAccepted: boolean,
): 'booked' | 'waiting' {
  // Tickets and vouchers belong to who is logged in.
  if (training.isPaid) throw new AppError('coverNeeded');
  refuseClosedTraining(training, rules);
  if (freePlacesOf(training) > 0) return 'booked';
  const isListOpen = training.isWaitingListAllowed && training.waiting < rules.limits.waitingListMax;
  if (!isWaitingAccepted || !isListOpen) throw new AppError('noFreePlaces');
  return 'waiting';
}

/** What a newcomer could have of a training now: a place, a wait, or nothing. */
export function visitorOffer(training: StatefulTraining, now: string): 'booked' | 'waiting' | 'none' {
  const state = rowState(training, null, now);
  if (state.kind === 'free' || state.kind === 'few') return 'booked';
  return state.kind === 'full' && state.isWaitingListAllowed ? 'waiting' : 'none';
}

/** Places and waits of one mail address in one training: a parent and three children. */
const addressPlacesMax = 4;

/** What all who come by one mail address have, whatever they are called. */
export interface AddressFacts {
  /** Places and waits of the others in the training that is asked for. */
  readonly inTraining: number;
  /** Places and waits ahead of those without an account, but for the one that is asked for. */
  readonly upcoming: number;
  /** Whether one of them is kept out, and until when one of them may not book ahead. */
  readonly isBlocked: boolean;
  readonly bannedUntil: string | null;
}

/**
 * Why an address gets no further place: names are made up at will, so that what bounds one person bounds all who come by their
 * address. Undefined for none.
 */
export function addressRefusal(
  training: TrainingFacts,
  { inTraining, upcoming, isBlocked, bannedUntil }: AddressFacts,
  rules: Rules,
): AppError | undefined {
  const anybody = { clientId: 0, isBlocked, bannedUntil, registrations: [] };
  const kept = ineligibility(training, anybody, rules);
  if (kept) return kept;
  if (inTraining >= addressPlacesMax)
    return new AppError('addressLimitExceeded', { limit: addressPlacesMax });
  const { upcomingMax: limit } = rules.limits;
  return upcoming >= limit ? new AppError('registeringLimitExceeded', { limit }) : undefined;
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
