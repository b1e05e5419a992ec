import { expect, test } from 'vitest';
import { isProved, provedSeconds } from './domain.ts';

const at = '2026-09-14T09:00:00Z';

test.each([
  ['2026-09-14T09:00:00Z', true],
  ['2026-09-14T09:04:59Z', true],
  ['2026-09-14T09:05:00Z', false],
  ['2026-09-15T09:00:00Z', false],
  // Another process whose clock is behind.
  ['2026-09-14T08:59:59Z', true],
])('who showed it at nine is believed at %s: %s', (now, isBelieved) => {
  expect(isProved(provedSeconds(at), now)).toBe(isBelieved);
});
