import { addDays, addMonths, daysBetween, formatDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { earlierOf, laterOf } from '#shared/kernel/order.ts';
import { type Benefit, type Counting, takenIn, visitsIn } from '../benefits/domain.ts';
import { lastAccount } from '../billing/domain.ts';
import { type ContractFacts, type ContractSettings, finalDay } from '../domain.ts';
import { billsOf, type DateSpan, periodAt, periodsUntil } from '../periods/domain.ts';
import { type ShiftedPrice, shiftedPrices } from '../prices/domain.ts';
import { endWithoutNotice, type LineBack, type NoticeFound } from '../terminations/domain.ts';
import { withFreezes, withoutFreezes } from '../terms/domain.ts';

/** A bill to come that a change makes another one. */
export interface BillMove {
  readonly on: string;
  readonly untilOn: string;
  readonly beforeCents: Cents;
  readonly afterCents: Cents;
}

/** A contract as a freeze looks at it; without `notice` where none stands, or nobody knows what it goes back to. */
export interface Freezable extends ContractFacts {
  readonly notice?: Pick<NoticeFound, 'endedOn' | 'freezes'> | undefined;
}

/** What a freeze would do; shown before it is asked for, and done. */
export interface FreezePlan extends DateSpan {
  readonly days: number;
  readonly feeCents: Cents;
  readonly endsOn: string | null;
  readonly bindingUntil: string | null;
  /** All of the contract's: those to come keep their distance from what was agreed before. */
  readonly prices: readonly ShiftedPrice[];
  readonly bills: readonly BillMove[];
}

/**
 * What a freeze from one local date until another would do, both included. Frozen days cost nothing: what of them is paid
 * already comes off the next bills. A term and a binding last as much longer (mission 2.5). Throws, in this order,
 * `dataValidationFailed` with the field, `freezeTooSoon`, `freezeTooFar`, `freezeTooShort`, `freezeTooLong`, `freezeOutside`,
 * `freezeOverlaps`, `freezeTooOften`. Whether the contract's status allows it is asked before.
 */
export function decideFreeze(
  contract: Freezable,
  { fromOn, untilOn }: DateSpan,
  today: string,
  { freeze: rules }: Pick<ContractSettings, 'freeze'>,
): FreezePlan {
  if (untilOn < fromOn) throw new AppError('dataValidationFailed', { field: 'untilOn' });
  const earliest = earliestFreeze(contract, today, rules);
  if (fromOn < earliest) throw new AppError('freezeTooSoon', { date: formatDate(earliest) });
  const latest = addMonths(earliest, aheadMonths);
  if (fromOn > latest) throw new AppError('freezeTooFar', { date: formatDate(latest) });
  const days = daysBetween(fromOn, untilOn) + 1;
  if (days < rules.minDays) throw new AppError('freezeTooShort', { days: rules.minDays });
  if (days > rules.maxDays) throw new AppError('freezeTooLong', { days: rules.maxDays });
  if (contract.endsOn !== null && untilOn > contract.endsOn) {
    throw new AppError('freezeOutside', { date: formatDate(contract.endsOn) });
  }
  const met = contract.freezes.find((one) => one.fromOn <= untilOn && fromOn <= one.untilOn);
  if (met) {
    throw new AppError('freezeOverlaps', {
      from: formatDate(met.fromOn),
      until: formatDate(met.untilOn),
    });
  }
  if (mostWithinYear([...contract.freezes, { fromOn }], fromOn) > rules.times) {
    throw new AppError('freezeTooOften', { times: rules.times });
  }
  const feeCents = cents(rules.feeCents);
  const after = lengthened(contract, [...contract.freezes, { id: 0, fromOn, untilOn, feeCents }], today);
  const { endsOn, bindingUntil, prices } = after;
  const bills = movesOf(contract, after, untilOn);
  return { fromOn, untilOn, days, feeCents, endsOn, bindingUntil, prices, bills };
}

/** Counted visits of a period, before a freeze and with it. */
export interface VisitMove extends DateSpan {
  readonly before: number;
  readonly after: number;
}

/** A contract with what its benefits go on counting: of which, by its place in their list, on which local date. */
export interface Counted extends Counting {
  readonly benefits: readonly Benefit[];
  readonly visits: readonly { readonly benefit: number; readonly date: string }[];
}

/**
 * What a freeze leaves of counted visits, by its days and the end that it gives: days that cost nothing bring none. `visits` are
 * without those that it gives back for nothing; what was had on its first day, or is given back late, stays taken. Throws
 * `freezeVisitsTaken` where more are taken or booked in a period than its other days bring.
 */
export function decideVisits(
  contract: Counted,
  { fromOn, untilOn, endsOn }: Pick<FreezePlan, 'fromOn' | 'untilOn' | 'endsOn'>,
): readonly VisitMove[] {
  const freeze = { fromOn, untilOn };
  return visitMoves(contract, { ...contract, endsOn, freezes: [...contract.freezes, freeze] }, freeze);
}

/**
 * A term that ends earlier again has fewer visits at its end. Throws `freezeVisitsTaken` where more of them are taken or booked;
 * what lies behind the end is given back by itself.
 */
export function refuseReturn(
  contract: Omit<Counted, 'freezes'> & Pick<ContractFacts, 'freezes'>,
  freezeId: number,
  { untilOn, endsOn }: Pick<ReturnPlan, 'untilOn' | 'endsOn'>,
): void {
  if (contract.endsOn === null || endsOn === null) return;
  const freezes = contract.freezes.flatMap((one) => {
    if (one.id !== freezeId) return [one];
    return untilOn === null ? [] : [{ ...one, untilOn }];
  });
  visitMoves(contract, { ...contract, endsOn, freezes }, { fromOn: contract.startsOn, untilOn: endsOn });
}

/** Of the periods of some dates, those that have other visits after a change. Throws `freezeVisitsTaken`. */
function visitMoves(contract: Counted, after: Counted, touched: DateSpan): VisitMove[] {
  const met = periodsUntil(after, touched.untilOn).filter(({ untilOn }) => untilOn >= touched.fromOn);
  return met.flatMap((period) => {
    const { fromOn } = period;
    const untilOn = earlierOf(period.untilOn, after.endsOn);
    const counted = contract.benefits.flatMap(({ visits: granted }, benefit) =>
      granted === null
        ? []
        : [{ benefit, before: visitsIn(contract, granted, period), after: visitsIn(after, granted, period) }],
    );
    for (const { benefit, before, after: visits } of counted) {
      const dates = contract.visits.flatMap((one) => (one.benefit === benefit ? [one.date] : []));
      const taken = takenIn({ fromOn, untilOn }, dates);
      if (taken <= visits || before <= visits) continue;
      const date = formatDate(addDays(untilOn, 1));
      throw new AppError('freezeVisitsTaken', { taken, visits, date });
    }
    const sum = (key: 'before' | 'after') => counted.reduce((total, one) => total + one[key], 0);
    const move = { fromOn, untilOn: period.untilOn, before: sum('before'), after: sum('after') };
    return move.before === move.after ? [] : [move];
  });
}

/** A freeze begins within so many months: every bill until then is reckoned. */
const aheadMonths = 24;

/** The first day a freeze may begin on. */
export function earliestFreeze(
  { startsOn }: Pick<ContractFacts, 'startsOn'>,
  today: string,
  { noticeDays }: Pick<ContractSettings['freeze'], 'noticeDays'>,
): string {
  const noticed = addDays(today, noticeDays);
  return laterOf(noticed, startsOn);
}

/** How many more may begin in the twelve months that end today. */
export function freezesLeft(
  { freezes }: Pick<ContractFacts, 'freezes'>,
  today: string,
  { times }: Pick<ContractSettings['freeze'], 'times'>,
): number {
  return Math.max(0, times - mostWithinYear([...freezes, { fromOn: today }], today) + 1);
}

/** The most freezes that begin within any twelve months which hold this date. */
function mostWithinYear(freezes: readonly Pick<DateSpan, 'fromOn'>[], date: string): number {
  return freezes.reduce((most, { fromOn: first }) => {
    const last = Temporal.PlainDate.from(first).add({ months: 12 }).toString();
    if (date < first || date >= last) return most;
    return Math.max(most, freezes.filter(({ fromOn }) => fromOn >= first && fromOn < last).length);
  }, 0);
}

/** How a freeze ends before its time. */
export interface ReturnPlan {
  /** Before it began it is taken back as if it had never been; otherwise it ends the day before today. */
  readonly kind: 'cancelled' | 'ended';
  readonly fromOn: string;
  readonly untilOn: string | null;
  /** Days that are not frozen after all. */
  readonly days: number;
  /** What was billed for it and is given back. */
  readonly feeBack: LineBack | undefined;
  readonly endsOn: string | null;
  readonly bindingUntil: string | null;
  readonly prices: readonly ShiftedPrice[];
  readonly bills: readonly BillMove[];
}

/**
 * What coming back today would do; `fee` is the line that billed the freeze, with what of it is not credited. Throws
 * `itemNotFound`, and `actionNotAllowed` where the freeze or the contract is over.
 */
export function decideReturn(
  contract: Freezable,
  freezeId: number,
  today: string,
  fee?: LineBack,
): ReturnPlan {
  const freeze = contract.freezes.find(({ id }) => id === freezeId);
  if (!freeze) throw new AppError('itemNotFound');
  const { fromOn } = freeze;
  const isOver = contract.endsOn !== null && contract.endsOn < today;
  if (isOver || freeze.untilOn < today) throw new AppError('actionNotAllowed', undefined, 409);
  const kind = today <= fromOn ? 'cancelled' : 'ended';
  const untilOn = kind === 'cancelled' ? null : addDays(today, -1);
  const days = daysBetween(untilOn === null ? fromOn : today, freeze.untilOn) + 1;
  const others = contract.freezes.filter(({ id }) => id !== freezeId);
  const freezes = untilOn === null ? others : [...others, { ...freeze, untilOn }];
  const after = lengthened(contract, freezes, today);
  const { endsOn, bindingUntil, prices } = after;
  return {
    kind,
    fromOn,
    untilOn,
    days,
    feeBack: kind === 'cancelled' && fee !== undefined && fee.amountCents > 0 ? fee : undefined,
    endsOn,
    bindingUntil,
    prices,
    bills: movesOf(contract, after, freeze.untilOn),
  };
}

/**
 * A term lasts as much longer as its days were frozen, unless its end is settled by a notice; so does a binding. What was
 * agreed for them keeps its price: under notice too, for a term as it would be without it, since the notice may be taken back.
 */
function lengthened(contract: Freezable, freezes: ContractFacts['freezes'], today: string) {
  const { termMonths, noticeAt, notice } = contract;
  const isEndMoved = contract.endsOn !== null && termMonths !== null && noticeAt === null;
  const moved = (until: string) => withFreezes(withoutFreezes(until, contract.freezes), freezes);
  const endsOn = isEndMoved ? moved(contract.endsOn) : contract.endsOn;
  const bindingUntil = contract.bindingUntil && moved(contract.bindingUntil);
  const last = contract.billed.at(-1);
  const prices = shiftedPrices(
    contract.prices,
    { ...contract, endsOn: notice ? endWithoutNotice(contract, notice) : contract.endsOn },
    { bindingUntil, endsOn: notice ? endWithoutNotice({ ...contract, freezes }, notice) : endsOn },
    { today, billedUntil: last === undefined ? null : periodAt(contract, last.fromOn).untilOn },
  );
  return { ...contract, freezes, endsOn, bindingUntil, prices };
}

/** The bills that become others, until one period after the last day that is touched, and the last account behind the end. */
function movesOf(before: ContractFacts, after: ContractFacts, untilOn: string): BillMove[] {
  const horizon = addDays(periodAt(before, untilOn).untilOn, 1);
  const bills = (one: ContractFacts) => {
    const running = { ...one, endsOn: finalDay(one) };
    const all = [...billsOf(running, one.billed, horizon), ...lastAccount(running)];
    return new Map(all.map((bill) => [bill.fromOn, bill]));
  };
  const [were, are] = [bills(before), bills(after)];
  const dates = [...new Set([...were.keys(), ...are.keys()])].toSorted();
  return dates.flatMap((on) => {
    const [was, is] = [were.get(on), are.get(on)];
    const beforeCents = was?.amountCents ?? cents(0);
    const afterCents = is?.amountCents ?? cents(0);
    if (beforeCents === afterCents) return [];
    return { on, untilOn: (is ?? was)?.untilOn ?? on, beforeCents, afterCents };
  });
}
