import {
  addDays,
  addMinutes,
  compareInstants,
  daysBetween,
  epochMilliseconds,
  localDate,
  localTime,
} from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';
import { earlierOf, laterOf } from '#shared/kernel/order.ts';
import { decideRegistration, type RegistrationDecision } from '../domain.ts';
import {
  bookingWindow,
  type ClientFacts,
  isOverlapping,
  type LiveRegistration,
  type Rules,
  type TrainingFacts,
} from '../rules/domain.ts';
import type { RefusalRule } from './contract.ts';

/** A refusal of booking: why, and until when (mission 3.8). */
export interface Refusal {
  readonly error: ErrorCode;
  readonly details: ErrorDetails;
  readonly rule: RefusalRule;
  /** The rule's number; null for a rule without one. */
  readonly value: number | null;
  /** From this instant on the rule no longer refuses; null when no such instant is known while booking is open. */
  readonly until: string | null;
}

type Why = Pick<Refusal, 'rule' | 'value' | 'until'>;

/** What `decideRegistration` threw for these facts, with its rule and its end. */
export function refusalOf(
  error: AppError,
  training: TrainingFacts,
  client: ClientFacts,
  rules: Rules,
): Refusal {
  const { code, details = {} } = error;
  return { error: code, details, ...whyOf(code, training, client, rules) };
}

function whyOf(code: ErrorCode, training: TrainingFacts, client: ClientFacts, rules: Rules): Why {
  const { limits } = rules;
  switch (code) {
    case 'trainingNotFound':
      return why('trainingExists');
    case 'trainingCancelled':
      return why('trainingTakesPlace');
    case 'bookingClosed':
      return why('bookingClosesMinutesBefore', limits.bookingClosesMinutesBefore);
    case 'bookingNotOpen': {
      const { opensAt } = bookingWindow(training.startsAt, rules);
      return why('bookingOpensDaysBefore', limits.bookingOpensDaysBefore, inTime(opensAt, training, rules));
    }
    case 'alreadyRegistered':
      return why('onePlaceEach', 1);
    case 'bookingBanned': {
      // Whatever comes first: the end of the ban, or the time when what is left is for everybody.
      const dropIn = addMinutes(training.startsAt, -limits.dropInMinutes);
      const end = client.bannedUntil ?? dropIn;
      const until = compareInstants(end, dropIn) < 0 ? end : dropIn;
      return why('strikesMax', limits.strikesMax, inTime(until, training, rules));
    }
    case 'overlappingTraining':
      return why('oneAtATime', 1);
    case 'sameStyleLimitExceeded':
      return why('sameStylePerDateMax', limits.sameStylePerDateMax);
    case 'sameDayLimitExceeded':
      return why('sameDayMax', limits.sameDayMax);
    case 'registeringLimitExceeded': {
      const upcoming = registrationsInTheWay(code, training, client, rules);
      // As many have to begin as are too many for one more: one of them, unless the limit was lowered meanwhile.
      const freeing = upcoming[upcoming.length - limits.upcomingMax]?.startsAt;
      return why('upcomingMax', limits.upcomingMax, inTime(freeing, training, rules));
    }
    case 'coverNeeded':
    case 'contractNotForClub':
    case 'contractNotForTime':
    case 'contractEnded':
    case 'contractNotYetValid':
    case 'contractBlocked':
    case 'contractInDebt':
    case 'contractFrozen':
    case 'contractVisitsUsed':
      return why('covered');
    case 'noFreePlaces':
      return why('maxPlaces', training.maxPlaces);
    default:
      return why(training.isClosed ? 'centreTakesBookings' : 'clientMayBook');
  }
}

function why(rule: RefusalRule, value: number | null = null, until: string | null = null): Why {
  return { rule, value, until };
}

/** An end that comes after booking has closed is none. */
function inTime(instant: string | undefined, training: TrainingFacts, rules: Rules): string | null {
  if (instant === undefined) return null;
  const { closesAt } = bookingWindow(training.startsAt, rules);
  return compareInstants(instant, closesAt) < 0 ? instant : null;
}

/** The client's registrations that a refusal with this code is about, soonest first. */
export function registrationsInTheWay(
  code: ErrorCode,
  training: TrainingFacts,
  client: ClientFacts,
  { now }: Rules,
): readonly LiveRegistration[] {
  const isMeant = (own: LiveRegistration): boolean => {
    if (code === 'alreadyRegistered') return own.trainingId === training.id;
    // Waiting entries count against no limit, an offer counts like a place.
    const isHeld = own.state === 'booked' || own.state === 'offered';
    if (!isHeld || own.trainingId === training.id) return false;
    const isSameDay = own.localDate === training.localDate;
    switch (code) {
      case 'overlappingTraining':
        return isOverlapping(own, training);
      case 'sameStyleLimitExceeded':
        return isSameDay && own.styleId === training.styleId;
      case 'sameDayLimitExceeded':
        return isSameDay;
      case 'registeringLimitExceeded':
        return compareInstants(own.startsAt, now) > 0;
      default:
        return false;
    }
  };
  return client.registrations.filter(isMeant).toSorted((a, b) => compareInstants(a.startsAt, b.startsAt));
}

/** Whether another training could go better: not where the rule is about the client alone, or the wish is fulfilled. */
export function isAlternativePossible({ rule }: Refusal): boolean {
  return (
    rule !== 'upcomingMax' && rule !== 'strikesMax' && rule !== 'clientMayBook' && rule !== 'onePlaceEach'
  );
}

/** Days around the wanted one in which alternatives are looked for. */
const daysAround = 7;

/**
 * Local dates, both included, in which alternatives are looked for: around the wanted one, as far as booking is
 * open. At most 15 days.
 */
export function alternativePeriod(
  wanted: Pick<TrainingFacts, 'localDate'>,
  { limits, timeZone, now }: Rules,
): { readonly from: string; readonly until: string } {
  const first = localDate(addMinutes(now, limits.bookingClosesMinutesBefore), timeZone);
  const last = addDays(localDate(now, timeZone), limits.bookingOpensDaysBefore);
  const middle = laterOf(first, earlierOf(last, wanted.localDate));
  return {
    from: laterOf(first, addDays(middle, -daysAround)),
    until: earlierOf(last, addDays(middle, daysAround)),
  };
}

/** A training in question, with what nearness depends on beside its facts. */
export interface Candidate {
  readonly training: TrainingFacts;
  readonly clubId: number;
}

export interface ChosenAlternative {
  readonly training: TrainingFacts;
  readonly decision: Extract<RegistrationDecision, { outcome: 'booked' }>;
}

/**
 * The trainings that this client could book now instead of `wanted`, best first: each has a place for the client and
 * nobody waiting before. The same style first, then the same time of day, the nearest day, the same club, the nearest
 * time.
 */
export function chooseAlternatives(
  wanted: Candidate,
  candidates: readonly Candidate[],
  client: ClientFacts,
  rules: Rules,
  most = 3,
): readonly ChosenAlternative[] {
  const rankOf = ranking(wanted, rules);
  const ranked = candidates
    .filter(({ training }) => training.id !== wanted.training.id && training.waiting === 0)
    .map((candidate) => ({ training: candidate.training, rank: rankOf(candidate) }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank));
  const chosen: ChosenAlternative[] = [];
  for (const { training } of ranked) {
    if (chosen.length >= most) break;
    const decision = placeIn(training, client, rules);
    if (decision) chosen.push({ training, decision });
  }
  return chosen;
}

/** The place that booking would give, by the function that books; undefined when it would refuse. */
function placeIn(training: TrainingFacts, client: ClientFacts, rules: Rules) {
  try {
    const { decision } = decideRegistration(training, client, [], rules, false);
    return decision.outcome === 'booked' ? decision : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Two trainings that begin so near each other by the clock are at the same time of day. */
const sameTimeMinutes = 60;

/** What makes a candidate worse, the weightiest first; the id last, so that no two are alike. */
function ranking(wanted: Candidate, { timeZone }: Rules): (candidate: Candidate) => readonly number[] {
  const { startsAt, styleId, localDate: date } = wanted.training;
  const wantedMinute = minuteOfDay(startsAt, timeZone);
  const wantedInstant = epochMilliseconds(startsAt);
  // Many trainings share few days.
  const distances = new Map<string, number>();
  const dayDistance = (other: string) => {
    const known = distances.get(other) ?? Math.abs(daysBetween(date, other));
    distances.set(other, known);
    return known;
  };
  return ({ training, clubId }) => {
    const clockDistance = Math.abs(minuteOfDay(training.startsAt, timeZone) - wantedMinute);
    return [
      training.styleId === styleId ? 0 : 1,
      clockDistance <= sameTimeMinutes ? 0 : 1,
      dayDistance(training.localDate),
      clubId === wanted.clubId ? 0 : 1,
      Math.abs(epochMilliseconds(training.startsAt) - wantedInstant),
      training.id,
    ];
  };
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Minutes since the local day began by the clock on the wall. */
function minuteOfDay(instant: string, timeZone: string): number {
  const [hours = 0, minutes = 0] = localTime(instant, timeZone).split(':').map(Number);
  return hours * 60 + minutes;
}
