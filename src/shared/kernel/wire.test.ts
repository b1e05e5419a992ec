import { expect, test } from 'vitest';
import { InstantText, LocalDateText } from './wire.ts';

test.each([
  ['2026-09-14T09:00:00Z', true],
  ['2026-09-14T09:00:00.123456789Z', true],
  // Nothing reckons with less than a nanosecond.
  ['2026-09-14T09:00:00.1234567890Z', false],
  ['2026-09-14T09:00:00+03:00', false],
  ['1899-12-31T23:59:59Z', false],
  ['2201-01-01T00:00:00Z', false],
])('%s is taken as an instant: %s', (text, isTaken) => {
  expect(InstantText.safeParse(text).success).toBe(isTaken);
  if (isTaken) expect(() => Temporal.Instant.from(text)).not.toThrow();
});

test.each([
  ['2026-09-14', true],
  ['1900-01-01', true],
  ['2200-12-31', true],
  ['1899-12-31', false],
  ['2201-01-01', false],
  ['2026-02-29', false],
  ['14.09.2026', false],
])('%s is taken as a date: %s', (text, isTaken) => {
  expect(LocalDateText.safeParse(text).success).toBe(isTaken);
});
