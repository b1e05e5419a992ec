import { expect, test } from 'vitest';
import { isForLock, type LockMessage, lockKeys, signLockMessage } from './signature.ts';

const now = '2026-09-14T09:00:00.000Z';
const key = { number: 2, key: 'the key of these locks' };
const before = { number: 1, key: 'the key before' };
const right: LockMessage = {
  url: 'https://lukk.klubi.ee/1',
  sentAt: now,
  nonce: '6f2c1b9e-0000-4000-8000-000000000001',
  body: '{"doorId":1,"scanId":"a"}',
};
const asked = (message: LockMessage, signature: string, at = now, known = key) =>
  isForLock(message, signature, { key: known, now: at, heard: new Set() });

test('an asking opens once, and not again', () => {
  const heard = new Set<string>();
  const signature = signLockMessage(right, [key, before]);
  expect(isForLock(right, signature, { key, now, heard })).toBe(true);
  expect(isForLock(right, signature, { key, now, heard })).toBe(false);
});

test.each<[string, Partial<LockMessage>]>([
  ['another door’s address', { url: 'https://lukk.klubi.ee/2' }],
  ['another centre’s lock', { url: 'https://lukk.teine.ee/1' }],
  ['another time', { sentAt: '2026-09-14T09:00:01.000Z' }],
  ['another nonce', { nonce: '6f2c1b9e-0000-4000-8000-000000000002' }],
  ['another body', { body: '{"doorId":2,"scanId":"a"}' }],
])('a signature is of its own message: %s', (_, other) => {
  expect(asked({ ...right, ...other }, signLockMessage(right, [key]))).toBe(false);
});

test.each([
  ['2026-09-14T08:59:29.000Z', false],
  ['2026-09-14T08:59:30.000Z', true],
  ['2026-09-14T09:00:30.000Z', true],
  ['2026-09-14T09:00:31.000Z', false],
])('heard at %s: %s', (at, isRight) => {
  expect(asked(right, signLockMessage(right, [key]), at)).toBe(isRight);
});

test('after a change of keys locks that know either open, and those of another centre never', () => {
  const signature = signLockMessage(right, [key, before]);
  expect(asked(right, signature, now, key)).toBe(true);
  expect(asked(right, signature, now, before)).toBe(true);
  expect(asked(right, signature, now, { number: 2, key: 'a neighbour’s key' })).toBe(false);
  for (const odd of ['', '2=', '2', 'x=y', '2=zz, 1=zz']) expect(asked(right, odd)).toBe(false);
});

const tokens = { datedMac: (text: string, at: string | null) => `mac of ${text} at ${at}` };
const numbers = (number: number, since: string | null, now: string) =>
  lockKeys(tokens, 7, { number, since, beforeSince: null }, now).map((key) => key.number);

test.each<[number, string | null, string, number[]]>([
  [1, null, '2026-09-14T09:00:00Z', [1]],
  [2, '2026-09-14T09:00:00Z', '2026-09-14T09:00:00Z', [2, 1]],
  [2, '2026-09-14T09:00:00Z', '2026-10-14T08:59:59Z', [2, 1]],
  [2, '2026-09-14T09:00:00Z', '2026-10-14T09:00:00Z', [2]],
  [3, '2026-09-15T09:00:00Z', '2026-09-15T10:00:00Z', [3, 2]],
])('key %i since %s, at %s: %j', (number, since, now, expected) => {
  expect(numbers(number, since, now)).toEqual(expected);
});

test('each centre and each number has a key of its own', () => {
  const keyOf = (tenantId: number, number: number) =>
    lockKeys(tokens, tenantId, { number, since: null, beforeSince: null }, '2026-09-14T09:00:00Z')[0]?.key;
  expect(new Set([keyOf(1, 1), keyOf(1, 2), keyOf(2, 1), keyOf(11, 1), keyOf(1, 11)]).size).toBe(5);
});
