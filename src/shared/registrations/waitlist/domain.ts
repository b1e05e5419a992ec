import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';
import {
  type Entitlement,
  type EntitlementChoice,
  entitlementBeside,
  type Pass,
  redeem,
} from '../entitlements/domain.ts';
import { elsewhereOf, endingBy, endStateOf, goingWith, leavingOf } from '../leaving/domain.ts';
import {
  type ClientFacts,
  firstFreePlace,
  hasFreePlace,
  holdUntil,
  ineligibility,
  isOverlapping,
  type LiveRegistration,
  promotedFreeUntil,
  type Rules,
  type TrainingFacts,
  withHeld,
  withoutHeld,
  zoneOf,
} from '../rules/domain.ts';

/** An open entry of one training's line: waiting, asked, or a place just given back that its owner may take again. */
export interface WaitlistEntry {
  readonly registrationId: number;
  readonly state: 'waiting' | 'offered' | 'releasing';
  /** Held while offered or releasing. */
  readonly place: number | null;
  readonly heldUntil: string | null;
  readonly freeUntil: string;
  /** When a releasing place was given back. */
  readonly endedAt: string | null;
  readonly wishId: number | null;
  /** The booked registration that is given back when this entry gets its place. */
  readonly swapFor: number | null;
  readonly noticeMinutes: number;
  /** Why it was passed over before, as its client knows. */
  readonly passedReason: string | null;
  /** In a training that is paid for: what its client may pay with. */
  readonly passes?: readonly Pass[];
  readonly client: ClientFacts;
}

export type CancelledState = 'cancelledFree' | 'cancelledLate' | 'left' | 'declined';

interface OfEntry {
  readonly registrationId: number;
  readonly clientId: number;
  /** The training whose line moves; another one's when an entry elsewhere ends with it. */
  readonly trainingId: number;
}

/** One step of a line. What is saved, told to the client and written into the history all follow from it. */
export type Move = OfEntry &
  (
    | {
        readonly kind: 'promoted' | 'accepted' | 'claimed' | 'restored';
        readonly place: number;
        readonly freeUntil: string;
        /** What covers it from now on. */
        readonly cover?: Entitlement | null;
      }
    | {
        readonly kind: 'offered';
        readonly place: number;
        readonly freeUntil: string;
        readonly heldUntil: string;
      }
    | { readonly kind: 'expired' | 'closed' | 'left' | 'declined' }
    | { readonly kind: 'released' | 'swapped'; readonly state: 'cancelledFree' | 'cancelledLate' }
    | { readonly kind: 'passedOver'; readonly reason: ErrorCode; readonly details: ErrorDetails }
  );

/** A training with its open entries, first come first, and how it came to be so. */
export interface Waitlist {
  readonly training: TrainingFacts;
  readonly entries: readonly WaitlistEntry[];
  readonly moves: readonly Move[];
}

/** Whether somebody's move is due before anybody new is decided: a place for those waiting, or a hold that ended. */
export function isWaitlistDue(training: TrainingFacts, rules: Rules): boolean {
  if (training.earliestHold !== null && compareInstants(training.earliestHold, rules.now) <= 0) return true;
  return training.waiting > 0 && hasFreePlace(training) && zoneOf(training.startsAt, rules) !== 'open';
}

/**
 * Brings a line to this moment: holds that ended come free, entries close at the start, and free places go to those
 * waiting in order of coming: by themselves while there is time to give them back free, by an offer that is held
 * later, to nobody in the last minutes (mission 2.1). Somebody who may not have a place now, or has nothing to take it
 * with beside those before them, keeps the position and is passed over. Called in the transaction of everything that
 * frees a place.
 */
export function settle(waitlist: Waitlist, rules: Rules): Waitlist {
  return fill(endDue(waitlist, rules), rules);
}

/**
 * The line without what ended by itself up to this moment; nobody is served yet. Whoever leaves or answers now is
 * heard on this before free places go on.
 */
export function endDue(waitlist: Waitlist, rules: Rules): Waitlist {
  const isOver = waitlist.training.isCancelled || compareInstants(waitlist.training.startsAt, rules.now) <= 0;
  let next = waitlist;
  for (const entry of waitlist.entries) {
    const isFulfilled = entry.state === 'waiting' && elsewhereOf(entry, undefined) === 'booked';
    const isDue = entry.heldUntil !== null && compareInstants(entry.heldUntil, rules.now) <= 0;
    if (!isOver && !isDue && !isFulfilled) continue;
    const of = { ...idsOf(entry), trainingId: waitlist.training.id };
    if (entry.state === 'releasing')
      next = without(next, entry, { ...of, kind: 'released', state: endStateOf(entry) });
    else if (isOver) next = without(next, entry, { ...of, kind: 'closed' });
    // Whether or not a place is free here: one of these was what was wanted.
    else if (isFulfilled) next = without(next, entry, { ...of, kind: 'left' });
    else next = without(next, entry, { ...of, kind: 'expired' });
  }
  return next;
}

function fill(waitlist: Waitlist, rules: Rules): Waitlist {
  let next = waitlist;
  const taken = takenIn(waitlist, rules);
  for (const entry of waitlist.entries) {
    if (entry.state !== 'waiting') continue;
    const { training } = next;
    const place = firstFreePlace(training);
    const zone = zoneOf(training.startsAt, rules, entry.noticeMinutes);
    if (place === undefined || zone === 'open') break;
    const of = { ...idsOf(entry), trainingId: training.id };
    const leaving = leavingOf(entry, rules);
    // As long as nobody knows whether the offer is taken, both waits stand: this one is passed over.
    if (elsewhereOf(entry, leaving?.registrationId) !== undefined) continue;
    const isCostly = leaving !== undefined && compareInstants(rules.now, leaving.freeUntil) > 0;
    const { cover, uncovered } = entitlementBeside(training, entry.passes, taken, rules.now);
    const isByItself = zone === 'auto' && !isCostly && cover !== undefined;
    const refusal =
      (isByItself ? undefined : heldBeside(training, entry.client, leaving, rules)) ??
      ineligibility(training, entry.client, rules, goingWith(training, entry, leaving, rules)) ??
      uncovered;
    if (refusal) {
      if (refusal.code !== entry.passedReason)
        next = moved(next, {
          ...of,
          kind: 'passedOver',
          reason: refusal.code,
          details: refusal.details ?? {},
        });
      continue;
    }
    const freeUntil = promotedFreeUntil(training.startsAt, entry.freeUntil, rules);
    if (cover) taken.push(cover);
    if (isByItself)
      next = withPlace(next, entry, { ...of, kind: 'promoted', place, freeUntil, cover }, rules);
    else
      next = withOffer(next, entry, {
        ...of,
        kind: 'offered',
        place,
        freeUntil,
        heldUntil: holdUntil(training.startsAt, rules),
      });
  }
  return next;
}

/** What covers the places that somebody has with these moves. */
export function entitlementsOf(moves: readonly Move[]): Entitlement[] {
  return moves.flatMap((move) => ('cover' in move && move.cover) || []);
}

/** The same of a line, with what those take for whom places are held. */
function takenIn({ training, entries, moves }: Waitlist, { now }: Rules): Entitlement[] {
  const taken = entitlementsOf(moves);
  for (const { state, passes } of entries) {
    const cover = state === 'offered' ? entitlementBeside(training, passes, taken, now).cover : null;
    if (cover) taken.push(cover);
  }
  return taken;
}

/**
 * Why a place cannot be held for somebody beside the booking that would be given back for it, or the offer that would end:
 * nobody holds two at one time. Taken at once, they are no longer there.
 */
export function heldBeside(
  training: TrainingFacts,
  client: ClientFacts,
  leaving: LiveRegistration | undefined,
  rules: Rules,
): AppError | undefined {
  const offers = endingBy(training, client, rules).filter(({ state }) => state === 'offered');
  const isBeside = [leaving ?? [], offers].flat().some((other) => isOverlapping(other, training));
  return isBeside ? ineligibility(training, client, rules) : undefined;
}

/**
 * Takes an offered place, with what is chosen or fits best. Throws `offerEnded` when it is not held any more, the
 * refusal that came up since the offer was made, `coverNeeded` without anything that fits, or what is wrong with what
 * is chosen.
 */
export function acceptOffer(
  waitlist: Waitlist,
  registrationId: number,
  rules: Rules,
  choice: EntitlementChoice | 'bought' | null = null,
): Waitlist {
  const entry = waitlist.entries.find((one) => one.registrationId === registrationId);
  if (entry?.state !== 'offered' || entry.place === null) throw new AppError('offerEnded');
  const going = goingWith(waitlist.training, entry, leavingOf(entry, rules), rules);
  const refusal = ineligibility(waitlist.training, entry.client, rules, going);
  if (refusal) throw refusal;
  const isCovered = entry.passes !== undefined && choice !== 'bought';
  const cover = isCovered ? redeem(waitlist.training, entry.passes, rules.now, choice) : null;
  const of = { ...idsOf(entry), trainingId: waitlist.training.id };
  return withPlace(
    waitlist,
    entry,
    { ...of, kind: 'accepted', place: entry.place, freeUntil: entry.freeUntil, cover },
    rules,
  );
}

/**
 * Takes back a cancelling: the same registration with the same place. Throws `undoTooLate` when the place was passed
 * on, or what stands in the way by now.
 */
export function undoCancelling(waitlist: Waitlist, registrationId: number, rules: Rules): Waitlist {
  const entry = waitlist.entries.find((one) => one.registrationId === registrationId);
  if (entry?.state !== 'releasing' || entry.place === null) throw new AppError('undoTooLate');
  const going = goingWith(waitlist.training, entry, undefined, rules);
  const refusal = ineligibility(waitlist.training, entry.client, rules, going);
  if (refusal) throw refusal;
  const of = { ...idsOf(entry), trainingId: waitlist.training.id };
  return withPlace(
    waitlist,
    entry,
    { ...of, kind: 'restored', place: entry.place, freeUntil: entry.freeUntil },
    rules,
  );
}

/** Ends an open entry by its client's wish: leaves the list, or declines the offer; then the line moves on. */
export function leaveWaitlist(waitlist: Waitlist, registrationId: number, rules: Rules): Waitlist {
  const entry = waitlist.entries.find((one) => one.registrationId === registrationId);
  if (!entry) throw new AppError('registrationNotFound');
  const kind = entry.state === 'offered' ? ('declined' as const) : ('left' as const);
  return settle(without(waitlist, entry, { ...idsOf(entry), trainingId: waitlist.training.id, kind }), rules);
}

/** The line without a place that was given back for good; whoever is next gets it. */
export function freePlace(
  { training, ...waitlist }: Waitlist,
  { place, state }: { readonly place: number | null; readonly state: CancelledState },
  rules: Rules,
): Waitlist {
  const places = place === null ? training.places : withoutHeld(training.places, place);
  return settle({ ...waitlist, training: withDropped({ ...training, places }, { state }) }, rules);
}

/** Whoever has the place of somebody who dropped late clears what that would cost, also in the same breath. */
function withDropped(training: TrainingFacts, ended: object): TrainingFacts {
  const isLate = 'state' in ended && ended.state === 'cancelledLate';
  return isLate ? { ...training, lateCancelled: training.lateCancelled + 1 } : training;
}

/** The entry has its place for sure: with it go the client's other entries of the wish, and the place it is swapped for. */
function withPlace(
  waitlist: Waitlist,
  entry: WaitlistEntry,
  move: Extract<Move, { place: number }>,
  rules: Rules,
): Waitlist {
  const { training } = waitlist;
  const further = goingWith(training, entry, leavingOf(entry, rules), rules);
  const isHeld = entry.place !== null;
  return {
    training: {
      ...training,
      places: isHeld ? training.places : withHeld(training.places, move.place),
      waiting: training.waiting - (entry.state === 'waiting' ? 1 : 0),
    },
    entries: waitlist.entries.filter((one) => one !== entry),
    moves: [...waitlist.moves, ...further, move],
  };
}

function withOffer(
  waitlist: Waitlist,
  entry: WaitlistEntry,
  move: Extract<Move, { kind: 'offered' }>,
): Waitlist {
  const { training, entries } = waitlist;
  const { place, heldUntil, freeUntil } = move;
  const offered: WaitlistEntry = { ...entry, state: 'offered', place, heldUntil, freeUntil };
  return {
    training: { ...training, places: withHeld(training.places, place), waiting: training.waiting - 1 },
    entries: entries.map((one) => (one === entry ? offered : one)),
    moves: [...waitlist.moves, move],
  };
}

function without(waitlist: Waitlist, entry: WaitlistEntry, move: Move): Waitlist {
  const { training } = waitlist;
  return {
    training: {
      ...withDropped(training, move),
      places: entry.place === null ? training.places : withoutHeld(training.places, entry.place),
      waiting: training.waiting - (entry.state === 'waiting' ? 1 : 0),
    },
    entries: waitlist.entries.filter((one) => one !== entry),
    moves: [...waitlist.moves, move],
  };
}

function moved(waitlist: Waitlist, move: Move): Waitlist {
  return { ...waitlist, moves: [...waitlist.moves, move] };
}

function idsOf({ registrationId, client }: WaitlistEntry) {
  return { registrationId, clientId: client.clientId };
}
