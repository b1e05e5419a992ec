import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, pathId } from '#shared/kernel/wire.ts';

const noun = 'strikes';

/** The longest reason for a waiver, in characters. */
export const waiverMaximumLength = 200;

/** A place left unused (mission 2.2). */
export const Strike = z.object({
  registrationId: Id,
  trainingId: Id,
  trainingName: z.string(),
  startDateTime: InstantText,
  /** Given back late and taken by nobody, or absent without a word. */
  kind: z.enum(['late', 'absent']),
  /** Not counted yet, counted, no longer counted, or not held against the client. */
  standing: z.enum(['pending', 'counting', 'over', 'waived']),
  countsFrom: InstantText,
  countsUntil: InstantText,
});
export type Strike = z.infer<typeof Strike>;

const rules = {
  /** So many within `days` close booking ahead; 0: none do. */
  most: z.number().int(),
  days: z.number().int(),
  banDays: z.number().int(),
  /** How many count now. */
  counting: z.number().int(),
  /** Until when booking ahead is closed; null when it is open. */
  bannedUntil: InstantText.nullable(),
};

export const Strikes = z.object({ ...rules, strikes: z.array(Strike) });
export type Strikes = z.infer<typeof Strikes>;

export const listOwnStrikes = endpoint({
  noun,
  method: 'GET',
  path: '/user/registration/strike',
  role: 'client',
  summary: 'The own places left unused that may still count, latest first, and what they close',
  response: Strikes,
});

/** A strike as those see it who may waive it. */
export const ClientStrike = Strike.extend({ waivedReason: z.string().nullable() });
export type ClientStrike = z.infer<typeof ClientStrike>;

export const listClientStrikes = endpoint({
  noun,
  method: 'GET',
  path: '/admin/client/:id/strike',
  role: 'admin',
  summary: 'The places a client left unused that may still count, latest first',
  params: z.object({ id: pathId }),
  response: z.object({ ...rules, strikes: z.array(ClientStrike) }),
  errors: ['clientNotFound'],
});

export const waiveStrike = endpoint({
  noun,
  method: 'PUT',
  path: '/admin/registration/:id/strike',
  role: 'admin',
  summary: 'Does not hold a place left unused against the client, with a reason; without one holds it again',
  params: z.object({ id: pathId }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(waiverMaximumLength).nullable() }),
  /** What it opens: until when booking ahead is closed now. */
  response: z.object({ bannedUntil: InstantText.nullable() }),
  errors: ['registrationNotFound', 'dataValidationFailed'],
});
