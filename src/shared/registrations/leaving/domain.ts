import { compareInstants } from '#shared/kernel/dates.ts';
import {
  type ClientFacts,
  isOverlapping,
  type LiveRegistration,
  type Rules,
  type TrainingFacts,
} from '../rules/domain.ts';
import type { Move, WaitlistEntry } from '../waitlist/domain.ts';

/**
 * Entries of the client elsewhere that end when this place is sure: of the same wish, offers too, for the same booking
 * (`leaving`, its registration, which is given back now), or at the same time.
 */
export function endedWith(
  training: TrainingFacts,
  client: ClientFacts,
  { wishId, leaving }: { readonly wishId: number | null; readonly leaving: number | undefined },
): readonly LiveRegistration[] {
  return client.registrations.filter((other) => {
    if (other.trainingId === training.id) return false;
    const isOfWish = wishId !== null && other.wishId === wishId;
    if (other.state === 'offered') return isOfWish;
    const isForSame = leaving !== undefined && other.swapFor === leaving;
    return other.state === 'waiting' && (isOfWish || isForSame || isOverlapping(other, training));
  });
}

/** How a place given back ends when its owner does not take it again. */
export function endStateOf({ endedAt, freeUntil }: Pick<WaitlistEntry, 'endedAt' | 'freeUntil'>) {
  const isFree = endedAt === null || compareInstants(endedAt, freeUntil) <= 0;
  return isFree ? ('cancelledFree' as const) : ('cancelledLate' as const);
}

/** What another entry of the same wish has come to, or one for the same booking: a place, or the offer of one. */
export function elsewhereOf(
  { registrationId, wishId, client }: WaitlistEntry,
  leaving: number | undefined,
): 'booked' | 'offered' | undefined {
  const states = client.registrations.flatMap((other) => {
    if (wishId !== null && other.wishId === wishId) return [other.state];
    const isForSame = leaving !== undefined && other.swapFor === leaving;
    return isForSame && other.state === 'offered' && other.registrationId !== registrationId
      ? ['offered']
      : [];
  });
  return (['booked', 'offered'] as const).find((state) => states.includes(state));
}

type MovingEntry = Pick<WaitlistEntry, 'swapFor' | 'client'>;

/** The id of a booking that is given back in time: what covers it comes back. */
export function returnedWith(leaving: LiveRegistration | undefined, { now }: Rules): number[] {
  const isFree = leaving && endStateOf({ endedAt: now, freeUntil: leaving.freeUntil }) === 'cancelledFree';
  return isFree ? [leaving.registrationId] : [];
}

/** The booking that is given back for the place; one that has begun, or whose owner has come, is not any more. */
export function leavingOf({ swapFor, client }: MovingEntry, { now }: Rules): LiveRegistration | undefined {
  return client.registrations.find(
    ({ registrationId, state, startsAt, presence }) =>
      registrationId === swapFor && state === 'booked' && !presence && compareInstants(now, startsAt) < 0,
  );
}

/** The booking that pressing in this training gives back: the one that the client's wait or offer there is to be swapped for. */
export function leavingBy(
  trainingId: number,
  client: ClientFacts,
  rules: Rules,
): LiveRegistration | undefined {
  const own = client.registrations.find((one) => one.trainingId === trainingId);
  const isOpen = own?.state === 'waiting' || own?.state === 'offered';
  return isOpen ? leavingOf({ swapFor: own.swapFor, client }, rules) : undefined;
}

/** What ends elsewhere once pressing in this training makes a place of the client's own entry there sure. */
export function endingBy(
  training: TrainingFacts,
  client: ClientFacts,
  rules: Rules,
): readonly LiveRegistration[] {
  const own = client.registrations.find((one) => one.trainingId === training.id);
  const leaving = leavingBy(training.id, client, rules)?.registrationId;
  return own && own.state !== 'booked' ? endedWith(training, client, { wishId: own.wishId, leaving }) : [];
}

/** The booking is given back for a place in another training. */
export function leave(
  { registrationId, trainingId, freeUntil }: LiveRegistration,
  { clientId }: ClientFacts,
  { now }: Rules,
): Extract<Move, { state: unknown }> {
  const state = endStateOf({ endedAt: now, freeUntil });
  return { kind: 'swapped', registrationId, clientId, trainingId, state };
}

/** What goes with a place that is sure: the booking it is swapped for, and the client's entries that end with it. */
export function goingWith(
  training: TrainingFacts,
  { wishId, client }: Pick<WaitlistEntry, 'wishId' | 'client'>,
  leaving: LiveRegistration | undefined,
  rules: Rules,
): Move[] {
  const { clientId } = client;
  const ended = endedWith(training, client, { wishId, leaving: leaving?.registrationId });
  return [
    ...(leaving ? [leave(leaving, client, rules)] : []),
    ...ended.map(({ registrationId, trainingId, state }): Move => {
      const kind = state === 'offered' ? ('declined' as const) : ('left' as const);
      return { kind, registrationId, clientId, trainingId };
    }),
  ];
}
