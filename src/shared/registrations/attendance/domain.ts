import { addMinutes, compareInstants, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { settleMinutes } from '../settlements/domain.ts';

/** So early people may be noted as here: they come before the start (mission 2.7). */
export const presenceOpensMinutes = 60;
/** So long after the end a trainer may mend what was noted; after it what follows from it has begun (mission 2.2). */
const presenceMendedMinutes = 24 * 60;

export interface RollFacts {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isCancelled: boolean;
  readonly rollClosedAt: string | null;
}

export interface RollClock {
  readonly now: string;
  readonly timeZone: string;
}

/** When people may be noted as here, and until when a trainer may mend it. */
export function presenceWindow({ startsAt, endsAt }: Pick<RollFacts, 'startsAt' | 'endsAt'>) {
  return {
    opensAt: addMinutes(startsAt, -presenceOpensMinutes),
    mendedUntil: addMinutes(endsAt, presenceMendedMinutes),
  };
}

/**
 * What is to be noted for these registrations. Throws `presenceOfWaiting` for somebody in the waiting list,
 * `registrationNotFound` for one that is over, `presenceTooEarly` and `presenceTooLate`; administrators mend at any time.
 * On a closed roll there is no "not noted": whoever is not here was absent.
 */
export function decidePresence(
  roll: RollFacts,
  states: readonly string[],
  presence: boolean | null,
  by: { readonly isAdmin: boolean },
  clock: RollClock,
): boolean | null {
  if (states.length === 0) throw new AppError('registrationNotFound');
  if (states.some((state) => state === 'waiting' || state === 'offered')) {
    throw new AppError('presenceOfWaiting');
  }
  if (states.some((state) => state !== 'booked')) throw new AppError('registrationNotFound');
  refuseOutside(roll, by, clock);
  return presence === null && roll.rollClosedAt !== null ? false : presence;
}

function refuseOutside(roll: RollFacts, { isAdmin }: { readonly isAdmin: boolean }, clock: RollClock): void {
  const { now, timeZone } = clock;
  const { opensAt, mendedUntil } = presenceWindow(roll);
  if (roll.isCancelled) throw new AppError('trainingNotHeld');
  if (compareInstants(now, opensAt) < 0) throw new AppError('presenceTooEarly', when(opensAt, timeZone));
  if (!isAdmin && compareInstants(now, mendedUntil) > 0) {
    throw new AppError('presenceTooLate', when(mendedUntil, timeZone));
  }
}

/** Throws why a roll cannot be closed now: it is before the start, or the training was called off. */
export function refuseClosing(roll: RollFacts, by: { readonly isAdmin: boolean }, clock: RollClock): void {
  refuseOutside(roll, by, clock);
  const { startsAt } = roll;
  if (compareInstants(clock.now, startsAt) < 0) {
    throw new AppError('rollTooEarly', when(startsAt, clock.timeZone));
  }
}

/** Until when a closed roll may be opened again, and people put in or taken out: then visits are settled (mission 2.4). */
export function changesUntil({ endsAt }: Pick<RollFacts, 'endsAt'>): string {
  return addMinutes(endsAt, settleMinutes);
}

/** Throws `rollSettled` once what was booked is settled. */
export function refuseSettled(roll: Pick<RollFacts, 'endsAt'>, { now, timeZone }: RollClock): void {
  const until = changesUntil(roll);
  if (compareInstants(now, until) >= 0) throw new AppError('rollSettled', when(until, timeZone));
}

function when(instant: string, timeZone: string) {
  return { date: formatDate(localDate(instant, timeZone)), time: localTime(instant, timeZone) };
}

/** Whole percent of the places that are taken; beyond 100 where somebody was put in besides. */
export function occupancyOf({ booked, maxPlaces }: { booked: number; maxPlaces: number }): number {
  return maxPlaces <= 0 ? 0 : Math.round((booked * 100) / maxPlaces);
}
