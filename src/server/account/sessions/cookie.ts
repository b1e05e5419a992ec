import { randomBytes } from 'node:crypto';
import type { Exchange } from '#server/kernel/mount.ts';
import { deviceDays } from '#shared/account/domain.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';

/** Stays after logging out: whose tries are counted apart, and no more. */
const deviceName = 'trenn_device';

/** Goes when the browser closes: what was asked of it is answered by it alone. */
const browserName = 'trenn_browser';

/** A session as its device holds it. */
interface Held {
  readonly token: string;
  readonly refreshToken: string;
  readonly keep: boolean;
  readonly deviceToken?: string | undefined;
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

const prefixed = ({ isSecure }: Exchange, name: string) => (isSecure ? `__Host-${name}` : name);

/** Gives the device its session: the refresh token in the cookie, the access token in the answer. */
export function hand(session: Held, exchange: Exchange): { token: string } {
  const { name, path } = cookieOf(exchange);
  if (session.deviceToken !== undefined) handDevice(session.deviceToken, exchange);
  exchange.setCookie(name, session.refreshToken, {
    path,
    ...(session.keep ? { maxAgeSeconds: session.lifeSeconds } : {}),
  });
  return { token: session.token };
}

/** Gives the device what it is known by when somebody logs in to the same account on it. */
export function handDevice(deviceToken: string, exchange: Exchange): void {
  const maxAgeSeconds = deviceDays * 24 * 3600;
  exchange.setCookie(prefixed(exchange, deviceName), deviceToken, {
    path: cookieOf(exchange).path,
    maxAgeSeconds,
  });
}

export function refreshTokenOf(exchange: Exchange): string | undefined {
  return exchange.cookies[cookieOf(exchange).name];
}

export function forget(exchange: Exchange): void {
  const { name, path } = cookieOf(exchange);
  exchange.clearCookie(name, { path });
}

export function callerOf(exchange: Exchange) {
  const { address, isOutdated, cookies } = exchange;
  const deviceToken = cookies[prefixed(exchange, deviceName)];
  return { address, isOutdated, deviceToken, refreshToken: refreshTokenOf(exchange) };
}

/** What tells this browser from any other; empty where nothing was asked of it. */
export function browserOf(exchange: Exchange): string {
  const mark = exchange.cookies[prefixed(exchange, browserName)] ?? '';
  return /^[\w-]{43}$/.test(mark) ? mark : '';
}

/** The same, given to it where it has none. */
export function markBrowser(exchange: Exchange): string {
  const known = browserOf(exchange);
  if (known !== '') return known;
  const mark = randomBytes(32).toString('base64url');
  // What was asked of a browser is brought to more than its account.
  exchange.setCookie(prefixed(exchange, browserName), mark, { path: exchange.isSecure ? '/' : apiBase });
  return mark;
}
