import { z } from 'zod';
import { contractProblems } from '#shared/contracts/benefits/domain.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, pathId, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { reasonMaximumLength, removals } from './domain.ts';

const noun = 'attendance';

/** Somebody who could be put in. */
export const FoundClient = z.object({
  clientId: Id,
  name: z.string(),
  clientNumber: z.string(),
  email: z.string(),
  /** It was typed, and not shown to be theirs: nobody is found by it. */
  isEmailTyped: z.boolean(),
  /** What they have of this training already. */
  state: z.enum(['none', 'booked', 'waiting']),
});
export type FoundClient = z.infer<typeof FoundClient>;

export const findClients = endpoint({
  noun,
  method: 'GET',
  path: '/trainer/registration/client',
  role: 'trainer',
  summary: 'Clients whose name, number or e-mail holds `text`, for putting one into `training`',
  query: z.object({ training: queryInteger, text: z.string().max(100).optional() }),
  response: z.array(FoundClient),
  errors: ['trainingNotFound', 'tooManyAttempts'],
});

const staffBookingErrors = [
  'trainingNotFound',
  'clientNotFound',
  'trainingNotHeld',
  'rollSettled',
  'alreadyRegistered',
  'registeringNotAllowed',
  'clientElsewhere',
  'noFreePlaces',
  'coverNeeded',
  'ticketBookedPast',
  'dataValidationFailed',
  'tooManyAttempts',
  ...contractProblems,
] as const;

const Request = {
  clientId: Id,
  /** Also when all places are taken; then a reason is needed. */
  isBeyondPlaces: z.boolean(),
  /** Also when nothing of theirs covers a paid training; then a reason is needed. */
  isWithoutCover: z.boolean(),
  reason: z.string().trim().max(reasonMaximumLength),
};
const Placed = z.object({
  registrationId: Id,
  place: z.number().int(),
  /** The booking that the client waited to give back for this place, and has given back with it. */
  givenBack: z.object({ name: z.string(), startDateTime: z.string() }).nullable(),
});

export const bookForClient = endpoint({
  noun,
  method: 'POST',
  path: '/trainer/registration',
  role: 'trainer',
  summary: 'Puts a client into an own training; beyond its places or unpaid only with a reason',
  body: z.strictObject({ trainingId: Id, ...Request }),
  response: Placed,
  errors: staffBookingErrors,
  isIdempotencyKeyed: true,
});

export const bookInClass = endpoint({
  noun,
  method: 'POST',
  path: '/admin/registration/class/:id',
  role: 'admin',
  summary: 'Puts a client into a training; beyond its places or unpaid only with a reason',
  params: z.object({ id: pathId }),
  body: z.strictObject(Request),
  response: Placed,
  errors: staffBookingErrors,
  isIdempotencyKeyed: true,
});

const removalParts = {
  params: z.object({ id: pathId }),
  query: z.object({
    /** `late`: as one given back late; `free` otherwise. */
    removal: queryChoice(removals),
  }),
  response: z.object({ state: z.enum(['cancelledFree', 'cancelledLate', 'left', 'declined']) }),
  errors: ['registrationNotFound', 'rollSettled'] as const,
  isIdempotencyKeyed: true,
};

export const removeClient = endpoint({
  noun,
  method: 'DELETE',
  path: '/trainer/registration/:id',
  role: 'trainer',
  summary: 'Takes a client out of an own training, who is told by mail; those waiting are served',
  ...removalParts,
});

export const removeRegistration = endpoint({
  noun,
  method: 'DELETE',
  path: '/admin/registration/:id',
  role: 'admin',
  summary: 'Takes a client out of a training, who is told by mail; those waiting are served',
  ...removalParts,
});
