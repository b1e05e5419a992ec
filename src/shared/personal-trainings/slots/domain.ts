import {
  addDays,
  addMinutes,
  compareInstants,
  dayOfWeek,
  instantAt,
  localTime,
  startOfDay,
} from '#shared/kernel/dates.ts';
import type { Rules, TimeSpan } from '#shared/registrations/rules/domain.ts';
import { areApart, type Exception, type Hours, minutesOfDay, type Stretch, timeOf } from '../hours/domain.ts';

/** What is known of a trainer's time. */
export interface Ground {
  readonly hours: readonly Hours[];
  readonly exceptions: readonly Exception[];
  /** What the trainer holds, whatever it is. */
  readonly taken: readonly TimeSpan[];
  readonly rooms: readonly {
    readonly id: number;
    readonly clubId: number;
    /** Personal trainings take place there beside what else there is. */
    readonly isShared: boolean;
  }[];
  readonly roomUses: readonly (TimeSpan & { readonly roomId: number })[];
  /** Dates on which the trainer is away, as told for replacements; both included. */
  readonly absences: readonly { readonly from: string; readonly until: string }[];
  /** Dates on which a club, or every one (null), is shut; both included. */
  readonly closures: readonly {
    readonly clubId: number | null;
    readonly from: string;
    readonly until: string;
  }[];
}

/** A time that could be booked. */
export interface Slot extends TimeSpan {
  /** The centre's date, and its wall time HH:mm. */
  readonly date: string;
  readonly time: string;
  readonly roomId: number;
}

/** The same with where it is. */
export interface PlacedSlot extends Slot {
  readonly clubId: number;
  readonly clubName: string;
  readonly roomName: string;
}

/**
 * The times of these local dates that a client may book: within the trainer's hours and exceptions, on wall times as they
 * are told, where neither trainer nor room is elsewhere. A wall time that the clock skips is not there; of one that comes
 * twice the first counts. The only rule of what is free: what is listed is what can be booked.
 */
export function freeSlots(dates: readonly string[], ground: Ground, rules: Rules): Slot[] {
  return dates.flatMap(slotFinder(ground, rules));
}

/** The same date by date: what is known of the time is gone through once for all of them. */
export function slotFinder(ground: Ground, rules: Rules): (date: string) => Slot[] {
  const { limits, now, timeZone } = rules;
  const opensUntil = Temporal.Instant.from(now)
    .toZonedDateTimeISO(timeZone)
    .add({ days: limits.personalOpensDaysBefore })
    .toInstant()
    .toString();
  const first = addMinutes(now, limits.personalClosesMinutesBefore);
  const rooms = new Map(ground.rooms.map((room) => [room.id, room]));
  const isAway = (date: string) => ground.absences.some(({ from, until }) => from <= date && date <= until);
  const isTrainerTaken = taker(ground.taken);
  const roomTakers = new Map(
    [...Map.groupBy(ground.roomUses, ({ roomId }) => roomId)].map(([roomId, uses]) => [roomId, taker(uses)]),
  );
  return (date) => {
    if (isAway(date)) return [];
    return slotsOn(date, ground, rules).filter((slot) => {
      const { roomId, startsAt } = slot;
      const room = rooms.get(roomId);
      if (!room || compareInstants(startsAt, first) < 0 || compareInstants(startsAt, opensUntil) > 0) {
        return false;
      }
      const isShut = ground.closures.some(
        ({ clubId, from, until }) =>
          (clubId === null || clubId === room.clubId) && from <= date && date <= until,
      );
      const isRoomTaken = !room.isShared && roomTakers.get(roomId)?.(slot) === true;
      return !isShut && !isRoomTaken && !isTrainerTaken(slot);
    });
  };
}

/** Tells whether a span overlaps any of these: as quickly of thousands as of a few. One may begin where another ends. */
function taker(spans: readonly TimeSpan[]): (span: TimeSpan) => boolean {
  const at = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds;
  const taken: { from: number; until: number }[] = [];
  const sorted = spans
    .map(({ startsAt, endsAt }) => ({ from: at(startsAt), until: at(endsAt) }))
    .toSorted((one, other) => one.from - other.from);
  for (const one of sorted) {
    const last = taken.at(-1);
    if (last && one.from < last.until) last.until = Math.max(last.until, one.until);
    else taken.push(one);
  }
  return ({ startsAt, endsAt }) => {
    const from = at(startsAt);
    let [low, high] = [0, taken.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((taken[middle]?.until ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    const next = taken[low];
    return next !== undefined && next.from < at(endsAt);
  };
}

/** Every time on the trainer's hours of one date, taken or not, in order. */
function slotsOn(date: string, { hours, exceptions }: Ground, { limits, timeZone }: Rules): Slot[] {
  const { personalMinutes: minutes, personalEveryMinutes: every } = limits;
  const weekday = dayOfWeek(date);
  const own = exceptions.filter((one) => one.date === date);
  const off = own.filter(({ kind }) => kind === 'off');
  const windows: (Stretch & { readonly roomId: number })[] = [
    ...hours.filter((one) => one.weekday === weekday),
    ...own.flatMap(({ kind, roomId, from, until }) =>
      kind === 'extra' && roomId !== null ? [{ from, until, roomId }] : [],
    ),
  ];
  const slots = new Map<string, Slot>();
  for (const { from, until, roomId } of windows) {
    const end = atMinute(date, until, timeZone);
    for (let minute = from; minute < until; minute += every) {
      const time = timeOf(minute);
      const startsAt = instantAt(date, time, timeZone);
      const endsAt = addMinutes(startsAt, minutes);
      const isThere = localTime(startsAt, timeZone) === time && compareInstants(endsAt, end) <= 0;
      const isOff = off.some((one) => !areApart(one, { from: minute, until: minute + minutes }));
      if (isThere && !isOff && !slots.has(startsAt)) {
        slots.set(startsAt, { date, time, startsAt, endsAt, roomId });
      }
    }
  }
  return [...slots.values()].toSorted((one, other) => compareInstants(one.startsAt, other.startsAt));
}

/** The instant of a minute of the day; the day's end is where the next begins. */
export function atMinute(date: string, minute: number, timeZone: string): string {
  return minute === minutesOfDay
    ? startOfDay(addDays(date, 1), timeZone)
    : instantAt(date, timeOf(minute), timeZone);
}

/** Whoever is booked for by somebody else has so long to give it back free, but for what begins sooner. */
const freeMinutesOfPlaced = 120;

/** `freeUntilOf` for what was booked `now` by somebody else than whose it is: never over before they could read of it. */
export function freeUntilOfPlaced(startsAt: string, minutes: number, timeZone: string, now: string): string {
  const [usual, soon] = [freeUntilOf(startsAt, minutes, timeZone), addMinutes(now, freeMinutesOfPlaced)];
  const compare = Temporal.Instant.compare;
  if (compare(usual, soon) >= 0) return usual;
  return compare(soon, startsAt) < 0 ? soon : Temporal.Instant.from(startsAt).toString();
}

/**
 * Until when something booked is given back free: whole days before by the clock on the wall, so that what begins at 18:00
 * is free until 18:00 also where the clock is changed between; what is left of the minutes by the hour that passes.
 */
export function freeUntilOf(startsAt: string, minutes: number, timeZone: string): string {
  const days = Math.floor(minutes / minutesOfDay);
  return Temporal.Instant.from(startsAt)
    .toZonedDateTimeISO(timeZone)
    .subtract({ days })
    .toInstant()
    .subtract({ minutes: minutes % minutesOfDay })
    .toString();
}
