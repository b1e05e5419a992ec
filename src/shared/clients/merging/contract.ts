import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, LocalDateText, pathId } from '#shared/kernel/wire.ts';

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
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('booking'), name: z.string(), otherName: z.string() }),
        z.object({
          kind: z.literal('contract'),
          /** Numbers, ids and first days of the one that stays and of the one that goes. */
          name: z.string(),
          otherName: z.string(),
          contractId: Id,
          otherContractId: Id,
          startsOn: LocalDateText,
          otherStartsOn: LocalDateText,
        }),
      ]),
    ),
    /** The one that goes has a login, which is closed: the one that stays has its own. */
    closesLogin: z.boolean(),
    /** A code of `mergeClients` without contracts given up; null: nothing stands in the way. */
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
    'Moves everything of another client to this one, at once or not at all; the other one is gone. Names and contact stay ' +
    'this one’s. Of two contracts for the same days one is given up: it ends the day before the other begins, or is as if ' +
    'it had never been, and what was billed too much is credit. Of two logins that of the other one is closed; both are told',
  params,
  body: body.extend({ givenUp: z.array(Id).max(50).optional() }),
  response: z.object({ moved: z.number().int() }),
  errors: [
    'itemNotFound',
    'mergeSame',
    'mergeOtherPerson',
    'mergeBookings',
    'mergeStaff',
    'mergeContracts',
    'mergeErasure',
    'proofNeeded',
  ],
});

const Doubled = z.object({ id: Id, number: z.string(), name: z.string(), hasAccount: z.boolean() });

export const listDoubles = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/doubles',
  role: 'admin',
  summary:
    'Clients of one mail address who seem to be one person, by name or id code: the one that would stay and the one that ' +
    'would go. Different id codes tell two of one name apart',
  response: z.object({ items: z.array(z.object({ email: z.string(), kept: Doubled, gone: Doubled })) }),
});
