import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, pathId, queryInteger } from '#shared/kernel/wire.ts';
import { Invoice, InvoiceLine, InvoicePage } from '../contract.ts';

const byId = z.object({ id: pathId });

export const listClientInvoices = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/admin/client/:id/invoice',
  role: 'admin',
  summary: "A client's invoices: unpaid ones first, the most urgent on top, then the others, latest first",
  params: byId,
  query: z.object({ offset: queryInteger, limit: queryInteger }),
  response: InvoicePage,
  errors: ['clientNotFound'],
});

/** An invoice as its client sees it, and what an administrator may do about it now. */
export const ManagedInvoice = Invoice.omit({ usableCredit: true }).extend({
  lines: z.array(
    InvoiceLine.extend({
      /** What is not credited yet. */
      left: Euros,
    }),
  ),
  canCredit: z.boolean(),
  canWriteOff: z.boolean(),
});
export type ManagedInvoice = z.infer<typeof ManagedInvoice>;

export const getManagedInvoice = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/admin/invoice/:id',
  role: 'admin',
  summary: 'Any invoice or credit note of the centre, whole, with what may be done about it now',
  params: byId,
  response: ManagedInvoice,
  errors: ['invoiceNotFound'],
});

export const creditInvoice = endpoint({
  noun: 'invoices',
  method: 'POST',
  path: '/admin/invoice/:id/credit',
  role: 'admin',
  summary: 'Credits an invoice, or named lines of it, by a credit note; what was paid of it becomes credit',
  params: byId,
  body: z.object({
    /** All that is not credited yet, or lines; without an amount all that is left of a line. */
    lines: z.union([
      z.literal('all'),
      z
        .array(z.object({ position: z.number().int().positive(), amount: Euros.positive().optional() }))
        .min(1)
        .max(1000),
    ]),
    reason: z.string().trim().min(1).max(300),
  }),
  response: z.object({ id: Id, invoiceNumber: z.string(), total: Euros, invoiceToken: z.string() }),
  errors: ['invoiceNotFound', 'creditTooLarge', 'proofNeeded'],
  isIdempotencyKeyed: true,
});

export const writeOffInvoice = endpoint({
  noun: 'invoices',
  method: 'POST',
  path: '/admin/invoice/:id/write-off',
  role: 'admin',
  summary: 'Gives up what is still owed of an invoice',
  params: byId,
  response: z.object({ balance: Euros }),
  errors: ['invoiceNotFound', 'invoiceAlreadyPaid', 'proofNeeded'],
});
