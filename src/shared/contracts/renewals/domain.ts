import {
  type DateSpan,
  lastDateOfMonths,
  pastPeriods,
  periodAt,
  type Running,
} from '#shared/contracts/periods/domain.ts';
import type { Phase } from '#shared/contracts/status/domain.ts';
import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import { compareTexts } from '#shared/kernel/order.ts';
import { withFreezes } from '../terms/domain.ts';

/** A contract whose term ends. */
type Ending = Pick<Running, 'startsOn' | 'anchorDay' | 'periodMonths'> & {
  readonly endsOn: string;
  readonly termMonths: number;
};

/**
 * The term that follows the one that ends on `endsOn`: as many months of whole periods again, and the days of freezes that were left
 * behind the end of the one before.
 */
export function nextTerm(contract: Ending & { readonly freezes: readonly DateSpan[] }): {
  readonly startsOn: string;
  readonly endsOn: string;
} {
  const startsOn = addDays(contract.endsOn, 1);
  const agreedOn = lastDateOfMonths(contract, baseAfter(contract), contract.termMonths);
  const within = contract.freezes.filter(({ fromOn }) => fromOn >= startsOn);
  return { startsOn, endsOn: withFreezes(agreedOn, within) };
}

/** From when the months of the next term count: where the term before was made longer, its last period is finished first. */
function baseAfter(contract: Ending): string {
  const startsOn = addDays(contract.endsOn, 1);
  const period = periodAt(contract, startsOn);
  return period.fromOn === startsOn ? startsOn : addDays(period.untilOn, 1);
}

/**
 * When the term ends that holds a date, of a contract whose first one ended on `endsOn` before it and that went on by itself
 * since. Reckoned and not walked to: a file of imports holds many years. From the second term on, the months count from days
 * that are whole periods apart, as many as the months need.
 */
export function presentEnd(first: Ending, date: string): string {
  const { endsOn, termMonths, periodMonths } = first;
  const base = baseAfter(first);
  const apart = Math.ceil(termMonths / periodMonths) * periodMonths;
  const endOf = (missed: number) =>
    missed === 0 ? endsOn : lastDateOfMonths(first, base, (missed - 1) * apart + termMonths);
  let missed = Math.max(0, Math.floor((pastPeriods(base, date, 1) - 1 - termMonths) / apart));
  while (endOf(missed) < date) missed += 1;
  return endOf(missed);
}

/** What tells whether a contract can be had again. */
export interface Renewable {
  readonly phase: Phase;
  /** The last day; null: none. */
  readonly endsOn: string | null;
  /** Goes on by itself, and no notice is given. */
  readonly goesOn: boolean;
}

/** Whether its holder may have the same again after its last day: it has one, and nothing of the kind begins after it. */
export function isRenewable({ phase, endsOn, goesOn }: Renewable, startsOfKind: readonly string[]): boolean {
  if (endsOn === null || goesOn) return false;
  if (phase === 'pending' || phase === 'withdrawn' || phase === 'dropped') return false;
  return !startsOfKind.some((startsOn) => startsOn > endsOn);
}

/** A missed day is made good within so many; later nobody is told any more. */
const catchUpDays = 3;

/** Of the days before its end at which a holder is told, the one whose time it is on a date; undefined: none. */
export function renewalStep(endsOn: string, date: string, days: readonly number[]): number | undefined {
  const left = daysBetween(date, endsOn);
  const step = days.toSorted((one, other) => one - other).find((one) => one >= left);
  return left >= 0 && step !== undefined && step - left < catchUpDays ? step : undefined;
}

/** A billed period with the line that billed it, and what credit notes have taken off that line. */
export interface CreditableLine extends DateSpan {
  readonly invoiceId: number;
  readonly position: number;
  readonly grossCents: number;
  readonly creditedCents: number;
  /** Of that, what somebody in the office took off before notice was given. */
  readonly byHandCents: number;
}

/**
 * What of which line is given back once a contract has ended: the latest first. What was taken off by hand of periods
 * that the end has cut counts as given back already.
 */
export function giveBack(
  lines: readonly CreditableLine[],
  endsOn: string,
  surplusCents: number,
): readonly { readonly invoiceId: number; readonly position: number; readonly amountCents: number }[] {
  const latestFirst = lines.toSorted((one, other) => compareTexts(other.fromOn, one.fromOn));
  let left = surplusCents;
  for (const line of latestFirst) if (line.untilOn > endsOn) left -= line.byHandCents;
  return latestFirst.flatMap(({ invoiceId, position, grossCents, creditedCents }) => {
    const amountCents = Math.min(left, grossCents - creditedCents);
    if (amountCents <= 0) return [];
    left -= amountCents;
    return [{ invoiceId, position, amountCents }];
  });
}
