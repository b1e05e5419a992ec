import { z } from 'zod';
import { contractProblems } from '#shared/contracts/benefits/domain.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, pathId, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { ClashingBooking } from './choosing/contract.ts';
import { Entitlement, EntitlementChoice, GivingBack, Payment } from './entitlements/contract.ts';
import { Refusal } from './refusals/contract.ts';

/** A client's own claim to a training, as a timetable row carries it. */
export const OwnRegistration = z.object({
  registrationId: Id,
  /** `offered`: a place is held, and the client is asked. `releasing`: given back, kept for taking it again. */
  state: z.enum(['booked', 'offered', 'releasing', 'waiting']),
  /** The place's number, from 1; null while waiting. */
  place: z.number().int().nullable(),
  /** Until when the place is held; null unless offered or releasing. */
  heldUntil: InstantText.nullable(),
  /** From 1; 0 when a place is held. */
  placeInWaitingList: z.number().int(),
  /** Cancelling up to this instant costs nothing. */
  freeUntil: InstantText,
  /** Before this instant the waiting list gives freed places by itself. */
  listMovesUntil: InstantText,
  cancelingAllowed: z.boolean(),
});
export type OwnRegistration = z.infer<typeof OwnRegistration>;

/** The other training of a swap that is waited for (mission 3.3). */
export const SwapPartner = z.object({
  trainingId: Id,
  name: z.string(),
  startDateTime: InstantText,
  /** Until when that place is given back free, or would be. */
  freeUntil: InstantText,
});
export type SwapPartner = z.infer<typeof SwapPartner>;

/** Both sides of a swap; null on the side where there is none. */
export const SwapSides = z.object({
  /** Of a wait or an offer: the booking that is given back the moment its place is sure. */
  swapFor: SwapPartner.nullable(),
  /** Of a booking: what it is kept for until there is a place. */
  swapTo: SwapPartner.nullable(),
});

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
    'offered',
    'waiting',
    'cancelledFree',
    'cancelledLate',
    'cancelledByCentre',
    'left',
    'declined',
    'expired',
    'closed',
    'noShow',
  ]),
  /** Until when an offer is held; null unless offered. */
  heldUntil: InstantText.nullable(),
  /** Until when a cancelling can be taken back; null when it cannot. */
  undoUntil: InstantText.nullable(),
  /** Since when a late cancelling costs nothing, because somebody else took the place; null otherwise. */
  refilledDateTime: InstantText.nullable(),
  presence: z.boolean().nullable(),
  place: z.number().int().nullable(),
  placeInWaitingList: z.number().int(),
  freeUntil: InstantText,
  listMovesUntil: InstantText,
  cancelingAllowed: z.boolean(),
  /** What covers it (`invoice`: bought singly); null where it is free or waited for. */
  coverKind: z.enum(['contract', 'ticket', 'voucher', 'invoice']).nullable(),
  /** What the contract, ticket or voucher is called. */
  coverName: z.string().nullable(),
  ...SwapSides.shape,
  /** Of a booking that was moved: the other one at that time, and until when to choose; null where there is none. */
  clash: ClashingBooking.nullable(),
});
export type UserRegistration = z.infer<typeof UserRegistration>;

export const RegistrationPage = z.object({
  items: z.array(UserRegistration),
  /** Of what is ahead. Null for the past, which grows without end and is not counted. */
  total: z.number().int().nullable(),
  isMore: z.boolean(),
  offset: z.number().int(),
  limit: z.number().int(),
});

export const listRegistrations = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/registration',
  isSeenOffline: true,
  role: 'client',
  summary: "The client's registrations: upcoming ones soonest first, past ones latest first",
  query: z.object({ period: queryChoice(['upcoming', 'past']), offset: queryInteger, limit: queryInteger }),
  response: RegistrationPage,
});

/** What a contract, ticket or voucher may be refused with. */
const choiceErrors = [
  'ticketUsed',
  'ticketExpired',
  'ticketNotYetValid',
  'ticketBookedPast',
  'voucherAlreadyUsed',
  'voucherExpired',
  'voucherNotYetValid',
  'voucherRevoked',
  ...contractProblems,
] as const;

export const registrationErrors = [
  'trainingNotFound',
  'registeringNotAllowed',
  'bookingClosed',
  'bookingNotOpen',
  'trainingCancelled',
  'alreadyRegistered',
  'bookingBanned',
  'overlappingTraining',
  'registeringLimitExceeded',
  'sameDayLimitExceeded',
  'sameStyleLimitExceeded',
  'noFreePlaces',
  'coverNeeded',
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
  RegistrationOutcome.extend({
    outcome: z.literal(['booked', 'waiting']),
    /** How it would be paid for; null where it is free. Waiting takes nothing. */
    payment: Payment.nullable(),
  }),
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
    /** Which contract, ticket or voucher is to be used; without it the best fitting one is. */
    cover: EntitlementChoice.optional(),
  }),
  response: RegistrationOutcome.extend({
    registrationId: Id,
    /** What covers it; null where it is free or waited for. */
    cover: Entitlement.omit({ name: true }).nullable(),
    place: z.number().int().nullable(),
    /** Code of the success message: `registered` or `userAddedToWaitingList`. */
    message: z.enum(['registered', 'userAddedToWaitingList']),
  }),
  errors: [...registrationErrors, ...choiceErrors],
  isIdempotencyKeyed: true,
});

export const purchasePlace = endpoint({
  noun: 'registrations',
  method: 'POST',
  path: '/user/registration/purchase',
  role: 'client',
  summary: 'Holds a place for 15 minutes and makes the draft invoice it is bought with; again, the same one',
  body: z.strictObject({ trainingId: Id }),
  response: z.object({
    /** Opens the public page of the draft invoice. */
    invoiceToken: z.string(),
    total: Euros,
    heldUntil: InstantText,
  }),
  errors: [...registrationErrors, 'ticketBookedPast', 'tooManyAttempts'],
  requires: ({ payment }) => payment.isPaymentActive,
  isIdempotencyKeyed: true,
});

const Cancelled = GivingBack.extend({
  state: z.enum(['cancelledFree', 'cancelledLate', 'left', 'declined']),
  /** Until when it can be taken back (mission 3.4); null when it is final. */
  undoUntil: InstantText.nullable(),
});

/** What stands in the way of giving a place back. */
const givingBackErrors = ['registrationNotFound', 'cancellingNotAllowed', 'placeUsed'] as const;

export const cancelRegistration = endpoint({
  noun: 'registrations',
  method: 'DELETE',
  path: '/user/registration/:id',
  role: 'client',
  summary:
    'Gives the place back, declines an offer or leaves the waiting list; the next eligible one waiting is served',
  params: z.object({ id: pathId }),
  response: Cancelled,
  errors: givingBackErrors,
  isIdempotencyKeyed: true,
});

export const previewCancelling = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/registration/:id/cancelling',
  role: 'client',
  summary: 'What giving the place back would mean now, by the function that gives it back (mission 2.2)',
  params: z.object({ id: pathId }),
  response: Cancelled,
  errors: givingBackErrors,
});

const eligibilityErrors = [
  'registeringNotAllowed',
  'bookingBanned',
  'overlappingTraining',
  'registeringLimitExceeded',
  'sameDayLimitExceeded',
  'sameStyleLimitExceeded',
] as const;
const PlaceTaken = z.object({ place: z.number().int(), freeUntil: InstantText });

export const undoCancelling = endpoint({
  noun: 'registrations',
  method: 'POST',
  path: '/user/registration/:id/undo',
  role: 'client',
  summary: 'Takes a cancelling back within its minute: the same registration with the same place',
  params: z.object({ id: pathId }),
  response: PlaceTaken,
  // What covered it may have ended since.
  errors: ['registrationNotFound', 'undoTooLate', 'coverNeeded', ...choiceErrors, ...eligibilityErrors],
  isIdempotencyKeyed: true,
});

export const acceptOffer = endpoint({
  noun: 'registrations',
  method: 'POST',
  path: '/user/registration/:id/accept',
  role: 'client',
  summary: 'Takes the place that is held for somebody waiting',
  params: z.object({ id: pathId }),
  body: z.strictObject({
    /** Which contract, ticket or voucher is to be used; without it the best fitting one is. */
    cover: EntitlementChoice.optional(),
  }),
  response: PlaceTaken,
  errors: ['registrationNotFound', 'offerEnded', 'coverNeeded', ...choiceErrors, ...eligibilityErrors],
  isIdempotencyKeyed: true,
});

export const getWaitlistReceipt = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/registration/:id/queue',
  role: 'client',
  summary:
    "What one's place in a waiting list went through, step by step; nobody else is named (mission 3.7)",
  params: z.object({ id: pathId }),
  response: z.array(
    z.object({
      kind: z.enum([
        'joined',
        'promoted',
        'offered',
        'accepted',
        'claimed',
        'declined',
        'expired',
        'left',
        'closed',
        'passedOver',
      ]),
      movedDateTime: InstantText,
      /** Whether it happened to the reader; else somebody in front did it. */
      isOwn: z.boolean(),
      heldUntil: InstantText.nullable(),
      /** Code of the refusal for which the reader was passed over. */
      reason: z.string().nullable(),
      /** The place in line after it, from 1; 0 when out of the line. */
      position: z.number().int(),
    }),
  ),
  errors: ['registrationNotFound'],
});

/** Minutes of notice a member may need; nobody asks for less than the rules of the centre give anyway. */
export const neededNotices = [0, 12 * 60, 24 * 60, 48 * 60] as const;
const NeededNotice = z.object({ noticeMinutes: z.union(neededNotices.map((one) => z.literal(one))) });

export const getNeededNotice = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/account/notice',
  role: 'client',
  summary: 'How long before the start a freed place must come to be theirs without asking (mission 2.1)',
  response: NeededNotice,
});

export const changeNeededNotice = endpoint({
  noun: 'registrations',
  method: 'PUT',
  path: '/user/account/notice',
  role: 'client',
  summary: 'Keeps how much notice the member needs; later than that a freed place is offered, not given',
  body: z.strictObject(NeededNotice.shape),
  response: z.object({}),
});

export const joinWaitlistGroup = endpoint({
  noun: 'registrations',
  method: 'POST',
  path: '/user/registration/wish',
  role: 'client',
  summary:
    'Any one of these: the first free place is booked, or the client waits for all of them until one place comes and ends the rest',
  body: z.strictObject({ trainingIds: z.array(Id).min(2).max(10) }),
  response: z.object({
    outcome: z.enum(['booked', 'waiting']),
    /** Booked, or waited for. */
    trainingIds: z.array(Id),
    /** Those that cannot be waited for, with the code of the refusal. */
    refused: z.array(z.object({ trainingId: Id, error: z.string() })),
  }),
  errors: [...registrationErrors, 'ticketBookedPast'],
  isIdempotencyKeyed: true,
});

/** What a swap would do, or did. */
export const SwapOutcome = RegistrationOutcome.extend({
  /** What became of the present place; `kept` while the new one is waited for. */
  present: z.enum(['kept', 'cancelledFree', 'cancelledLate']),
});

export const previewSwap = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/registration/:id/swap/:trainingId',
  role: 'client',
  summary: 'What moving to another training would do now, by the function that moves',
  params: z.object({ id: pathId, trainingId: pathId }),
  response: SwapOutcome.extend({
    /** What the new place takes; null where it is free or waited for. What comes back counts already. */
    cover: Entitlement.nullable(),
    /** What comes back of the present place; null where it is kept. */
    givingBack: GivingBack.nullable(),
  }),
  errors: [...givingBackErrors, ...registrationErrors, 'ticketBookedPast'],
});

export const swapRegistration = endpoint({
  noun: 'registrations',
  method: 'POST',
  path: '/user/registration/:id/swap',
  role: 'client',
  summary:
    'Moves to another training: at once when it has a place, else the present place is kept until the new one is sure',
  params: z.object({ id: pathId }),
  body: z.strictObject({ trainingId: Id }),
  response: SwapOutcome.extend({ registrationId: Id }),
  errors: [...givingBackErrors, ...registrationErrors, ...choiceErrors],
  isIdempotencyKeyed: true,
});
