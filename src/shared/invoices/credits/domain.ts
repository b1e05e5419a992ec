import type { VatKind } from '#shared/invoices/vat/domain.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';

/** A line as it was charged. */
export interface ChargedLine {
  readonly position: number;
  readonly article: string;
  readonly quantity: number;
  readonly unitCents: Cents;
  readonly discountCents: Cents;
  readonly grossCents: Cents;
  readonly netCents: Cents;
  readonly vatKind: VatKind;
  readonly vatRate: number;
  readonly productId: number | null;
  readonly supplyOn: string;
}

/** What earlier credit notes have taken off a line, as positive sums. */
export interface CreditedSum {
  readonly position: number;
  readonly grossCents: Cents;
  readonly netCents: Cents;
}

/** What is to be taken off a line; without an amount all that is left of it. */
export interface CreditRequest {
  readonly position: number;
  /** With VAT, above zero. */
  readonly amountCents?: Cents | undefined;
}

/** A line of a credit note: sums below zero, and the line they take back. */
export interface CreditLine extends ChargedLine {
  readonly vatCents: Cents;
  readonly creditsPosition: number;
}

export type CreditDecision =
  | { readonly outcome: 'credited'; readonly lines: readonly CreditLine[]; readonly totalCents: Cents }
  | { readonly outcome: 'refused'; readonly error: 'creditTooLarge' | 'dataValidationFailed' };

/**
 * The lines of a credit note: of no line more than was charged and is not credited yet. A line's VAT is taken back in
 * proportion of all that is credited of it so far, so that however many notes a line takes, wholly credited it comes to
 * nothing in net, VAT and sum, to the cent.
 */
export function decideCredit(
  charged: readonly ChargedLine[],
  credited: readonly CreditedSum[],
  requests: 'all' | readonly CreditRequest[],
): CreditDecision {
  const left = new Map(charged.map((line) => [line.position, leftOf(line, credited)]));
  const wanted =
    requests === 'all'
      ? charged
          .filter(({ position }) => (left.get(position)?.grossCents ?? 0) > 0)
          .map(({ position }): CreditRequest => ({ position }))
      : requests;
  const isSound =
    new Set(wanted.map(({ position }) => position)).size === wanted.length &&
    wanted.every(({ position, amountCents }) => left.has(position) && (amountCents ?? 1) > 0);
  if (!isSound) return { outcome: 'refused', error: 'dataValidationFailed' };
  const lines: CreditLine[] = [];
  for (const { position, amountCents } of wanted) {
    const line = charged.find((one) => one.position === position);
    const rest = left.get(position);
    if (!line || !rest) continue;
    const amount = amountCents ?? rest.grossCents;
    if (amount <= 0 || amount > rest.grossCents) return { outcome: 'refused', error: 'creditTooLarge' };
    lines.push(toCreditLine(line, rest, amount, lines.length + 1));
  }
  if (lines.length === 0) return { outcome: 'refused', error: 'creditTooLarge' };
  return { outcome: 'credited', lines, totalCents: addCents(...lines.map(({ grossCents }) => grossCents)) };
}

interface Rest {
  readonly grossCents: Cents;
  readonly netCents: Cents;
}

/** What of a line is not credited yet. */
export function leftOf(
  line: Pick<ChargedLine, 'position' | 'grossCents' | 'netCents'>,
  credited: readonly CreditedSum[],
): Rest {
  const before = credited.find(({ position }) => position === line.position);
  return {
    grossCents: cents(line.grossCents - (before?.grossCents ?? 0)),
    netCents: cents(line.netCents - (before?.netCents ?? 0)),
  };
}

function toCreditLine(line: ChargedLine, rest: Rest, amount: Cents, position: number): CreditLine {
  const isWhole = amount === line.grossCents;
  // What stays of the line keeps its share of net; the note takes the difference.
  const stays = Math.round((line.netCents * (rest.grossCents - amount)) / line.grossCents);
  const netCents = cents(stays - rest.netCents);
  const grossCents = cents(-amount);
  const sums = { grossCents, netCents, vatCents: cents(grossCents - netCents) };
  const parts = isWhole
    ? {
        quantity: line.quantity,
        unitCents: cents(-line.unitCents),
        // Without minus zero, which no database knows.
        discountCents: cents(0 - line.discountCents),
      }
    : { quantity: 1, unitCents: grossCents, discountCents: cents(0) };
  return { ...line, ...parts, ...sums, position, creditsPosition: line.position };
}

/** A receipt with what of it no invoice has used; below zero for money paid back of somebody's credit. */
export interface OpenReceipt {
  readonly receiptId: number;
  readonly leftCents: Cents;
}

export interface Share {
  readonly receiptId: number;
  readonly amountCents: Cents;
}

/** What of which receipt pays an open balance: the oldest first, never more than the client's credit as a whole. */
export function shareCredit(receipts: readonly OpenReceipt[], balanceCents: Cents): Share[] {
  const credit = receipts.reduce((sum, { leftCents }) => sum + leftCents, 0);
  let open = Math.min(balanceCents, credit);
  const shares: Share[] = [];
  for (const { receiptId, leftCents } of receipts) {
    const amount = Math.min(open, leftCents);
    if (amount <= 0) continue;
    shares.push({ receiptId, amountCents: cents(amount) });
    open -= amount;
  }
  return shares;
}

/** What goes back from an invoice that has more than it costs, as the clients' credit: the latest money first. */
export function releaseSurplus(
  allocated: readonly { readonly receiptId: number; readonly amountCents: Cents }[],
  balanceCents: Cents,
): Share[] {
  let surplus = -balanceCents;
  const shares: Share[] = [];
  for (const { receiptId, amountCents } of allocated.toReversed()) {
    const amount = Math.min(surplus, amountCents);
    if (amount <= 0) continue;
    shares.push({ receiptId, amountCents: cents(-amount) });
    surplus -= amount;
  }
  return shares;
}
