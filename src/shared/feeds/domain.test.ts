import { describe, expect, test } from 'vitest';
import { type EntryFacts, entryStatus, feedStatus } from './domain.ts';

const now = '2026-09-14T09:00:00Z';
const entry = (parts: Partial<EntryFacts>): EntryFacts => ({
  state: 'booked',
  startsAt: '2026-09-15T15:00:00Z',
  endsAt: '2026-09-15T16:00:00Z',
  endedAt: null,
  isTrainingCancelled: false,
  ...parts,
});

describe('a registration in a calendar', () => {
  test.each([
    ['booked', 'CONFIRMED'],
    ['waiting', 'TENTATIVE'],
    ['cancelledFree', 'CANCELLED'],
    ['cancelledLate', 'CANCELLED'],
    ['cancelledByCentre', 'CANCELLED'],
    ['left', 'CANCELLED'],
    ['closed', 'CANCELLED'],
  ])('%s is %s', (state, status) => expect(entryStatus(entry({ state }))).toBe(status));

  test('of a training that the centre cancelled is cancelled', () => {
    expect(feedStatus(entry({ isTrainingCancelled: true }), now)).toBe('CANCELLED');
    const start = { startsAt: '2026-09-06T09:00:00Z', endsAt: '2026-09-06T10:00:00Z' };
    expect(feedStatus(entry({ isTrainingCancelled: true, ...start }), now)).toBeUndefined();
  });

  test('is told as cancelled for seven days, to the second', () => {
    const state = 'cancelledFree';
    expect(feedStatus(entry({ state, endedAt: '2026-09-07T09:00:01Z' }), now)).toBe('CANCELLED');
    expect(feedStatus(entry({ state, endedAt: '2026-09-07T09:00:00Z' }), now)).toBeUndefined();
  });

  test('waits until the training begins', () => {
    expect(feedStatus(entry({ state: 'waiting' }), '2026-09-15T14:59:59Z')).toBe('TENTATIVE');
    expect(feedStatus(entry({ state: 'waiting' }), '2026-09-15T15:00:00Z')).toBeUndefined();
  });

  test('stays for sixty days after it was', () => {
    expect(feedStatus(entry({}), '2026-11-14T15:59:59Z')).toBe('CONFIRMED');
    expect(feedStatus(entry({}), '2026-11-14T16:00:00Z')).toBeUndefined();
  });
});
