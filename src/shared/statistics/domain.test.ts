import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMinutes } from '#shared/kernel/dates.ts';
import {
  genderCounts,
  type HeldTraining,
  monthsUntil,
  shareOf,
  streakOf,
  sumsBy,
  sumsOf,
  windowOf,
} from './domain.ts';

const held = fc
  .record({
    id: fc.integer({ min: 1, max: 9999 }),
    styleId: fc.integer({ min: 1, max: 4 }),
    clientType: fc.constantFrom('groupTraining' as const, 'pool' as const, 'gym' as const),
    day: fc.integer({ min: 1, max: 28 }),
    minutes: fc.integer({ min: 5, max: 180 }),
    totalPlaces: fc.integer({ min: 0, max: 40 }),
    booked: fc.nat(40),
    absent: fc.nat(40),
  })
  .map(({ day, minutes, absent, ...rest }): HeldTraining => {
    const localDate = `2026-09-${String(day).padStart(2, '0')}`;
    const startsAt = `${localDate}T15:00:00Z`;
    return {
      ...rest,
      localDate,
      startsAt,
      endsAt: addMinutes(startsAt, minutes),
      trained: Math.max(0, rest.booked - absent),
    };
  });

describe('sums of any list of trainings', () => {
  test('agree with the list, by style, by type and by day', () => {
    fc.assert(
      fc.property(fc.array(held, { maxLength: 40 }), (list) => {
        const whole = sumsOf(list);
        expect(whole.trainings).toBe(list.length);
        for (const parts of [
          sumsBy(list, ({ styleId }) => styleId),
          sumsBy(list, ({ clientType }) => clientType),
          sumsBy(list, ({ localDate }) => localDate),
        ]) {
          for (const name of ['trainings', 'totalPlaces', 'booked', 'trained', 'workingMinutes'] as const) {
            expect(parts.reduce((sum, part) => sum + part[name], 0)).toBe(whole[name]);
          }
        }
        expect(whole.trained).toBeLessThanOrEqual(whole.booked);
      }),
    );
  });
});

// shows: number-sums-windows
test.each([
  ['currentMonth', '2026-09-14', { from: '2026-09-01', until: '2026-09-14' }],
  ['currentMonth', '2026-09-01', { from: '2026-09-01', until: '2026-09-01' }],
  ['last30Days', '2026-09-14', { from: '2026-08-16', until: '2026-09-14' }],
  ['last30Days', '2026-03-30', { from: '2026-03-01', until: '2026-03-30' }],
] as const)('%s on %s', (window, today, expected) => {
  expect(windowOf(window, today)).toEqual(expected);
});

describe('women and men', () => {
  const people = (female: number, male: number, unknown = 0) => [
    ...Array.from({ length: female }, () => ({ gender: 'female' as const, times: 2 })),
    ...Array.from({ length: male }, () => ({ gender: 'male' as const, times: 3 })),
    ...Array.from({ length: unknown }, () => ({ gender: null, times: 1 })),
  ];
  test.each([
    [5, 5, 0, { female: 10, male: 15 }],
    [5, 0, 9, { female: 10, male: 0 }],
    [20, 4, 0, null],
    [4, 20, 0, null],
    [1, 20, 0, null],
    [20, 1, 0, null],
    [2, 2, 90, null],
    [0, 0, 90, null],
  ])('%i women, %i men, %i unknown', (female, male, unknown, expected) => {
    expect(genderCounts(people(female, male, unknown))).toEqual(expected);
  });
});

test('a share of nothing is none', () => {
  expect([shareOf(1, 3), shareOf(0, 4), shareOf(1, 1), shareOf(5, 0)]).toEqual([33, 0, 100, null]);
});

test('twelve months end with this one', () => {
  expect(monthsUntil('2026-02-28')).toEqual([
    ...[
      '2025-03',
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
    ],
    ...['2026-01', '2026-02'],
  ]);
  expect(windowOf('last12Months', '2026-02-28')).toEqual({ from: '2025-03-01', until: '2026-02-28' });
});

describe('weeks in a row', () => {
  test.each([
    [[], { current: 0, best: 0 }],
    [['2026-09-16'], { current: 1, best: 1 }],
    // The week before, and this one is not over.
    [['2026-09-13'], { current: 1, best: 1 }],
    [['2026-09-06'], { current: 0, best: 1 }],
    [
      ['2026-09-16', '2026-09-15', '2026-09-08', '2026-08-25', '2026-08-18', '2026-08-11'],
      { current: 2, best: 3 },
    ],
  ])('of %j', (dates, expected) => {
    expect(streakOf(dates, '2026-09-17')).toEqual(expected);
  });

  test('every week for years is one row, whichever day it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 0, max: 6 }), (weeks, day) => {
        const dates = Array.from({ length: weeks }, (_, index) =>
          addDays('2026-09-16', -7 * index - (index % 3)),
        );
        expect(streakOf(dates, addDays('2026-09-14', day))).toEqual({ current: weeks, best: weeks });
      }),
    );
  });
});
