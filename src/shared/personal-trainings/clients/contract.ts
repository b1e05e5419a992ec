import { z } from 'zod';
import { contractProblems } from '#shared/contracts/benefits/domain.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, pathId, queryDate } from '#shared/kernel/wire.ts';
import { isOpen } from '../contract.ts';
import { recipientMaximumLength } from '../domain.ts';
import { FreeSlot } from '../slots/contract.ts';

/** A personal training the caller gives. */
export const TaughtPersonalTraining = z.object({
  registrationId: Id,
  trainingId: Id,
  clientId: Id,
  clientName: z.string(),
  phone: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  duration: z.number().int(),
});
export type TaughtPersonalTraining = z.infer<typeof TaughtPersonalTraining>;

/** Somebody a trainer may book for. */
export const PersonalClient = z.object({
  clientId: Id,
  name: z.string(),
  clientNumber: z.string(),
});
export type PersonalClient = z.infer<typeof PersonalClient>;

/** A client's package, as their trainer sees it. */
export const ClientPackage = z.object({
  id: Id,
  name: z.string(),
  /** Trainings left; null: as many as one likes. */
  remaining: z.number().int().nullable(),
  validUntil: LocalDateText.nullable(),
  isShareable: z.boolean(),
  /** Belongs to the client; else it is shared with them. */
  isOwn: z.boolean(),
});
export type ClientPackage = z.infer<typeof ClientPackage>;

const noun = 'personal-trainings';
const path = '/trainer/personal-training';

export const listTaught = endpoint({
  noun,
  method: 'GET',
  path,
  role: 'trainer',
  summary: 'The caller’s personal trainings that lie ahead, with whom',
  response: z.array(TaughtPersonalTraining),
  requires: isOpen,
});

export const listOwnSlots = endpoint({
  noun,
  method: 'GET',
  path: `${path}/slot`,
  role: 'trainer',
  summary: 'When the caller is free for personal trainings: without a period the two weeks from today',
  query: z.object({ from: queryDate, until: queryDate }),
  response: z.array(FreeSlot),
  errors: ['itemNotFound', 'unableToGetSchedule'],
  requires: isOpen,
});

export const findPersonalClients = endpoint({
  noun,
  method: 'GET',
  path: `${path}/client`,
  role: 'trainer',
  summary:
    'Whom the caller may book for: own clients by a part of their name, anybody by their whole number or e-mail',
  query: z.object({ text: z.string().max(100).optional() }),
  response: z.array(PersonalClient),
  errors: ['tooManyAttempts'],
  requires: isOpen,
});

export const listClientPackages = endpoint({
  noun,
  method: 'GET',
  path: `${path}/client/:id`,
  role: 'trainer',
  summary: 'What a client of the caller’s may book personal trainings with',
  params: z.object({ id: pathId }),
  response: z.object({ name: z.string(), packages: z.array(ClientPackage) }),
  errors: ['clientNotFound'],
  requires: isOpen,
});

export const bookForClient = endpoint({
  noun,
  method: 'POST',
  path,
  role: 'trainer',
  summary:
    'Books a free time of the caller’s for a client, by their whole number; it takes a visit of theirs, and they are told',
  body: z.strictObject({
    clientId: Id,
    /** As it was found: nobody is booked for by counting ids. */
    clientNumber: z.string().min(1).max(100),
    startDateTime: InstantText,
  }),
  response: z.object({ registrationId: Id, trainingId: Id, freeUntil: InstantText }),
  errors: [
    'slotTaken',
    'itemNotFound',
    'clientNotFound',
    'registeringNotAllowed',
    'clientBusy',
    'coverNeeded',
    'ticketBookedPast',
    'tooManyAttempts',
    ...contractProblems,
  ],
  requires: isOpen,
  isIdempotencyKeyed: true,
});

export const shareForClient = endpoint({
  noun,
  method: 'POST',
  path: `${path}/client/:id/share`,
  role: 'trainer',
  summary:
    'Offers a package of a client of the caller’s to somebody else, who must agree; its owner is told and may take it back',
  params: z.object({ id: pathId }),
  body: z.strictObject({ packageId: Id, recipient: z.string().max(recipientMaximumLength) }),
  response: z.object({}),
  errors: [
    'clientNotFound',
    'packageNotFound',
    'packageNotShareable',
    'packageSharesFull',
    'dataValidationFailed',
    'tooManyAttempts',
  ],
  requires: isOpen,
  isIdempotencyKeyed: true,
});
