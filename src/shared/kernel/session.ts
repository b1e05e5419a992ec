import { z } from 'zod';

/** What the server reads of an access token with each call: which session it is, and what may be done in it. */
export const TokenClaims = z.object({
  accountId: z.number().int(),
  sessionId: z.string(),
  sessionVersion: z.number().int(),
  clientId: z.number().int(),
  clientCode: z.string(),
  trainerId: z.number().int().optional(),
  canSeeRegistrations: z.boolean(),
  canManageRegistrations: z.boolean(),
  isAdmin: z.boolean(),
  needsUpdate: z.boolean(),
  /** The centre demands a second factor which the account has not: nothing but the account itself may be used. */
  isFactorMissing: z.boolean(),
  /** When who they are was last shown, in seconds. */
  provedAt: z.number(),
  host: z.string(),
  keep: z.boolean(),
  exp: z.number(),
  iat: z.number(),
  nbf: z.number(),
  iss: z.string(),
  aud: z.string(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;

/** Claims of a session as its owner's browser has them (specification point 3). */
export const SessionClaims = TokenClaims.extend({
  email: z.string(),
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

/**
 * What goes with a call of a token that was given: all before the `~`. Who somebody is stands behind it, for their browser
 * to show, and passes no proxy and no log again.
 */
export function bearerOf(token: string): string {
  return token.split('~', 1)[0] ?? '';
}

/** Claims of a token as it was given, without checking its signature: for showing, never for deciding. Null when unreadable. */
export function readClaims(token: string): SessionClaims | null {
  const [signed = '', shown] = token.split('~');
  const payload = signed.split('.')[1];
  if (!payload) return null;
  try {
    const read = (part: string) => JSON.parse(decodeBase64Url(part)) as object;
    const claims: unknown = { ...read(payload), ...(shown && read(shown)) };
    return isSessionClaims(claims) ? claims : null;
  } catch {
    return null;
  }
}

/** The schema's shape once more, because the browser has no schemas; the compiler keeps the two together. */
const claimTypes: Readonly<Record<keyof SessionClaims, 'number' | 'string' | 'boolean'>> = {
  accountId: 'number',
  sessionId: 'string',
  sessionVersion: 'number',
  clientId: 'number',
  clientCode: 'string',
  trainerId: 'number',
  canSeeRegistrations: 'boolean',
  canManageRegistrations: 'boolean',
  isAdmin: 'boolean',
  needsUpdate: 'boolean',
  isFactorMissing: 'boolean',
  provedAt: 'number',
  host: 'string',
  keep: 'boolean',
  email: 'string',
  phone: 'string',
  firstName: 'string',
  lastName: 'string',
  exp: 'number',
  iat: 'number',
  nbf: 'number',
  iss: 'string',
  aud: 'string',
};

function isSessionClaims(value: unknown): value is SessionClaims {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Record<string, unknown>;
  return Object.entries(claimTypes).every(
    ([name, type]) => typeof claims[name] === type || (name === 'trainerId' && claims[name] === undefined),
  );
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The language itself has no base64 that keeps UTF-8, and this project sees neither Node nor a browser. */
function decodeBase64Url(text: string): string {
  let bits = 0;
  let width = 0;
  let escaped = '';
  for (const char of text) {
    const value = alphabet.indexOf(char);
    if (value < 0) throw new RangeError('not base64url');
    bits = (bits << 6) | value;
    width += 6;
    if (width >= 8) {
      width -= 8;
      escaped += `%${((bits >> width) & 255).toString(16).padStart(2, '0')}`;
    }
  }
  return decodeURIComponent(escaped);
}
