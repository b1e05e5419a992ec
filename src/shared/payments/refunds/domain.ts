import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { countsAsRefunded, leastRefundCents, type RefundStatus } from '../domain.ts';

/** What an invoice has of a payment, or gave back to it. */
export interface InvoiceShare {
  readonly invoiceId: number;
  readonly amountCents: Cents;
}

/** Money of a payment as the books have it. */
export interface ReceivedMoney {
  readonly amountCents: Cents;
  /** To which invoices it was put, those it was not for included. */
  readonly allocated: readonly InvoiceShare[];
  /** Which it was for, in its order. */
  readonly invoiceIds: readonly number[];
}

export interface KnownRefund {
  readonly amountCents: Cents;
  readonly status: RefundStatus;
  /** From which invoice it was asked; null where nobody said. */
  readonly invoiceId: number | null;
  /** What of it was taken from which invoice; the rest was the client's credit. */
  readonly shares: readonly InvoiceShare[];
}

/** Where the money of a payment is that may go back: its client's credit, and what each of its invoices has of it. */
export interface Whereabouts {
  readonly creditCents: Cents;
  readonly invoices: readonly InvoiceShare[];
}

/** After all that went back, and what is on its way: that takes of the credit first. */
export function whereaboutsOf(received: ReceivedMoney, refunds: readonly KnownRefund[]): Whereabouts {
  const { amountCents, allocated, invoiceIds } = received;
  const sumOf = (shares: readonly InvoiceShare[]) =>
    shares.reduce((sum, share) => sum + share.amountCents, 0);
  const done = refunds.filter(({ status }) => status === 'SUCCESSFUL');
  const fromCredit = done.reduce((sum, one) => sum + one.amountCents - sumOf(one.shares), 0);
  const booked: Whereabouts = {
    creditCents: cents(Math.max(0, amountCents - sumOf(allocated) - fromCredit)),
    invoices: invoiceIds.map((invoiceId) => {
      const isOf = (share: InvoiceShare) => share.invoiceId === invoiceId;
      const back = sumOf(done.flatMap(({ shares }) => shares).filter(isOf));
      return { invoiceId, amountCents: cents(sumOf(allocated.filter(isOf)) - back) };
    }),
  };
  return refunds
    .filter(({ status }) => countsAsRefunded(status) && status !== 'SUCCESSFUL')
    .reduce((left, refund) => takeBack(left, refund).left, booked);
}

/**
 * What a refund takes: of the credit first, then of the invoice it was asked from, then of the others, the least urgent
 * first. What none of them has is the named invoice's, or the first one's: it has gone back all the same.
 */
export function takeBack(
  from: Whereabouts,
  refund: { readonly amountCents: Cents; readonly invoiceId: number | null },
): { readonly shares: readonly InvoiceShare[]; readonly left: Whereabouts } {
  const { invoiceId } = refund;
  const fromCredit = Math.min(from.creditCents, refund.amountCents);
  const named = from.invoices.filter((one) => one.invoiceId === invoiceId);
  const others = from.invoices.filter((one) => one.invoiceId !== invoiceId).toReversed();
  let rest = refund.amountCents - fromCredit;
  const taken = new Map<number, number>();
  for (const one of [...named, ...others]) {
    const amount = Math.max(0, Math.min(rest, one.amountCents));
    taken.set(one.invoiceId, amount);
    rest -= amount;
  }
  const last = named[0] ?? from.invoices[0];
  if (last) taken.set(last.invoiceId, (taken.get(last.invoiceId) ?? 0) + rest);
  const takenOf = (id: number) => cents(taken.get(id) ?? 0);
  return {
    shares: from.invoices
      .map((one) => ({ invoiceId: one.invoiceId, amountCents: takenOf(one.invoiceId) }))
      .filter(({ amountCents }) => amountCents > 0),
    left: {
      creditCents: cents(from.creditCents - fromCredit),
      invoices: from.invoices.map((one) => ({
        ...one,
        amountCents: cents(one.amountCents - takenOf(one.invoiceId)),
      })),
    },
  };
}

/** The most that may go back of a payment: of what one of its invoices has, or with null of all they have. */
export function mostRefund({ creditCents, invoices }: Whereabouts, invoiceId: number | null): Cents {
  const theirs = invoices.filter((one) => invoiceId === null || one.invoiceId === invoiceId);
  return cents(
    Math.max(
      0,
      theirs.reduce((sum, { amountCents }) => sum + amountCents, Number(creditCents)),
    ),
  );
}

/**
 * Checks a refund against what came and what went back or is on its way. Throws `refundNotPossible` with the most
 * that may go back, in euros.
 */
export function decideRefund(mostCents: Cents, amountCents: Cents): void {
  if (amountCents < leastRefundCents || amountCents > mostCents) {
    throw new AppError('refundNotPossible', { most: (mostCents / 100).toFixed(2) });
  }
}
