import { expect, test } from 'vitest';
import { earliestPrice, isTimely, priceFrom } from './domain.ts';

test.each([
  ['without an end', null, null, false, '2027-01-01'],
  ['bound until later', null, '2027-02-10', false, '2027-02-11'],
  ['bound until before', null, '2026-12-10', false, '2027-01-01'],
  ['that ends', '2027-06-30', null, false, undefined],
  ['that goes on later', '2027-06-30', null, true, '2027-07-01'],
  ['that goes on before', '2026-12-15', null, true, '2027-01-01'],
] as const)('a contract %s has a price of 01.01. from %s', (_, endsOn, bindingUntil, isRenewing, from) => {
  expect(priceFrom({ endsOn, bindingUntil, isRenewing }, '2027-01-01')).toBe(from);
});

test.each([
  ['2026-12-21', true],
  ['2026-12-20', false],
])('told on 21.11. thirty days ahead, %s is timely: %s', (fromOn, isGood) => {
  expect(isTimely(fromOn, '2026-11-21', 30)).toBe(isGood);
});

test.each([
  ['without an end', null, false, true, '2026-12-21'],
  ['that goes on', '2026-11-30', true, true, '2026-12-21'],
  ['that ends', '2027-06-30', false, true, null],
  ['that is over', '2026-11-20', true, true, null],
  ['nobody has paid yet', null, false, false, null],
] as const)('another price for a contract %s', (_, endsOn, isRenewing, isLive, from) => {
  const contract = { endsOn, bindingUntil: null, isRenewing, isLive };
  expect(earliestPrice(contract, '2026-11-21', 30)).toBe(from);
});
