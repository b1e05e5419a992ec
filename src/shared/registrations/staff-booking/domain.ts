import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { goingWith, leavingOf } from '../leaving/domain.ts';
import {
  bookingWindow,
  type ClientFacts,
  firstFreePlace,
  isOverlapping,
  type LiveRegistration,
  type Places,
  type Rules,
  withHeld,
} from '../rules/domain.ts';
import type { Move, Waitlist, WaitlistEntry } from '../waitlist/domain.ts';

export interface StaffBooking {
  readonly waitlist: Waitlist;
  readonly place: number;
  readonly freeUntil: string;
  /** The client's own entry of before that becomes the booking; null for a new one. */
  readonly entryId: number | null;
  /** All places were taken. */
  readonly isBeyond: boolean;
  /** The booking that is given back for it. */
  readonly leaving: LiveRegistration | undefined;
}

/**
 * Puts a client into a training by the hand of staff: limits and hours of booking are set aside, two places at once and
 * blocked people are not. `line` is settled; `before` the client's open entry as it was loaded. Beyond the places only
 * when asked to. What the client waits for instead of a booking gives that booking back, free at any time: it is not their
 * press. Of a wish for any one of several the other waits end. Throws `alreadyRegistered`, `registeringNotAllowed`, `overlappingTraining`, `noFreePlaces`,
 * `trainingNotHeld`.
 */
export function decideStaffBooking(
  waitlist: Waitlist,
  before: WaitlistEntry | undefined,
  client: ClientFacts,
  rules: Rules,
  isBeyondAllowed: boolean,
): StaffBooking {
  const { training } = waitlist;
  const { clientId, registrations } = client;
  if (training.isCancelled) throw new AppError('trainingNotHeld');
  if (client.isBlocked) throw new AppError('registeringNotAllowed');
  const isOwnMove = (move: Move) =>
    move.registrationId === before?.registrationId && move.trainingId === training.id;
  const isBooked = registrations.some(
    ({ trainingId, state }) => trainingId === training.id && state === 'booked',
  );
  if (isBooked || waitlist.moves.some((move) => isOwnMove(move) && move.kind === 'promoted')) {
    throw new AppError('alreadyRegistered');
  }
  const open = waitlist.entries.find((entry) => entry.client.clientId === clientId);
  const leaving = open && open.state !== 'releasing' ? leavingOf({ ...open, client }, rules) : undefined;
  // An entry that ended this very moment was its client's wish all the same.
  const entry = open ?? before;
  const further = entry ? goingWith(training, { ...entry, client }, leaving, rules) : [];
  const gone = new Set(further.map(({ registrationId }) => registrationId));
  const clash = registrations.find(
    (other) =>
      (other.state === 'booked' || other.state === 'offered') &&
      !gone.has(other.registrationId) &&
      other.trainingId !== training.id &&
      isOverlapping(other, training),
  );
  if (clash) {
    const { trainingName: name, startsAt } = clash;
    throw new AppError('clientElsewhere', {
      name,
      date: formatDate(localDate(startsAt, rules.timeZone)),
      time: localTime(startsAt, rules.timeZone),
    });
  }
  const free = open?.place ?? firstFreePlace(training);
  if (free === undefined && !isBeyondAllowed) throw new AppError('noFreePlaces');
  const place = free ?? lowestUnheld(training.places);
  const freeUntil = before?.freeUntil ?? bookingWindow(training.startsAt, rules).freeCancelUntil;
  const kind = before?.state === 'releasing' ? ('restored' as const) : ('claimed' as const);
  const taken = { kind, clientId, trainingId: training.id, place, freeUntil };
  const isHeld = open !== undefined && open.place !== null;
  return {
    place,
    freeUntil,
    entryId: before?.registrationId ?? null,
    isBeyond: free === undefined,
    leaving,
    waitlist: {
      training: {
        ...training,
        places: isHeld ? training.places : withHeld(training.places, place),
        waiting: training.waiting - (open?.state === 'waiting' ? 1 : 0),
      },
      entries: waitlist.entries.filter((entry) => entry !== open),
      moves: [
        ...waitlist.moves.filter((move) => !isOwnMove(move)),
        ...further.map((move) =>
          move.kind === 'swapped' ? { ...move, state: 'cancelledFree' as const } : move,
        ),
        ...(before ? [{ ...taken, registrationId: before.registrationId }] : []),
      ],
    },
  };
}

function lowestUnheld({ gaps, next }: Places): number {
  return gaps[0] ?? next;
}

/** How staff end a booking: without a cost, or as one given back late. */
export const removals = ['free', 'late'] as const;
export type Removal = (typeof removals)[number];

export const reasonMaximumLength = 200;
