import type { Exchange } from '#server/kernel/mount.ts';
import { sessionLife } from '#shared/account/domain.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';

const cookieName = 'trenn_refresh';
/** Stays after logging out: whose tries are counted apart, and no more. */
const deviceCookie = 'trenn_device';
/** The refresh token goes nowhere but to the calls that need it. */
const cookiePath = `${apiBase}/account`;

/** A session as its device holds it. */
interface Held {
  readonly token: string;
  readonly refreshToken: string;
  readonly keep: boolean;
  readonly deviceToken?: string | undefined;
}

/** Gives the device its session: the refresh token in the cookie, the access token in the answer. */
export function hand(session: Held, exchange: Exchange): { token: string } {
  if (session.deviceToken !== undefined) {
    const maxAgeSeconds = sessionLife.deviceDays * 24 * 3600;
    exchange.setCookie(deviceCookie, session.deviceToken, { path: cookiePath, maxAgeSeconds });
  }
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

export function callerOf({ address, isOutdated, cookies }: Exchange) {
  return { address, isOutdated, deviceToken: cookies[deviceCookie] };
}
