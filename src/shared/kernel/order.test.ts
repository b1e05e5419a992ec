import { expect, test } from 'vitest';
import { compareTexts, earlierOf, laterOf } from './order.ts';

test.each([
  ['2026-09-30', '2026-10-01', -1],
  ['2026-10-01', '2026-09-30', 1],
  ['2026-10-01', '2026-10-01', 0],
  ['', 'a', -1],
  ['Z', 'a', -1],
])('%j stands before, beside or behind %j: %i', (one, other, order) => {
  expect(compareTexts(one, other)).toBe(order);
});

test.each([
  ['2026-09-30', '2026-10-01', '2026-09-30', '2026-10-01'],
  ['2026-10-01', '2026-09-30', '2026-09-30', '2026-10-01'],
  ['2026-10-01', '2026-10-01', '2026-10-01', '2026-10-01'],
  ['2026-10-01', null, '2026-10-01', '2026-10-01'],
])('of %j and %j the earlier is %j, the later %j', (one, other, earlier, later) => {
  expect(earlierOf(one, other)).toBe(earlier);
  expect(laterOf(one, other)).toBe(later);
});
