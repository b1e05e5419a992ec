import { expect, test } from 'vitest';
import { readMobileIdNumber } from './domain.ts';

test.each([
  ['+372 5123 4567', '+37251234567'],
  ['5123 4567', '+37251234567'],
  ['512-3456', '+3725123456'],
  ['00372 (51) 234.567', '+37251234567'],
  ['+370 600 00666', '+37060000666'],
  ['+37200000766', '+37200000766'],
  // A Lithuanian number stands with its country: eight digits are Estonian ones too.
  ['60000666', undefined],
  ['+371 2000 0766', undefined],
  ['+372 5123', undefined],
  ['+372 5123 456789', undefined],
  ['', undefined],
])('“%s” is the number %s', (typed, number) => {
  expect(readMobileIdNumber(typed)).toBe(number);
});
