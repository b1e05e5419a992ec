import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';

/** A place left unused: given back late and taken by nobody, or absent without a word. */
export interface Strike {
  readonly clientId: number;
  /** When it came about: the late cancelling, or the end of the training. */
  readonly at: string;
}

const minutesOfDay = 24 * 60;

/**
 * Until when strikes keep a client from booking ahead; null when they do not (mission 2.2). A strike counts a while
 * after it came about, so that it can be looked at before; `strikesMax` of them within `strikeDays` close booking for
 * `banDays` from the latest on.
 */
export function banOf(strikes: readonly Strike[], limits: BookingLimits, now: string): string | null {
  const { strikesMax, strikeDays, banDays } = limits;
  if (strikesMax === 0) return null;
  const posted = strikes
    .map(({ at }) => countsFrom(at, limits))
    .filter((at) => compareInstants(at, now) <= 0)
    .toSorted(compareInstants);
  const bans = posted.flatMap((latest, index) => {
    const first = posted[index - strikesMax + 1];
    if (first === undefined) return [];
    const isWithin = compareInstants(latest, addMinutes(first, strikeDays * minutesOfDay)) <= 0;
    return isWithin ? addMinutes(latest, banDays * minutesOfDay) : [];
  });
  const last = bans.at(-1);
  return last !== undefined && compareInstants(now, last) < 0 ? last : null;
}

/** From when on a place left unused at `at` counts: before, it can be looked at and waived. */
function countsFrom(at: string, { strikePendingHours }: BookingLimits): string {
  return addMinutes(at, strikePendingHours * 60);
}

/** How a place left unused stands now: not counted yet, counted together with others, no longer, or waived. */
type StrikeStatus = 'pending' | 'counting' | 'over' | 'waived';

export interface StrikeState {
  readonly standing: StrikeStatus;
  readonly countsFrom: string;
  readonly countsUntil: string;
}

/** The standing of a place left unused, and its bounds. */
export function statusOf(
  { at, isWaived }: { readonly at: string; readonly isWaived: boolean },
  limits: BookingLimits,
  now: string,
): StrikeState {
  const from = countsFrom(at, limits);
  const until = addMinutes(from, limits.strikeDays * minutesOfDay);
  const isBefore = compareInstants(now, from) < 0;
  const isWithin = compareInstants(now, until) <= 0;
  const standing = isWaived ? 'waived' : isBefore ? 'pending' : isWithin ? 'counting' : 'over';
  return { standing, countsFrom: from, countsUntil: until };
}

/** From when on strikes can still matter. */
export function strikesSince(
  { strikeDays, banDays, strikePendingHours }: BookingLimits,
  now: string,
): string {
  return addMinutes(now, -(strikeDays + banDays) * minutesOfDay - strikePendingHours * 60);
}
