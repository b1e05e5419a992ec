import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, pathId } from '#shared/kernel/wire.ts';

const params = z.object({ id: pathId });
const body = z.strictObject({
  /** The client who is the same person and will be gone. */
  otherId: Id,
});

export const previewMerge = endpoint({
  noun: 'back-office',
  method: 'POST',
  path: '/admin/back-office/client/:id/merge/preview',
  role: 'admin',
  summary: 'What would move from another client to this one, and what stands in the way; changes nothing',
  params,
  body,
  response: z.object({
    /** By table, how many rows would move; without those that have none. */
    moves: z.array(z.object({ table: z.string(), count: z.number().int() })),
    clashes: z.array(
      z.object({ kind: z.enum(['booking', 'contract']), name: z.string(), otherName: z.string() }),
    ),
    /** A code of `mergeClients`; null: nothing stands in the way. */
    refusal: z.string().nullable(),
  }),
  errors: ['itemNotFound'],
});

export const mergeClients = endpoint({
  noun: 'back-office',
  method: 'POST',
  path: '/admin/back-office/client/:id/merge',
  role: 'admin',
  summary:
    'Moves everything of another client to this one, at once or not at all; the other one is gone. Names and contact stay this one’s',
  params,
  body,
  response: z.object({ moved: z.number().int() }),
  errors: ['itemNotFound', 'mergeSame', 'mergeOtherPerson', 'mergeBookings', 'mergeContracts'],
});
