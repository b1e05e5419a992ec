import { describe, expect, test } from 'vitest';
import { opennessOf } from './domain.ts';

const day = { opens: '06:30', closes: '22:00' };
const week = [day, day, day, day, day, { opens: '09:00', closes: '24:00' }, null];
const zone = 'Europe/Tallinn';
/** Monday 14.09.2026 is in summer time: three hours ahead. */
const at = (instant: string, closedOn: readonly string[] = [], hours = week) =>
  opennessOf({ hours, closedOn }, instant, zone);

describe('a club', () => {
  test.each([
    ['2026-09-14T03:29:59Z', { isOpen: false, opensOn: '2026-09-14', opensAt: '06:30' }],
    ['2026-09-14T03:30:00Z', { isOpen: true, until: '22:00' }],
    ['2026-09-14T18:59:59Z', { isOpen: true, until: '22:00' }],
    ['2026-09-14T19:00:00Z', { isOpen: false, opensOn: '2026-09-15', opensAt: '06:30' }],
    ['2026-09-19T20:59:00Z', { isOpen: true, until: '24:00' }],
    ['2026-09-19T21:00:00Z', { isOpen: false, opensOn: '2026-09-21', opensAt: '06:30' }],
  ])('at %s', (instant, expected) => {
    expect(at(instant)).toEqual(expected);
  });

  test('opens after the days on which it is closed', () => {
    const closed = ['2026-09-14', '2026-09-15'];
    expect(at('2026-09-14T09:00:00Z', closed)).toEqual({
      isOpen: false,
      opensOn: '2026-09-16',
      opensAt: '06:30',
    });
  });

  test.each([
    [13, { isOpen: false, opensOn: '2026-09-27', opensAt: '06:30' }],
    [14, undefined],
  ])('that is closed for %i days is looked at for a fortnight', (days, expected) => {
    const closed = Array.from({ length: days }, (_, index) => `2026-09-${14 + index}`);
    expect(at('2026-09-14T09:00:00Z', closed, Array(7).fill(day))).toEqual(expected);
  });

  test('that says no hours says nothing', () => {
    expect(at('2026-09-14T09:00:00Z', [], [])).toBeUndefined();
  });
});
