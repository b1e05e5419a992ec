import { expect, test } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { checkException, checkHours, type Hours, minuteOf, timeOf } from './domain.ts';

test.each([
  ['00:00', 0],
  ['09:05', 545],
  ['23:59', 1439],
  ['24:00', 1440],
])('%s is minute %i of the day, and back', (time, minute) => {
  expect([minuteOf(time), timeOf(minute)]).toEqual([minute, time]);
});

function problemOf(check: () => void) {
  try {
    check();
    return 'fine';
  } catch (error) {
    return error instanceof AppError ? error.details?.problem : error;
  }
}

const monday: Hours = { weekday: 1, from: 540, until: 720, roomId: 1 };

test.each<[string, Hours[]]>([
  ['fine', [monday, { ...monday, from: 720, until: 780 }, { ...monday, weekday: 2 }]],
  ['fine', [{ ...monday, from: 720, until: 780 }, monday]],
  ['hoursEnd', [{ ...monday, until: 540 }]],
  ['hoursOverlap', [monday, { ...monday, from: 600, until: 960 }]],
])('weekly hours: %s', (expected, hours) => {
  expect(problemOf(() => checkHours(hours))).toBe(expected);
});

const off = { date: '2026-09-15', kind: 'off', from: 0, until: 1440, roomId: null } as const;

test.each([
  ['fine', off, []],
  ['fine', off, [{ ...off, kind: 'extra' as const, roomId: 1 }]],
  ['hoursEnd', { ...off, until: 0 }, []],
  ['fine', { ...off, date: '2026-09-14' }, []],
  ['dateBehind', { ...off, date: '2026-09-13' }, []],
  ['hoursOverlap', off, [{ ...off, from: 60, until: 120 }]],
])('another date: %s', (expected, exception, others) => {
  expect(problemOf(() => checkException(exception, others, '2026-09-14'))).toBe(expected);
});
