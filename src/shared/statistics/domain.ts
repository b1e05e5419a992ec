import { addDays, minutesBetween, startOfWeek } from '#shared/kernel/dates.ts';
import type { ClientType } from '#shared/products/domain.ts';

/** Windows of a trainer's statistics (specification point 9). */
export const windows = ['currentMonth', 'last30Days'] as const;
export type Window = (typeof windows)[number];

/** Windows of a member's own statistics. */
export const ownWindows = [...windows, 'last12Months'] as const;
export type OwnWindow = (typeof ownWindows)[number];

/** Fewer people than this are not told apart (mission 2.12). */
export const peopleLeast = 5;

/** A training that was held, as sums see it (mission 2.12). */
export interface HeldTraining {
  readonly id: number;
  readonly styleId: number;
  readonly clientType: ClientType;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
  /** Its capacity. */
  readonly totalPlaces: number;
  /** Places that were taken at the start. */
  readonly booked: number;
  /** Those of them who were here. */
  readonly trained: number;
}

/** One person who was here, and how often. */
export interface PersonHere {
  readonly gender: 'male' | 'female' | null;
  readonly times: number;
}

export interface Sums {
  readonly trainings: number;
  readonly totalPlaces: number;
  readonly booked: number;
  readonly trained: number;
  /** Minutes of trainings that were held; those given to another trainer are that one's. */
  readonly workingMinutes: number;
}

/** Local dates of a window, both included; neither goes beyond today. */
export function windowOf(window: OwnWindow, today: string): { from: string; until: string } {
  if (window === 'last12Months') return { from: `${monthsUntil(today)[0]}-01`, until: today };
  const from = window === 'currentMonth' ? `${today.slice(0, 8)}01` : addDays(today, -29);
  return { from, until: today };
}

/** The last twelve months, this one the last, as yyyy-MM. */
export function monthsUntil(today: string): string[] {
  const month = Temporal.PlainDate.from(today).toPlainYearMonth();
  return Array.from({ length: 12 }, (_, index) => month.subtract({ months: 11 - index }).toString());
}

/** Weeks in a row with a training in each: those that last, and the most there ever were. */
export interface Streak {
  readonly current: number;
  readonly best: number;
}

/** `dates` are local dates of trainings, in any order; a week that is not over yet breaks nothing. */
export function streakOf(dates: readonly string[], today: string): Streak {
  const mondays = new Set(dates.map(startOfWeek));
  const lengthUntil = (monday: string): number => {
    let length = 0;
    for (let week = monday; mondays.has(week); week = addDays(week, -7)) length += 1;
    return length;
  };
  const thisWeek = startOfWeek(today);
  const current = lengthUntil(mondays.has(thisWeek) ? thisWeek : addDays(thisWeek, -7));
  const last = [...mondays].filter((monday) => !mondays.has(addDays(monday, 7)));
  return { current, best: Math.max(0, ...last.map(lengthUntil)) };
}

export function sumsOf(list: readonly HeldTraining[]): Sums {
  const sum = (of: (training: HeldTraining) => number) =>
    list.reduce((total, training) => total + of(training), 0);
  return {
    trainings: list.length,
    totalPlaces: sum(({ totalPlaces }) => totalPlaces),
    booked: sum(({ booked }) => booked),
    trained: sum(({ trained }) => trained),
    workingMinutes: sum(({ startsAt, endsAt }) => minutesBetween(startsAt, endsAt)),
  };
}

/** The same sums for each part of the list; the parts with most trainings first. */
export function sumsBy<Key>(
  list: readonly HeldTraining[],
  keyOf: (training: HeldTraining) => Key,
): (Sums & { readonly key: Key })[] {
  return [...Map.groupBy(list, keyOf)]
    .map(([key, part]) => ({ key, ...sumsOf(part) }))
    .toSorted((one, other) => other.trainings - one.trainings || other.booked - one.booked);
}

/**
 * How often women and men were here, of those whose gender is known; null where too few people stand behind one of the
 * numbers.
 */
export function genderCounts(people: readonly PersonHere[]): { female: number; male: number } | null {
  const of = (gender: PersonHere['gender']) => people.filter((person) => person.gender === gender);
  const women = of('female');
  const men = of('male');
  const isFew = (list: readonly PersonHere[]) => list.length > 0 && list.length < peopleLeast;
  if (women.length + men.length < peopleLeast || isFew(women) || isFew(men)) return null;
  const times = (list: readonly PersonHere[]) => list.reduce((total, person) => total + person.times, 0);
  return { female: times(women), male: times(men) };
}

/** Whole percent; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole <= 0 ? null : Math.round((part * 100) / whole);
}
