import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, LocalDateText, pathId } from '#shared/kernel/wire.ts';

const noun = 'back-office';
const role = 'admin';
const path = '/admin/back-office/training-group/:id/member';

export const GroupMember = z.object({
  clientId: Id,
  name: z.string(),
  clientCode: z.string(),
  /** Number of the contract they are in it with; empty without one. */
  contract: z.string(),
  contractEndDate: LocalDateText.nullable(),
});
export type GroupMember = z.infer<typeof GroupMember>;

export const listGroupMembers = endpoint({
  noun,
  method: 'GET',
  path,
  role,
  summary: 'Members of a training group',
  params: z.object({ id: pathId }),
  response: z.object({ members: z.array(GroupMember) }),
  errors: ['itemNotFound'],
});

export const addGroupMember = endpoint({
  noun,
  method: 'POST',
  path,
  role,
  summary:
    'Takes a client into a training group, with the contract that runs today where there is one; once more changes nothing',
  params: z.object({ id: pathId }),
  body: z.strictObject({ clientId: Id }),
  response: z.object({}),
  errors: ['itemNotFound', 'groupFull'],
});

export const removeGroupMember = endpoint({
  noun,
  method: 'DELETE',
  path: `${path}/:clientId`,
  role,
  summary: 'Takes a client out of a training group',
  params: z.object({ id: pathId, clientId: pathId }),
  response: z.object({}),
  errors: ['itemNotFound'],
});
