import { addDays, instantAt, startOfWeek } from '#shared/kernel/dates.ts';

/** When a series takes place: local dates and the centre's wall time, never instants (mission 2.9). */
export interface SeriesRule {
  /** 1 for Monday to 7. */
  readonly weekdays: number[];
  readonly everyWeeks: number;
  /** Local dates, both included. */
  readonly startsOn: string;
  readonly endsOn: string;
  /** HH:mm. */
  readonly wallTime: string;
  readonly minutes: number;
}

/** The dates of a series in order, at most `limit` and one more. Weeks are counted from that of the first date. */
export function datesOf(rule: Omit<SeriesRule, 'wallTime' | 'minutes'>, limit: number): string[] {
  const { weekdays, everyWeeks, startsOn, endsOn } = rule;
  const days = [...new Set(weekdays)].toSorted((one, other) => one - other);
  const dates: string[] = [];
  let monday = startOfWeek(startsOn);
  while (monday <= endsOn && dates.length <= limit) {
    const week = days.map((day) => addDays(monday, day - 1));
    dates.push(...week.filter((date) => date >= startsOn && date <= endsOn));
    monday = addDays(monday, 7 * everyWeeks);
  }
  return dates.slice(0, limit + 1);
}

/**
 * A date of the series as instants: each date by its own clock, so that the wall time holds over clock changes. A time
 * the clock skips is the one an hour later, of a time that comes twice the first counts; the length is elapsed time.
 */
export function spanOn(
  date: string,
  { wallTime, minutes }: Pick<SeriesRule, 'wallTime' | 'minutes'>,
  timeZone: string,
): { startsAt: string; endsAt: string } {
  const start = Temporal.Instant.from(instantAt(date, wallTime, timeZone));
  return { startsAt: start.toString(), endsAt: start.add({ minutes }).toString() };
}

/** The same rule so many days later. */
export function shifted(rule: SeriesRule, days: number): SeriesRule {
  const weekdays = rule.weekdays
    .map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1)
    .toSorted((one, other) => one - other);
  return {
    ...rule,
    weekdays,
    startsOn: addDays(rule.startsOn, days),
    endsOn: addDays(rule.endsOn, days),
  };
}

/** A series in two: up to the day before a date, and from it on. */
export function splitAt(rule: SeriesRule, date: string): readonly [SeriesRule, SeriesRule] {
  return [
    { ...rule, endsOn: addDays(date, -1) },
    { ...rule, startsOn: date },
  ];
}
