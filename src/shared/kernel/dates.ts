/** Instants are ISO strings ending in Z, local dates yyyy-MM-dd, zones IANA names. Temporal does all arithmetic. */

/** A local date (yyyy-MM-dd) when the text is one that exists in the calendar, else undefined. Also reads dd.MM.yyyy. */
export function parseLocalDate(text: string): string | undefined {
  const dotted = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text);
  const iso = dotted ? `${dotted[3]}-${dotted[2]}-${dotted[1]}` : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined;
  try {
    const date = Temporal.PlainDate.from(iso, { overflow: 'reject' });
    return date.year >= 1900 && date.year <= 2200 ? date.toString() : undefined;
  } catch {
    return undefined;
  }
}

/** What clocks show at instants that were asked for lately: a list asks for few, a thousand times each. */
const shown = new Map<string, string>();
const mostShown = 5000;

function shownAt(instant: string, timeZone: string): string {
  const key = instant + timeZone;
  let wall = shown.get(key);
  if (wall === undefined) {
    wall = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime().toString();
    if (shown.size >= mostShown) shown.clear();
    shown.set(key, wall);
  }
  return wall;
}

/** The centre's local date at an instant. */
export function localDate(instant: string, timeZone: string): string {
  return shownAt(instant, timeZone).split('T', 1)[0] as string;
}

/** The centre's wall time at an instant as HH:mm. */
export function localTime(instant: string, timeZone: string): string {
  return shownAt(instant, timeZone).split('T')[1]?.slice(0, 5) as string;
}

/** The instant at which a local date begins: not always midnight, never a fixed number of hours. */
export function startOfDay(date: string, timeZone: string): string {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).toInstant().toString();
}

/**
 * The instant of a wall time on a local date; in the gap of a clock change the later one (Temporal's `compatible`). `24:00`
 * is the beginning of the next day.
 */
export function instantAt(date: string, time: string, timeZone: string): string {
  if (time === '24:00') return startOfDay(addDays(date, 1), timeZone);
  return Temporal.PlainDate.from(date)
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
    .toInstant()
    .toString();
}

/** The instant as milliseconds since 1970, for comparing with a machine's clock. */
export function epochMilliseconds(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds;
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The same day of another month, or its last one: a month after 31.01. comes 28.02. */
export function addMonths(date: string, months: number): string {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

export function daysBetween(from: string, until: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until), { largestUnit: 'day' }).days;
}

export function addMinutes(instant: string, minutes: number): string {
  return Temporal.Instant.from(instant).add({ minutes }).toString();
}

export function minutesBetween(from: string, until: string): number {
  const span = Temporal.Instant.from(from).until(Temporal.Instant.from(until), { largestUnit: 'second' });
  return span.total('minutes');
}

/** Whole seconds from one instant to another. */
export function secondsBetween(from: string, until: string): number {
  return Math.floor(Temporal.Instant.from(from).until(until).total('seconds'));
}

const wholeSeconds = 'YYYY-MM-DDTHH:mm:ss'.length;
/** Both written in UTC with seconds: what follows these is a part of the second, or nothing. */
const hasSeconds = (instant: string) => instant.endsWith('Z') && /[.Z]/.test(instant[wholeSeconds] ?? '');

/** -1, 0 or 1. Text tells seconds apart; within one, instants may be written more and less precisely. */
export function compareInstants(a: string, b: string): number {
  if (hasSeconds(a) && hasSeconds(b)) {
    const [one, other] = [a.slice(0, wholeSeconds), b.slice(0, wholeSeconds)];
    if (one !== other) return one < other ? -1 : 1;
  }
  return Temporal.Instant.compare(Temporal.Instant.from(a), Temporal.Instant.from(b));
}

/** Monday of the date's week (weeks start on Monday, specification point 1). */
export function startOfWeek(date: string): string {
  const plain = Temporal.PlainDate.from(date);
  return plain.subtract({ days: plain.dayOfWeek - 1 }).toString();
}

/** The seven dates of the date's week, Monday first. */
export function weekDates(date: string): string[] {
  const monday = startOfWeek(date);
  return Array.from({ length: 7 }, (_, day) => addDays(monday, day));
}

/** 1 for Monday to 7 for Sunday. */
export function dayOfWeek(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** Shows a local date as dd.MM.yyyy; throws RangeError for a date that does not exist (specification point 5). */
export function formatDate(date: string): string {
  const plain = Temporal.PlainDate.from(date, { overflow: 'reject' });
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(plain.day)}.${two(plain.month)}.${plain.year}`;
}
