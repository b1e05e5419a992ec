import { z } from 'zod';
import { clip } from '#shared/kernel/clip.ts';
import { isEmail } from '#shared/kernel/emails.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';
import { clientTypes } from '#shared/products/domain.ts';

/** Whom a purchase is for. `clientId` is null for somebody without an account. */
export const Holder = z.object({
  clientId: Id.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
});
export type Holder = z.infer<typeof Holder>;

/** What a product promised when its line was drawn up: by the time the money comes it may promise something else. */
const Promised = z.object({
  names: z.partialRecord(z.enum(languages), z.string()),
  clientType: z.enum(clientTypes),
  /** Null: as many as one likes. */
  visits: z.number().int().positive().nullable(),
  validCount: z.number().int().positive(),
  validUnit: z.enum(['day', 'week', 'month']),
  startMode: z.enum(['purchase', 'firstUse', 'chosen']),
  isShareable: z.boolean(),
});

/** What is handed over once a line is paid. Each noun that sells adds its kind here and hands it over itself. */
export const SaleItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ticket'),
    productId: Id,
    clubId: Id,
    /** With the start mode `chosen`. */
    startsOn: LocalDateText.nullable(),
    holder: Holder,
    /** Left out where it is handed over at once. */
    promised: Promised.optional(),
  }),
  z.object({
    kind: z.literal('voucher'),
    productId: Id,
    clubId: Id,
    holder: Holder,
    promised: Promised.optional(),
  }),
  z.object({ kind: z.literal('registration'), trainingId: Id, clientId: Id }),
  // The contract waits for its first payment; the line is that of its first period.
  z.object({ kind: z.literal('contract'), contractId: Id }),
]);
export type SaleItem = z.infer<typeof SaleItem>;

const longestName = 200;
/** One line: it opens mails, and stands on papers and in files of banks. */
const NameOnPaper = z
  .string()
  .transform((text) => clip(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), longestName));
/** One address or none: what is none would be several recipients, or a sentence to them. */
const MailboxOrNone = z.string().transform((text) => (isEmail(text) ? text : ''));

/**
 * Who pays, as it stands on the invoice. Empty texts where nothing is known. Whatever it is made of, a form or a row, it
 * carries one line as a name, and one address or none.
 */
export const Payer = z.object({
  name: NameOnPaper,
  email: MailboxOrNone,
  phone: z.string().default(''),
  address: z.string().default(''),
  registryCode: z.string().default(''),
  vatNumber: z.string().default(''),
});
export type Payer = z.infer<typeof Payer>;

/** Who buys for themselves pays under their own name. */
export function payerOf({ firstName, lastName, email, phone }: Omit<Holder, 'clientId'>): Payer {
  return Payer.parse({ name: `${firstName} ${lastName}`.trim(), email, phone });
}

/**
 * Who sells, of a tenant's `company`; frozen into each invoice. Without a VAT number the seller is not registered,
 * and nothing is taxed.
 */
export const Seller = z.object({
  name: z.string(),
  registryCode: z.string(),
  vatNumber: z.string().default(''),
  contact: z.object({ email: z.string(), phone: z.string(), address: z.string() }),
  iban: z.string().default(''),
  bic: z.string().default(''),
  bankName: z.string().default(''),
  /** Days from issuing to due. */
  paymentDays: z.number().int().min(0).max(90).default(7),
});
export type Seller = z.infer<typeof Seller>;

/** Where money came from, or went to. */
export const receiptKinds = ['online', 'bank', 'cash', 'refund'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** The specification's paid and unpaid, and what lies between (mission 2.6). */
export type InvoiceState =
  | 'draft'
  | 'dropped'
  | 'issued'
  | 'partial'
  | 'paid'
  | 'overpaid'
  | 'credited'
  | 'writtenOff';

/** An invoice with the sums that decide its state, all in cents. */
export interface InvoiceSums {
  readonly state: 'draft' | 'issued' | 'dropped';
  readonly totalCents: Cents;
  /** Of its credit notes, as a positive sum. */
  readonly creditedCents: Cents;
  /** Money allocated to it, less what went back. */
  readonly paidCents: Cents;
  readonly isWrittenOff: boolean;
}

/** What is still to be paid; negative when too much was. */
export function balanceOf({ totalCents, creditedCents, paidCents }: InvoiceSums): Cents {
  return cents(totalCents - creditedCents - paidCents);
}

/** Derived, never stored: the sums alone tell it. */
export function invoiceStateOf(invoice: InvoiceSums): InvoiceState {
  const { state, totalCents, creditedCents, paidCents, isWrittenOff } = invoice;
  if (state !== 'issued') return state;
  const balance = balanceOf(invoice);
  if (balance < 0) return 'overpaid';
  if (creditedCents > 0 && creditedCents >= totalCents) return 'credited';
  if (balance === 0) return 'paid';
  if (isWrittenOff) return 'writtenOff';
  return paidCents > 0 ? 'partial' : 'issued';
}

/** Whether somebody still has to pay it. */
export function isOpen(invoice: InvoiceSums): boolean {
  return invoice.state === 'issued' && !invoice.isWrittenOff && balanceOf(invoice) > 0;
}

/** A number as it is printed: the series, the year and the counter (`TR-2026-000123`). */
export function invoiceNumber(series: string, year: number, counter: number): string {
  return `${series}-${year}-${String(counter).padStart(6, '0')}`;
}

/**
 * What a line is called in every language. It begins with its product's name as it was in the invoice's language; what
 * follows, a club or the days, stays as it is written. What begins otherwise is called the same in all.
 */
export function articleNames(
  article: string,
  names: Partial<Record<Language, string>> | null,
): Record<Language, string> {
  const own = languages
    .flatMap((language) => names?.[language] ?? [])
    .filter((name) => name !== '' && (article === name || article.startsWith(`${name}, `)))
    .toSorted((a, b) => b.length - a.length)[0];
  const called = (language: Language) => {
    const name = names?.[language];
    return own === undefined || name === undefined ? article : name + article.slice(own.length);
  };
  return { et: called('et'), en: called('en'), lv: called('lv') };
}
