import { compareTexts } from '#shared/kernel/order.ts';

/** What people own, in the order it is shown. Credit is money that came and pays no invoice yet. */
export const walletKinds = ['contract', 'ticket', 'package', 'voucher', 'invoice', 'credit'] as const;
export type WalletKind = (typeof walletKinds)[number];

/** What a balance counts: visits and uses, or cents that are owed or held. */
export type Unit = 'visits' | 'cents';

/** What happened to a balance; the words of each are in the catalogue (`owned.lines`). */
export const lineKinds = [
  // Visits of tickets and packages.
  ...['GRANT', 'RESERVE', 'CONSUME', 'RELEASE', 'FORFEIT', 'EXPIRE', 'ADJUST'],
  // Uses of vouchers.
  ...['granted', 'used', 'givenBack', 'held', 'shared', 'takenBack', 'corrected', 'revoked', 'restored'],
  // Money owed: it grows by an invoice and shrinks by what pays it.
  ...['issued', 'paid', 'returned', 'credited', 'writtenOff'],
  // Money held.
  ...['received', 'paidBack', 'usedFor'],
] as const;

/** A line of a ledger: `change` is what it did to the balance, in visits or cents. */
export interface LedgerLine {
  readonly at: string;
  readonly change: number;
}

/** Lines in their order with what was left after each: the last of them is the balance. */
export function withRunning<T extends LedgerLine>(lines: readonly T[]): (T & { readonly left: number })[] {
  let left = 0;
  return lines.map((line) => {
    left += line.change;
    return { ...line, left };
  });
}

/** A line of money as it is stored; writing off has no sum of its own. */
export interface MoneyLine extends LedgerLine {
  readonly kind: string;
  readonly invoiceId: number;
  readonly number: string;
}

/**
 * The ledger of money owed by one or more invoices. Writing off takes whatever was left of its invoice then; what comes
 * for it later changes nothing that is owed.
 */
export function owedLines(lines: readonly MoneyLine[]): MoneyLine[] {
  const left = new Map<number, number>();
  const over = new Set<number>();
  return lines.flatMap((line) => {
    const before = left.get(line.invoiceId) ?? 0;
    if (over.has(line.invoiceId)) return [];
    const change = line.kind === 'writtenOff' ? -before : line.change;
    if (line.kind === 'writtenOff') over.add(line.invoiceId);
    left.set(line.invoiceId, before + change);
    return [{ ...line, change }];
  });
}

/** Something owned, as far as its place in the list goes. */
export interface WalletItem {
  readonly kind: WalletKind;
  readonly isValid: boolean;
  /** Later ones first. */
  readonly order: string;
}

/** What can be used or must be paid first, by kind; then what is past. Within them the latest first. */
export function inOrder<T extends WalletItem>(items: readonly T[]): T[] {
  const place = ({ kind }: WalletItem) => walletKinds.indexOf(kind);
  return items.toSorted(
    (one, other) =>
      Number(other.isValid) - Number(one.isValid) ||
      (one.isValid ? place(one) - place(other) : 0) ||
      compareTexts(other.order, one.order),
  );
}
