import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOfWeek, daysBetween } from '#shared/kernel/dates.ts';
import { periods } from '../kinds/domain.ts';
import { askedRange, mostDays, rangeOf } from './domain.ts';

const dates = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days));

// shows: date-presets
test.each([
  ['previousWeek', '2026-11-16', { from: '2026-11-09', until: '2026-11-15' }],
  ['currentWeek', '2026-11-22', { from: '2026-11-16', until: '2026-11-22' }],
  ['currentWeekPast', '2026-11-18', { from: '2026-11-16', until: '2026-11-18' }],
  ['currentWeekFuture', '2026-11-18', { from: '2026-11-18', until: '2026-11-22' }],
  ['nextWeek', '2026-12-30', { from: '2027-01-04', until: '2027-01-10' }],
  ['previousMonth', '2024-03-31', { from: '2024-02-01', until: '2024-02-29' }],
  ['currentMonth', '2026-02-10', { from: '2026-02-01', until: '2026-02-28' }],
  ['currentMonthPast', '2026-02-01', { from: '2026-02-01', until: '2026-02-01' }],
  ['currentMonthFuture', '2026-12-31', { from: '2026-12-31', until: '2026-12-31' }],
] as const)('%s on %s', (period, today, expected) => {
  expect(rangeOf(period, today)).toEqual(expected);
});

describe('on any day', () => {
  test('weeks are seven days from a Monday, and past and future parts make the whole with today in both', () => {
    fc.assert(
      fc.property(dates, (today) => {
        for (const period of ['previousWeek', 'currentWeek', 'nextWeek'] as const) {
          const { from, until } = rangeOf(period, today);
          expect([dayOfWeek(from), daysBetween(from, until)]).toEqual([1, 6]);
        }
        for (const whole of ['currentWeek', 'currentMonth'] as const) {
          const { from, until } = rangeOf(whole, today);
          expect(rangeOf(`${whole}Past`, today)).toEqual({ from, until: today });
          expect(rangeOf(`${whole}Future`, today)).toEqual({ from: today, until });
        }
        expect(addDays(rangeOf('previousMonth', today).until, 1)).toBe(rangeOf('currentMonth', today).from);
      }),
    );
  });

  test('own dates win, whichever way they stand, and nothing is longer than is looked at', () => {
    fc.assert(
      fc.property(dates, dates, fc.constantFrom(...periods), (one, other, period) => {
        const range = askedRange({ period, from: one, until: other }, '2026-11-21');
        expect(range).toEqual(askedRange({ from: other, until: one }, '2026-11-21'));
        expect([one, other]).toContain(range.from);
        expect(daysBetween(range.from, range.until)).toBeLessThan(mostDays);
        expect(askedRange({ from: one }, other)).toEqual({ from: one, until: one });
      }),
    );
    const longest = { from: '2020-01-01', until: addDays('2020-01-01', mostDays - 1) };
    expect(askedRange(longest, '2026-11-21')).toEqual(longest);
    expect(askedRange({ ...longest, until: '2029-01-01' }, '2026-11-21')).toEqual(longest);
    // 1100 days of which the first is New Year's Day of 2020; a day more is cut off.
    const most = { from: '2020-01-01', until: '2023-01-04' };
    expect(askedRange({ ...most, until: '2023-01-05' }, '2026-11-21')).toEqual(most);
    expect(askedRange({}, '2026-11-21')).toEqual({ from: '2026-11-01', until: '2026-11-30' });
  });
});
