import { plainIban } from '#shared/invoices/accounts/domain.ts';
import { balanceOf, type InvoiceSums, isOpen } from '#shared/invoices/domain.ts';
import { creditorReference, isReference } from '#shared/invoices/references/domain.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { nameKey } from '#shared/kernel/names.ts';

/** What a statement says of money that came. */
export interface ReceiptWords {
  readonly bookedOn: string;
  readonly amountCents: Cents;
  readonly payerName: string;
  readonly payerAccount: string;
  /** What the payer gave as a reference, as it was given. */
  readonly reference: string;
  /** What the payer wrote. */
  readonly message: string;
}

/** Money that came, as a bank's statement says it. */
export interface BankReceipt extends ReceiptWords {
  /** The bank's own id, or its running number with day and sum, or what it says: the same in every statement that has it. */
  readonly entryKey: string;
  /** The key where another receipt has that one already: banks begin their numbers anew. */
  readonly otherKey: string;
  /** Whether the key is the bank's own id. */
  readonly isOwnKey: boolean;
}

export interface BankStatement {
  readonly account: string;
  readonly receipts: readonly BankReceipt[];
  /** Entries that are no receipts in euros: payments, fees, what is not booked yet. */
  readonly skippedCount: number;
}

/** An entry of an account, as far as it tells whether another one is the same. */
export interface KnownEntry extends ReceiptWords {
  readonly account: string;
  readonly entryKey: string;
}

/**
 * Of the entries of a file those that are not `known` yet, each with the key that it has from now on. Two of one key are one
 * where the bank's own id says so of one sum and account, or where they say the same to the letter.
 */
export function freshEntries<Entry extends BankReceipt & KnownEntry>(
  entries: readonly Entry[],
  known: readonly KnownEntry[],
): Entry[] {
  const taken = new Map<string, ReceiptWords>(known.map((entry) => [placeOf(entry), entry]));
  return entries.flatMap((entry) => {
    const other = { ...entry, entryKey: entry.otherKey };
    const there = taken.get(placeOf(entry));
    if (taken.has(placeOf(other)) || (there && isSameReceipt(entry, there))) return [];
    const own = there ? other : entry;
    taken.set(placeOf(own), own);
    return [own];
  });
}

function placeOf({ account, entryKey }: KnownEntry): string {
  return `${account} ${entryKey}`;
}

/** Who paid, as it stays from one export to the next: the account, or the name of who has none. */
export function payerIn({ payerAccount, payerName }: ReceiptWords): readonly string[] {
  const account = plainIban(payerAccount);
  return account === '' && payerName !== '' ? [account, nameKey(payerName)] : [account];
}

/**
 * Under an id of the bank's own words, days and the account's form differ from one export to the next: the sum does not, nor the
 * payer's account where both tell it, or the payer's name where neither does.
 */
function isSameReceipt(entry: BankReceipt, other: ReceiptWords): boolean {
  if (entry.amountCents !== other.amountCents) return false;
  if (entry.isOwnKey) {
    const [[account, name], [otherAccount, otherName]] = [payerIn(entry), payerIn(other)];
    if (account !== '' && otherAccount !== '') return account === otherAccount;
    return name === undefined || otherName === undefined || name === otherName;
  }
  return (
    entry.bookedOn === other.bookedOn &&
    entry.payerAccount === other.payerAccount &&
    entry.payerName === other.payerName &&
    entry.reference === other.reference &&
    entry.message === other.message
  );
}

/** An issued invoice that money may be for, or a sale that becomes one when it is paid. */
export interface PayableInvoice {
  readonly id: number;
  /** Empty for a sale that is not issued. */
  readonly number: string;
  readonly reference: string;
  readonly sums: InvoiceSums;
  /** Who pays, and for whom. */
  readonly names: readonly string[];
}

/** What a receipt may name an invoice by: surely, or by digits that happen to be a reference too. */
export interface Clues {
  readonly references: readonly string[];
  readonly numbers: readonly string[];
  readonly digits: readonly string[];
}

/** What the words of a receipt point to. In Latvia people write the invoice's number (protocols section 6.2). */
export function cluesOf({ reference, message }: Pick<ReceiptWords, 'reference' | 'message'>): Clues {
  const structured = plainReference(reference);
  const worded = [...message.toUpperCase().matchAll(/\bRF\d{3,22}\b/g)].map(([text]) => plainReference(text));
  const numbers = [...`${reference} ${message}`.toUpperCase().matchAll(/\b[A-Z]{1,3}-\d{4}-\d{6,9}\b/g)];
  const digits = [...message.matchAll(/(?<![\w-])\d{2,20}(?![\w-])/g)].map(([text]) => text);
  const references = [structured, ...worded].filter((text) => text !== undefined);
  return {
    references: [...new Set(references)],
    numbers: [...new Set(numbers.map(([text]) => text))],
    digits: [...new Set(digits.filter(isReference))].filter((text) => !references.includes(text)),
  };
}

/** The digits of a reference in any of its forms; undefined when its check digits are wrong. */
function plainReference(text: string): string | undefined {
  const plain = text.replaceAll(/\s/g, '').toUpperCase();
  const [, digits] = /^RF\d{2}0*(\d{2,20})$/.exec(plain) ?? [];
  if (digits !== undefined) return isCreditorReference(plain, digits) ? digits : undefined;
  return isReference(plain) ? plain : undefined;
}

function isCreditorReference(text: string, digits: string): boolean {
  // Leading zeros after the check digits change them: they are left out as the printed form has none.
  return creditorReference(digits) === `${text.slice(0, 4)}${digits}` && isReference(digits);
}

export type Match =
  /** Booked without asking: it names one invoice, or its digits name one of just this sum. */
  | { readonly outcome: 'booked'; readonly invoiceId: number }
  /** An administrator decides among these. */
  | { readonly outcome: 'proposed' }
  | { readonly outcome: 'unmatched' };

/** Invoices by what receipts say of them: indexed once, however many receipts are looked at. */
export class Payables<Invoice extends PayableInvoice> {
  private readonly named: Map<number, Invoice>;
  private readonly byClue: ReadonlyMap<string, readonly { readonly invoice: Invoice }[]>;
  private readonly byNameAndAmount = new Map<string, Invoice[]>();

  /** Those that receipts may name, and those whose sum is one of theirs. */
  constructor(named: readonly Invoice[], byAmount: readonly Invoice[]) {
    this.named = new Map(named.map((invoice) => [invoice.id, invoice]));
    const clues = named.flatMap((invoice) => [
      { clue: `reference ${invoice.reference}`, invoice },
      { clue: `number ${invoice.number}`, invoice },
    ]);
    this.byClue = Map.groupBy(clues, ({ clue }) => clue);
    for (const invoice of byAmount) {
      for (const name of new Set(invoice.names.map(nameKey))) {
        const key = `${balanceOf(invoice.sums)} ${name}`;
        const alike = this.byNameAndAmount.get(key);
        if (alike) alike.push(invoice);
        else this.byNameAndAmount.set(key, [invoice]);
      }
    }
  }

  /** One of those that receipts may name. */
  get(id: number): Invoice | undefined {
    return this.named.get(id);
  }

  /** Its sums are others now. */
  change(invoice: Invoice): void {
    this.named.set(invoice.id, invoice);
  }

  /** Those that a receipt names, surely or perhaps. */
  namedBy(receipt: ReceiptWords): {
    readonly sure: readonly Invoice[];
    readonly possible: readonly Invoice[];
  } {
    const { references, numbers, digits } = cluesOf(receipt);
    const find = (clues: readonly string[]) =>
      [...new Set(clues.flatMap((clue) => this.byClue.get(clue)?.map(({ invoice }) => invoice.id) ?? []))]
        .flatMap((id) => this.named.get(id) ?? [])
        // A sale is paid whole or not at all: less than it costs waits for a decision.
        .filter(({ sums }) => sums.state === 'issued' || receipt.amountCents >= sums.totalCents);
    return {
      sure: find([...references.map((one) => `reference ${one}`), ...numbers.map((one) => `number ${one}`)]),
      possible: find(digits.map((one) => `reference ${one}`)),
    };
  }

  /** Those of a receipt's sum whose payer or client is called as its payer. */
  alike({ payerName, amountCents }: ReceiptWords): readonly Invoice[] {
    const name = nameKey(payerName);
    return name === '' ? [] : (this.byNameAndAmount.get(`${amountCents} ${name}`) ?? []);
  }
}

/**
 * Where a receipt belongs (mission 2.6): reference and amount, then reference alone, then name and amount as a proposal.
 * Nothing is guessed silently.
 */
export function matchReceipt(receipt: ReceiptWords, payables: Payables<PayableInvoice>): Match {
  const { sure, possible } = payables.namedBy(receipt);
  const [only] = sure;
  if (only && sure.length === 1) return { outcome: 'booked', invoiceId: only.id };
  const [perhaps] = possible;
  const isExact = perhaps && isPayable(perhaps.sums) && balanceOf(perhaps.sums) === receipt.amountCents;
  if (sure.length === 0 && possible.length === 1 && isExact)
    return { outcome: 'booked', invoiceId: perhaps.id };
  const isProposed = [sure, possible, payables.alike(receipt)].some((some) =>
    some.some(({ sums }) => isOpen(sums)),
  );
  return isProposed ? { outcome: 'proposed' } : { outcome: 'unmatched' };
}

/** Open invoices that a receipt may be for, the likeliest first. */
export function proposalsFor<Invoice extends PayableInvoice>(
  receipt: ReceiptWords,
  payables: Payables<Invoice>,
): Invoice[] {
  const { sure, possible } = payables.namedBy(receipt);
  const all = [...sure, ...possible, ...payables.alike(receipt)].filter(({ sums }) => isOpen(sums));
  return [...new Map(all.map((invoice) => [invoice.id, invoice])).values()];
}

/** Open, or a sale that becomes an invoice when it is paid. */
function isPayable(sums: InvoiceSums): boolean {
  return sums.state !== 'issued' || isOpen(sums);
}

/** What of one transfer is one client's. */
export interface ClientPart<Invoice> {
  readonly amountCents: Cents;
  /** At least one. */
  readonly invoices: readonly [Invoice, ...Invoice[]];
}

/**
 * What of a transfer for several invoices is whose: each gets what it owes, in this order, and what is over is the
 * client's of the first. A part for each client, since what comes back of it later is theirs; of nothing for whose
 * invoices are reached by none of it.
 */
export function partsByClient<
  Invoice extends { readonly id: number; readonly clientId: number | null; readonly sums: InvoiceSums },
>(invoices: readonly Invoice[], amountCents: Cents): readonly ClientPart<Invoice>[] {
  let rest: number = amountCents;
  const shares = invoices.map((invoice) => {
    const used = invoice.sums.state === 'issued' ? Math.min(Math.max(0, balanceOf(invoice.sums)), rest) : 0;
    rest -= used;
    return { invoice, used };
  });
  const whose = ({ invoice: { id, clientId } }: (typeof shares)[number]) =>
    clientId === null ? `invoice ${id}` : `client ${clientId}`;
  return [...Map.groupBy(shares, whose).values()].flatMap((own, index) => {
    const sum = own.reduce((total, { used }) => total + used, index === 0 ? rest : 0);
    const [first, ...others] = own.map(({ invoice }) => invoice);
    return first ? [{ amountCents: cents(sum), invoices: [first, ...others] as const }] : [];
  });
}
