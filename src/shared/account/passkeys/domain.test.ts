import { expect, test } from 'vitest';
import { hostOf, isCountTaken } from './domain.ts';

test.each([
  [0, 0, true],
  [0, 1, true],
  [5, 6, true],
  [5, 50, true],
  [5, 5, false],
  [5, 4, false],
  [5, 0, false],
])('after %i, %i is taken: %s', (kept, shown, isTaken) => {
  expect(isCountTaken(kept, shown)).toBe(isTaken);
});

test('a passkey belongs to a host, whatever the port', () => {
  expect(hostOf('https://klubi.ee')).toBe('klubi.ee');
  expect(hostOf('http://klubi.ee.localhost:8080')).toBe('klubi.ee.localhost');
});
