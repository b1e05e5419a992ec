import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { LostBooking } from '../freezes/contract.ts';

const byId = z.object({ id: pathId });

export const TerminationPlan = z.object({
  /** The last day. */
  finalOn: LocalDateText,
  noticeUntil: LocalDateText,
  /** The binding, where it decides. */
  boundUntil: LocalDateText.nullable(),
  bills: z.array(z.object({ date: LocalDateText, until: LocalDateText, amount: Euros })),
  /** Invoices that are not paid yet. */
  open: Euros,
  /** Billed already for days after the last one: given back. */
  back: Euros,
  bookings: z.array(LostBooking),
});
export type TerminationPlan = z.infer<typeof TerminationPlan>;

const terminationErrors = [
  'contractNotFound',
  'actionNotAllowed',
  'noticeGivenAlready',
  'contractEndsItself',
  'tooManyAttempts',
] as const;

export const previewTermination = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/user/contract/:id/end/preview',
  role: 'client',
  summary: 'What giving notice today would mean: the last day, what is still to be paid, the bookings lost',
  params: byId,
  response: TerminationPlan,
  errors: terminationErrors,
});

export const terminateContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/:id/end',
  role: 'client',
  summary: 'Gives notice: the contract ends on the last day of a period. A receipt is mailed',
  params: byId,
  response: TerminationPlan,
  errors: terminationErrors,
  isIdempotencyKeyed: true,
});

export const revokeTermination = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/:id/end/take-back',
  role: 'client',
  summary: 'Takes a notice back, until the last day. A receipt is mailed',
  params: byId,
  response: z.object({ validUntil: LocalDateText.nullable() }),
  errors: ['contractNotFound', 'actionNotAllowed', 'hasActiveContract'],
  isIdempotencyKeyed: true,
});

export const WithdrawalPlan = z.object({
  /** Until the end of this day. */
  until: LocalDateText,
  usedDays: z.number().int(),
  used: Euros,
  /** What is given back of what was billed. */
  back: Euros,
  /** Of that, money that was paid and goes back; the rest was owed still. */
  paidBack: Euros,
  bookings: z.array(LostBooking),
});
export type WithdrawalPlan = z.infer<typeof WithdrawalPlan>;

export const Withdrawn = z.object({ at: InstantText, back: Euros, paidBack: Euros, used: Euros });
export type Withdrawn = z.infer<typeof Withdrawn>;

export const previewWithdrawal = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/user/contract/:id/withdrawal',
  role: 'client',
  summary:
    'What withdrawing from a contract today would mean; within the days of withdrawal, without a reason',
  params: byId,
  response: WithdrawalPlan,
  errors: ['contractNotFound', 'withdrawalOver'],
});

export const withdraw = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/:id/withdrawal',
  role: 'client',
  summary:
    'Withdraws from a contract: what was paid goes back, less days used at one’s own wish. A receipt is mailed at once',
  params: byId,
  response: Withdrawn,
  errors: ['contractNotFound', 'withdrawalOver'],
  isIdempotencyKeyed: true,
});

/** 256 random bits as they stand in an address. */
const token = z.string().max(100);

export const getPublicWithdrawal = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/public/contract/withdrawal',
  role: 'visitor',
  summary: 'The contract a mailed link withdraws from, and what that would mean; without logging in',
  query: z.object({ token: token.optional() }),
  secret: 'token',
  response: z.object({
    number: z.string(),
    packageName: z.string(),
    validFrom: LocalDateText,
    /** Null where it is too late, or was done. */
    plan: WithdrawalPlan.nullable(),
    withdrawnAt: InstantText.nullable(),
  }),
  errors: ['contractNotFound', 'tooManyAttempts'],
});

export const withdrawByLink = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/public/contract/withdrawal',
  role: 'visitor',
  summary: 'Withdraws from the contract of a mailed link, without logging in',
  body: z.strictObject({ token }),
  response: Withdrawn,
  errors: ['contractNotFound', 'withdrawalOver', 'tooManyAttempts'],
  isIdempotencyKeyed: true,
});
