import { z } from 'zod';
import { balanceOf, type InvoiceSums } from '#shared/invoices/domain.ts';
import { addMinutes, compareInstants, minutesBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Cents } from '#shared/kernel/money.ts';

/** What a payment may be at the provider (specification point 3, "Payment token claims"). */
export const paymentStatuses = [
  'PENDING',
  'AUTHORIZED',
  'PAID',
  'VOIDED',
  'ABANDONED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
] as const;
export const PaymentStatus = z.enum(paymentStatuses);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/**
 * How far each status lies along the way. News come twice, late and in any order; a payment is where the furthest of
 * them was, so the order never matters. What failed comes before what was paid: a bank may finish what was given up,
 * and nothing undoes money that came (protocols section 1.5).
 */
const reach: Readonly<Record<PaymentStatus, number>> = {
  PENDING: 0,
  AUTHORIZED: 1,
  ABANDONED: 2,
  VOIDED: 3,
  PAID: 4,
  PARTIALLY_REFUNDED: 5,
  REFUNDED: 6,
};

/** Money came, whatever became of it later. */
export function hasMoneyCome(status: PaymentStatus): boolean {
  return reach[status] >= reach.PAID;
}

/** Neither paid nor given up: news are to be expected. */
export function isOpen(status: PaymentStatus): boolean {
  return reach[status] < reach.ABANDONED;
}

export interface PaymentMove {
  readonly status: PaymentStatus;
  readonly isNew: boolean;
  /** This move is the one by which the money came. */
  readonly isMoneyNew: boolean;
  /** The bank is said to have taken back what was paid: rare, and to be asked about before anybody is alarmed. */
  readonly isTakenBack: boolean;
}

/** What a payment becomes when `reported` is heard of it; undefined for a status nobody knows, which changes nothing. */
export function movePayment(current: PaymentStatus, reported: PaymentStatus | undefined): PaymentMove {
  const isFurther = reported !== undefined && reach[reported] > reach[current];
  return {
    status: isFurther ? reported : current,
    isNew: isFurther,
    isMoneyNew: isFurther && hasMoneyCome(reported) && !hasMoneyCome(current),
    isTakenBack: reported === 'VOIDED' && hasMoneyCome(current),
  };
}

/** What the wire and the screen call it (specification point 4). */
export const paymentStates = ['started', 'waiting', 'success', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * Cancelling at the bank leaves a payment PENDING, for the bank may still finish it: whoever is back waits, until the
 * provider gives it up (protocols section 1.5).
 */
export function paymentStateOf(status: PaymentStatus, hasReturned: boolean): PaymentState {
  if (hasMoneyCome(status)) return 'success';
  if (!isOpen(status)) return 'cancelled';
  return status === 'AUTHORIZED' || hasReturned ? 'waiting' : 'started';
}

/** What is to be paid for an invoice or a draft. Throws `invoiceAlreadyPaid`, or `invoiceNotFound` for what is dropped. */
export function payableCents(kind: 'invoice' | 'creditNote', sums: InvoiceSums): Cents {
  if (kind === 'creditNote' || sums.state === 'dropped') throw new AppError('invoiceNotFound');
  if (sums.state === 'draft') return sums.totalCents;
  const balance = balanceOf(sums);
  if (balance <= 0) throw new AppError('invoiceAlreadyPaid');
  return balance;
}

/**
 * What becomes of money that came: `complete` issues the sale, `settle` pays an invoice that stands, `credit` keeps the
 * money for its client, because there is nothing to pay any more or it is not enough for the sale.
 */
export type Booking = 'complete' | 'settle' | 'credit';

/** `isKept`: money that went back already buys nothing. */
export function decideBooking(sums: InvoiceSums, amountCents: Cents, isKept: boolean): Booking {
  if (sums.state === 'issued') return balanceOf(sums) > 0 ? 'settle' : 'credit';
  return isKept && amountCents >= sums.totalCents ? 'complete' : 'credit';
}

/** Whether money of this size closes an invoice that stands. */
export function isSettledBy(sums: InvoiceSums, amountCents: Cents): boolean {
  const balance = balanceOf(sums);
  return sums.state === 'issued' && balance > 0 && balance <= amountCents;
}

/** How long a draft can be paid after it was made: as long as a payment is asked about, and twice as long as a bank takes. */
const draftDays = 14;

/** Whether a draft was made so long ago that its price and its goods are promised to nobody any more. */
export function isDraftOver(madeAt: string, now: string): boolean {
  return compareInstants(addMinutes(madeAt, draftDays * 24 * 60), now) < 0;
}

/** How long the provider keeps an order open for the payer: as long as what is bought is held, and a little. */
export const orderMinutes = 30;
/** An order asked for again is the same one while this much of its time is left. */
export const leastMinutesLeft = 5;

/** What is known of an attempt's order. */
export interface OrderOfPayment {
  readonly paymentUrl: string | null;
  readonly providerId: string | null;
  readonly sessionId: string | null;
  /** Till when somebody has the right to make it. */
  readonly orderingUntil: string | null;
}

/**
 * Whether an attempt's order is to be made, and nobody is at it: it has no page to pay at, and a card typed on our page,
 * which needs none, was not taken either.
 */
export function isOrderMissing(
  { paymentUrl, providerId, sessionId, orderingUntil }: OrderOfPayment,
  now: string,
): boolean {
  if (paymentUrl !== null || (sessionId !== null && providerId !== null)) return false;
  return orderingUntil === null || compareInstants(orderingUntil, now) <= 0;
}

const firstPauseMinutes = 1;
const longestPauseMinutes = 6 * 60;
const openDays = 14;
const closedDays = 3;

/**
 * When the provider is to be asked about a payment next, though it said nothing; null: not any more. The pause grows
 * with the payment's age, for a bank may answer a day late, and a message may be lost (protocols section 1.6).
 */
export function nextAskAt(status: PaymentStatus, createdAt: string, now: string): string | null {
  if (hasMoneyCome(status)) return null;
  const age = Math.max(0, minutesBetween(createdAt, now));
  if (age > (isOpen(status) ? openDays : closedDays) * 24 * 60) return null;
  const pause = Math.min(longestPauseMinutes, Math.max(firstPauseMinutes, Math.floor(age / 4)));
  return addMinutes(now, pause);
}

/** What a refund may be at the provider. */
export const refundStatuses = ['PENDING', 'PROCESSING', 'SUCCESSFUL', 'REJECTED', 'CANCELED'] as const;
export const RefundStatus = z.enum(refundStatuses);
export type RefundStatus = z.infer<typeof RefundStatus>;

const refundReach: Readonly<Record<RefundStatus, number>> = {
  PENDING: 0,
  PROCESSING: 1,
  CANCELED: 2,
  REJECTED: 3,
  SUCCESSFUL: 4,
};

/** Money that went back did so for good; what was refused may still have gone by a later try of the provider. */
export function moveRefund(current: RefundStatus, reported: RefundStatus | undefined): RefundStatus {
  return reported !== undefined && refundReach[reported] > refundReach[current] ? reported : current;
}

/** On its way, or back already: what may not be given back once more. */
export function countsAsRefunded(status: RefundStatus): boolean {
  return status !== 'REJECTED' && status !== 'CANCELED';
}

/** The provider gives back no less. */
export const leastRefundCents = 5;

/** The status of a payment of which `refundedCents` are back with the payer. */
export function statusAfterRefund(
  current: PaymentStatus,
  amountCents: Cents,
  refundedCents: Cents,
): PaymentStatus {
  if (refundedCents <= 0) return current;
  return movePayment(current, refundedCents >= amountCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED').status;
}
