import type { Exchange } from '#server/kernel/mount.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';

/** A session as its device holds it. */
interface Held {
  readonly token: string;
  readonly refreshToken: string;
  readonly keep: boolean;
  readonly lifeSeconds: number;
}

/**
 * Over HTTPS the browser itself holds that no other host and no page without encryption has set it, which asks for the whole
 * host as its path. Without HTTPS, in development, it goes nowhere but to the calls that need it.
 */
function cookieOf({ isSecure }: Exchange): { name: string; path: string } {
  return isSecure
    ? { name: '__Host-trenn_refresh', path: '/' }
    : { name: 'trenn_refresh', path: `${apiBase}/account` };
}

/** Gives the device its session: the refresh token in the cookie, the access token in the answer. */
export function hand(session: Held, exchange: Exchange): { token: string } {
  const { name, path } = cookieOf(exchange);
  exchange.setCookie(name, session.refreshToken, {
    path,
    ...(session.keep ? { maxAgeSeconds: session.lifeSeconds } : {}),
  });
  return { token: session.token };
}

export function refreshTokenOf(exchange: Exchange): string | undefined {
  return exchange.cookies[cookieOf(exchange).name];
}

export function forget(exchange: Exchange): void {
  const { name, path } = cookieOf(exchange);
  exchange.clearCookie(name, { path });
}

export function callerOf({ address, isOutdated }: Exchange): { address: string; isOutdated: boolean } {
  return { address, isOutdated };
}
