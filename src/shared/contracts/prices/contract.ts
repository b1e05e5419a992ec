import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';

export const changePrice = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/contract/price',
  role: 'admin',
  summary:
    'A new price for one contract or for all of a package, told by mail; it counts from the first period that begins on the date or later',
  body: z.union([
    z.object({ contractId: Id, price: Euros.nonnegative(), fromDate: LocalDateText }),
    z.object({
      productId: Id,
      /** One club's contracts alone; absent: every club's. */
      clubId: Id.optional(),
      price: Euros.nonnegative(),
      fromDate: LocalDateText,
    }),
  ]),
  response: z.object({
    /** Contracts whose price it changes. Those that end before keep theirs. */
    changed: z.number().int(),
  }),
  errors: ['contractNotFound', 'proofNeeded'],
});
