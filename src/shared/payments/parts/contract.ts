import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';
import { chosen, InvoiceToken, isPaymentActive, paymentMethods, Started, startErrors } from '../contract.ts';

/** More are not paid by one payment. */
export const mostAtOnce = 100;

export const PayableTogether = z.object({
  /** By the centre's clock: what was due before is overdue. */
  today: LocalDateText,
  /** Money that the centre has of the client, which may be used for them. */
  credit: Euros,
  /** How the client paid last; null for who never did. */
  last: z
    .object({ method: z.enum(paymentMethods), bank: z.string().nullable(), country: z.string() })
    .nullable(),
  invoices: z.array(
    z.object({
      invoiceId: Id,
      number: z.string(),
      /** What was bought: the first line, in the language of the page. */
      article: z.string(),
      lineCount: z.number().int(),
      dueOn: LocalDateText,
      balance: Euros,
      /** Opens its public page. */
      invoiceToken: InvoiceToken,
    }),
  ),
});
export type PayableTogether = z.infer<typeof PayableTogether>;

export const listPayableTogether = endpoint({
  noun: 'payments',
  method: 'GET',
  path: '/user/payment/together',
  role: 'client',
  summary:
    'Own invoices that are to be paid and what was bought with each, the oldest debt first, with one’s credit',
  response: PayableTogether,
});

export const startTogether = endpoint({
  noun: 'payments',
  method: 'POST',
  path: '/user/payment/together',
  role: 'client',
  summary:
    'Starts one payment for several invoices of one’s own, all or none. Asked again the same way, it answers the same order',
  body: z.strictObject({
    invoiceIds: z
      .array(Id)
      .min(1)
      .max(mostAtOnce)
      .refine((ids) => new Set(ids).size === ids.length),
    usesCredit: z.boolean(),
    /** What the payer saw that is to be paid, credit taken off; nothing is begun where it is another sum by now. */
    total: Euros,
    ...chosen,
  }),
  /** Paid by credit alone, it is done at once. */
  response: Started,
  errors: [...startErrors, 'changedMeanwhile'],
  requires: isPaymentActive,
});
