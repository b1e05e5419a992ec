import { z } from 'zod';
import {
  addDays,
  addMinutes,
  compareInstants,
  formatDate,
  localDate,
  localTime,
  minutesBetween,
  startOfWeek,
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

/** Everything that keeps a trainer from a training, the plainest first (mission 2.8); empty: they can take it. */
export function unfitFor(
  facts: CandidateFacts,
  wanted: Wanted,
  settings: ReplacementSettings,
  timeZone: string,
): Unfit[] {
  const date = localDate(wanted.startsAt, timeZone);
  const work = facts.work.filter(({ trainingId }) => trainingId !== wanted.trainingId);
  const found: Unfit[] = [];
  const { name } = facts;
  if (!facts.isActive) found.push({ code: 'trainerNotActive', details: { trainer: name } });
  if (facts.styleIds.length > 0 && !facts.styleIds.includes(wanted.styleId)) {
    found.push({ code: 'trainerNotQualified', details: { trainer: name } });
  }
  const isAway = facts.absences.some(({ from, until }) => date >= from && date <= until);
  if (isAway || facts.offHours.some((off) => areOver(off, wanted))) {
    found.push({ code: 'trainerAbsent', details: { trainer: name, date: formatDate(date) } });
  }
  const busy = work.find((one) => areOver(one, wanted));
  if (busy) found.push({ code: 'trainerNotFree', details: { trainer: name, ...when(busy, timeZone) } });
  const near = work.find(
    (one) => one !== busy && one.clubId !== wanted.clubId && gap(one, wanted) < settings.travelMinutes,
  );
  if (near) {
    const details = { trainer: name, minutes: settings.travelMinutes, ...when(near, timeZone) };
    found.push({ code: 'trainerTravel', details });
  }
  const of = (day: string) => work.filter(({ startsAt }) => localDate(startsAt, timeZone) === day);
  const rest = restLeft([...of(addDays(date, -1))], [...of(date), wanted], [...of(addDays(date, 1))]);
  if (rest < settings.restHours * 60) {
    found.push({ code: 'trainerRest', details: { trainer: name, hours: settings.restHours } });
  }
  if (minutesOf([...of(date), wanted]) > settings.dayHoursMax * 60) {
    found.push({ code: 'trainerDayHours', details: { trainer: name, hours: settings.dayHoursMax } });
  }
  const monday = startOfWeek(date);
  const week = work.filter(({ startsAt }) => startOfWeek(localDate(startsAt, timeZone)) === monday);
  if (minutesOf([...week, wanted]) > settings.weekHoursMax * 60) {
    found.push({ code: 'trainerWeekHours', details: { trainer: name, hours: settings.weekHoursMax } });
  }
  return found;
}

type TimeSpan = Pick<Work, 'startsAt' | 'endsAt'>;

function areOver(one: TimeSpan, other: TimeSpan): boolean {
  return compareInstants(one.startsAt, other.endsAt) < 0 && compareInstants(other.startsAt, one.endsAt) < 0;
}

function when({ name, startsAt, endsAt }: Work, timeZone: string) {
  return {
    name,
    date: formatDate(localDate(startsAt, timeZone)),
    time: localTime(startsAt, timeZone),
    until: localTime(endsAt, timeZone),
  };
}

/** Minutes between two things that do not overlap. */
function gap(one: Work, other: Work): number {
  return compareInstants(one.endsAt, other.startsAt) <= 0
    ? minutesBetween(one.endsAt, other.startsAt)
    : compareInstants(other.endsAt, one.startsAt) <= 0
      ? minutesBetween(other.endsAt, one.startsAt)
      : Number.POSITIVE_INFINITY;
}

function minutesOf(work: readonly Work[]): number {
  return work.reduce((sum, { startsAt, endsAt }) => sum + minutesBetween(startsAt, endsAt), 0);
}

/** The shorter of the two nights around a day. */
function restLeft(before: readonly Work[], day: readonly Work[], after: readonly Work[]): number {
  const night = (evening: readonly Work[], morning: readonly Work[]) => {
    const end = evening
      .map(({ endsAt }) => endsAt)
      .toSorted(compareInstants)
      .at(-1);
    const start = morning.map(({ startsAt }) => startsAt).toSorted(compareInstants)[0];
    return end === undefined || start === undefined ? Number.POSITIVE_INFINITY : minutesBetween(end, start);
  };
  return Math.min(night(before, day), night(day, after));
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
