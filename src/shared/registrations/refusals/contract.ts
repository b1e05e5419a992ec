import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { Entitlement } from '../entitlements/contract.ts';

/** What a booking can fail by. Those with a number are settings of the centre (`BookingLimits`) or of the training. */
export const refusalRules = [
  'trainingExists',
  'trainingTakesPlace',
  'centreTakesBookings',
  'clientMayBook',
  'strikesMax',
  'bookingClosesMinutesBefore',
  'bookingOpensDaysBefore',
  'onePlaceEach',
  'oneAtATime',
  'sameStylePerDateMax',
  'sameDayMax',
  'upcomingMax',
  'maxPlaces',
  'covered',
] as const;
export type RefusalRule = (typeof refusalRules)[number];

/** A refusal of booking: why and until when (mission 3.8). */
export const Refusal = z.object({
  /** One of `registrationErrors`. */
  error: z.string(),
  /** Values for the text of the code. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  rule: z.enum(refusalRules),
  /** The rule's number; null for a rule without one. */
  value: z.number().int().nullable(),
  /** From this instant on the rule no longer refuses; null when no such instant is known while booking is open. */
  until: InstantText.nullable(),
});

/** A training that could be booked instead, and what booking it would do. */
export const Alternative = z.object({
  id: Id,
  name: z.string(),
  namePrefix: z.string(),
  typeName: z.string(),
  typeColor: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  trainerName: z.string(),
  /** In the centre's zone. */
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  /** Minutes. */
  duration: z.number().int(),
  maxPlaces: z.number().int(),
  freePlaces: z.number().int(),
  booking: z.object({
    outcome: z.literal('booked'),
    /** Cancelling up to this instant would cost nothing. */
    freeUntil: InstantText,
    /** What it would take; null where it is free. */
    cover: Entitlement.nullable(),
  }),
});
export type Alternative = z.infer<typeof Alternative>;

/** An own registration by which a limit is reached or the time is taken. */
export const InTheWay = z.object({
  registrationId: Id,
  trainingId: Id,
  name: z.string(),
  typeColor: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  trainerName: z.string(),
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  duration: z.number().int(),
  freeUntil: InstantText,
});
export type InTheWay = z.infer<typeof InTheWay>;

export const Alternatives = z.object({
  /** Null when booking would go well now. */
  refusal: Refusal.nullable(),
  /** What waiting here would do; null when there is no list, or no room in it, or another rule refuses. */
  waiting: z
    .object({
      outcome: z.literal('waiting'),
      placeInWaitingList: z.number().int(),
      listMovesUntil: InstantText,
    })
    .nullable(),
  /** At most three, soonest first. */
  inTheWay: z.array(InTheWay),
  /** At most three, best first; empty when nothing was refused or nothing else helps. */
  alternatives: z.array(Alternative),
});
export type Alternatives = z.infer<typeof Alternatives>;

const params = z.object({ trainingId: pathId });

export const findAlternatives = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/registration/alternatives/:trainingId',
  role: 'client',
  summary: 'Why this training cannot be booked, until when, and what the client could book instead now',
  params,
  response: Alternatives,
  errors: ['trainingNotFound', 'registeringNotAllowed'],
});

export const findPublicAlternatives = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/public/registration/alternatives/:trainingId',
  role: 'visitor',
  summary: 'The same for one who is not known: by the rules of the training alone',
  params,
  response: Alternatives,
  errors: ['trainingNotFound'],
});
