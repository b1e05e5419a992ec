import { z } from 'zod';
import { DeviceParameters, PasskeyAssertion, PasskeyRequest, Token } from '#shared/account/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { pathId } from '#shared/kernel/wire.ts';
import { longestPasskeyName } from './domain.ts';

const base64Url = z.string().regex(/^[\w-]+$/);

/** A new passkey as its authenticator hands it over; bytes as base64url. */
export const PasskeyAttestation = z.strictObject({
  credentialId: base64Url.max(1364),
  clientData: base64Url.max(4_000),
  attestation: base64Url.max(20_000),
  /** How its authenticator can be reached, in the words of browsers. */
  transports: z.array(z.string().regex(/^[\w-]{1,20}$/)).max(10),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

export const requestPasskeyLogin = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/login/passkey/request',
  role: 'visitor',
  summary:
    'What a passkey of whoever logs in is to sign, within minutes and in this browser; no account is named, and none told',
  body: z.strictObject({}),
  response: PasskeyRequest,
  errors: ['tooManyAttempts'],
});

export const loginWithPasskey = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/login/passkey',
  role: 'visitor',
  summary: 'Opens a session by a passkey alone, which has looked at who holds it',
  body: z.strictObject({
    assertion: PasskeyAssertion,
    /** Stay signed in on this device: no idle log-out. */
    keep: z.boolean(),
    deviceParameters: DeviceParameters,
  }),
  response: Token,
  errors: ['passkeyNotValid', 'passkeyRequestOver'],
});

/** What a new passkey is made of. */
export const PasskeyOffer = z.object({
  challenge: z.string(),
  host: z.string(),
  centre: z.string(),
  user: z.object({ handle: z.string(), email: z.string(), name: z.string() }),
  /** Those there are: an authenticator that holds one makes no second. */
  known: PasskeyRequest.shape.passkeys,
});
export type PasskeyOffer = z.infer<typeof PasskeyOffer>;

export const offerPasskey = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/factor/passkey/request',
  role: 'client',
  summary: 'What a new passkey of the caller is made of, within minutes',
  body: z.strictObject({}),
  response: PasskeyOffer,
  errors: ['tooManyPasskeys', 'proofNeeded'],
});

export const addPasskey = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/factor/passkey',
  role: 'client',
  summary:
    'Keeps a new passkey. The first factor of an account brings recovery codes, shown this once, and ends every other session',
  body: z.strictObject({
    name: z.string().trim().min(1).max(longestPasskeyName),
    attestation: PasskeyAttestation,
  }),
  response: z.object({
    recoveryCodes: z.array(z.string()),
    /** Of the session that goes on; null where it is over. */
    token: z.string().nullable(),
  }),
  errors: ['passkeyNotValid', 'passkeyRequestOver', 'passkeyThereAlready', 'tooManyPasskeys'],
});

export const removePasskey = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/user/account/factor/passkey/:passkeyId',
  role: 'client',
  summary: 'A passkey opens nothing any more; the last factor stays where the centre demands one',
  params: z.object({ passkeyId: pathId }),
  response: z.object({}),
  errors: ['passkeyNotFound', 'factorDemanded', 'proofNeeded'],
});

export const requestPasskeyProof = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/proof/passkey',
  role: 'client',
  summary: 'What a passkey of the caller is to sign, to show once more who they are',
  body: z.strictObject({}),
  response: PasskeyRequest,
  errors: ['factorMissing'],
});
