import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, queryInteger } from '#shared/kernel/wire.ts';
import { RegistrationOutcome, registrationErrors } from '#shared/registrations/contract.ts';
import { areVisitorsWelcome } from './domain.ts';

/** What a field may hold at most; what else is wrong with it, the refusal's details say. */
const typed = z.string().max(300);

export const bookAsVisitor = endpoint({
  noun: 'visitors',
  method: 'POST',
  path: '/public/registration',
  role: 'visitor',
  summary:
    'Books a place in a public training without an account, or joins its waiting list; a mail says so and holds a link ' +
    'for cancelling. A field that cannot be accepted is named in `details` (`field`, `problem`)',
  body: z.strictObject({
    trainingId: Id,
    /** Whether to wait when no place is free; false answers `noFreePlaces` instead. */
    isWaitingAccepted: z.boolean(),
    firstName: typed,
    lastName: typed,
    email: typed,
    phone: typed,
  }),
  response: RegistrationOutcome,
  errors: [...registrationErrors, 'dataValidationFailed', 'tooManyAttempts'],
  requires: areVisitorsWelcome,
});

export const getFreePlaces = endpoint({
  noun: 'visitors',
  method: 'GET',
  path: '/public/registration/free',
  role: 'visitor',
  summary: 'What a visitor could have of a public training now: a place, a wait, or nothing',
  query: z.object({ training: queryInteger }),
  response: z.object({
    outcome: z.enum(['booked', 'waiting', 'none']),
    freePlaces: z.number().int(),
    waitingCount: z.number().int(),
    freeUntil: InstantText,
    listMovesUntil: InstantText,
  }),
  errors: ['trainingNotFound'],
});

/** What a mailed link is about. No name: whoever holds the link knows no more than what it cancels. */
export const VisitorRegistration = z.object({
  state: z.enum(['booked', 'waiting', 'over']),
  trainingName: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  clubName: z.string(),
  roomName: z.string(),
  trainerName: z.string(),
  freeUntil: InstantText,
  cancelingAllowed: z.boolean(),
});
export type VisitorRegistration = z.infer<typeof VisitorRegistration>;

/** The token of the mail. Anything that is none is an unknown one. */
const linkToken = z.object({ id: z.string() });

export const getVisitorRegistration = endpoint({
  noun: 'visitors',
  method: 'GET',
  path: '/public/registration/cancel/:id',
  role: 'visitor',
  summary: 'What a mailed link would cancel, and until when that is free; changes nothing',
  params: linkToken,
  response: VisitorRegistration,
  errors: ['registrationNotFound'],
});

export const cancelVisitorRegistration = endpoint({
  noun: 'visitors',
  method: 'DELETE',
  path: '/public/registration/cancel/:id',
  role: 'visitor',
  summary: 'Gives back the place, or the wait, of a mailed link',
  params: linkToken,
  response: z.object({ state: z.enum(['cancelledFree', 'cancelledLate', 'left', 'declined']) }),
  errors: ['registrationNotFound', 'cancellingNotAllowed', 'placeUsed'],
});
