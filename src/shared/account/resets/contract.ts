import { z } from 'zod';
import { DeviceParameters, Token } from '#shared/account/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { InstantText, pathId } from '#shared/kernel/wire.ts';

const params = z.object({ id: pathId });

export const FactorReset = z.object({
  /** There is something to take away: a second step, or a service linked that opens the account. */
  hasFactor: z.boolean(),
  /** Administrators beside the caller and whom it is about, who have been so for a while: who may confirm. */
  othersCount: z.number().int(),
  request: z
    .object({
      /** Who asked; null for who runs the installation. */
      askedBy: z.string().nullable(),
      isOwn: z.boolean(),
      reason: z.string(),
      isConfirmed: z.boolean(),
      /** Until when it may be confirmed; once it was, until when the mailed link is good. */
      untilDateTime: InstantText,
    })
    .nullable(),
});
export type FactorReset = z.infer<typeof FactorReset>;

// Of the back office: who lacks a demanded factor themselves takes nobody's away.
export const getFactorReset = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/user/:id/factor-reset',
  role: 'admin',
  summary: 'Whether somebody’s second factors are about to be taken away',
  params,
  response: FactorReset,
  errors: ['itemNotFound'],
});

export const askFactorReset = endpoint({
  noun: 'back-office',
  method: 'POST',
  path: '/admin/back-office/user/:id/factor-reset',
  role: 'admin',
  summary:
    'Asks that somebody who lost them be freed of their second factors; they and all other administrators are told by mail, and one of those has a day to confirm it',
  params,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  response: z.object({}),
  errors: [
    'itemNotFound',
    'ownFactorReset',
    'administratorTooNew',
    'factorMissing',
    'factorResetThereAlready',
    'addressMovedLately',
    'proofNeeded',
  ],
});

export const confirmFactorReset = endpoint({
  noun: 'back-office',
  method: 'PUT',
  path: '/admin/back-office/user/:id/factor-reset',
  role: 'admin',
  summary:
    'Confirms it, as another administrator: whom it is about is mailed a link, good for a day, which with their password takes the factors away',
  params,
  body: z.strictObject({}),
  response: z.object({}),
  errors: [
    'factorResetNotFound',
    'ownFactorReset',
    'secondAdministratorNeeded',
    'administratorTooNew',
    'addressMovedLately',
    'proofNeeded',
  ],
});

export const withdrawFactorReset = endpoint({
  noun: 'back-office',
  method: 'DELETE',
  path: '/admin/back-office/user/:id/factor-reset',
  role: 'admin',
  summary: 'Nothing is taken away, and a mailed link opens nothing',
  params,
  response: z.object({}),
  errors: ['factorResetNotFound'],
});

export const resetFactors = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/factor/reset',
  role: 'visitor',
  summary:
    'Takes all second factors of an account away by the mailed link and the password, ends its sessions and opens one, for a new factor to be set up',
  body: z.strictObject({
    resetToken: z.string().min(20).max(100),
    password: z.string().min(1).max(256),
    deviceParameters: DeviceParameters,
  }),
  response: Token,
  errors: ['resetLinkExpired', 'resetLinkEarly', 'passwordNotValid', 'tooManyAttempts'],
});
