import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, pathId, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { Refusal } from './refusals/contract.ts';

/** A client's own claim to a training, as a timetable row carries it. */
export const OwnRegistration = z.object({
  registrationId: Id,
  state: z.enum(['booked', 'waiting']),
  /** The place's number, from 1; null while waiting. */
  place: z.number().int().nullable(),
  /** From 1; 0 when a place is held. */
  placeInWaitingList: z.number().int(),
  /** Cancelling up to this instant costs nothing. */
  freeUntil: InstantText,
  /** Before this instant the waiting list gives freed places by itself. */
  listMovesUntil: InstantText,
  cancelingAllowed: z.boolean(),
});
export type OwnRegistration = z.infer<typeof OwnRegistration>;

/** A registration under "My trainings" (specification point 3, user training registration). */
export const UserRegistration = z.object({
  id: Id,
  registrationId: Id,
  trainingId: Id,
  startDateTime: InstantText,
  endDateTime: InstantText,
  trainingName: z.string(),
  trainingColor: z.string(),
  trainerName: z.string(),
  trainingTypeName: z.string(),
  trainingTypeColor: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  state: z.enum([
    'booked',
    'waiting',
    'cancelledFree',
    'cancelledLate',
    'cancelledByCentre',
    'left',
    'closed',
  ]),
  presence: z.boolean().nullable(),
  place: z.number().int().nullable(),
  placeInWaitingList: z.number().int(),
  freeUntil: InstantText,
  listMovesUntil: InstantText,
  cancelingAllowed: z.boolean(),
});
export type UserRegistration = z.infer<typeof UserRegistration>;

export const RegistrationPage = z.object({
  items: z.array(UserRegistration),
  total: z.number().int(),
  offset: z.number().int(),
  limit: z.number().int(),
});

export const listRegistrations = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/registration',
  role: 'client',
  summary: "The client's registrations: upcoming ones soonest first, past ones latest first",
  query: z.object({
    period: queryChoice(['upcoming', 'past']),
    offset: queryInteger,
    limit: queryInteger,
  }),
  response: RegistrationPage,
});

export const registrationErrors = [
  'trainingNotFound',
  'registeringNotAllowed',
  'bookingClosed',
  'bookingNotOpen',
  'trainingCancelled',
  'alreadyRegistered',
  'overlappingTraining',
  'registeringLimitExceeded',
  'sameDayLimitExceeded',
  'sameStyleLimitExceeded',
  'noFreePlaces',
] as const;

/** What booking would do, or did: the screen shows it before the button (mission 3.1). */
export const RegistrationOutcome = z.object({
  outcome: z.enum(['booked', 'waiting']),
  placeInWaitingList: z.number().int(),
  freeUntil: InstantText,
  listMovesUntil: InstantText,
});

/** The answer to "what would happen": "you would be refused, because" is an answer, not a failure. */
export const RegistrationPreview = z.discriminatedUnion('outcome', [
  RegistrationOutcome.extend({ outcome: z.literal(['booked', 'waiting']) }),
  Refusal.extend({ outcome: z.literal('refused') }),
]);

export const previewRegistration = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/registration/preview/:trainingId',
  role: 'client',
  summary: 'What booking this training would do now, by the function that books; a refusal is an answer',
  params: z.object({ trainingId: pathId }),
  response: RegistrationPreview,
  errors: ['trainingNotFound'],
});

export const register = endpoint({
  noun: 'registrations',
  method: 'POST',
  path: '/user/registration',
  role: 'client',
  summary: 'Books a place, or joins the waiting list when asked to and none is free',
  body: z.strictObject({
    trainingId: Id,
    /** Whether to wait when no place is free; false answers `noFreePlaces` instead. */
    isWaitingAccepted: z.boolean(),
  }),
  response: RegistrationOutcome.extend({
    registrationId: Id,
    place: z.number().int().nullable(),
    /** Code of the success message: `registered` or `userAddedToWaitingList`. */
    message: z.enum(['registered', 'userAddedToWaitingList']),
  }),
  errors: registrationErrors,
  isIdempotencyKeyed: true,
});

export const cancelRegistration = endpoint({
  noun: 'registrations',
  method: 'DELETE',
  path: '/user/registration/:id',
  role: 'client',
  summary: 'Gives the place back, or leaves the waiting list; the next eligible one waiting gets the place',
  params: z.object({ id: pathId }),
  response: z.object({ state: z.enum(['cancelledFree', 'cancelledLate', 'left']) }),
  errors: ['registrationNotFound', 'cancellingNotAllowed'],
  isIdempotencyKeyed: true,
});
