import { expect, test } from 'vitest';
import { readAt, takeAt, WrongTime } from './at.ts';

test.each([
  ['2026-11-22T23:50', '2026-11-22T21:50:00Z'],
  // The clock jumps over this hour: the later one, as an alarm rings.
  ['2027-03-28T03:30', '2027-03-28T01:30:00Z'],
  // This one comes twice: the first.
  ['2027-10-31T03:30', '2027-10-31T00:30:00Z'],
  ['2028-02-29T12:00:30', '2028-02-29T10:00:30Z'],
  ['2027-02-29T12:00', undefined],
  ['2027-03-28', undefined],
  ['soon', undefined],
])('%s in Tallinn is %s', (text, instant) => expect(readAt(text)).toBe(instant));

test.each([
  [
    ['--only', 'unit', '--at', '2026-11-22T23:50'],
    ['--only', 'unit'],
  ],
  [
    ['--at=2026-11-22T23:50', '--share', '2'],
    ['--share', '2'],
  ],
])('the time is taken out of %j', (args, rest) =>
  expect(takeAt(args)).toEqual({ at: '2026-11-22T21:50:00Z', rest }),
);

test('without a time there is none, and a wrong one is refused', () => {
  expect(takeAt(['--share', '2'])).toEqual({ at: undefined, rest: ['--share', '2'] });
  expect(() => takeAt(['--at'])).toThrow(WrongTime);
  expect(() => takeAt(['--at', 'noon'])).toThrow(WrongTime);
});
