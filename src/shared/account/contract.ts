import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { languages } from '#shared/kernel/language.ts';
import { Email, queryChoice } from '#shared/kernel/wire.ts';
import { passwordProblems } from './domain.ts';
import { factorWays } from './factors/domain.ts';

/** Sent on login and refresh (specification point 3); stored with the session. */
export const DeviceParameters = z.object({
  platform: z.string().max(100),
  userAgent: z.string().max(500),
  screenWidth: z.number().int(),
  screenHeight: z.number().int(),
  colorDepth: z.number().int(),
  cpuCores: z.number().int(),
  touchPoints: z.number().int(),
});
export type DeviceParameters = z.infer<typeof DeviceParameters>;

/** The access token only; the refresh token travels in an httpOnly cookie. */
export const Token = z.object({ token: z.string() });

const base64Url = z.string().regex(/^[\w-]+$/);

/** What a passkey is to sign. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  /** Whose passkeys may sign. */
  host: z.string(),
  /** Those of the account; none where whoever holds one says which. */
  passkeys: z.array(z.object({ credentialId: z.string(), transports: z.array(z.string()) })),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** What a passkey has signed; bytes as base64url. */
export const PasskeyAssertion = z.strictObject({
  credentialId: base64Url.max(1364),
  clientData: base64Url.max(4_000),
  authenticatorData: base64Url.max(4_000),
  signature: base64Url.max(8_000),
  /** Whose it is, where its authenticator says so. */
  userHandle: base64Url.max(100).nullable(),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** What logging in with a password brings: a session, or the question for the second factor. */
export const LogInAnswer = z.object({
  token: z.string().nullable(),
  secondFactor: z
    .object({
      /** Names this log-in in its second step, within minutes. */
      challenge: z.string(),
      ways: z.array(z.enum(factorWays)),
      /** Where a passkey is one of the ways; the same challenge. */
      passkeyRequest: PasskeyRequest.nullable(),
    })
    .nullable(),
});
export type SecondFactorAsked = NonNullable<z.infer<typeof LogInAnswer>['secondFactor']>;

/** Accepts what the password rules accept; the first broken rule is the issue's message. */
export const NewPassword = z
  .string()
  .max(256)
  .superRefine((password, context) => {
    const problem = passwordProblems(password)[0];
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

export const login = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/login',
  role: 'visitor',
  summary:
    'Opens a session, or asks for the second factor; the user name is an e-mail where the tenant says so (`login.isEmail`)',
  body: z.strictObject({
    userCredentials: z.strictObject({
      username: z.string().min(1).max(254),
      password: z.string().min(1).max(256),
      /** Stay signed in on this device: no idle log-out. */
      keep: z.boolean(),
    }),
    deviceParameters: DeviceParameters,
  }),
  response: LogInAnswer,
  errors: ['wrongCredentials', 'tooManyAttempts'],
});

export const refresh = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/refresh',
  role: 'visitor',
  summary: 'Changes the refresh cookie for its successor and gives a new access token',
  body: DeviceParameters,
  response: Token,
  errors: ['refreshingSessionFailed'],
});

export const logout = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/logout',
  role: 'visitor',
  summary:
    'Ends the session of the cookie, if there is one, and what it had this browser told; that stays where nobody pressed anything for long',
  query: z.object({ because: queryChoice(['idle']) }),
  response: z.object({}),
});

export const requestPasswordReset = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/password/forgotten',
  role: 'visitor',
  summary: 'Mails a link for a new password; answers alike for known and unknown addresses',
  body: z.strictObject({ email: Email }),
  response: z.object({}),
  errors: ['tooManyAttempts'],
});

export const resetPassword = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/account/password/reset',
  role: 'visitor',
  summary: 'Sets a new password by the mailed link and ends every session of the account',
  body: z.strictObject({ resetToken: z.string().min(20).max(100), newPassword: NewPassword }),
  response: z.object({
    /** Nobody has logged in to the account before: whoever has just chosen its password goes on into it. */
    isFirst: z.boolean(),
    /** What the account is logged in to by: whoever has the link reads its mails. */
    username: z.string(),
  }),
  errors: ['resetLinkExpired', 'passwordTooCommon', 'tooManyAttempts'],
});

/** Specification point 3, Profile. */
export const Profile = z.object({
  clientCode: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  county: z.string(),
  zip: z.string(),
  /** Of mails, SMS and notices. */
  language: z.enum(languages),
  /** A contract carries the name: it is changed at the desk. */
  isNameFixed: z.boolean(),
  /** Another address that waits for its link to be used; null where there is none. */
  pendingEmail: z.string().nullable(),
});
export type Profile = z.infer<typeof Profile>;

export const getProfile = endpoint({
  noun: 'account',
  method: 'GET',
  path: '/user/account/profile',
  role: 'client',
  summary: 'Who is signed in',
  response: Profile,
});

export const changePassword = endpoint({
  noun: 'account',
  method: 'PUT',
  path: '/user/account/password',
  role: 'client',
  summary: 'Changes the password and ends every other session of the account',
  body: z.strictObject({ oldPassword: z.string().min(1).max(256), newPassword: NewPassword }),
  response: z.object({}),
  errors: ['passwordNotValid', 'passwordTooCommon', 'tooManyAttempts'],
});
