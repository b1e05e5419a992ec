import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { Contract, ContractDetail } from '../contract.ts';
import { StatusCode } from './domain.ts';

const params = z.object({ id: pathId });
const reason = z.string().trim().min(1).max(300);
const response = z.object({ status: StatusCode.nullable() });

export const listClientContracts = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/admin/client/:id/contract',
  role: 'admin',
  summary: "A client's contracts, latest first",
  params,
  response: z.array(Contract),
  errors: ['clientNotFound'],
});

/** A contract as its holder sees it, and what an administrator may decide about it now. */
export const ManagedContract = ContractDetail.extend({
  canBlock: z.boolean(),
  canUnblock: z.boolean(),
  canCollect: z.boolean(),
  canRecall: z.boolean(),
  /** The first date a new price may be told for; null where it can have none. */
  earliestPriceDate: LocalDateText.nullable(),
});
export type ManagedContract = z.infer<typeof ManagedContract>;

export const getManagedContract = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/admin/contract/:id',
  role: 'admin',
  summary: 'Any contract of the centre, whole, with what may be decided about it now',
  params,
  response: ManagedContract,
  errors: ['contractNotFound'],
});

export const blockContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/contract/:id/block',
  role: 'admin',
  summary: 'Blocks a contract, until a date or until it is lifted. The reason is kept with who did it',
  params,
  body: z.strictObject({ reason, until: LocalDateText.nullable() }),
  response,
  errors: ['contractNotFound', 'actionNotAllowed', 'dataValidationFailed'],
});

export const unblockContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/contract/:id/unblock',
  role: 'admin',
  summary: 'Lifts the block of a contract',
  params,
  body: z.strictObject({ reason }),
  response,
  errors: ['contractNotFound', 'actionNotAllowed'],
});

export const collectContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/contract/:id/collect',
  role: 'admin',
  summary: 'Gives the debt of a contract to a collector: its status is closed (5) from now on',
  params,
  body: z.strictObject({ reason }),
  response,
  errors: ['contractNotFound', 'actionNotAllowed'],
});

export const recallContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/contract/:id/recall',
  role: 'admin',
  summary:
    'Takes a contract back from the collector: it goes on as if it had never been given, and is billed to this day',
  params,
  body: z.strictObject({ reason }),
  response,
  errors: ['contractNotFound', 'actionNotAllowed'],
});
