import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, queryInteger } from '#shared/kernel/wire.ts';
import { registrationErrors } from '#shared/registrations/contract.ts';
import { areVisitorsWelcome } from './welcome/domain.ts';

/** What a field may hold at most; what else is wrong with it, the refusal's details say. */
const typed = z.string().max(300);

/** What is refused before anybody is known: what is true of the training for everybody. */
const publicRefusals = [
  'trainingNotFound',
  'coverNeeded',
  'trainingCancelled',
  'registeringNotAllowed',
  'bookingClosed',
  'bookingNotOpen',
  'noFreePlaces',
] as const;

export const bookAsVisitor = endpoint({
  noun: 'visitors',
  method: 'POST',
  path: '/public/registration',
  role: 'visitor',
  summary:
    'Asks for a place in a public training, or for its waiting list, without an account: a link is mailed to the address, ' +
    'and nothing is booked before it is pressed. The answer is the same whoever the address belongs to. A field that ' +
    'cannot be accepted is named in `details` (`field`, `problem`)',
  body: z.strictObject({
    trainingId: Id,
    /** Whether to wait when no place is free; false answers `noFreePlaces` instead. */
    isWaitingAccepted: z.boolean(),
    firstName: typed,
    lastName: typed,
    email: typed,
    phone: typed,
  }),
  response: z.object({ outcome: z.literal('mailed') }),
  errors: [...publicRefusals, 'dataValidationFailed', 'tooManyAttempts'],
  requires: areVisitorsWelcome,
});

/** What a newcomer could have of a training. */
const VisitorOffer = z.enum(['booked', 'waiting', 'none']);

export const getFreePlaces = endpoint({
  noun: 'visitors',
  method: 'GET',
  path: '/public/registration/free',
  role: 'visitor',
  summary: 'What a visitor could have of a public training now: a place, a wait, or nothing',
  query: z.object({ training: queryInteger }),
  response: z.object({
    outcome: VisitorOffer,
    freePlaces: z.number().int(),
    waitingCount: z.number().int(),
    freeUntil: InstantText,
    listMovesUntil: InstantText,
  }),
  errors: ['trainingNotFound'],
});

/** What a mailed link is about. No name: whoever holds the link knows no more than what it books or cancels. */
export const VisitorRegistration = z.object({
  /** `asked`: nothing is booked yet, and a press of whoever holds the link does it. */
  state: z.enum(['asked', 'booked', 'waiting', 'over']),
  /** What a press would bring now; `none` also where nothing is asked any more. */
  offer: VisitorOffer,
  trainingName: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  clubName: z.string(),
  roomName: z.string(),
  trainerName: z.string(),
  /** Street and town of the club, once it is booked; empty where it has said none. */
  address: z.string(),
  /** What the centre says of the training, as what to bring. */
  publicComment: z.string(),
  freeUntil: InstantText,
  listMovesUntil: InstantText,
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
  summary:
    'What a mailed link would book, or would cancel and until when that is free; changes nothing, as mail programs look ' +
    'at links by themselves',
  params: linkToken,
  secret: 'id',
  response: VisitorRegistration,
  errors: ['registrationNotFound', 'trainingNotFound'],
});

export const confirmVisitorRegistration = endpoint({
  noun: 'visitors',
  method: 'POST',
  path: '/public/registration/confirm',
  role: 'visitor',
  summary:
    'Books what a mailed link asks for; from then on the link shows the registration and cancels it. Again, the answer is ' +
    'what became of it',
  body: z.strictObject({
    /** The token of the mail: in the body, for addresses are written down on their way. */
    linkToken: z.string().max(300),
    /** Whether to wait when no place is free; false answers `noFreePlaces` instead. */
    isWaitingAccepted: z.boolean(),
  }),
  response: VisitorRegistration,
  errors: ['registrationNotFound', 'addressLimitExceeded', ...registrationErrors],
  requires: areVisitorsWelcome,
});

export const getVisitorCalendarFile = endpoint({
  noun: 'visitors',
  method: 'GET',
  path: '/public/registration/calendar/:id',
  role: 'visitor',
  summary: 'Where the calendar file of the booking of a mailed link can be fetched for the next minutes',
  params: linkToken,
  secret: 'id',
  /** Path on the same host. */
  response: z.object({ address: z.string() }),
  errors: ['registrationNotFound'],
});

export const cancelVisitorRegistration = endpoint({
  noun: 'visitors',
  method: 'DELETE',
  path: '/public/registration/cancel/:id',
  role: 'visitor',
  summary: 'Gives back the place, or the wait, of a mailed link',
  params: linkToken,
  secret: 'id',
  response: z.object({ state: z.enum(['cancelledFree', 'cancelledLate', 'left', 'declined']) }),
  errors: ['registrationNotFound', 'cancellingNotAllowed', 'placeUsed'],
});
