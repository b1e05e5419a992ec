import { z } from 'zod';
import type { BilledPeriod } from '#shared/contracts/domain.ts';
import {
  type Bill,
  type Billed,
  billsOf,
  type DateSpan,
  type Running,
  shortageCents,
  surplusCents,
} from '#shared/contracts/periods/domain.ts';
import { addDays, addMonths, daysBetween } from '#shared/kernel/dates.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { earlierOf, laterOf } from '#shared/kernel/order.ts';

/** The numbers of a centre's billing, of a tenant's `company`. */
export const BillingSettings = z
  .object({
    /** A period is billed so many days before it begins. */
    aheadDays: z.number().int().min(0).max(31).default(0),
    /**
     * A contract that goes on by itself has its next term in the night so many days before its last; until then it can
     * be ended.
     */
    renewDays: z.number().int().min(0).max(30).default(0),
    /** Least days between telling of a new price and the first period that has it. */
    priceNoticeDays: z.number().int().min(1).max(180).default(30),
  })
  .prefault({});
export type BillingSettings = z.infer<typeof BillingSettings>;

export const Billing = z.object({ billing: BillingSettings });

/** A freeze that has begun and whose fee was not billed. */
interface FreezeFee extends DateSpan {
  readonly id: number;
  readonly feeCents: Cents;
}

/** All that decides what a contract is billed. */
export interface Billable {
  /** Without an end where it goes on by itself. */
  readonly running: Running;
  /** Until when it is known to run: what begins later is billed once it has gone on. */
  readonly termUntil: string | null;
  readonly billed: readonly Billed[];
  readonly fees: readonly FreezeFee[];
}

/** A line of its invoice: a period, or the fee of a freeze. With VAT; `discountCents` is what was carried. */
interface Charge {
  readonly kind: 'period' | 'freeze';
  readonly span: DateSpan;
  readonly unitCents: Cents;
  readonly discountCents: Cents;
}

/** What a contract is billed at once; `position` is the line's, null where nothing is to pay. */
export interface ContractBill {
  readonly periods: readonly (Bill & { readonly position: number | null })[];
  readonly fees: readonly (FreezeFee & { readonly position: number })[];
  /** In the order of their positions, from 1 on; empty: no invoice. */
  readonly charges: readonly Charge[];
  readonly totalCents: Cents;
}

/**
 * What is billed in a night's run: the periods that begin until `horizon` and were not billed, and the fees of freezes. A period
 * in which a term ends that goes on is billed whole; where it does not after all, the account of the ended contract gives it back.
 * A period of nothing is settled without an invoice.
 */
export function billOf({ running, termUntil, billed, fees }: Billable, horizon: string): ContractBill {
  const last = earlierOf(horizon, termUntil);
  const charges: Charge[] = [];
  const add = (charge: Charge) => charges.push(charge);
  const periods = billsOf(running, billed, last).map((bill) => {
    if (bill.amountCents === 0) return { ...bill, position: null };
    const carried = Math.max(0, -bill.carriedCents);
    return {
      ...bill,
      position: add({
        kind: 'period',
        span: {
          fromOn: bill.fromOn,
          untilOn: earlierOf(bill.untilOn, running.endsOn),
        },
        unitCents: cents(bill.amountCents + carried),
        discountCents: cents(carried),
      }),
    };
  });
  const feeLines = fees.map((fee) => ({
    ...fee,
    position: add({ kind: 'freeze', span: fee, unitCents: fee.feeCents, discountCents: cents(0) }),
  }));
  const totalCents = addCents(
    ...charges.map(({ unitCents, discountCents }) => cents(unitCents - discountCents)),
  );
  return { periods, fees: feeLines, charges, totalCents };
}

/**
 * What was billed, less what credit notes gave back of a surplus already: it is not there to be carried or given back
 * again. More than the surplus is a present, and asks for nothing.
 */
export function lessReturned(
  running: Running,
  billed: readonly Billed[],
  returnedCents: Cents,
): readonly Billed[] {
  const latest = billed.at(-1);
  if (returnedCents === 0 || !latest) return billed;
  const taken = Math.min(returnedCents, surplusCents(running, billed));
  return [...billed.slice(0, -1), { ...latest, carriedCents: cents(latest.carriedCents - taken) }];
}

/** What is billed the day after its end of days that nobody was billed for; none where nothing is. */
export function lastAccount(
  contract: Running & { readonly billed: readonly Billed[] },
): readonly Pick<Bill, 'fromOn' | 'untilOn' | 'amountCents'>[] {
  const amountCents = shortageCents(contract, contract.billed);
  if (amountCents === 0 || contract.endsOn === null) return [];
  const fromOn = addDays(contract.endsOn, 1);
  return [{ fromOn, untilOn: fromOn, amountCents }];
}

/**
 * Whether a billed period is the last account of a contract: a day behind all others, without a day that costs anything. No
 * other looks so: the first one carries nothing from others, and all that follow it are whole.
 */
export function isLastAccount({
  fromOn,
  untilOn,
  owedCents,
  carriedCents,
}: Pick<BilledPeriod, 'fromOn' | 'untilOn' | 'owedCents' | 'carriedCents'>): boolean {
  return fromOn === untilOn && owedCents === 0 && carriedCents > 0;
}

/** Every contract's next period begins by then, those that are billed by the year too. */
const previewMonths = 13;

/** The last local date whose run can be looked at beforehand: what is reckoned grows with each month. */
export function lastPreview(today: string): string {
  return addMonths(today, previewMonths);
}

/** A missed night is made good so many days back; what was due before is billed with the first of them. */
const catchUpRuns = 31;

/**
 * The local dates whose run is still to be done, in order, given the latest run there was; with `isAgain` today's even
 * where it ended.
 */
export function billingRunsDue(
  latest: { readonly runOn: string; readonly hasEnded: boolean } | undefined,
  today: string,
  isAgain: boolean,
): readonly string[] {
  const next = latest === undefined ? today : latest.hasEnded ? addDays(latest.runOn, 1) : latest.runOn;
  const earliest = addDays(today, -catchUpRuns);
  const from = laterOf(next, earliest);
  if (from > today) return isAgain ? [today] : [];
  return Array.from({ length: daysBetween(from, today) + 1 }, (_, day) => addDays(from, day));
}
