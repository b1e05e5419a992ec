import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { compareTexts, earlierOf, laterOf } from '#shared/kernel/order.ts';

/** How a contract runs and what it costs. Local dates, both ends included. */
export interface Running {
  readonly startsOn: string;
  /** The last date; null: without an end. */
  readonly endsOn: string | null;
  /** 1 to 31; in shorter months periods begin on the last day. */
  readonly anchorDay: number;
  readonly periodMonths: number;
  /** The one in force when a period begins counts for all of it; the earliest is the first price. */
  readonly prices: readonly Price[];
  readonly freezes: readonly DateSpan[];
}

export interface Price {
  readonly fromOn: string;
  readonly priceCents: Cents;
  /** The date that was told, where freezes have moved the price to a later one. */
  readonly toldOn?: string | null;
}

export interface DateSpan {
  readonly fromOn: string;
  readonly untilOn: string;
}

/** A period as it is billed. The first one may be a part of a whole one, which began at `wholeFrom`. */
export interface Period extends DateSpan {
  readonly wholeFrom: string;
}

type Rhythm = Pick<Running, 'startsOn' | 'anchorDay' | 'periodMonths'>;

/**
 * A period of a contract by its number from 0: each begins on the anchor day, computed from the first month and never from the period
 * before, so that an anchor on the 31st comes back after February (mission 2.5, 5.2).
 */
function periodOf({ startsOn, anchorDay, periodMonths }: Rhythm, index: number): Period {
  const month = monthOf(startsOn);
  // The anchor of the month it starts in may still be to come: then the first whole period began a month before.
  const offset = startsOn < dateIn(month, anchorDay) ? -periodMonths : 0;
  const wholeFrom = dateIn(month + offset + index * periodMonths, anchorDay);
  const untilOn = dayBefore(month + offset + (index + 1) * periodMonths, anchorDay);
  return { wholeFrom, fromOn: index === 0 ? startsOn : wholeFrom, untilOn };
}

/** The periods from the first day on, one after another without end. */
function* periodsOf(rhythm: Rhythm): Generator<Period, never> {
  for (let index = 0; ; index += 1) yield periodOf(rhythm, index);
}

/** The periods that begin on or before a date, and not after the contract's end. */
export function periodsUntil(running: Omit<Running, 'prices'>, lastDate: string): readonly Period[] {
  const last = earlierOf(lastDate, running.endsOn);
  const periods: Period[] = [];
  for (const period of periodsOf(running)) {
    if (period.fromOn > last) return periods;
    periods.push(period);
  }
  return periods;
}

/** About how many periods begin from a contract's first day until a date, without making them. */
export function pastPeriods(startsOn: string, until: string, periodMonths: number): number {
  return Math.max(0, Math.ceil((monthOf(until) - monthOf(startsOn) + 1) / periodMonths));
}

/** The period a date of the contract lies in; before its first day, the first one. Reckoned and not walked to, but for the last steps. */
export function periodAt(rhythm: Rhythm, date: string): Period {
  const months = monthOf(date) - monthOf(rhythm.startsOn);
  let index = Math.max(0, Math.floor(months / rhythm.periodMonths) - 1);
  while (periodOf(rhythm, index).untilOn < date) index += 1;
  return periodOf(rhythm, index);
}

/**
 * The last date of so many months from the beginning of a whole period: the day before the anchor that follows, so that
 * no term ends a day into another period.
 */
export function lastDateOfMonths(
  { anchorDay }: Pick<Running, 'anchorDay'>,
  fromOn: string,
  months: number,
): string {
  return dayBefore(monthOf(fromOn) + months, anchorDay);
}

/** What a whole period costs that begins on a date. */
export function priceOn({ prices }: Pick<Running, 'prices'>, date: string): Cents {
  const inForce = prices
    .filter(({ fromOn }, index) => fromOn <= date || index === 0)
    .reduce<Running['prices'][number] | undefined>(
      (latest, one) => (latest === undefined || one.fromOn > latest.fromOn ? one : latest),
      undefined,
    );
  if (!inForce) throw new RangeError('a contract without a price');
  return inForce.priceCents;
}

/**
 * What the days of a period cost: the whole price where all of it is used; otherwise its share by days, of which a
 * first part period is the plain case (days left of days in that period, half a cent up). Shares of the same period
 * add up to its price to the cent, however it is cut. Frozen days cost nothing, nor do days after the end.
 */
export function owedCents(running: Running, period: Period): Cents {
  const price = priceOn(running, period.fromOn);
  return cents(usedSpans(running, period).reduce((sum, span) => sum + shareCents(price, period, span), 0));
}

/** The days of a period in which the contract runs, in order. */
export function usedSpans(
  { endsOn, freezes }: Pick<Running, 'endsOn' | 'freezes'>,
  period: DateSpan,
): readonly DateSpan[] {
  const until = earlierOf(period.untilOn, endsOn);
  const spans: DateSpan[] = [];
  let from = period.fromOn;
  for (const freeze of freezes.toSorted((one, other) => compareTexts(one.fromOn, other.fromOn))) {
    if (freeze.untilOn < from || freeze.fromOn > until) continue;
    if (freeze.fromOn > from) spans.push({ fromOn: from, untilOn: addDays(freeze.fromOn, -1) });
    from = addDays(freeze.untilOn, 1);
  }
  if (from <= until) spans.push({ fromOn: from, untilOn: until });
  return spans;
}

/** The share of a whole period's price that some of its days have. Cut anywhere, the shares add up. */
function shareCents(price: Cents, { wholeFrom, untilOn }: Period, span: DateSpan): number {
  if (span.fromOn === wholeFrom && span.untilOn === untilOn) return price;
  const days = daysBetween(wholeFrom, untilOn) + 1;
  const rest = (from: string) =>
    Math.floor((2 * price * (days - daysBetween(wholeFrom, from)) + days) / (2 * days));
  return rest(span.fromOn) - rest(addDays(span.untilOn, 1));
}

/** What was billed for a period: `owedCents` for its days as it was known then, less a discount, and what was carried. */
export interface Billed {
  readonly fromOn: string;
  readonly owedCents: Cents;
  /** Of a campaign code, of the first period. */
  readonly discountCents: Cents;
  readonly carriedCents: Cents;
}

/** What is to be billed: `amountCents` is what the days cost, and what is carried from periods billed before. */
export interface Bill extends Period {
  readonly priceCents: Cents;
  readonly owedCents: Cents;
  /** Below 0 where days that were billed turned out to be frozen, above where a freeze ended early. */
  readonly carriedCents: Cents;
  readonly amountCents: Cents;
}

/**
 * The periods up to a date that have not been billed, each once. Where days that were billed turned out to be frozen,
 * what they had cost is taken off the next ones, and where frozen days were used after all it is added: the sum billed is
 * the sum owed, or more only while there was not enough to take it off.
 */
export function billsOf(running: Running, billed: readonly Billed[], lastDate: string): readonly Bill[] {
  const known = new Map(billed.map((one) => [one.fromOn, one]));
  const bills: Bill[] = [];
  let surplus = 0;
  for (const period of periodsUntil(running, lastDate)) {
    const owed = owedCents(running, period);
    const before = known.get(period.fromOn);
    if (before) {
      surplus += surplusOf(before, owed);
      continue;
    }
    const taken = Math.min(surplus, owed);
    surplus -= taken;
    bills.push({
      ...period,
      priceCents: priceOn(running, period.fromOn),
      owedCents: owed,
      carriedCents: cents(taken === 0 ? 0 : -taken),
      amountCents: cents(owed - taken),
    });
  }
  return bills;
}

/** What was billed and will not be used any more, once a contract has its end: it is given back. */
export function surplusCents(running: Running, billed: readonly Billed[]): Cents {
  return cents(Math.max(0, excessOf(running, billed)));
}

/**
 * What the days of a contract cost more than was billed for them, where no period is left whose bill would ask for it: of the
 * last ones frozen days were used after all, a part alone was billed, or another price was told.
 */
export function shortageCents(running: Running, billed: readonly Billed[]): Cents {
  const { endsOn } = running;
  if (endsOn === null || billsOf(running, billed, endsOn).length > 0) return cents(0);
  return cents(Math.max(0, -excessOf(running, billed)));
}

/** What all that was billed comes to beyond what its days cost now; below 0 where it is too little. */
function excessOf(running: Running, billed: readonly Billed[]): number {
  const known = new Map(billed.map((one) => [one.fromOn, one]));
  const last = billed.reduce((latest, { fromOn }) => laterOf(latest, fromOn), '');
  let excess = 0;
  for (const period of periodsOf(running)) {
    if (period.fromOn > last) break;
    const before = known.get(period.fromOn);
    if (before) excess += surplusOf(before, owedCents(running, period));
  }
  return excess;
}

/** What a billed period has too much now that its days cost `owed`; with a discount, of what was really paid. */
function surplusOf(before: Billed, owed: number): number {
  const paid = before.owedCents - before.discountCents;
  const change = before.owedCents - owed;
  const share = before.owedCents === 0 ? change : Math.round((change * paid) / before.owedCents);
  return share + before.carriedCents;
}

// Months counted from year 0. A run looks at every period of every contract, so its calendar is plain arithmetic.
function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The anchor of a month: the day itself, or the month's last. */
function dateIn(month: number, day: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${two((month % 12) + 1)}-${two(Math.min(day, daysIn(month)))}`;
}

/** The day before the anchor of a month. */
function dayBefore(month: number, anchorDay: number): string {
  const day = Math.min(anchorDay, daysIn(month));
  return day === 1 ? dateIn(month - 1, 31) : dateIn(month, day - 1);
}

function daysIn(month: number): number {
  const year = Math.floor(month / 12);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month % 12] ?? 0;
}
