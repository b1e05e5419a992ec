import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import {
  addDays,
  addMinutes,
  compareInstants,
  epochMilliseconds,
  formatDate,
  instantAt,
  localDate,
  localTime,
  minutesBetween,
} from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ClientType } from '#shared/products/domain.ts';

/** The numbered places of a training that are held: booked, offered, or kept for the undo of a cancelling. */
export interface Places {
  readonly held: number;
  /** Numbers below `next` that nobody holds, lowest first: few, however many are held. */
  readonly gaps: readonly number[];
  /** No number from here on is held. */
  readonly next: number;
}

/** What deciding about a place needs to know of a training, read under its lock. */
export interface TrainingFacts {
  readonly id: number;
  readonly styleId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  /** The centre's date of the start. */
  readonly localDate: string;
  readonly maxPlaces: number;
  readonly places: Places;
  /** When the first of the held places comes free by itself; null when none is held. */
  readonly earliestHold: string | null;
  readonly waiting: number;
  /** Late cancellings whose place nobody took so far. */
  readonly lateCancelled: number;
  readonly isWaitingListAllowed: boolean;
  readonly isClosed: boolean;
  readonly isCancelled: boolean;
  /** How a place is paid for (`covers/domain.ts`); free where it does not say. */
  readonly payment?: 'free' | 'paid';
  readonly priceCents?: number | null;
  readonly clientType?: ClientType;
  readonly clubId?: number;
  /** Of a personal training, whose it is or was; nobody else's. Null or absent: everybody may book it. */
  readonly onlyFor?: readonly number[] | null;
}

/** Somebody's personal training is there for nobody else. Throws `trainingNotFound`. */
export function refuseForeign({ onlyFor }: TrainingFacts, clientId: number): void {
  if (onlyFor && !onlyFor.includes(clientId)) throw new AppError('trainingNotFound');
}

/** A live claim of a client, to this or another training. */
export interface LiveRegistration {
  readonly registrationId: number;
  readonly trainingId: number;
  readonly state: 'booked' | 'offered' | 'releasing' | 'waiting';
  readonly place: number | null;
  readonly wishId: number | null;
  /** The booking that is given back when this one gets its place. */
  readonly swapFor: number | null;
  readonly freeUntil: string;
  readonly styleId: number;
  readonly trainingName: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
  /** Noted as there or absent, also before the start; null while nothing is noted. */
  readonly presence?: boolean | null;
}

/** What deciding needs to know of a client: live registrations that have not ended. */
export interface ClientFacts {
  readonly clientId: number;
  readonly isBlocked: boolean;
  /** Until when booking ahead is closed to them (`strikes/domain.ts`). */
  readonly bannedUntil?: string | null;
  readonly registrations: readonly LiveRegistration[];
}

/** The rules of one centre at one moment. */
export interface Rules {
  readonly limits: BookingLimits;
  readonly timeZone: string;
  readonly now: string;
}

export interface BookingWindow {
  readonly opensAt: string;
  readonly closesAt: string;
  readonly freeCancelUntil: string;
}

/** When a training may be booked, and until when a place is given back free. Days are the centre's days. */
export function bookingWindow(startsAt: string, { limits, timeZone }: Omit<Rules, 'now'>): BookingWindow {
  const opensAt = Temporal.Instant.from(startsAt)
    .toZonedDateTimeISO(timeZone)
    .subtract({ days: limits.bookingOpensDaysBefore })
    .toInstant()
    .toString();
  return {
    opensAt,
    closesAt: addMinutes(startsAt, -limits.bookingClosesMinutesBefore),
    freeCancelUntil: addMinutes(startsAt, -limits.freeCancelMinutes),
  };
}

/**
 * Before this instant a freed place goes to those waiting; from then on to whoever books first (mission 2.1).
 */
export function listMovesUntil(startsAt: string, { limits }: Pick<Rules, 'limits'>): string {
  return addMinutes(startsAt, -limits.askZoneEndMinutes);
}

/** How a freed place finds its owner: by itself, by asking the first in line, or by whoever comes first. */
export type Zone = 'auto' | 'ask' | 'open';

/** The zone at this moment; a client who wants more notice is asked earlier (mission 2.1). */
export function zoneOf(startsAt: string, { limits, now }: Rules, noticeMinutes = 0): Zone {
  if (compareInstants(now, listMovesUntil(startsAt, { limits })) >= 0) return 'open';
  const autoEnd = Math.max(limits.freeCancelMinutes + limits.autoPromotionExtraMinutes, noticeMinutes);
  return compareInstants(now, addMinutes(startsAt, -autoEnd)) < 0 ? 'auto' : 'ask';
}

/**
 * Until when an offer made now is held: a length by the time to the start, counted by day only (the night counts
 * when the start is near), never past the moment from which places go to whoever comes first (mission 2.1).
 */
export function holdUntil(startsAt: string, rules: Rules): string {
  const { limits, now } = rules;
  const toStart = minutesBetween(now, startsAt);
  const tiers = limits.holds.toSorted((one, other) => other.from - one.from);
  const hold = (tiers.find(({ from }) => toStart >= from) ?? tiers.at(-1))?.hold ?? 0;
  return earlier(addAwakeMinutes(now, hold, startsAt, rules), listMovesUntil(startsAt, rules));
}

/** A late promotion must not trap: there is always some time to give the place back free (mission 2.1). */
export function promotedFreeUntil(startsAt: string, freeUntil: string, rules: Rules): string {
  const grace = addMinutes(rules.now, rules.limits.promotedGraceMinutes);
  return later(freeUntil, earlier(grace, listMovesUntil(startsAt, rules)));
}

/** How long places may be given back free once a training has another time, place or trainer (mission 2.2). */
export const leaveFreeMinutes = 24 * 60;

/**
 * Until when a place given again is free to give back: as it was, but where the training has become another meanwhile as
 * after any change of it, and never beyond the start.
 */
export function givenAgainFreeUntil(
  startsAt: string,
  freeUntil: string,
  becameOther: boolean,
  { limits, now }: Pick<Rules, 'limits' | 'now'>,
): string {
  const asChanged = later(addMinutes(now, leaveFreeMinutes), addMinutes(startsAt, -limits.freeCancelMinutes));
  return earlier(startsAt, becameOther ? later(freeUntil, asChanged) : freeUntil);
}

/** The instant when so many minutes of the day have passed; nights before the pause ends do not count. */
function addAwakeMinutes(from: string, minutes: number, startsAt: string, rules: Rules): string {
  const { limits, timeZone } = rules;
  const pauseEnds = epochMilliseconds(addMinutes(startsAt, -limits.nightPauseEndsMinutes));
  const morningShift = limits.nightFrom > limits.nightUntil ? 1 : 0;
  const at = (date: string, time: string) => epochMilliseconds(instantAt(date, time, timeZone));
  let end = epochMilliseconds(from) + minutes * 60_000;
  for (let date = addDays(localDate(from, timeZone), -1); ; date = addDays(date, 1)) {
    const night = Math.max(at(date, limits.nightFrom), epochMilliseconds(from));
    if (night >= end || night >= pauseEnds) break;
    const wakes = Math.min(at(addDays(date, morningShift), limits.nightUntil), pauseEnds);
    // The night that was over before counts nothing.
    end += Math.max(0, wakes - night);
  }
  return Temporal.Instant.fromEpochMilliseconds(end).toString();
}

/**
 * Why this client may not have a place in this training; nothing when they may. Waiting entries never count
 * against a limit (mission 2.2), an offer counts like a place. `going` is what ends with the place.
 */
export function ineligibility(
  training: TrainingFacts,
  client: ClientFacts,
  rules: Rules,
  going: readonly Pick<LiveRegistration, 'registrationId'>[] = [],
): AppError | undefined {
  const { limits, timeZone, now } = rules;
  if (client.isBlocked) return new AppError('registeringNotAllowed');
  if (isBannedFrom(training, client, rules)) {
    const until = client.bannedUntil ?? now;
    const date = formatDate(localDate(until, timeZone));
    return new AppError('bookingBanned', { date, time: localTime(until, timeZone) });
  }
  const gone = new Set(going.map(({ registrationId }) => registrationId));
  const held = client.registrations.filter(
    ({ state, trainingId, registrationId }) =>
      (state === 'booked' || state === 'offered') && trainingId !== training.id && !gone.has(registrationId),
  );
  const tell = ({ trainingName, startsAt }: LiveRegistration) => ({
    name: trainingName,
    time: localTime(startsAt, timeZone),
  });
  const clash = held.find((other) => isOverlapping(other, training));
  if (clash) return new AppError('overlappingTraining', tell(clash));
  const sameDay = held.filter((other) => other.localDate === training.localDate);
  const sameStyle = sameDay.filter((other) => other.styleId === training.styleId);
  if (sameStyle.length >= limits.sameStylePerDateMax && sameStyle[0]) {
    return new AppError('sameStyleLimitExceeded', tell(sameStyle[0]));
  }
  if (sameDay.length >= limits.sameDayMax) {
    return new AppError('sameDayLimitExceeded', { limit: limits.sameDayMax });
  }
  const upcoming = held.filter(({ startsAt }) => compareInstants(startsAt, now) > 0);
  if (upcoming.length >= limits.upcomingMax) {
    return new AppError('registeringLimitExceeded', { limit: limits.upcomingMax });
  }
  return undefined;
}

/** Places that are left shortly before the start are for everybody. */
function isBannedFrom(
  training: Pick<TrainingFacts, 'startsAt'>,
  client: ClientFacts,
  { limits, now }: Rules,
): boolean {
  const { bannedUntil = null } = client;
  if (bannedUntil === null || compareInstants(now, bannedUntil) >= 0) return false;
  return compareInstants(now, addMinutes(training.startsAt, -limits.dropInMinutes)) < 0;
}

export type TimeSpan = { readonly startsAt: string; readonly endsAt: string };

/** One may begin where the other ends. */
export function isOverlapping(a: TimeSpan, b: TimeSpan): boolean {
  return compareInstants(a.startsAt, b.endsAt) < 0 && compareInstants(b.startsAt, a.endsAt) < 0;
}

/** Places with these numbers held. */
export function placesOf(numbers: readonly number[]): Places {
  return numbers.reduce(withHeld, { held: 0, gaps: [], next: 1 });
}

/** The same with one number more held. */
export function withHeld({ held, gaps, next }: Places, place: number): Places {
  if (place < next) return { held: held + 1, gaps: gaps.filter((gap) => gap !== place), next };
  const between = Array.from({ length: place - next }, (_, index) => next + index);
  return { held: held + 1, gaps: [...gaps, ...between], next: place + 1 };
}

/** The same with one number fewer held. */
export function withoutHeld({ held, gaps, next }: Places, place: number): Places {
  return { held: held - 1, gaps: [...gaps, place].toSorted((one, other) => one - other), next };
}

/** A capacity lowered below the places held stays over-full: a low number that is free is no free place. */
export function hasFreePlace({ maxPlaces, places }: Pick<TrainingFacts, 'maxPlaces' | 'places'>): boolean {
  return places.held < maxPlaces;
}

/** The lowest number that nobody holds; undefined when all are held. */
export function firstFreePlace(training: Pick<TrainingFacts, 'maxPlaces' | 'places'>): number | undefined {
  return hasFreePlace(training) ? (training.places.gaps[0] ?? training.places.next) : undefined;
}

export function earlier(a: string, b: string): string {
  return compareInstants(a, b) <= 0 ? a : b;
}

export function later(a: string, b: string): string {
  return compareInstants(a, b) >= 0 ? a : b;
}
