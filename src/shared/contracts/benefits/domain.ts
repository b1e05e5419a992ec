import { z } from 'zod';
import { addDays, dayOfWeek, daysBetween, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import { compareTexts, earlierOf } from '#shared/kernel/order.ts';
import { Id } from '#shared/kernel/wire.ts';
import { type ClientType, clientTypes } from '#shared/products/domain.ts';
import { type DateSpan, periodAt, type Running, usedSpans } from '../periods/domain.ts';
import {
  type Block,
  type ContractAction,
  type Debt,
  type DebtSettings,
  debtStatusOn,
  isAllowed,
  type Lifetime,
  phaseOn,
  statusOf,
} from '../status/domain.ts';

/** One thing a contract is good for. What is null or empty does not limit. */
export const Benefit = z.object({
  clientType: z.enum(clientTypes),
  /** Empty: in every club. */
  clubIds: z.array(Id).default([]),
  /** Monday 1 to Sunday 7; empty: every day. */
  weekdays: z.array(z.number().int().min(1).max(7)).default([]),
  /** The clock times it may begin between, `HH:mm`; `until` is not included. */
  from: z.string().nullable().default(null),
  until: z.string().nullable().default(null),
  /** In one billing period; null: as many as one likes. */
  visits: z.number().int().positive().nullable().default(null),
});
export type Benefit = z.infer<typeof Benefit>;

/** What a contract covers, in the order in which it is looked through. */
export const Benefits = z.array(Benefit).max(20);

/** A training or a visit, as benefits look at it. */
export interface Occasion {
  readonly clientType: ClientType;
  readonly clubId: number;
  readonly startsAt: string;
}

/** The first benefit that is good for it; undefined where none is. Visits are counted by whoever asks. */
export function benefitFor(
  benefits: readonly Benefit[],
  occasion: Occasion,
  timeZone: string,
): Benefit | undefined {
  return benefits.find((one) => isGoodFor(one, occasion, timeZone));
}

function isGoodFor(one: Benefit, occasion: Occasion, timeZone: string): boolean {
  return isForClub(one, occasion) && isForTime(one, occasion, timeZone);
}

function isForClub({ clientType, clubIds }: Benefit, occasion: Occasion): boolean {
  return clientType === occasion.clientType && (clubIds.length === 0 || clubIds.includes(occasion.clubId));
}

function isForTime({ weekdays, from, until }: Benefit, { startsAt }: Occasion, timeZone: string): boolean {
  const time = localTime(startsAt, timeZone);
  return (
    (weekdays.length === 0 || weekdays.includes(dayOfWeek(localDate(startsAt, timeZone)))) &&
    (from === null || time >= from) &&
    (until === null || time < until)
  );
}

/** A contract, with all that decides what it covers. */
export interface ContractFacts extends Lifetime {
  readonly id: number;
  readonly anchorDay: number;
  readonly periodMonths: number;
  readonly termMonths: number | null;
  readonly benefits: readonly Benefit[];
  readonly debt: Debt;
  readonly block: Block | null;
  /** Visits that count, one each: of which benefit, by its place in the list, on which local date. */
  readonly visits: readonly { readonly benefit: number; readonly date: string }[];
}

/** Today and the rules of a centre. */
export interface ContractClock {
  /** The centre's date: what is owed is owed today, whenever the training is. */
  readonly today: string;
  readonly timeZone: string;
  readonly debt: DebtSettings;
}

/** How a contract covers something. */
export interface Coverage {
  readonly contractId: number;
  /** The benefit's place in the contract's list. */
  readonly benefit: number;
  /** Visits left of it in the billing period before this one; null: as many as one likes. */
  readonly left: number | null;
  readonly granted: number | null;
  /** The last local date of that period, or of the contract where it ends before. */
  readonly untilOn: string;
}

/** Why a contract does not cover something; what is nearest to covering it stands last. */
export const contractProblems = [
  'contractNotForClub',
  'contractNotForTime',
  'contractEnded',
  'contractNotYetValid',
  'contractBlocked',
  'contractInDebt',
  'contractFrozen',
  'contractVisitsUsed',
] as const satisfies readonly ErrorCode[];
type ProblemCode = (typeof contractProblems)[number];

/** The refusal, with what its text needs. */
export interface ContractProblem {
  readonly error: ProblemCode;
  readonly details: Readonly<Record<string, string | number>>;
}

/** The centre gives the kind of thing to this contract at all; of any other it says nothing. */
export function isAbout({ benefits }: Pick<ContractFacts, 'benefits'>, { clientType }: Occasion): boolean {
  return benefits.some((one) => one.clientType === clientType);
}

/**
 * How a contract covers something on its local date, or why it does not: its club and hour, its life, its standing, and
 * the visits of the billing period that date lies in. Of several benefits that are good for it, the first with a visit
 * left counts. `action` is what the status must allow: to book, or to come in (mission 2.5).
 */
export function coverageBy(
  contract: ContractFacts,
  occasion: Occasion,
  { today, timeZone, debt: settings }: ContractClock,
  action: Extract<ContractAction, 'book' | 'enter'>,
): Coverage | ContractProblem {
  const { startsOn, endsOn, freezes, block, debt, benefits, visits } = contract;
  const date = localDate(occasion.startsAt, timeZone);
  const good = benefits.flatMap((one, benefit) =>
    isGoodFor(one, occasion, timeZone) ? [{ ...one, benefit }] : [],
  );
  if (good.length === 0) {
    const isHere = benefits.some((one) => isForClub(one, occasion));
    return problem(isHere ? 'contractNotForTime' : 'contractNotForClub');
  }
  const phase = phaseOn(contract, date);
  if (phase === 'scheduled') return problem('contractNotYetValid', { date: formatDate(startsOn) });
  const status = statusOf(phase, debtStatusOn(debt, today, settings), block, date);
  if (phase === 'ended' || status === null || status === 'ended') {
    return problem('contractEnded', { date: formatDate(endsOn ?? date) });
  }
  if (!isAllowed(status, action, debt, today, settings)) {
    if (status === 'stopped') {
      const freeze = freezes.find(({ fromOn, untilOn }) => fromOn <= date && date <= untilOn);
      return problem('contractFrozen', { date: formatDate(freeze?.untilOn ?? date) });
    }
    if (status === 'blocked') return problem('contractBlocked');
    return problem('contractInDebt');
  }
  const period = periodAt(contract, date);
  const untilOn = earlierOf(period.untilOn, endsOn);
  const counted = good.map(({ benefit, visits: granted }) => {
    const dates = visits.flatMap((one) => (one.benefit === benefit ? [one.date] : []));
    const left = visitsLeft(contract, granted, dates, date);
    const most = granted === null ? null : visitsIn(contract, granted, period);
    return { contractId: contract.id, benefit, left, granted: most, untilOn };
  });
  const first = counted.find(({ left }) => left === null || left > 0);
  if (first) return first;
  const granted = Math.max(...counted.map((one) => one.granted ?? 0));
  return problem('contractVisitsUsed', { visits: granted, date: formatDate(untilOn) });
}

/** What decides how many visits a period of a contract has. */
export interface Counting extends Omit<Running, 'prices'> {
  /** Null: it runs until somebody ends it. */
  readonly termMonths: number | null;
}

/**
 * So many of a period's visits as its days have that are not frozen, and so are paid for: their share of those in which the
 * contract would run without freezes, and a visit that is begun is a whole one. Days at the end that only freezes have brought
 * have their share of a whole period, to the nearest visit: where they were taken from it was rounded up. Freezes make a term
 * alone end later.
 */
export function visitsIn(
  { endsOn, freezes, termMonths }: Pick<Counting, 'endsOn' | 'freezes' | 'termMonths'>,
  granted: number,
  period: DateSpan,
): number {
  const { fromOn, untilOn } = period;
  const used = daysOf(usedSpans({ endsOn, freezes }, period));
  const isCut = endsOn !== null && endsOn < untilOn;
  const brought = termMonths === null ? 0 : daysOf(freezes);
  const unfrozenEnd = isCut ? addDays(endsOn, -brought) : untilOn;
  const isBrought = unfrozenEnd < fromOn;
  const share = (granted * used) / daysOf([{ fromOn, untilOn: isBrought ? untilOn : unfrozenEnd }]);
  return isBrought ? Math.round(share) : Math.min(granted, Math.ceil(share));
}

function daysOf(spans: readonly DateSpan[]): number {
  return spans.reduce((sum, { fromOn, untilOn }) => sum + daysBetween(fromOn, untilOn) + 1, 0);
}

/** What is left of so many visits in the billing period that a date lies in; null: as many as one likes. */
export function visitsLeft(
  contract: Counting,
  granted: number | null,
  taken: readonly string[],
  date: string,
): number | null {
  if (granted === null) return null;
  const period = periodAt(contract, date);
  return visitsIn(contract, granted, period) - takenIn(period, taken);
}

/** How many of these dates lie in a period. */
export function takenIn({ fromOn, untilOn }: DateSpan, dates: readonly string[]): number {
  return dates.filter((one) => fromOn <= one && one <= untilOn).length;
}

function problem(error: ProblemCode, details: ContractProblem['details'] = {}): ContractProblem {
  return { error, details };
}

export function isCoverage(answer: Coverage | ContractProblem): answer is Coverage {
  return 'contractId' in answer;
}

/** Of the reasons of several contracts, the one nearest to covering; null where there is none. */
export function nearestProblem(problems: readonly ContractProblem[]): ContractProblem | null {
  const rank = ({ error }: ContractProblem) => contractProblems.indexOf(error);
  return problems.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}

/** The refusal as it is thrown. */
export function toError({ error, details }: ContractProblem): AppError {
  return new AppError(error, { ...details }, 409);
}

/**
 * Which contract opens the door for a visit at this moment, `gym` and `pool` above all: what ends first, so that a counted
 * visit is taken before it lapses, but a benefit without a count before all others. Otherwise why none does; null where
 * nobody's contract is about such visits.
 */
export function entryBy(
  contracts: readonly ContractFacts[],
  occasion: Occasion,
  clock: ContractClock,
): Coverage | ContractProblem | null {
  const answers = contracts
    .filter((one) => isAbout(one, occasion))
    .map((one) => coverageBy(one, occasion, clock, 'enter'));
  const [best] = answers.filter(isCoverage).toSorted(compareCoverages);
  return best ?? nearestProblem(answers.flatMap((one) => (isCoverage(one) ? [] : [one])));
}

/** What costs nothing first, then what ends first, then the older contract. */
function compareCoverages(one: Coverage, other: Coverage): number {
  if ((one.left === null) !== (other.left === null)) return one.left === null ? -1 : 1;
  return compareTexts(one.untilOn, other.untilOn) || one.contractId - other.contractId;
}
