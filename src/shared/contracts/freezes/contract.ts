import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';

const byId = z.object({ id: pathId });

/** A booking that hangs on the contract and is lost with a change; `isLate`: it counts as cancelled late. */
export const LostBooking = z.object({ name: z.string(), startsAt: InstantText, isLate: z.boolean() });

/** A bill to come that becomes another one. */
const BillMove = z.object({
  date: LocalDateText,
  until: LocalDateText,
  before: Euros,
  after: Euros,
});

export const FreezePlan = z.object({
  from: LocalDateText,
  until: LocalDateText,
  days: z.number().int(),
  fee: Euros,
  /** The new last day of a contract with a term; null: termless. */
  validUntil: LocalDateText.nullable(),
  bindingUntil: LocalDateText.nullable(),
  bills: z.array(BillMove),
  /** Counted visits that its days do not bring, of the periods that it touches. */
  visits: z.array(
    z.object({
      from: LocalDateText,
      until: LocalDateText,
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
  /** Given back with the freeze; visits they had taken come back, but of what is late. */
  bookings: z.array(LostBooking),
});
export type FreezePlan = z.infer<typeof FreezePlan>;

const span = z.strictObject({ from: LocalDateText, until: LocalDateText });

const freezeErrors = [
  'contractNotFound',
  'contractUnpaid',
  'contractIsBlocked',
  'actionNotAllowed',
  'dataValidationFailed',
  'freezeTooSoon',
  'freezeTooShort',
  'freezeTooFar',
  'freezeTooLong',
  'freezeOutside',
  'freezeOverlaps',
  'freezeTaken',
  'freezeTooOften',
  'freezeVisitsTaken',
  'hasActiveContract',
  'tooManyAttempts',
] as const;

export const previewFreeze = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/:id/freeze/preview',
  role: 'client',
  summary: 'What a freeze would do, by the function that does it; nothing is changed',
  params: byId,
  body: span,
  response: FreezePlan,
  errors: freezeErrors,
});

export const freezeContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/:id/freeze',
  role: 'client',
  summary: 'Freezes a contract for some days; a term lasts as much longer. A receipt is mailed',
  params: byId,
  body: span,
  response: FreezePlan,
  errors: freezeErrors,
  isIdempotencyKeyed: true,
});

export const ReturnPlan = z.object({
  /** Taken back before its first day was over, or ended the day before today. */
  kind: z.enum(['cancelled', 'ended']),
  from: LocalDateText,
  until: LocalDateText.nullable(),
  days: z.number().int(),
  /** The fee that was billed for it and is given back; 0 where none is. */
  feeBack: Euros,
  validUntil: LocalDateText.nullable(),
  bindingUntil: LocalDateText.nullable(),
  bills: z.array(BillMove),
});
export type ReturnPlan = z.infer<typeof ReturnPlan>;

const which = z.strictObject({ freezeId: Id });

export const previewReturn = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/:id/freeze/return/preview',
  role: 'client',
  summary: 'What coming back from a freeze today, or taking it back, would do',
  params: byId,
  body: which,
  response: ReturnPlan,
  errors: ['contractNotFound', 'itemNotFound', 'actionNotAllowed', 'freezeVisitsTaken'],
});

export const returnFromFreeze = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/:id/freeze/return',
  role: 'client',
  summary:
    'Ends a freeze early, as of today; before its first day is over it is taken back, with the fee that was billed for it',
  params: byId,
  body: which,
  response: ReturnPlan,
  errors: ['contractNotFound', 'itemNotFound', 'actionNotAllowed', 'freezeVisitsTaken'],
  isIdempotencyKeyed: true,
});
