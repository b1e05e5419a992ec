import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { FileAnswer, Id, LocalDateText, pathId, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { receiptKinds } from './domain.ts';
import { vatKinds } from './vat/domain.ts';

/** Issued and what became of it (mission 2.6); the specification's paid and unpaid is `isPaid`. */
export const InvoiceStateText = z.enum(['issued', 'partial', 'paid', 'overpaid', 'credited', 'writtenOff']);

/** An invoice in a list: what tells whether to open it. */
export const InvoiceRow = z.object({
  id: Id,
  invoiceNumber: z.string(),
  date: LocalDateText,
  dueDate: LocalDateText,
  total: Euros,
  /** What is still to be paid; below zero when too much was. */
  balance: Euros,
  state: InvoiceStateText,
  isPaid: z.boolean(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

/** With what it was for, by which it is known. */
export const InvoiceItem = InvoiceRow.extend({
  /** Of the first line, as on the paper. */
  article: z.string(),
  lineCount: z.number().int(),
});
export type InvoiceItem = z.infer<typeof InvoiceItem>;

export const InvoicePage = z.object({
  items: z.array(InvoiceItem),
  total: z.number().int(),
  unpaidCount: z.number().int(),
  /** Sum of the balances of all that is unpaid. */
  toPay: Euros,
  /** Money the centre has of the client that no invoice has used yet. */
  credit: Euros,
  offset: z.number().int(),
  limit: z.number().int(),
});

export const InvoiceLine = z.object({
  position: z.number().int(),
  article: z.string(),
  quantity: z.number().int(),
  /** With VAT, for one, before the discount. */
  price: Euros,
  discount: Euros,
  total: Euros,
  vatPercent: z.number(),
  supplyDate: LocalDateText,
});

const OtherInvoice = z.object({ id: Id, invoiceNumber: z.string(), date: LocalDateText, total: Euros });

/** All of an invoice (specification point 3). A credit note is one too, with sums below zero. */
export const Invoice = InvoiceRow.extend({
  kind: z.enum(['invoice', 'creditNote']),
  /** Empty for a credit note. */
  referenceNumber: z.string(),
  payer: z.object({ name: z.string(), email: z.string(), address: z.string() }),
  client: z.object({ name: z.string(), clientCode: z.string() }).nullable(),
  seller: z.object({ name: z.string(), iban: z.string(), bankName: z.string() }),
  lines: z.array(InvoiceLine),
  vatRows: z.array(
    z.object({
      vatKind: z.enum(vatKinds),
      vatPercent: z.number(),
      totalWithoutVat: Euros,
      vatTotal: Euros,
    }),
  ),
  vatTotal: Euros,
  totalWithoutVat: Euros,
  paid: Euros,
  credited: Euros,
  /** What the balance is made of: money used for it, and money given back as credit (below zero). */
  payments: z.array(
    z.object({ date: LocalDateText, amount: Euros, kind: z.enum([...receiptKinds, 'released']) }),
  ),
  creditNotes: z.array(OtherInvoice),
  /** What a credit note takes back, and why. */
  credits: OtherInvoice.nullable(),
  reason: z.string(),
  /** What of the client's credit it could be paid with now. */
  usableCredit: Euros,
  /** Opens its public page. */
  invoiceToken: z.string(),
});
export type Invoice = z.infer<typeof Invoice>;

const byId = z.object({ id: pathId });

export const listInvoices = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/user/invoice',
  role: 'client',
  summary: "The client's invoices: unpaid ones first, the most urgent on top, then the others, latest first",
  query: z.object({
    filter: queryChoice(['unpaid', 'paid']),
    offset: queryInteger,
    limit: queryInteger,
  }),
  response: InvoicePage,
});

export const getInvoice = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/user/invoice/:id',
  role: 'client',
  summary: 'One of the client’s invoices or credit notes, whole',
  params: byId,
  response: Invoice,
  errors: ['invoiceNotFound'],
});

export const getInvoiceFile = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/user/invoice/:id/pdf',
  role: 'client',
  summary: 'One of the client’s invoices or credit notes on paper (PDF), in its own language',
  params: byId,
  response: FileAnswer,
  errors: ['invoiceNotFound'],
});

/** 256 random bits as they stand in an address. */
const InvoiceToken = z.string().regex(/^[\w-]{43}$/);

export const getPublicInvoiceFile = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/public/invoice/:token/pdf',
  role: 'visitor',
  summary: 'An invoice on paper (PDF), for whoever has its token; a number opens nothing',
  params: z.object({ token: InvoiceToken.catch('') }),
  secret: 'token',
  response: FileAnswer,
  errors: ['invoiceNotFound'],
});

/** A text in each language. */
const Names = z.object({ et: z.string(), en: z.string(), lv: z.string() });

export const getProductTranslations = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/public/product/translation/invoice/:invoiceNumber',
  role: 'visitor',
  summary: 'What the lines of an invoice or a draft are called in every language, for whoever has its token',
  // The specification calls it a number; a number opens nothing, so it is the token.
  params: z.object({ invoiceNumber: InvoiceToken.catch('') }),
  secret: 'invoiceNumber',
  response: z.array(z.object({ position: z.number().int(), productId: Id.nullable(), names: Names })),
  errors: ['invoiceNotFound'],
});

export const payByCredit = endpoint({
  noun: 'invoices',
  method: 'POST',
  path: '/user/invoice/:id/credit',
  role: 'client',
  summary: 'Pays one of the client’s invoices with their credit, as far as it goes',
  params: byId,
  response: z.object({ paid: Euros, balance: Euros }),
  errors: ['invoiceNotFound', 'invoiceAlreadyPaid', 'noCredit'],
  isIdempotencyKeyed: true,
});
