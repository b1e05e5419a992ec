import { z } from 'zod';
import { DeviceParameters } from '#shared/account/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { pathId } from '#shared/kernel/wire.ts';
import { cardAlgorithms, cardEnds } from '../id-card/domain.ts';
import { mobileIdCode, mobileIdNumber } from '../mobile-id/domain.ts';
import { type IdentityProviderName, identityProviders, identityWays } from './domain.ts';

/** What each service is begun with. */
const begins = {
  smartId: z.strictObject({ provider: z.literal('smartId'), way: z.enum(identityWays) }),
  mobileId: z.strictObject({
    provider: z.literal('mobileId'),
    phoneNumber: z.string().regex(mobileIdNumber),
    idCode: z.string().regex(mobileIdCode),
  }),
  idCard: z.strictObject({ provider: z.literal('idCard') }),
} satisfies Record<IdentityProviderName, z.ZodObject>;
export const BeginIdentity = z.discriminatedUnion('provider', [
  begins.smartId,
  begins.mobileId,
  begins.idCard,
]);
export type BeginIdentity = z.infer<typeof BeginIdentity>;

/** Somebody is being asked who they are. */
export const Begun = z.object({
  /** Names this one time, within minutes. */
  request: z.string(),
  /**
   * What whoever looks is to have of now. Of Smart-ID a link: for the picture that a phone reads, until the next one a second
   * later, or where the browser of the phone goes. Of Mobile-ID the code that their phone shows too. Of
   * the ID card what it is to sign.
   */
  display: z.string(),
});

/** What the browser was sent back with, where it is on the device that was asked. */
const Returned = z.strictObject({
  sessionSecretDigest: z.string().regex(/^[\w-]{43}$/),
  userChallengeVerifier: z.string().regex(/^[\w-]{43,128}$/),
});
const base64 = z.string().regex(/^[\w+/]+={0,2}$/);
/** What Web eID brings of a card: who it says it is, and its signature. */
const CardToken = z.strictObject({
  unverifiedCertificate: base64.max(10_000),
  algorithm: z.enum(cardAlgorithms),
  signature: base64.max(2_000),
  format: z.string().max(20),
  appVersion: z.string().max(200),
});
export type CardToken = z.infer<typeof CardToken>;
/** What a service was asked, and what the browser was sent back with. */
export const Asked = z.strictObject({
  request: z.string().regex(/^[\w-]{43}$/),
  returned: z.union([Returned, CardToken]).nullable(),
});

/** How it ends without anybody having shown who they are: codes of what is said to them. */
export const identityEnds = [
  'identityRefused',
  'identityTimedOut',
  'mobileIdNotFound',
  'mobileIdPhoneAbsent',
  'mobileIdNotDelivered',
  'mobileIdSimFailed',
  ...cardEnds,
] as const;
export type IdentityEnd = (typeof identityEnds)[number];

/** With what looking what came of it may be refused. */
export const lookErrors = [
  ...(['identityRequestOver', 'identityNotValid', 'identityServiceSilent'] as const),
  ...identityEnds,
] as const;

export const beginIdentityLogin = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/login/identity/request',
  role: 'visitor',
  summary: 'Has a service outside ask who is there, for this browser and some minutes; no account is named',
  /** `keep` comes back with the browser, where it is on the same device. */
  body: z.strictObject({ asked: BeginIdentity, keep: z.boolean() }),
  response: Begun,
  errors: ['identityNotOffered', 'identityServiceSilent', 'tooManyAttempts'],
});

export const loginWithIdentity = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/login/identity',
  role: 'visitor',
  summary:
    'Opens a session once the service says who is there; until then, after a second, what to show of now. As strong as both steps',
  body: z.strictObject({
    ...Asked.shape,
    /** Stay signed in on this device: no idle log-out. */
    keep: z.boolean(),
    deviceParameters: DeviceParameters,
  }),
  response: z.object({ token: z.string().nullable(), display: z.string().nullable() }),
  errors: [...lookErrors, 'identityUnknown'],
});

/** Whom services outside know the caller as. */
export const Identities = z.object({
  identities: z.array(
    z.object({
      id: z.number().int(),
      provider: z.enum(identityProviders),
      linkedDateTime: z.string(),
      lastUsedDateTime: z.string().nullable(),
    }),
  ),
  /** Services of the centre. */
  offered: z.array(z.enum(identityProviders)),
});
export type Identities = z.infer<typeof Identities>;

export const listIdentities = endpoint({
  noun: 'account',
  method: 'GET',
  path: '/user/account/identity',
  role: 'client',
  summary: 'Services outside by which the caller may log in',
  response: Identities,
});

export const beginIdentityLinking = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/identity/request',
  role: 'client',
  summary: 'Has a service outside ask who is there, so that they may log in by it from then on',
  body: z.strictObject({ asked: BeginIdentity }),
  response: Begun,
  errors: [
    'identityNotOffered',
    'identityServiceSilent',
    'tooManyIdentities',
    'proofNeeded',
    'tooManyAttempts',
  ],
});

export const linkIdentity = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/identity',
  role: 'client',
  summary:
    'Links whoever the service says is there to the account of the caller; until then, what to show of now',
  body: Asked,
  response: z.object({ isLinked: z.boolean(), display: z.string().nullable() }),
  errors: [...lookErrors, 'identityOfOther', 'identityThereAlready', 'tooManyIdentities'],
});

export const unlinkIdentity = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/user/account/identity/:identityId',
  role: 'client',
  summary: 'The service opens the account no more',
  params: z.object({ identityId: pathId }),
  response: z.object({}),
  errors: ['identityNotFound', 'proofNeeded'],
});
