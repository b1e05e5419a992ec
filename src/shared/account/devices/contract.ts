import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { InstantText } from '#shared/kernel/wire.ts';

/** A device on which somebody is signed in. */
export const Device = z.object({
  sessionId: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer']),
  /** As their makers call them; null where the device does not tell. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInDateTime: InstantText,
  /** To the minute: a session in use is refreshed every minute. */
  lastUsedDateTime: InstantText,
  isThis: z.boolean(),
});
export type Device = z.infer<typeof Device>;

export const listDevices = endpoint({
  noun: 'account',
  method: 'GET',
  path: '/user/account/device/session',
  role: 'client',
  summary: 'The devices on which the caller is signed in: this one first, then by their last use',
  response: z.array(Device),
});

export const signOutDevice = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/user/account/device/session/:sessionId',
  role: 'client',
  summary: 'Ends one of the caller’s sessions at once; its tokens are not taken any more',
  params: z.object({ sessionId: z.string().max(100) }),
  response: z.object({}),
  errors: ['sessionNotFound', 'proofNeeded'],
});

export const signOutOthers = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/user/account/device/session',
  role: 'client',
  summary: 'Ends every session of the caller but this one',
  response: z.object({ count: z.number().int() }),
  errors: ['proofNeeded'],
});
