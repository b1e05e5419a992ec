import { expect, test } from 'vitest';
import type { Exchange } from '#server/kernel/mount.ts';
import { forget, hand, refreshTokenOf } from './cookie.ts';

function exchange(isSecure: boolean, cookies: Record<string, string> = {}) {
  const done: unknown[] = [];
  const parts: Exchange = {
    abandoned: new AbortController().signal,
    ...{ address: '::1', isSecure, isOutdated: false, cookies },
    setCookie: (...set) => done.push(set),
    clearCookie: (...cleared) => done.push(cleared),
  };
  return { done, parts };
}
const session = { token: 'access', refreshToken: 'refresh', keep: true, lifeSeconds: 60 };

test.each([
  [true, '__Host-trenn_refresh', '/'],
  [false, 'trenn_refresh', '/api/v0.1/account'],
])('over HTTPS (%s) the cookie is %s', (isSecure, name, path) => {
  const { done, parts } = exchange(isSecure, { [name]: 'held', other: 'x' });
  expect(hand(session, parts)).toEqual({ token: 'access' });
  hand({ ...session, keep: false }, parts);
  forget(parts);
  expect(done).toEqual([
    [name, 'refresh', { path, maxAgeSeconds: 60 }],
    // Gone with the browser.
    [name, 'refresh', { path }],
    [name, { path }],
  ]);
  expect(refreshTokenOf(parts)).toBe('held');
});

test('over HTTPS a cookie that any page of the domain could have set is nobody’s', () => {
  expect(refreshTokenOf(exchange(true, { trenn_refresh: 'set by another' }).parts)).toBeUndefined();
});
