import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, startOfDay } from '#shared/kernel/dates.ts';
import { lastDate, placeInTime, type ValidLength, validUnits } from './domain.ts';

test.each([
  ['2026-09-14', 1, 'day', '2026-09-14'],
  ['2026-09-14', 30, 'day', '2026-10-13'],
  ['2026-09-14', 1, 'week', '2026-09-20'],
  ['2026-09-14', 2, 'week', '2026-09-27'],
  ['2026-09-14', 1, 'month', '2026-10-13'],
  ['2026-09-01', 1, 'month', '2026-09-30'],
  ['2026-01-28', 1, 'month', '2026-02-27'],
  ['2026-01-29', 1, 'month', '2026-02-28'],
  ['2026-01-31', 1, 'month', '2026-02-28'],
  ['2026-02-28', 1, 'month', '2026-03-27'],
  ['2028-01-30', 1, 'month', '2028-02-29'],
  ['2028-01-29', 1, 'month', '2028-02-28'],
  ['2026-01-31', 3, 'month', '2026-04-30'],
  ['2026-08-31', 6, 'month', '2027-02-28'],
  ['2028-02-29', 12, 'month', '2029-02-28'],
  ['2026-12-31', 1, 'month', '2027-01-30'],
  // Over both clock changes days are days.
  ['2026-03-28', 2, 'day', '2026-03-29'],
  ['2026-10-24', 2, 'day', '2026-10-25'],
] as const)('from %s, %s %s: until %s', (startsOn, count, unit, endsOn) => {
  expect(lastDate(startsOn, { count, unit })).toBe(endsOn);
});

const date = fc.integer({ min: 0, max: 3650 }).map((days) => addDays('2024-01-01', days));
const length: fc.Arbitrary<ValidLength> = fc.record({
  count: fc.integer({ min: 1, max: 24 }),
  unit: fc.constantFrom(...validUnits),
});

test('whoever starts later never ends earlier, longer never ends earlier, and no month is shorter than its days', () => {
  fc.assert(
    fc.property(date, length, (startsOn, of) => {
      const end = lastDate(startsOn, of);
      expect(end >= startsOn).toBe(true);
      expect(lastDate(addDays(startsOn, 1), of) >= end).toBe(true);
      expect(lastDate(startsOn, { ...of, count: of.count + 1 }) > end).toBe(true);
      if (of.unit === 'month') {
        expect(daysBetween(startsOn, end) + 1).toBeGreaterThanOrEqual(28 * of.count);
        expect(daysBetween(startsOn, end) + 1).toBeLessThanOrEqual(31 * of.count);
      }
    }),
  );
});

describe.each(['Europe/Tallinn', 'Europe/Riga'])('in %s', (timeZone) => {
  test.each([
    ['2026-09-14', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('one day, %s, holds %s hours: from midnight until 23:59:59', (day, hours) => {
    const validity = { startsOn: day, endsOn: day };
    const from = Temporal.Instant.from(startOfDay(day, timeZone));
    const until = Temporal.Instant.from(startOfDay(addDays(day, 1), timeZone));
    expect(from.until(until).total('hours')).toBe(hours);
    const place = (instant: Temporal.Instant) => placeInTime(validity, instant.toString(), timeZone);
    expect(place(from.subtract({ nanoseconds: 1 }))).toBe('before');
    expect(place(from)).toBe('within');
    const last = until.subtract({ seconds: 1 });
    expect(last.toZonedDateTimeISO(timeZone).toPlainTime().toString()).toBe('23:59:59');
    expect(place(last)).toBe('within');
    expect(place(until)).toBe('after');
  });

  test('what has not begun to count is never before or after', () => {
    const none = { startsOn: null, endsOn: null };
    expect(placeInTime(none, '2026-09-14T00:00:00Z', timeZone)).toBe('within');
  });
});
