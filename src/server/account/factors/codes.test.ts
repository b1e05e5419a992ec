import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { addressOf, spellSecret, stepOf } from './codes.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  // The codes that the standard prints for this secret, by their last six digits.
  ['1970-01-01T00:00:59Z', '287082'],
  ['2005-03-18T01:58:29Z', '081804'],
  ['2005-03-18T01:58:31Z', '050471'],
  ['2009-02-13T23:31:30Z', '005924'],
  ['2033-05-18T03:33:20Z', '279037'],
])('at %s the code is %s', (now, code) => {
  expect(stepOf(secret, code, now)).toBe(Math.floor(Temporal.Instant.from(now).epochMilliseconds / 30_000));
});

test.each([
  [-2, undefined],
  [-1, -1],
  [0, 0],
  [1, 1],
  [2, undefined],
])('the code of %i steps away is taken as of %s', (away, delta) => {
  // At the first and the last second of a step alike.
  for (const second of [0, 29]) {
    const epoch = 1_800_000_000 + second;
    const now = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toString();
    const token = generateSync({ secret, epoch: epoch + away * 30 });
    expect(stepOf(secret, token, now)).toBe(delta === undefined ? undefined : 60_000_000 + delta);
  }
});

test('the picture names the centre and whose codes they are', () => {
  const address = new URL(addressOf(secret, 'Põhjala Sport', 'kai@test.test'));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toContain('Põhjala Sport:kai@test.test');
  expect(address.searchParams.get('secret')).toBe(spellSecret(secret));
  expect(spellSecret(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
