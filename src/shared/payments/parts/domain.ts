import { type OpenReceipt, shareCredit } from '#shared/invoices/credits/domain.ts';
import { balanceOf, type InvoiceSums, isOpen } from '#shared/invoices/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { compareTexts } from '#shared/kernel/order.ts';

/** What of one payment's money, and of its client's credit, an invoice is to get. */
export interface PaymentPart {
  readonly invoiceId: number;
  readonly amountCents: Cents;
  readonly creditCents: Cents;
}

export interface PaymentPlan {
  readonly parts: readonly PaymentPart[];
  readonly amountCents: Cents;
  readonly creditCents: Cents;
}

/** An invoice of a list that somebody wants to pay at once, as it is found under its lock. */
export interface AskedInvoice {
  readonly id: number;
  readonly kind: string;
  readonly clientId: number | null;
  readonly dueOn: string | null;
  readonly sums: InvoiceSums;
}

/**
 * What one payment for all these invoices is made of: each is paid whole. Money is planned for the oldest debt first and
 * credit for the rest, so that should the credit be gone when the money comes, what is the most urgent is paid. Throws
 * `invoiceNotFound` where one is not the client's or not there, `invoiceAlreadyPaid` where one is paid,
 * `changedMeanwhile` where it is another sum than the payer saw.
 */
export function planPayment(
  asked: {
    readonly clientId: number;
    readonly invoiceIds: readonly number[];
    readonly creditCents: Cents;
    readonly seenCents: Cents;
  },
  found: readonly AskedInvoice[],
): PaymentPlan {
  const { clientId, invoiceIds, seenCents } = asked;
  const theirs = found.filter(
    ({ id, kind, sums, ...invoice }) =>
      invoiceIds.includes(id) &&
      kind === 'invoice' &&
      invoice.clientId === clientId &&
      sums.state === 'issued',
  );
  if (invoiceIds.length === 0 || theirs.length < new Set(invoiceIds).size) {
    throw new AppError('invoiceNotFound');
  }
  if (theirs.some(({ sums }) => !isOpen(sums))) throw new AppError('invoiceAlreadyPaid');
  const owed = theirs.toSorted(compareDebts).map(({ id, sums }) => ({ id, balance: balanceOf(sums) }));
  const total = addCents(...owed.map(({ balance }) => balance));
  const creditCents = cents(Math.max(0, Math.min(asked.creditCents, total)));
  const amountCents = cents(total - creditCents);
  if (amountCents !== seenCents) throw new AppError('changedMeanwhile');
  let money: number = amountCents;
  const parts = owed.map(({ id, balance }): PaymentPart => {
    const share = Math.min(money, balance);
    money -= share;
    return { invoiceId: id, amountCents: cents(share), creditCents: cents(balance - share) };
  });
  return { parts, amountCents, creditCents };
}

/** The oldest debt first; of one day, the one that was made first. */
function compareDebts(one: AskedInvoice, other: AskedInvoice): number {
  return compareTexts(one.dueOn ?? '', other.dueOn ?? '') || one.id - other.id;
}

/** What an invoice gets now that the money has come. */
export interface PartShare {
  readonly invoiceId: number;
  readonly moneyCents: Cents;
  readonly creditCents: Cents;
  /** It is paid whole by this. */
  readonly isClosed: boolean;
}

export interface PartsBooking {
  readonly shares: readonly PartShare[];
  /** What of the money pays none of them any more: its client's credit. */
  readonly overCents: Cents;
}

/**
 * What becomes of the money of a payment in parts: each invoice gets its part, and no more than it still costs. What one
 * needs no more, because it was paid or credited meanwhile, fills what another lacks before old credit is touched, and
 * is credit itself after that. Of old credit no more is used than was planned.
 */
export function bookParts(
  parts: readonly PaymentPart[],
  sumsOf: ReadonlyMap<number, InvoiceSums>,
  creditCents: Cents,
): PartsBooking {
  const first = parts.map((part) => {
    const sums = sumsOf.get(part.invoiceId);
    const owed = sums?.state === 'issued' ? Math.max(0, balanceOf(sums)) : 0;
    return { ...part, owed, money: Math.min(part.amountCents, owed) };
  });
  let over = first.reduce((sum, { amountCents, money }) => sum + amountCents - money, 0);
  let credit: number = Math.max(0, creditCents);
  const shares = first.map(({ invoiceId, owed, money, creditCents: planned }): PartShare => {
    const gap = Math.min(planned, owed - money);
    const fromOver = Math.min(gap, over);
    const fromCredit = Math.min(gap - fromOver, credit);
    over -= fromOver;
    credit -= fromCredit;
    const moneyCents = cents(money + fromOver);
    const isClosed = owed > 0 && moneyCents + fromCredit === owed;
    return { invoiceId, moneyCents, creditCents: cents(fromCredit), isClosed };
  });
  return { shares, overCents: cents(over) };
}

/** What of which receipt of old credit each invoice gets, in their order; the oldest money first. */
export function splitCredit(receipts: readonly OpenReceipt[], shares: readonly PartShare[]) {
  const whole = addCents(...shares.map(({ creditCents }) => creditCents));
  const left = shareCredit(receipts, whole).map((share) => ({ ...share, rest: Number(share.amountCents) }));
  return shares.flatMap(({ invoiceId, creditCents }) => {
    let open: number = creditCents;
    return left.flatMap((receipt) => {
      const amount = Math.min(open, receipt.rest);
      open -= amount;
      receipt.rest -= amount;
      return amount > 0 ? [{ receiptId: receipt.receiptId, invoiceId, amountCents: cents(amount) }] : [];
    });
  });
}

/** An invoice as it stands in the list that is chosen from. */
interface Payable {
  readonly invoiceId: number;
  readonly dueOn: string;
}

/** Which are chosen before anybody chooses: what is overdue or due today; where nothing is, all. */
export function chosenAtFirst(invoices: readonly Payable[], today: string, most: number): number[] {
  const due = invoices.filter(({ dueOn }) => dueOn <= today);
  return (due.length > 0 ? due : invoices).slice(0, most).map(({ invoiceId }) => invoiceId);
}

/** What chosen invoices come to, what credit takes off it, and what is left for a bank. */
export function sumToPay(balances: readonly Cents[], heldCents: Cents, usesCredit: boolean) {
  const totalCents = addCents(...balances);
  const creditCents = cents(usesCredit ? Math.min(heldCents, totalCents) : 0);
  return { totalCents, creditCents, moneyCents: cents(totalCents - creditCents) };
}
