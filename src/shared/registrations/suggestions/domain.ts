import { compareInstants, dayOfWeek, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideRegistration } from '../domain.ts';
import { entitlementsFor, isPaid, type Pass } from '../entitlements/domain.ts';
import { type ClientFacts, isOverlapping, type Rules, type TrainingFacts } from '../rules/domain.ts';

/** Why a training is suggested, the strongest first; `soon` says nothing of the client. */
export const suggestionReasons = ['oftenVisited', 'sameTrainer', 'sameTime', 'soon'] as const;
type SuggestionReason = (typeof suggestionReasons)[number];

/** So far back and ahead one looks for what would suit. */
export const visitedDays = 90;
export const suggestedDays = 7;

/** So many visits make a habit: of the same training, with its trainer, at its weekday and time. */
const habits = { oftenVisited: 3, sameTrainer: 2, sameTime: 3 } as const;

/** Two trainings that begin so near each other by the clock are at the same time of day. */
const sameTimeMinutes = 30;

/** A training that was come to. */
export interface PastVisit {
  readonly styleId: number;
  readonly name: string;
  readonly trainerId: number | null;
  readonly startsAt: string;
}

/** By the clock on the wall. */
interface HabitualTime {
  readonly weekday: number;
  readonly minute: number;
}

interface HabitualVisit extends PastVisit {
  readonly at: HabitualTime;
}

/** A training ahead that may suit, without a line. */
export interface SuggestionCandidate {
  readonly training: TrainingFacts;
  readonly name: string;
  readonly trainerId: number | null;
}

interface Suggestion<One extends SuggestionCandidate> {
  readonly candidate: One;
  readonly reason: SuggestionReason;
}

interface Wanted {
  /** What the client may pay with. */
  readonly passes: readonly Pass[];
  readonly most: number;
  /** Goes on with what begins soon, where habits do not fill it. */
  readonly isFilled: boolean;
}

/**
 * Trainings that would suit a client, soonest first: each has a free place that the client would get now, is free of
 * charge or covered by what they have, and meets none of their bookings nor another that is suggested. The strongest
 * reason comes first, then how often, then what begins sooner; no two have one name.
 */
export function suggestionsFor<One extends SuggestionCandidate>(
  candidates: readonly One[],
  visits: readonly PastVisit[],
  client: ClientFacts,
  rules: Rules,
  { passes, most, isFilled }: Wanted,
): Suggestion<One>[] {
  const { timeZone } = rules;
  const past = visits.map((visit) => ({ ...visit, at: habitualTime(visit.startsAt, timeZone) }));
  const ranked = candidates
    .flatMap((candidate) => {
      const found = reasonOf(candidate, past, timeZone);
      return found.reason === 'soon' && !isFilled ? [] : [{ candidate, ...found }];
    })
    .toSorted(
      (one, other) =>
        suggestionReasons.indexOf(one.reason) - suggestionReasons.indexOf(other.reason) ||
        other.count - one.count ||
        compareStarts(one.candidate, other.candidate),
    );
  const chosen: Suggestion<One>[] = [];
  for (const { candidate, reason } of ranked) {
    if (chosen.length >= most) break;
    const { training, name } = candidate;
    const isAlike = chosen.some(
      (other) => other.candidate.name === name || isOverlapping(other.candidate.training, training),
    );
    if (isAlike || !isCovered(training, passes, rules.now) || !isBookable(training, client, rules)) continue;
    chosen.push({ candidate, reason });
  }
  return chosen.toSorted((one, other) => compareStarts(one.candidate, other.candidate));
}

function compareStarts(one: SuggestionCandidate, other: SuggestionCandidate): number {
  return (
    compareInstants(one.training.startsAt, other.training.startsAt) || one.training.id - other.training.id
  );
}

function reasonOf(
  { training, name, trainerId }: SuggestionCandidate,
  visits: readonly HabitualVisit[],
  timeZone: string,
): { reason: SuggestionReason; count: number } {
  const count = (isMeant: (visit: HabitualVisit) => boolean) => visits.filter(isMeant).length;
  const at = habitualTime(training.startsAt, timeZone);
  const counts = {
    oftenVisited: count((visit) => visit.styleId === training.styleId && visit.name === name),
    sameTrainer: count((visit) => trainerId !== null && visit.trainerId === trainerId),
    sameTime: count((visit) => isSameTime(visit.at, at)),
  };
  for (const reason of ['oftenVisited', 'sameTrainer', 'sameTime'] as const) {
    if (counts[reason] >= habits[reason]) return { reason, count: counts[reason] };
  }
  return { reason: 'soon', count: 0 };
}

/** On the same weekday, at most half an hour apart by the clock on the wall. */
function isSameTime(one: HabitualTime, other: HabitualTime): boolean {
  return one.weekday === other.weekday && Math.abs(one.minute - other.minute) <= sameTimeMinutes;
}

function habitualTime(instant: string, timeZone: string): HabitualTime {
  const [hours = 0, minutes = 0] = localTime(instant, timeZone).split(':').map(Number);
  return { weekday: dayOfWeek(localDate(instant, timeZone)), minute: hours * 60 + minutes };
}

function isCovered(training: TrainingFacts, passes: readonly Pass[], now: string): boolean {
  return !isPaid(training) || entitlementsFor(training, passes, now).length > 0;
}

/** Whether booking would give a place, by the function that books. */
function isBookable(training: TrainingFacts, client: ClientFacts, rules: Rules): boolean {
  if (training.waiting > 0) return false;
  try {
    return decideRegistration(training, client, [], rules, false).decision.outcome === 'booked';
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
