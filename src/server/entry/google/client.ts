import { createHash } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { type Clock, toDate } from '#server/kernel/clock.ts';
import type { GoogleService } from '../keycards/wallets.ts';
import type { GoogleIssuer } from './keys.ts';

/** Google's own service. */
export const googleService: GoogleService = {
  tokenUrl: 'https://oauth2.googleapis.com/token',
  apiUrl: 'https://walletobjects.googleapis.com/walletobjects/v1',
  saveUrl: () => 'https://pay.google.com/gp/v/save',
};

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer';
const timeoutMilliseconds = 10_000;
/** A token is renewed so long before it is over. */
const spareMilliseconds = 60_000;
const Granted = z.object({ access_token: z.string(), expires_in: z.number() });

/** What Google Wallet keeps: a kind of cards, and each card. */
type Kind = 'genericClass' | 'genericObject';

export interface GoogleClient {
  /** Puts something in place, or in the place of what is there. False where Google does not answer, or not so. */
  put(issuer: GoogleIssuer, kind: Kind, thing: { readonly id: string }): Promise<boolean>;
  /** Where a phone takes a card that is there: it names the card and holds nothing of it. */
  linkOf(
    issuer: GoogleIssuer,
    origin: string,
    card: { readonly id: string; readonly classId: string },
  ): Promise<string>;
}

const shownBy = ({ email, key }: GoogleIssuer) =>
  createHash('sha256').update(`${email} ${key}`).digest('hex');

/** `serviceOf`: where Google Wallet is now. */
export function googleClient(serviceOf: () => GoogleService | undefined, clock: Clock): GoogleClient {
  /** By what was shown for each: who only knows the address of a service account has none of its tokens. */
  const tokens = new Map<string, { readonly token: string; readonly until: number }>();

  async function tokenFor(issuer: GoogleIssuer, { tokenUrl }: GoogleService): Promise<string | undefined> {
    const { email, key } = issuer;
    const now = clock.epochMilliseconds();
    const known = tokens.get(shownBy(issuer));
    if (known && known.until > now) return known.token;
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(tokenUrl)
      .setIssuedAt(toDate(now))
      .setExpirationTime(toDate(now + 3_600_000))
      .sign(await importPKCS8(key, 'RS256'));
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    }).catch(() => undefined);
    const granted = answer?.ok ? Granted.safeParse(await answer.json().catch(() => undefined)) : undefined;
    if (!granted?.success) return undefined;
    const { access_token: token, expires_in: seconds } = granted.data;
    tokens.set(shownBy(issuer), { token, until: now + seconds * 1000 - spareMilliseconds });
    return token;
  }

  return {
    put: async (issuer, kind, thing) => {
      const service = serviceOf();
      const token = service && (await tokenFor(issuer, service));
      if (!service || token === undefined) return false;
      const send = async (method: 'POST' | 'PUT', url: string) => {
        const answer = await fetch(url, {
          method,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(thing),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMilliseconds),
        }).catch(() => undefined);
        await answer?.body?.cancel();
        return answer?.status;
      };
      const url = `${service.apiUrl}/${kind}`;
      const status = await send('POST', url);
      if (status === 401) tokens.delete(shownBy(issuer));
      if (status === 409) return (await send('PUT', `${url}/${encodeURIComponent(thing.id)}`)) === 200;
      return status === 200;
    },
    linkOf: async ({ email, key }, origin, { id, classId }) => {
      const jwt = await new SignJWT({
        typ: 'savetowallet',
        origins: [origin],
        payload: { genericObjects: [{ id, classId }] },
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(email)
        .setAudience('google')
        .setIssuedAt(toDate(clock.epochMilliseconds()))
        .sign(await importPKCS8(key, 'RS256'));
      return `${serviceOf()?.saveUrl(origin) ?? googleService.saveUrl(origin)}/${jwt}`;
    },
  };
}
