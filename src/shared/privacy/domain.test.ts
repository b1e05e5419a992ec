import { describe, expect, test } from 'vitest';
import {
  type ErasureFacts,
  erasureDue,
  erasureObstacles,
  erasureStep,
  isGivenNow,
  retainedUntil,
} from './domain.ts';

const free: ErasureFacts = { isStaff: false, owedCents: 0, contracts: [], paidBookings: [], rentals: [] };
const later = { name: 'Jooga', startsAt: '2026-09-20T15:00:00Z' };

describe('what stands in the way of an erasure', () => {
  test.each<[string, Partial<ErasureFacts>, string[]]>([
    ['nothing', {}, []],
    ['a debt', { owedCents: 1 }, ['debt']],
    ['credit does not', { owedCents: -500 }, []],
    ['a contract', { contracts: [{ number: 'L-1', endsOn: null }] }, ['contract']],
    ['a paid booking', { paidBookings: [later] }, ['booking']],
    ['a rented lane', { rentals: [later] }, ['rental']],
    ['being staff', { isStaff: true }, ['staff']],
    [
      'all of it, the gravest first',
      {
        isStaff: true,
        owedCents: 4900,
        contracts: [{ number: 'L-1', endsOn: '2026-12-31' }],
        paidBookings: [later, later],
      },
      ['staff', 'debt', 'contract', 'booking', 'booking'],
    ],
  ])('%s', (_, facts, kinds) => {
    expect(erasureObstacles({ ...free, ...facts }).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('the steps of an erasure', () => {
  const asked = { dueAt: '2026-09-28T09:00:00Z', undoneAt: null, closedAt: null, doneAt: null };
  test.each([
    ['before it is due', asked, '2026-09-28T08:59:59Z', 'wait'],
    ['when it is due', asked, '2026-09-28T09:00:00Z', 'close'],
    ['closed', { ...asked, closedAt: '2026-09-28T09:07:00Z' }, '2026-09-28T09:08:00Z', 'scrub'],
    ['done', { ...asked, closedAt: 'x', doneAt: 'x' }, '2026-09-29T09:00:00Z', 'nothing'],
    ['taken back', { ...asked, undoneAt: 'x' }, '2026-09-29T09:00:00Z', 'nothing'],
  ])('%s', (_, erasure, now, step) => {
    expect(erasureStep(erasure, now)).toBe(step);
  });

  test('there are fourteen days to think again', () => {
    expect(erasureDue('2026-09-14T09:00:00Z')).toBe('2026-09-28T09:00:00Z');
  });
});

test.each([
  ['2026-01-01', 'EE', '2033-12-31'],
  ['2026-12-31', 'EE', '2033-12-31'],
  ['2026-06-15', 'LV', '2031-12-31'],
] as const)('a document of %s is kept in %s until %s', (date, country, until) => {
  expect(retainedUntil(date, country)).toBe(until);
});

test('the latest line of a purpose counts; what was never asked is not given', () => {
  const lines = [
    { purpose: 'marketingMail', isGiven: true },
    { purpose: 'marketingSms', isGiven: true },
    { purpose: 'marketingMail', isGiven: false },
  ] as const;
  expect(isGivenNow(lines, 'marketingMail')).toBe(false);
  expect(isGivenNow(lines, 'marketingSms')).toBe(true);
  expect(isGivenNow(lines, 'smsNotices')).toBe(false);
});
