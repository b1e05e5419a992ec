import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, LocalDateText, pathId } from '#shared/kernel/wire.ts';

export const giveVoucher = endpoint({
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
  errors: ['itemNotFound', 'voucherNotFound'],
  isIdempotencyKeyed: true,
});
