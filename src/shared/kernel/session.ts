import { z } from 'zod';

/** Claims of the access token (specification point 3), with the session they belong to. */
export const SessionClaims = z.object({
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
  email: z.string(),
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  exp: z.number(),
  iat: z.number(),
  nbf: z.number(),
  iss: z.string(),
  aud: z.string(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

/** Claims of a token without checking its signature: for showing, never for deciding. Null when unreadable. */
export function readClaims(token: string): SessionClaims | null {
  const payload = token.split('.')[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(decodeBase64Url(payload));
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
