import type { Exchange } from '#server/kernel/mount.ts';
import { sessionLife } from '#shared/account/domain.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';

const cookieName = 'trenn_refresh';
/** The refresh token goes nowhere but to the calls that need it. */
const cookiePath = `${apiBase}/account`;

/** A session as its device holds it. */
interface Held {
  readonly token: string;
  readonly refreshToken: string;
  readonly keep: boolean;
}

/** Gives the device its session: the refresh token in the cookie, the access token in the answer. */
export function hand(session: Held, exchange: Exchange): { token: string } {
  exchange.setCookie(cookieName, session.refreshToken, {
    path: cookiePath,
    ...(session.keep ? { maxAgeSeconds: sessionLife.keptDays * 24 * 3600 } : {}),
  });
  return { token: session.token };
}

export function refreshTokenOf(exchange: Exchange): string | undefined {
  return exchange.cookies[cookieName];
}

export function forget(exchange: Exchange): void {
  exchange.clearCookie(cookieName, { path: cookiePath });
}

export function callerOf({ address, isOutdated }: Exchange): { address: string; isOutdated: boolean } {
  return { address, isOutdated };
}
