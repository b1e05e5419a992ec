import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, LocalDateText, pathId } from '#shared/kernel/wire.ts';

/** A fixed group that trains together (specification point 3). */
export const TrainingGroup = z.object({
  id: Id,
  name: z.string(),
  /** Members whose contract has not ended. */
  activeMembers: z.number().int(),
  maxMembers: z.number().int(),
  club: z.string(),
  /** Who leads it; empty where nobody does. */
  contactPerson: z.string(),
  /** How many more fit in. */
  capacity: z.number().int(),
});
export type TrainingGroup = z.infer<typeof TrainingGroup>;

export const TrainingGroupMember = z.object({
  clientId: Id,
  firstName: z.string(),
  lastName: z.string(),
  /** Masked but for its end; empty where none is known. Reading it whole is a call of its own. */
  idCode: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Local dates of the contract; null: without an end, or without a contract. */
  contractStartDate: LocalDateText.nullable(),
  contractEndDate: LocalDateText.nullable(),
  clubName: z.string(),
  payerName: z.string(),
  payerEmail: z.string(),
  payerPhone: z.string(),
});
export type TrainingGroupMember = z.infer<typeof TrainingGroupMember>;

const noun = 'training-groups';

export const listTrainingGroups = endpoint({
  noun,
  method: 'GET',
  path: '/trainer/traininggroup',
  role: 'trainer',
  summary: 'Training groups the caller leads; administrators see all',
  response: z.array(TrainingGroup),
  // Specification point 9. Who is in one stays in no browser.
  cacheSeconds: 300,
});

export const getTrainingGroup = endpoint({
  noun,
  method: 'GET',
  path: '/trainer/traininggroup/:groupId',
  role: 'trainer',
  summary: 'A training group with its members',
  params: z.object({ groupId: pathId }),
  response: TrainingGroup.extend({ data: z.array(TrainingGroupMember) }),
  errors: ['trainingGroupNotFound'],
});

export const readIdCode = endpoint({
  noun,
  method: 'POST',
  path: '/trainer/traininggroup/:groupId/member/:clientId/idcode',
  role: 'trainer',
  summary: "A member's whole id code; who read it stands in the audit trail",
  params: z.object({ groupId: pathId, clientId: pathId }),
  response: z.object({ idCode: z.string() }),
  errors: ['trainingGroupNotFound', 'clientNotFound'],
});
