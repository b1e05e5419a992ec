import { compareInstants, localDate, minutesBetween } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import type { Training } from '#shared/schedule/contract.ts';

/** Most own bookings offered for a swap. */
const mostOffered = 5;

/**
 * The own bookings a place in a training may be swapped for: of the same style or day first, then the nearest in time.
 * One that is kept for another swap already is none of them.
 */
export function swapChoices(
  own: readonly UserRegistration[],
  training: Pick<Training, 'id' | 'date' | 'startDateTime' | 'typeName'>,
  { now, timeZone }: { readonly now: string; readonly timeZone: string },
): UserRegistration[] {
  const isAlike = ({ trainingTypeName, startDateTime }: UserRegistration) =>
    trainingTypeName === training.typeName || localDate(startDateTime, timeZone) === training.date;
  const distance = ({ startDateTime }: UserRegistration) =>
    Math.abs(minutesBetween(startDateTime, training.startDateTime));
  return own
    .filter(({ state, cancelingAllowed }) => state === 'booked' && cancelingAllowed)
    .filter(({ trainingId, swapTo }) => trainingId !== training.id && swapTo === null)
    .filter(({ startDateTime }) => compareInstants(now, startDateTime) < 0)
    .toSorted((a, b) => Number(isAlike(b)) - Number(isAlike(a)) || distance(a) - distance(b))
    .slice(0, mostOffered);
}
