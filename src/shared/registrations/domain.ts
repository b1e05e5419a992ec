import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes, compareInstants, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** What deciding about a place needs to know of a training, read under its lock. */
export interface TrainingFacts {
  readonly id: number;
  readonly styleId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  /** The centre's date of the start. */
  readonly localDate: string;
  readonly maxPlaces: number;
  /** Numbers of the places taken. */
  readonly takenPlaces: readonly number[];
  readonly waiting: number;
  readonly isWaitingListAllowed: boolean;
  readonly isClosed: boolean;
  readonly isCancelled: boolean;
}

/** A live claim of a client, to this or another training. */
export interface LiveRegistration {
  readonly trainingId: number;
  readonly state: 'booked' | 'waiting';
  readonly styleId: number;
  readonly trainingName: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
}

/** What deciding needs to know of a client: live registrations that have not ended. */
export interface ClientFacts {
  readonly clientId: number;
  readonly isBlocked: boolean;
  readonly registrations: readonly LiveRegistration[];
}

export interface WaitingEntry {
  readonly registrationId: number;
  readonly freeUntil: string;
  readonly client: ClientFacts;
}

/** The rules of one centre at one moment. */
export interface Rules {
  readonly limits: BookingLimits;
  readonly timeZone: string;
  readonly now: string;
}

export interface BookingWindow {
  readonly opensAt: string;
  readonly closesAt: string;
  readonly freeCancelUntil: string;
}

interface Terms {
  readonly freeUntil: string;
  readonly listMovesUntil: string;
}

export type RegistrationDecision =
  | ({ readonly outcome: 'booked'; readonly place: number } & Terms)
  | ({ readonly outcome: 'waiting'; readonly placeInWaitingList: number } & Terms);

export interface Promotion {
  readonly registrationId: number;
  readonly clientId: number;
  readonly place: number;
  readonly freeUntil: string;
}

export type CancelledState = 'cancelledFree' | 'cancelledLate' | 'left';

/** A promoted client may give the place back free for this long (mission 2.1). */
const promotedGraceMinutes = 60;

/** When a training may be booked, and until when a place is given back free. Days are the centre's days. */
export function bookingWindow(startsAt: string, { limits, timeZone }: Omit<Rules, 'now'>): BookingWindow {
  const opensAt = Temporal.Instant.from(startsAt)
    .toZonedDateTimeISO(timeZone)
    .subtract({ days: limits.bookingOpensDaysBefore })
    .toInstant()
    .toString();
  return {
    opensAt,
    closesAt: addMinutes(startsAt, -limits.bookingClosesMinutesBefore),
    freeCancelUntil: addMinutes(startsAt, -limits.freeCancelMinutes),
  };
}

/**
 * Before this instant a freed place goes to those waiting by itself; from then on to whoever books first
 * (mission 2.1).
 */
export function listMovesUntil(startsAt: string, { limits }: Pick<Rules, 'limits'>): string {
  return addMinutes(startsAt, -limits.askZoneEndMinutes);
}

/**
 * Decides about one client's wish to train: a place, a place in the waiting list, or a refusal.
 * `queue` are those waiting, first come first; whoever of them may have a free place has it before a newcomer.
 * Throws AppError with the codes of `registrationErrors`, the most final reason first.
 */
export function decideRegistration(
  training: TrainingFacts,
  client: ClientFacts,
  queue: readonly WaitingEntry[],
  rules: Rules,
  isWaitingAccepted: boolean,
): { decision: RegistrationDecision; promotions: readonly Promotion[] } {
  refuseClosedTraining(training, rules);
  refuseIneligible(training, client, rules);
  const promotions = allocate(training, queue, rules);
  const taken = [...training.takenPlaces, ...promotions.map((promotion) => promotion.place)];
  const terms: Terms = {
    freeUntil: bookingWindow(training.startsAt, rules).freeCancelUntil,
    listMovesUntil: listMovesUntil(training.startsAt, rules),
  };
  const place = firstFreePlace(training.maxPlaces, taken);
  if (place !== undefined) return { decision: { outcome: 'booked', place, ...terms }, promotions };
  const ahead = training.waiting - promotions.length;
  if (!isWaitingAccepted || !training.isWaitingListAllowed || ahead >= rules.limits.waitingListMax) {
    throw new AppError('noFreePlaces', 409);
  }
  return { decision: { outcome: 'waiting', placeInWaitingList: ahead + 1, ...terms }, promotions };
}

/** A training as the next one in line finds it, after a registration was decided. */
export function afterRegistration(
  training: TrainingFacts,
  { decision, promotions }: { decision: RegistrationDecision; promotions: readonly Promotion[] },
): TrainingFacts {
  const given = [...promotions, decision].flatMap((taken) => ('place' in taken ? taken.place : []));
  const joined = decision.outcome === 'waiting' ? 1 : 0;
  return {
    ...training,
    takenPlaces: [...training.takenPlaces, ...given],
    waiting: training.waiting - promotions.length + joined,
  };
}

/**
 * Gives free places to those waiting, in order of coming. Somebody who may not have one now (a limit, another
 * training at that time) keeps the position and is passed over. Nothing is given once the list stops moving
 * by itself, shortly before the start (mission 2.1: then whoever comes first).
 */
export function allocate(
  training: TrainingFacts,
  queue: readonly WaitingEntry[],
  rules: Rules,
): readonly Promotion[] {
  const { now } = rules;
  const lastPromotion = listMovesUntil(training.startsAt, rules);
  if (training.isCancelled || compareInstants(now, lastPromotion) >= 0) return [];
  const taken = [...training.takenPlaces];
  const promotions: Promotion[] = [];
  for (const { registrationId, freeUntil, client } of queue) {
    const place = firstFreePlace(training.maxPlaces, taken);
    if (place === undefined) break;
    if (ineligibility(training, client, rules) !== undefined) continue;
    taken.push(place);
    promotions.push({
      registrationId,
      clientId: client.clientId,
      place,
      freeUntil: later(freeUntil, earlier(addMinutes(now, promotedGraceMinutes), lastPromotion)),
    });
  }
  return promotions;
}

/** Whether a free place must first be offered to those waiting, before anybody new. */
export function isQueueNext(training: TrainingFacts): boolean {
  return training.waiting > 0 && training.takenPlaces.length < training.maxPlaces;
}

/** What giving a live registration back means now. Throws `cancellingNotAllowed` once the training has begun, `registrationNotFound` for one given back before. */
export function decideCancelling(
  registration: { readonly state: string; readonly startsAt: string; readonly freeUntil: string },
  { now, timeZone }: Rules,
): CancelledState {
  if (!isLive(registration)) throw new AppError('registrationNotFound', 404);
  if (!isCancellingAllowed(registration, now)) {
    throw new AppError('cancellingNotAllowed', 409, { time: localTime(registration.startsAt, timeZone) });
  }
  if (registration.state === 'waiting') return 'left';
  return compareInstants(now, registration.freeUntil) <= 0 ? 'cancelledFree' : 'cancelledLate';
}

/** A live registration may be given back until its training begins. */
export function isCancellingAllowed(
  registration: { readonly state: string; readonly startsAt: string },
  now: string,
): boolean {
  return isLive(registration) && compareInstants(now, registration.startsAt) < 0;
}

function isLive({ state }: { readonly state: string }): boolean {
  return state === 'booked' || state === 'waiting';
}

function refuseClosedTraining(training: TrainingFacts, rules: Rules): void {
  const { now, timeZone } = rules;
  const { opensAt, closesAt } = bookingWindow(training.startsAt, rules);
  if (training.isCancelled) throw new AppError('trainingCancelled', 409);
  if (training.isClosed) throw new AppError('registeringNotAllowed', 409);
  if (compareInstants(now, closesAt) >= 0) {
    throw new AppError('bookingClosed', 409, { time: localTime(closesAt, timeZone) });
  }
  if (compareInstants(now, opensAt) < 0) {
    throw new AppError('bookingNotOpen', 409, {
      date: formatDate(localDate(opensAt, timeZone)),
      time: localTime(opensAt, timeZone),
    });
  }
}

function refuseIneligible(training: TrainingFacts, client: ClientFacts, rules: Rules): void {
  if (client.registrations.some(({ trainingId }) => trainingId === training.id)) {
    throw new AppError('alreadyRegistered', 409);
  }
  const refusal = ineligibility(training, client, rules);
  if (refusal) throw refusal;
}

/** Why this client may not have a place in this training; waiting entries never count against a limit (mission 2.2). */
function ineligibility(training: TrainingFacts, client: ClientFacts, rules: Rules): AppError | undefined {
  const { limits, timeZone, now } = rules;
  if (client.isBlocked) return new AppError('registeringNotAllowed', 403);
  const booked = client.registrations.filter(
    ({ state, trainingId }) => state === 'booked' && trainingId !== training.id,
  );
  const tell = ({ trainingName, startsAt }: LiveRegistration) => ({
    name: trainingName,
    time: localTime(startsAt, timeZone),
  });
  const clash = booked.find((other) => isOverlapping(other, training));
  if (clash) return new AppError('overlappingTraining', 409, tell(clash));
  const sameDay = booked.filter((other) => other.localDate === training.localDate);
  const sameStyle = sameDay.filter((other) => other.styleId === training.styleId);
  if (sameStyle.length >= limits.sameStylePerDateMax && sameStyle[0]) {
    return new AppError('sameStyleLimitExceeded', 409, tell(sameStyle[0]));
  }
  if (sameDay.length >= limits.sameDayMax) {
    return new AppError('sameDayLimitExceeded', 409, { limit: limits.sameDayMax });
  }
  const upcoming = booked.filter(({ startsAt }) => compareInstants(startsAt, now) > 0);
  if (upcoming.length >= limits.upcomingMax) {
    return new AppError('registeringLimitExceeded', 409, { limit: limits.upcomingMax });
  }
  return undefined;
}

export type Span = { readonly startsAt: string; readonly endsAt: string };

/** One may begin where the other ends. */
export function isOverlapping(a: Span, b: Span): boolean {
  return compareInstants(a.startsAt, b.endsAt) < 0 && compareInstants(b.startsAt, a.endsAt) < 0;
}

function firstFreePlace(maxPlaces: number, taken: readonly number[]): number | undefined {
  // A capacity lowered below the places taken stays over-full: a low number that is free is no free place.
  if (taken.length >= maxPlaces) return undefined;
  // One of the first n + 1 places is free when n are taken.
  const isTaken = new Uint8Array(taken.length + 2);
  for (const place of taken) isTaken[place] = 1;
  return isTaken.indexOf(0, 1);
}

function earlier(a: string, b: string): string {
  return compareInstants(a, b) <= 0 ? a : b;
}

function later(a: string, b: string): string {
  return compareInstants(a, b) >= 0 ? a : b;
}
