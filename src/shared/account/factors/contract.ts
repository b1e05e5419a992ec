import { z } from 'zod';
import { DeviceParameters, PasskeyAssertion, Token } from '#shared/account/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText } from '#shared/kernel/wire.ts';

/** What shows that somebody is who they say: a code of their app, one of those kept for a lost phone, or a passkey. */
export const FactorProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), code: z.string().min(1).max(20) }),
  z.strictObject({ kind: z.literal('recoveryCode'), code: z.string().min(1).max(40) }),
  z.strictObject({ kind: z.literal('passkey'), assertion: PasskeyAssertion }),
]);
export type FactorProof = z.infer<typeof FactorProof>;

export const showFactor = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/login/factor',
  role: 'visitor',
  summary: 'The second step of logging in: opens the session that the password alone did not',
  body: z.strictObject({
    challenge: z.string().min(20).max(100),
    proof: FactorProof,
    deviceParameters: DeviceParameters,
  }),
  response: Token,
  errors: ['factorNotValid', 'passkeyNotValid', 'loginOver', 'tooManyAttempts'],
});

export const Factors = z.object({
  /** An app with one-time codes; null where there is none. */
  codes: z.object({ sinceDateTime: InstantText }).nullable(),
  /** By when they were added. */
  passkeys: z.array(
    z.object({
      id: Id,
      name: z.string(),
      addedDateTime: InstantText,
      lastUsedDateTime: InstantText.nullable(),
    }),
  ),
  recoveryCodesLeft: z.number().int(),
  /** The centre demands a second factor of the caller. */
  isDemanded: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

export const getFactors = endpoint({
  noun: 'account',
  method: 'GET',
  path: '/user/account/factor',
  role: 'client',
  summary: 'What the caller has to show beside the password',
  response: Factors,
});

export const startCodes = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/factor/codes',
  role: 'client',
  summary: 'A new secret for an app with one-time codes; it counts once a code of it was typed',
  response: z.object({ secret: z.string(), address: z.string() }),
  errors: ['codesThereAlready', 'proofNeeded'],
});

export const confirmCodes = endpoint({
  noun: 'account',
  method: 'PUT',
  path: '/user/account/factor/codes',
  role: 'client',
  summary:
    'The first code of the app: from now on it is asked for at log-in. The first factor of an account brings recovery codes, shown this once, and ends every other session',
  body: z.strictObject({ code: z.string().min(1).max(20) }),
  response: z.object({
    recoveryCodes: z.array(z.string()),
    /** Of the session that goes on; null where it is over. */
    token: z.string().nullable(),
  }),
  errors: ['factorNotValid', 'codesThereAlready', 'tooManyAttempts'],
});

export const removeCodes = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/user/account/factor/codes',
  role: 'client',
  summary: 'The app is asked for no more; the last factor stays where the centre demands one',
  response: z.object({}),
  errors: ['factorDemanded', 'proofNeeded'],
});

export const renewRecoveryCodes = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/factor/recovery-codes',
  role: 'client',
  summary: 'Ten new recovery codes in place of all that were, shown this once',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['factorMissing', 'proofNeeded'],
});
