import { z } from 'zod';
import { contractProblems } from '#shared/contracts/benefits/domain.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, queryDate, queryInteger } from '#shared/kernel/wire.ts';
import { Entitlement, EntitlementChoice, Payment } from '#shared/registrations/entitlements/contract.ts';
import { isOpen } from '../contract.ts';

/** A time that a trainer is free. */
export const FreeSlot = z.object({
  date: LocalDateText,
  /** The centre's wall time HH:mm. */
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  duration: z.number().int(),
  clubName: z.string(),
  roomName: z.string(),
});
export type FreeSlot = z.infer<typeof FreeSlot>;

/** Who gives personal trainings. */
export const FreeTrainer = z.object({
  id: Id,
  name: z.string(),
  /** Where, in the order of the clubs. */
  clubNames: z.array(z.string()),
});
export type FreeTrainer = z.infer<typeof FreeTrainer>;

/** A personal training of the caller's that lies ahead. */
export const OwnPersonalTraining = z.object({
  registrationId: Id,
  trainingId: Id,
  name: z.string(),
  color: z.string(),
  trainerName: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  duration: z.number().int(),
  /** Until when it is given back free; afterwards its visit is used up. */
  freeUntil: InstantText,
  /** Given back a moment ago, and not gone yet. */
  isReleasing: z.boolean(),
});
export type OwnPersonalTraining = z.infer<typeof OwnPersonalTraining>;

const path = '/user/personal-training';
export const longestDays = 42;

export const listPersonal = endpoint({
  noun: 'personal-trainings',
  method: 'GET',
  path,
  role: 'client',
  summary: 'The caller’s personal trainings that lie ahead, and the trainers who give some',
  response: z.object({ coming: z.array(OwnPersonalTraining), trainers: z.array(FreeTrainer) }),
  requires: isOpen,
});

export const listSlots = endpoint({
  noun: 'personal-trainings',
  method: 'GET',
  path: `${path}/slot`,
  role: 'client',
  summary: 'When a trainer is free: without a period the two weeks from today',
  query: z.object({ trainer: queryInteger, from: queryDate, until: queryDate }),
  response: z.array(FreeSlot),
  errors: ['itemNotFound', 'unableToGetSchedule'],
  requires: isOpen,
});

export const previewSlot = endpoint({
  noun: 'personal-trainings',
  method: 'GET',
  path: `${path}/preview`,
  role: 'client',
  summary: 'What booking this time would do now: what it uses, and until when it is given back free',
  query: z.object({ trainer: queryInteger, start: InstantText.optional() }),
  response: z.object({ slot: FreeSlot, trainerName: z.string(), freeUntil: InstantText, payment: Payment }),
  errors: ['slotTaken', 'itemNotFound'],
  requires: isOpen,
});

export const bookSlot = endpoint({
  noun: 'personal-trainings',
  method: 'POST',
  path,
  role: 'client',
  summary: 'Books a trainer’s free time for the caller; it takes a visit of a package or contract',
  body: z.strictObject({
    trainerId: Id,
    startDateTime: InstantText,
    /** Which package or contract is to be used; without it the best fitting one is. */
    cover: EntitlementChoice.optional(),
  }),
  response: z.object({
    registrationId: Id,
    trainingId: Id,
    freeUntil: InstantText,
    cover: Entitlement.nullable(),
  }),
  errors: [
    'slotTaken',
    'itemNotFound',
    'registeringNotAllowed',
    'overlappingTraining',
    'coverNeeded',
    'ticketUsed',
    'ticketExpired',
    'ticketNotYetValid',
    'ticketBookedPast',
    'voucherAlreadyUsed',
    'voucherExpired',
    'voucherNotYetValid',
    'voucherRevoked',
    'clientNotFound',
    ...contractProblems,
  ],
  requires: isOpen,
  isIdempotencyKeyed: true,
});
