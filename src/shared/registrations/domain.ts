import { compareInstants, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { endStateOf, goingWith, leave, leavingBy } from './leaving/domain.ts';
import {
  bookingWindow,
  type ClientFacts,
  firstFreePlace,
  hasFreePlace,
  ineligibility,
  type LiveRegistration,
  listMovesUntil,
  type Rules,
  refuseForeign,
  type TrainingFacts,
  withHeld,
  zoneOf,
} from './rules/domain.ts';
import {
  type CancelledState,
  endDue,
  type Move,
  settle,
  type Waitlist,
  type WaitlistEntry,
} from './waitlist/domain.ts';

interface Terms {
  readonly freeUntil: string;
  readonly listMovesUntil: string;
}

/** `entryId`: the client's own entry of before that becomes the booking; null for a new one. */
export type RegistrationDecision =
  | ({ readonly outcome: 'booked'; readonly place: number; readonly entryId: number | null } & Terms)
  | ({ readonly outcome: 'waiting'; readonly placeInWaitingList: number } & Terms);

/**
 * Decides about one client's wish to train: a place, a place in the waiting list, or a refusal. `queue` are the open
 * entries of the training, first come first; whoever of them may have a free place has it before a newcomer. Who waits
 * gets a free place by pressing once the list stands still; an offer is taken, and a cancelling taken back, the same
 * way. What is waited for instead of a booking gives that booking back; `present` is another one that is given for it,
 * whatever is waited for. Throws AppError with the codes of `registrationErrors`, the most final reason first.
 */
export function decideRegistration(
  training: TrainingFacts,
  asking: ClientFacts,
  queue: readonly WaitlistEntry[],
  rules: Rules,
  isWaitingAccepted: boolean,
  present?: LiveRegistration,
): { decision: RegistrationDecision; moves: readonly Move[]; training: TrainingFacts } {
  refuseForeign(training, asking.clientId);
  refuseClosedTraining(training, rules);
  const line = { training, entries: queue, moves: [] };
  const waitlist = settle(line, rules);
  const client = withoutEnded(asking, line, rules);
  const own = client.registrations.find(({ trainingId }) => trainingId === training.id);
  const isMoved = waitlist.moves.some(({ registrationId }) => registrationId === own?.registrationId);
  if (isMoved || (own && !isTakenByPressing(own, waitlist.training, rules))) {
    throw new AppError('alreadyRegistered');
  }
  const awaited = leavingBy(training.id, client, rules);
  const leaving = present ?? awaited;
  const isAwaited = awaited !== undefined && awaited.registrationId === leaving?.registrationId;
  // A place of one's own entry ends what it is the wish for, whichever press makes it sure.
  const further: Move[] = [
    ...(leaving && !(own && isAwaited) ? [leave(leaving, client, rules)] : []),
    ...(own ? goingWith(training, { ...own, client }, isAwaited ? awaited : undefined, rules) : []),
  ];
  // What the press itself ends does not stand in its way.
  const refusal = ineligibility(training, client, rules, further);
  if (refusal) throw refusal;
  const terms: Terms = {
    freeUntil: bookingWindow(training.startsAt, rules).freeCancelUntil,
    listMovesUntil: listMovesUntil(training.startsAt, rules),
  };
  const { moves } = waitlist;
  const place = own?.place ?? firstFreePlace(waitlist.training);
  if (place !== undefined) {
    const entryId = own?.registrationId ?? null;
    const freeUntil = own?.freeUntil ?? terms.freeUntil;
    const ids = { registrationId: entryId ?? 0, clientId: client.clientId, trainingId: training.id };
    const taken: Move[] = own ? [{ ...ids, kind: pressed[own.state], place, freeUntil }] : [];
    return {
      decision: { outcome: 'booked', place, entryId, ...terms, freeUntil },
      moves: [...moves, ...further, ...taken],
      training: afterBooking(waitlist, own, place),
    };
  }
  const ahead = waitlist.training.waiting;
  if (!isWaitingAccepted || !training.isWaitingListAllowed || ahead >= rules.limits.waitingListMax) {
    throw new AppError('noFreePlaces');
  }
  const joined = { ...waitlist.training, waiting: ahead + 1 };
  return {
    decision: { outcome: 'waiting', placeInWaitingList: ahead + 1, ...terms },
    moves,
    training: joined,
  };
}

/** A client without what ended by itself in a line: an offer or an undo that ran out is nothing that they have any more. */
export function withoutEnded(client: ClientFacts, line: Waitlist, rules: Rules): ClientFacts {
  const ended = new Set(endDue(line, rules).moves.map(({ registrationId }) => registrationId));
  const registrations = client.registrations.filter(({ registrationId }) => !ended.has(registrationId));
  return ended.size > 0 ? { ...client, registrations } : client;
}

/** Bookings of a line whose undo ran out, given back in time: what covers them comes back. */
export function releasedIn(line: Waitlist, rules: Rules): number[] {
  return endDue(line, rules).moves.flatMap((move) =>
    move.kind === 'released' && move.state === 'cancelledFree' ? [move.registrationId] : [],
  );
}

export interface Swap {
  readonly decision: RegistrationDecision;
  /** What becomes of the present place. */
  readonly present: 'kept' | 'cancelledFree' | 'cancelledLate';
  readonly moves: readonly Move[];
  /** The other training as the next one in line finds it. */
  readonly training: TrainingFacts;
}

/**
 * Decides about moving from a booked place to another training: both at once where that has a place, else waiting
 * there with the present place kept (mission 3.3). Throws the refusal of the other training.
 */
export function decideSwap(
  present: LiveRegistration,
  training: TrainingFacts,
  client: ClientFacts,
  queue: readonly WaitlistEntry[],
  rules: Rules,
): Swap {
  if (training.id === present.trainingId) throw new AppError('alreadyRegistered');
  refuseUsed(present, rules);
  const decided = decideRegistration(training, client, queue, rules, true, present);
  if (decided.decision.outcome === 'waiting') return { ...decided, present: 'kept' };
  return { ...decided, present: leave(present, client, rules).state };
}

/** What pressing makes of an entry of before. */
const pressed = {
  booked: 'restored',
  releasing: 'restored',
  offered: 'accepted',
  waiting: 'claimed',
} as const;

/** The training as the next one in line finds it. */
function afterBooking(
  { training }: Waitlist,
  own: LiveRegistration | undefined,
  place: number,
): TrainingFacts {
  return {
    ...training,
    places: own?.place ? training.places : withHeld(training.places, place),
    waiting: training.waiting - (own?.state === 'waiting' ? 1 : 0),
  };
}

/** An offer or a place given back a moment ago is one's own; who waits has a free place once the list stands still. */
function isTakenByPressing(own: LiveRegistration, training: TrainingFacts, rules: Rules): boolean {
  if (own.state === 'offered' || own.state === 'releasing') return true;
  return own.state === 'waiting' && hasFreePlace(training) && zoneOf(training.startsAt, rules) === 'open';
}

export interface Cancelling {
  readonly state: CancelledState;
  /** Until when it can be taken back; null when it is final at once. */
  readonly undoUntil: string | null;
}

/**
 * What giving a live registration back means now. A place is kept for its owner for a moment, unless somebody waits for
 * it or the start is near (mission 3.4). Throws `cancellingNotAllowed` once the training has begun, `placeUsed` for
 * somebody who is there already, `registrationNotFound` for one given back before.
 */
export function decideCancelling(
  registration: Used & { readonly freeUntil: string },
  rules: Rules,
  waiting: number,
): Cancelling {
  const { now, limits } = rules;
  const { state, startsAt, freeUntil } = registration;
  if (!isLive(registration)) throw new AppError('registrationNotFound');
  refuseUsed(registration, rules);
  if (state === 'waiting') return { state: 'left', undoUntil: null };
  if (state === 'offered') return { state: 'declined', undoUntil: null };
  const undoEnds = Temporal.Instant.from(startsAt).subtract({ minutes: limits.undoEndsMinutes }).toString();
  const isKept = limits.undoSeconds > 0 && waiting === 0 && compareInstants(now, undoEnds) < 0;
  const undoUntil = Temporal.Instant.from(now).add({ seconds: limits.undoSeconds }).toString();
  return { state: endStateOf({ endedAt: now, freeUntil }), undoUntil: isKept ? undoUntil : null };
}

type Used = Pick<LiveRegistration, 'startsAt' | 'presence'> & { readonly state: string };

function refuseUsed(registration: Used, rules: Rules): void {
  if (isCancellingAllowed(registration, rules.now)) return;
  if (registration.presence) throw new AppError('placeUsed');
  throw new AppError('cancellingNotAllowed', { time: localTime(registration.startsAt, rules.timeZone) });
}

/** A live registration may be given back until its training begins, or its owner has come. */
export function isCancellingAllowed(registration: Used, now: string): boolean {
  const { presence, startsAt } = registration;
  return isLive(registration) && !presence && compareInstants(now, startsAt) < 0;
}

function isLive({ state }: { readonly state: string }): boolean {
  return state === 'booked' || state === 'offered' || state === 'waiting';
}

/** What nobody may book now, whoever they are. Throws the code of the reason. */
export function refuseClosedTraining(
  training: Pick<TrainingFacts, 'startsAt' | 'isCancelled' | 'isClosed'>,
  rules: Rules,
): void {
  const { now, timeZone } = rules;
  const { opensAt, closesAt } = bookingWindow(training.startsAt, rules);
  if (training.isCancelled) throw new AppError('trainingCancelled');
  if (training.isClosed) throw new AppError('registeringNotAllowed', undefined, 409);
  if (compareInstants(now, closesAt) >= 0) {
    throw new AppError('bookingClosed', { time: localTime(closesAt, timeZone) });
  }
  if (compareInstants(now, opensAt) < 0) {
    throw new AppError('bookingNotOpen', {
      date: formatDate(localDate(opensAt, timeZone)),
      time: localTime(opensAt, timeZone),
    });
  }
}
