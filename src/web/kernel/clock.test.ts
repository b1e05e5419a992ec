import { afterEach, expect, test, vi } from 'vitest';
import { currentInstant } from './clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const set = '2026-11-21T07:00:00Z';
const cases: readonly [string, object | undefined, boolean, boolean][] = [
  ['a set instant holds in development', { __trennNow: set }, true, true],
  ['a set instant means nothing in production', { __trennNow: set }, false, false],
  ['without one the device tells', {}, true, false],
  ['on the server the device tells', undefined, true, false],
];

test.each(cases)('%s', (_, window, isDevelopment, isSet) => {
  vi.stubGlobal('window', window);
  expect(currentInstant(isDevelopment) === set).toBe(isSet);
});

test('instants are whole seconds in Z', () => {
  expect(currentInstant()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});
