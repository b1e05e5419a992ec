import { addDays, localDate } from '#shared/kernel/dates.ts';

export const validUnits = ['day', 'week', 'month'] as const;
export type ValidUnit = (typeof validUnits)[number];

/** When a ticket begins to count (mission 2.4). */
export const startModes = ['purchase', 'firstUse', 'chosen'] as const;
export type StartMode = (typeof startModes)[number];

/** How long something bought holds: 30 days, 2 weeks, 1 month. */
export interface ValidLength {
  readonly count: number;
  readonly unit: ValidUnit;
}

/**
 * The last local date of a length that begins on `startsOn`, that date included (mission 2.4): one day ends the same day,
 * a month ends the day before the same date of the next one. Where the next month has no such date, it ends with the
 * month: bought on 31.01, it holds all of February.
 */
export function lastDate(startsOn: string, { count, unit }: ValidLength): string {
  const start = Temporal.PlainDate.from(startsOn);
  if (unit !== 'month') return addDays(startsOn, count * (unit === 'week' ? 7 : 1) - 1);
  const next = start.add({ months: count });
  return next.day < start.day ? next.toString() : next.subtract({ days: 1 }).toString();
}

/** The dates something holds between, both included; null where it begins with the first use and has not. */
export interface Validity {
  readonly startsOn: string | null;
  readonly endsOn: string | null;
}

/** How an instant lies to a validity: by the centre's calendar, never by hours. */
export function placeInTime(
  { startsOn, endsOn }: Validity,
  instant: string,
  timeZone: string,
): 'before' | 'within' | 'after' {
  const date = localDate(instant, timeZone);
  if (startsOn !== null && date < startsOn) return 'before';
  return endsOn !== null && date > endsOn ? 'after' : 'within';
}
