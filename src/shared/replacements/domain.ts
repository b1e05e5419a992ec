import { z } from 'zod';
import {
  addDays,
  addMinutes,
  compareInstants,
  epochMilliseconds,
  formatDate,
  localDate,
  localTime,
  minutesBetween,
  weekDates,
} from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';

const setting = (least: number, most: number, proposal: number) =>
  z.number().int().min(least).max(most).default(proposal);

/** The numbers of replacing a trainer (mission 2.8), of a tenant's `company`. */
export const ReplacementSettings = z
  .object({
    /** So long only those who were preferred see a request. */
    preferredHours: setting(0, 168, 24),
    /** With less than `shortUnderHours` to the start it is so long. */
    preferredShortHours: setting(0, 48, 4),
    shortUnderHours: setting(0, 336, 36),
    /** So near to the start everybody sees it at once. */
    noneUnderHours: setting(0, 168, 6),
    /** With nobody accepted so long before the start, administrators are alerted. */
    alertHours: z.array(z.number().int().min(1).max(168)).max(4).default([24, 6]),
    /** From one club to another. */
    travelMinutes: setting(0, 600, 30),
    dayHoursMax: setting(1, 24, 10),
    weekHoursMax: setting(1, 168, 48),
    /** Between the last training of a day and the first of the next. */
    restHours: setting(0, 24, 11),
    /** So long after the notice of another trainer a place is given back free. */
    leaveFreeHours: setting(0, 168, 12),
  })
  .prefault({});
export type ReplacementSettings = z.infer<typeof ReplacementSettings>;

export const Replacing = z.object({ replacements: ReplacementSettings });

export const reasons = ['ill', 'away', 'other'] as const;
export const replacementStates = ['openPreferred', 'openAll', 'accepted', 'cancelled', 'expired'] as const;
export type ReplacementState = (typeof replacementStates)[number];
export const candidateStates = ['asked', 'applied', 'accepted', 'rejected', 'withdrawn', 'void'] as const;
export type CandidateState = (typeof candidateStates)[number];

/** Until when a request is for the preferred alone; `now` when it is for everybody at once. */
export function opensToAllAt(
  now: string,
  startsAt: string,
  hasPreferred: boolean,
  settings: ReplacementSettings,
): string {
  const left = minutesBetween(now, startsAt) / 60;
  if (!hasPreferred || left < settings.noneUnderHours) return now;
  const hours = left < settings.shortUnderHours ? settings.preferredShortHours : settings.preferredHours;
  return addMinutes(now, hours * 60);
}

/** A request at an instant: stored states lag behind the clock by up to a minute. */
export function stateAt(
  {
    state,
    opensToAllAt: opens,
    startsAt,
  }: {
    readonly state: ReplacementState;
    readonly opensToAllAt: string;
    readonly startsAt: string;
  },
  now: string,
): ReplacementState {
  if (!isOpen(state)) return state;
  if (compareInstants(startsAt, now) <= 0) return 'expired';
  return compareInstants(opens, now) <= 0 ? 'openAll' : 'openPreferred';
}

export function isOpen(state: ReplacementState): boolean {
  return state === 'openPreferred' || state === 'openAll';
}

/** The alert that is due, in hours before the start; undefined: none, or it was given. */
export function alertDue(
  startsAt: string,
  alertedHours: number | null,
  now: string,
  { alertHours }: ReplacementSettings,
): number | undefined {
  const left = minutesBetween(now, startsAt) / 60;
  const due = alertHours.filter((hours) => left <= hours).toSorted((one, other) => one - other)[0];
  return due !== undefined && (alertedHours === null || due < alertedHours) ? due : undefined;
}

export interface Work {
  readonly trainingId: number;
  readonly name: string;
  readonly clubId: number;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface CandidateFacts {
  readonly trainerId: number;
  readonly name: string;
  readonly isActive: boolean;
  /** What they may teach; none where the centre has not said. */
  readonly styleIds: readonly number[];
  /** What they hold from a week before to a week after. */
  readonly work: readonly Work[];
  readonly absences: readonly { readonly from: string; readonly until: string }[];
  /** Parts of days they are not there, as told for personal trainings. */
  readonly offHours: readonly Pick<Work, 'startsAt' | 'endsAt'>[];
}

/** The training somebody is looked for. */
export interface Wanted extends Work {
  readonly styleId: number;
}

/** Why somebody cannot take a training: a code of the catalogue and values for its text. */
export interface Unfit {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}

/** In milliseconds since 1970: it is compared thousands of times. */
interface Stretch {
  readonly from: number;
  readonly until: number;
}

type Held = Work & Stretch;

/** What a trainer holds, to be looked at by times and by dates: all of it is gone through once, not for each training. */
interface HeldWork {
  /** In order of time. */
  near(stretch: Stretch): readonly Held[];
  on(date: string): readonly Held[];
}

/**
 * Tells everything that keeps a trainer from a training, the plainest first (mission 2.8); empty: they can take it. One
 * that is asked of many trainers and trainings reckons each instant, date and trainer's work once.
 */
export function unfitFinder(
  settings: ReplacementSettings,
  timeZone: string,
): (facts: CandidateFacts, wanted: Wanted) => Unfit[] {
  const at = kept(epochMilliseconds);
  const dateOf = kept((instant: string) => localDate(instant, timeZone));
  const around = kept((date: string) => ({
    before: addDays(date, -1),
    after: addDays(date, 1),
    week: weekDates(date),
  }));
  const stretchOf = ({ startsAt, endsAt }: TimeSpan) => ({ from: at(startsAt), until: at(endsAt) });
  const workOf = kept((work: readonly Work[]): HeldWork => {
    const held = work.map((one) => ({ ...one, ...stretchOf(one) }));
    const byDate = Map.groupBy(held, ({ startsAt }) => dateOf(startsAt));
    return { near: nearFinder(held), on: (date) => byDate.get(date) ?? [] };
  });
  const travel = settings.travelMinutes * minute;

  return (facts, training) => {
    const wanted = { ...training, ...stretchOf(training) };
    const date = dateOf(wanted.startsAt);
    const { before, after, week } = around(date);
    const work = workOf(facts.work);
    const isOther = ({ trainingId }: Work) => trainingId !== wanted.trainingId;
    const of = (day: string) => work.on(day).filter(isOther);
    const found: Unfit[] = [];
    const { name } = facts;
    if (!facts.isActive) found.push({ code: 'trainerNotActive', details: { trainer: name } });
    if (facts.styleIds.length > 0 && !facts.styleIds.includes(wanted.styleId)) {
      found.push({ code: 'trainerNotQualified', details: { trainer: name } });
    }
    const isAway = facts.absences.some(({ from, until }) => date >= from && date <= until);
    if (isAway || facts.offHours.some((off) => areOver(stretchOf(off), wanted))) {
      found.push({ code: 'trainerAbsent', details: { trainer: name, date: formatDate(date) } });
    }
    // Whatever is farther away neither overlaps it nor leaves too little time for the way.
    const close = work.near({ from: wanted.from - travel, until: wanted.until + travel }).filter(isOther);
    const busy = close.find((one) => areOver(one, wanted));
    if (busy) found.push({ code: 'trainerNotFree', details: { trainer: name, ...when(busy, timeZone) } });
    const near = close.find(
      (one) => one !== busy && one.clubId !== wanted.clubId && gap(one, wanted) < travel,
    );
    if (near) {
      const details = { trainer: name, minutes: settings.travelMinutes, ...when(near, timeZone) };
      found.push({ code: 'trainerTravel', details });
    }
    const day = [...of(date), wanted];
    if (Math.min(night(of(before), day), night(day, of(after))) < settings.restHours * hour) {
      found.push({ code: 'trainerRest', details: { trainer: name, hours: settings.restHours } });
    }
    if (lengthOf(day) > settings.dayHoursMax * hour) {
      found.push({ code: 'trainerDayHours', details: { trainer: name, hours: settings.dayHoursMax } });
    }
    if (lengthOf([...week.flatMap(of), wanted]) > settings.weekHoursMax * hour) {
      found.push({ code: 'trainerWeekHours', details: { trainer: name, hours: settings.weekHoursMax } });
    }
    return found;
  };
}

type TimeSpan = Pick<Work, 'startsAt' | 'endsAt'>;

const minute = 60_000;
const hour = 60 * minute;

/** The same, each answer reckoned once. */
function kept<Key, Value>(reckon: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = reckon(key);
    known.set(key, value);
    return value;
  };
}

/** Finds what overlaps a stretch, in order of time: as quickly among thousands as among a few. */
function nearFinder(held: readonly Held[]): (stretch: Stretch) => readonly Held[] {
  const sorted = held.toSorted((one, other) => one.from - other.from);
  // A long one may end after others that begin later: what matters is when the last is over of all before.
  let latest = Number.NEGATIVE_INFINITY;
  const over = sorted.map(({ until }) => {
    latest = Math.max(latest, until);
    return latest;
  });
  return ({ from, until }) =>
    sorted
      .slice(
        firstIndex(over, (end) => end > from),
        firstIndex(sorted, (one) => one.from >= until),
      )
      .filter((one) => one.until > from);
}

/** From where on it is true in a list in which it is never false again; the list's length where it is nowhere. */
function firstIndex<T>(list: readonly T[], isTrue: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one === undefined || isTrue(one)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function areOver(one: Stretch, other: Stretch): boolean {
  return one.from < other.until && other.from < one.until;
}

function when({ name, startsAt, endsAt }: Work, timeZone: string) {
  return {
    name,
    date: formatDate(localDate(startsAt, timeZone)),
    time: localTime(startsAt, timeZone),
    until: localTime(endsAt, timeZone),
  };
}

/** How long it is between two things that do not overlap. */
function gap(one: Stretch, other: Stretch): number {
  return areOver(one, other)
    ? Number.POSITIVE_INFINITY
    : Math.max(other.from - one.until, one.from - other.until);
}

function lengthOf(held: readonly Stretch[]): number {
  return held.reduce((sum, { from, until }) => sum + until - from, 0);
}

/** From the last end of an evening to the first start of the next morning; endless where there is nothing in one. */
function night(evening: readonly Stretch[], morning: readonly Stretch[]): number {
  const end = Math.max(...evening.map(({ until }) => until));
  return Math.min(...morning.map(({ from }) => from)) - end;
}

/** A request as decisions see it. */
export interface Request {
  readonly state: ReplacementState;
  readonly opensToAllAt: string;
  readonly startsAt: string;
  readonly trainerId: number;
}

export interface Application {
  readonly trainerId: number;
  readonly isPreferred: boolean;
  readonly state: CandidateState;
}

/** Whether a trainer sees a request at all: their own, one for everybody, one that prefers them, one they are part of. */
export function isSeenBy(
  trainerId: number | undefined,
  request: Request & { readonly helperId: number | null },
  own: Application | undefined,
  now: string,
): boolean {
  if (trainerId === undefined) return false;
  if (request.trainerId === trainerId || request.helperId === trainerId) return true;
  const state = stateAt(request, now);
  if (own && own.state !== 'asked') return true;
  if (state === 'openPreferred') return own?.isPreferred === true;
  return state === 'openAll';
}

/** Throws why somebody cannot apply: `replacementFilled`, `applicationFailed`, or what keeps them from the training. */
export function refuseApplying(
  request: Request & { readonly helperId: number | null },
  own: Application | undefined,
  trainerId: number,
  unfit: readonly Unfit[],
  now: string,
): void {
  const state = stateAt(request, now);
  if (state === 'accepted') throw new AppError('replacementFilled');
  const isTheirs = own !== undefined && ['applied', 'accepted'].includes(own.state);
  const isEarly = state === 'openPreferred' && !own?.isPreferred;
  if (!isOpen(state) || request.trainerId === trainerId || isTheirs || isEarly) {
    throw new AppError('applicationFailed');
  }
  refuseUnfit(unfit);
}

function refuseUnfit([first]: readonly Unfit[]): void {
  if (first) throw new AppError(first.code, first.details, 409);
}

/** Throws `applicationNotFound`, or `cancelApplicationFailed` once it was decided. */
export function refuseWithdrawing(own: Application | undefined): void {
  if (!own || own.state === 'asked') throw new AppError('applicationNotFound');
  if (own.state !== 'applied') throw new AppError('cancelApplicationFailed');
}

/**
 * Throws why a helper cannot be accepted: `replacementFilled` to the second of two, `replacementClosed`, and
 * `applicationNotFound` where an asker names somebody who did not apply; administrators may.
 */
export function refuseAccepting(
  request: Request,
  application: Application | undefined,
  isAdmin: boolean,
  unfit: readonly Unfit[],
  now: string,
): void {
  const state = stateAt(request, now);
  if (state === 'accepted') throw new AppError('replacementFilled');
  if (!isOpen(state)) throw new AppError('replacementClosed');
  if (!isAdmin && application?.state !== 'applied') throw new AppError('applicationNotFound');
  refuseUnfit(unfit);
}

/** Requester or manager may cancel until somebody is accepted. Throws `replacementFilled`, `replacementClosed`. */
export function refuseCancelling(request: Request, now: string): void {
  const state = stateAt(request, now);
  if (state === 'accepted') throw new AppError('replacementFilled');
  if (!isOpen(state)) throw new AppError('replacementClosed');
}
