import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { paymentStates, RefundStatus } from './domain.ts';

export const isPaymentActive = (rules: PageRules) => rules.payment.isPaymentActive;

/** Opens an invoice: at least 128 random bits. Anything that is none is an unknown one; numbers open nothing. */
export const InvoiceToken = z.string().max(200);
const CountryCode = z.string().regex(/^[A-Z]{2}$/);

/** `paymentInitiation` is a bank link (protocols section 1.4). */
export const paymentMethods = ['paymentInitiation', 'cardPayments'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const InvoiceConfig = z.object({
  isPaymentActive: z.boolean(),
  /** Cards are typed on our own page; banks always open theirs. */
  isPaymentInFrame: z.boolean(),
  /** Whose banks may be chosen; the centre's own first. */
  countries: z.array(CountryCode),
});
export type InvoiceConfig = z.infer<typeof InvoiceConfig>;

export const getInvoiceConfig = endpoint({
  noun: 'payments',
  method: 'GET',
  path: '/public/invoice/config',
  role: 'visitor',
  summary: 'Whether and how invoices may be paid online here',
  response: InvoiceConfig,
});

export const PayableInvoice = z.object({
  /** A draft is what somebody is about to buy; it has no number yet. */
  state: z.enum(['draft', 'dropped', 'issued', 'partial', 'paid', 'overpaid', 'credited', 'writtenOff']),
  number: z.string().nullable(),
  reference: z.string().nullable(),
  issuedOn: LocalDateText.nullable(),
  dueOn: LocalDateText.nullable(),
  sellerName: z.string(),
  sellerRegistryCode: z.string(),
  sellerVatNumber: z.string(),
  /** For a transfer; empty where there is none. */
  sellerIban: z.string(),
  payerName: z.string(),
  lines: z.array(
    z.object({
      position: z.number().int(),
      article: z.string(),
      quantity: z.number().int(),
      price: Euros,
      discount: Euros,
      total: Euros,
    }),
  ),
  /** One for each rate; percents as numbers (24). */
  vatRows: z.array(z.object({ percent: z.number(), net: Euros, vat: Euros })),
  totalWithoutVat: Euros,
  vatTotal: Euros,
  total: Euros,
  /** What is still to be paid; 0 when nothing is. */
  balance: Euros,
});
export type PayableInvoice = z.infer<typeof PayableInvoice>;

export const getPayableInvoice = endpoint({
  noun: 'payments',
  method: 'GET',
  path: '/public/invoice/draft/:invoiceNumber',
  role: 'visitor',
  summary: 'An invoice or a draft to be paid, opened by its token; numbers open nothing',
  params: z.object({ invoiceNumber: InvoiceToken }),
  secret: 'invoiceNumber',
  response: PayableInvoice,
  errors: ['invoiceNotFound'],
});

export const PaymentChoice = z.object({
  method: z.enum(paymentMethods),
  /** The bank's code; null for cards. */
  bank: z.string().nullable(),
  /** A bank's own name; empty for cards. */
  name: z.string(),
});
export type PaymentChoice = z.infer<typeof PaymentChoice>;

export const listPaymentMethods = endpoint({
  noun: 'payments',
  method: 'GET',
  path: '/public/payment/methods',
  role: 'visitor',
  summary: "Ways to pay in a country, in the provider's order; without a country, the centre's own",
  query: z.object({ country: CountryCode.optional().catch(undefined) }),
  response: z.object({
    country: CountryCode,
    countries: z.array(CountryCode),
    methods: z.array(PaymentChoice),
  }),
  errors: ['startingPaymentFailed'],
  requires: isPaymentActive,
});

export const openCardFields = endpoint({
  noun: 'payments',
  method: 'POST',
  path: '/public/payment/session',
  role: 'visitor',
  summary: 'Opens fields for a card on our own page, where the centre has them (`isPaymentInFrame`)',
  body: z.strictObject({ invoiceToken: InvoiceToken }),
  response: z.object({
    /** To be sent with the start of the payment. */
    sessionId: z.string(),
    /** Draws the fields. */
    script: z.string(),
    environment: z.enum(['sandbox', 'production']),
  }),
  errors: ['invoiceNotFound', 'invoiceAlreadyPaid', 'startingPaymentFailed', 'tooManyAttempts'],
  requires: (rules) => rules.payment.isPaymentActive && rules.payment.isPaymentInFrame,
});

export const chosen = {
  method: z.enum(paymentMethods),
  bank: z.string().max(40).optional(),
  /** Of the list the payer chose the bank from. */
  country: CountryCode.optional(),
};

export const Started = z.object({
  state: z.enum(paymentStates),
  /** Where the browser goes next: the bank, or our own confirmation when nothing was to be paid. */
  address: z.string(),
});

export const startErrors = [
  'invoiceNotFound',
  'invoiceAlreadyPaid',
  'startingPaymentFailed',
  'joinNotProven',
  'codePlacesFull',
  'campaignAlreadyUsed',
  'tooManyAttempts',
] as const;

export const startPayment = endpoint({
  noun: 'payments',
  method: 'POST',
  path: '/public/payment',
  role: 'visitor',
  summary: 'Starts paying an invoice or a draft. Asked again the same way, it answers the same order',
  body: z.strictObject({
    invoiceToken: InvoiceToken,
    ...chosen,
    /** Of a card typed on our page. */
    sessionId: z.uuid().optional(),
  }),
  response: Started,
  errors: startErrors,
  requires: isPaymentActive,
});

export const startOwnPayment = endpoint({
  noun: 'payments',
  method: 'POST',
  path: '/user/payment',
  role: 'client',
  summary: 'Starts paying an invoice of one’s own',
  body: z.strictObject({ invoiceId: Id, ...chosen }),
  response: Started,
  errors: startErrors,
  requires: isPaymentActive,
});

export const listOwnPayable = endpoint({
  noun: 'payments',
  method: 'GET',
  path: '/user/payment',
  role: 'client',
  summary: 'Own invoices that are to be paid, the oldest debt first',
  response: z.array(
    z.object({
      invoiceId: Id,
      number: z.string(),
      dueOn: LocalDateText,
      balance: Euros,
      /** Opens its public page. */
      invoiceToken: InvoiceToken,
    }),
  ),
});

export const Confirmation = z.object({
  state: z.enum(paymentStates),
  invoiceState: PayableInvoice.shape.state,
  invoiceToken: InvoiceToken,
  /** Once it is issued. */
  number: z.string().nullable(),
  /** What was paid, or is to be. */
  total: Euros,
  /** How many invoices it is for; of several the first one is named here. */
  invoiceCount: z.number().int(),
  /** What of them is still to be paid. */
  owed: Euros,
  /** Of the first line. */
  article: z.string(),
  /** Empty for cards. */
  bankName: z.string(),
  startedDateTime: InstantText.nullable(),
  /** The bank's page, while it may still be paid there. */
  address: z.string().nullable(),
  /** The money came and buys nothing any more: it is kept for the payer, and the centre knows. */
  isCredited: z.boolean(),
  /** What was bought and can be opened at once: each ticket and voucher with what opens its page. */
  tickets: z.array(z.object({ name: z.string(), token: z.string() })),
  vouchers: z.array(z.object({ name: z.string(), token: z.string() })),
  /** Places that were bought singly. */
  trainingIds: z.array(Id),
});
export type Confirmation = z.infer<typeof Confirmation>;

export const confirmPayment = endpoint({
  noun: 'payments',
  method: 'POST',
  path: '/public/payment/confirm',
  role: 'visitor',
  summary:
    'What became of a payment, by the token of the return (`order-token`) or of the invoice; asks the provider when needed',
  body: z
    .strictObject({
      orderToken: z.string().max(4000).optional(),
      invoiceToken: InvoiceToken.optional(),
    })
    .refine(({ orderToken, invoiceToken }) => (orderToken ?? invoiceToken) !== undefined),
  response: Confirmation,
  errors: ['paymentNotFound', 'invoiceNotFound'],
});

/** Money that came through the payment service and may go back the way it came. */
export const RefundablePayment = z.object({
  id: z.string(),
  /** When it was begun. */
  dateTime: InstantText,
  method: z.enum(paymentMethods),
  /** Empty for cards. */
  bankName: z.string(),
  amount: Euros,
  /** Back with its payer already. */
  refunded: Euros,
  /** Asked for, and not there yet. */
  onItsWay: Euros,
  /** The most that may go back now. */
  left: Euros,
  /** Of that, what pays no invoice: it goes back first. */
  credit: Euros,
});
export type RefundablePayment = z.infer<typeof RefundablePayment>;

export const listRefundable = endpoint({
  noun: 'payments',
  method: 'GET',
  path: '/admin/invoice/:id/payment',
  role: 'admin',
  summary:
    'The payments of an invoice whose money came through the payment service, with what of each may go back',
  params: z.object({ id: pathId }),
  response: z.array(RefundablePayment),
  errors: ['invoiceNotFound'],
});

export const refundPayment = endpoint({
  noun: 'payments',
  method: 'POST',
  path: '/admin/payment/:id/refund',
  role: 'admin',
  summary: 'Sends money of a payment back to its payer; it is back once its status says SUCCESSFUL',
  params: z.object({ id: z.string().max(36) }),
  body: z.strictObject({
    amount: Euros.positive(),
    reason: z.string().trim().min(1).max(200),
    /** What was credited, where something was. */
    creditNoteId: Id.optional(),
    /** From which invoice it is taken, where the payment was for several. */
    invoiceId: Id.optional(),
  }),
  response: z.object({ refundId: z.string(), status: RefundStatus }),
  errors: ['paymentNotFound', 'invoiceNotFound', 'refundNotPossible', 'refundFailed', 'proofNeeded'],
  isIdempotencyKeyed: true,
});
