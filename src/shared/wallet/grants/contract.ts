import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { ticketTerms } from './domain.ts';

export const grantVoucher = endpoint({
  noun: 'back-office',
  method: 'POST',
  path: '/admin/back-office/client/:id/voucher',
  role: 'admin',
  summary: 'Gives a client a voucher without a sale; it is mailed like a bought one, and the trail says why',
  params: z.object({ id: pathId }),
  body: z.strictObject({
    productId: Id,
    /** Null: as many as the product has. */
    uses: z.number().int().min(1).max(1000).nullable(),
    validFrom: LocalDateText,
    reason: z.string().trim().min(1).max(300),
  }),
  response: z.object({ id: Id }),
  errors: ['clientNotFound', 'clientErased', 'voucherNotFound', 'dataValidationFailed', 'proofNeeded'],
  isIdempotencyKeyed: true,
});

export const grantTicket = endpoint({
  noun: 'back-office',
  method: 'POST',
  path: '/admin/back-office/client/:id/ticket',
  role: 'admin',
  summary:
    'Gives a client a ticket: for nothing, with the reason, or sold at the desk with an invoice to be paid later. It holds ' +
    'at once and is mailed like a bought one. A field that cannot be accepted is named in `details` (`field`, `problem`)',
  params: z.object({ id: pathId }),
  body: z.strictObject({
    productId: Id,
    /** The club. */
    unitId: Id,
    /** With the start mode `chosen`; otherwise not looked at. */
    startsOn: LocalDateText.nullable(),
    terms: z.enum(ticketTerms),
    /** Of a gift; its holder reads it. */
    reason: z.string().trim().max(300),
  }),
  response: z.object({
    /** Of a sale; null: it was given. */
    invoiceNumber: z.string().nullable(),
  }),
  errors: [
    'clientNotFound',
    'clientErased',
    'noProductsFound',
    'dataValidationFailed',
    'actionNotAllowed',
    'proofNeeded',
  ],
  isIdempotencyKeyed: true,
});
