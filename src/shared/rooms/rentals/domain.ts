import { addMinutes, compareInstants, instantAt, localTime } from '#shared/kernel/dates.ts';
import { isOverlapping, type Rules, type TimeSpan } from '#shared/registrations/rules/domain.ts';

/** A wall time of the day as opening hours name it, HH:mm. */
export interface OpenHours {
  readonly opens: string;
  readonly closes: string;
}

/** What is known of a room on one local date. */
export interface RentGround {
  /** Of its club on that weekday; null: shut. */
  readonly open: OpenHours | null;
  readonly isShut: boolean;
  /** What is in the room or in any part of it. */
  readonly uses: readonly TimeSpan[];
}

/** An hour that could be rented. */
export interface RentHour extends TimeSpan {
  /** The centre's wall time HH:mm. */
  readonly time: string;
  readonly isFree: boolean;
}

/**
 * The hours of a room on a local date, from the club's opening on, while a whole one fits before it closes. A wall time that
 * the clock skips is not there; of one that comes twice the first counts. Those that have begun are left out.
 */
export function rentHours(date: string, { open, isShut, uses }: RentGround, rules: Rules): RentHour[] {
  if (open === null || isShut) return [];
  const { limits, now, timeZone } = rules;
  const opensUntil = Temporal.Instant.from(now)
    .toZonedDateTimeISO(timeZone)
    .add({ days: limits.rentalOpensDaysBefore })
    .toInstant()
    .toString();
  const closes = instantAt(date, open.closes, timeZone);
  const [hour = 0, minute = 0] = open.opens.split(':').map(Number);
  const hours: RentHour[] = [];
  for (let at = hour; at < 24; at += 1) {
    const time = `${String(at).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    const startsAt = instantAt(date, time, timeZone);
    const endsAt = addMinutes(startsAt, 60);
    if (compareInstants(endsAt, closes) > 0) break;
    if (localTime(startsAt, timeZone) !== time || compareInstants(startsAt, now) <= 0) continue;
    if (compareInstants(startsAt, opensUntil) > 0) break;
    const isFree = !uses.some((use) => isOverlapping(use, { startsAt, endsAt }));
    hours.push({ time, startsAt, endsAt, isFree });
  }
  return hours;
}

/** The span of so many hours from one on; undefined where they are not all free, one after another. */
export function rentSpan(hours: readonly RentHour[], startsAt: string, count: number): TimeSpan | undefined {
  const first = hours.findIndex((one) => compareInstants(one.startsAt, startsAt) === 0);
  const list = first < 0 ? [] : hours.slice(first, first + count);
  const isWhole =
    list.length === count &&
    list.every(
      ({ isFree, startsAt: start }, index) =>
        isFree && (index === 0 || compareInstants(list[index - 1]?.endsAt ?? '', start) === 0),
    );
  const last = list.at(-1);
  return isWhole && last ? { startsAt, endsAt: last.endsAt } : undefined;
}

const rentalStates = ['booked', 'cancelledFree', 'cancelledLate', 'cancelledByCentre'] as const;
export type RentalState = (typeof rentalStates)[number];

/** How giving a rented time back ends: free until its clock time, afterwards its price is owed. */
export function rentalEnd(freeUntil: string, now: string): 'cancelledFree' | 'cancelledLate' {
  return compareInstants(now, freeUntil) <= 0 ? 'cancelledFree' : 'cancelledLate';
}
