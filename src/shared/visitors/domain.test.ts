import { expect, test } from 'vitest';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { linkState, requestExpiry } from './domain.ts';
import { areVisitorsWelcome } from './welcome/domain.ts';

test('visitors are welcome where people may join by themselves', () => {
  const welcome = (pages: object) => areVisitorsWelcome(PageRules.parse({ pages }));
  expect(welcome({})).toBe(false);
  expect(welcome({ isJoinSimplePage: true })).toBe(true);
  expect(welcome({ isJoinCompletePage: true })).toBe(true);
});

test.each([
  ['booked', '2026-09-15T15:59:59Z', 'booked'],
  ['waiting', '2026-09-15T15:59:59Z', 'waiting'],
  ['cancelledFree', '2026-09-15T15:59:59Z', 'over'],
  ['booked', '2026-09-15T16:00:00Z', 'over'],
] as const)('a link of one that is %s at %s is %s', (state, now, expected) => {
  expect(linkState({ state, endsAt: '2026-09-15T16:00:00Z' }, now)).toBe(expected);
});

test.each([
  ['2026-09-20T15:00:00Z', '2026-09-15T09:00:00Z'],
  ['2026-09-15T09:00:01Z', '2026-09-15T09:00:00Z'],
  ['2026-09-14T15:00:00Z', '2026-09-14T15:00:00Z'],
])('a link to a training of %s can be pressed until %s', (startsAt, until) => {
  expect(requestExpiry(startsAt, '2026-09-14T09:00:00Z')).toBe(until);
});
