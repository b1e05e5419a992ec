import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayOfWeek,
  daysBetween,
  localDate,
  localTime,
  minutesBetween,
} from '#shared/kernel/dates.ts';
import { datesOf, shifted, spanOn, splitAt } from './domain.ts';

const zones = ['Europe/Tallinn', 'Europe/Riga'] as const;
const rule = {
  weekdays: [1],
  everyWeeks: 1,
  startsOn: '2026-09-14',
  endsOn: '2028-09-11',
  wallTime: '18:00',
  minutes: 60,
};

// Each named after the case of other systems it is about (mission 5.2).
describe('weekly series jumps an hour after the clock change', () => {
  test.each(zones)('in %s it keeps its wall time for two years, over four changes', (zone) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 4 * 12, max: 24 * 12 - 1 }),
        fc.integer({ min: 1, max: 36 }),
        (weekday, slot, slots) => {
          const two = (value: number) => String(value).padStart(2, '0');
          const wallTime = `${two(Math.floor(slot / 12))}:${two((slot % 12) * 5)}`;
          const dates = datesOf({ ...rule, weekdays: [weekday] }, 750);
          expect(dates.length).toBeGreaterThanOrEqual(104);
          for (const date of dates) {
            const { startsAt, endsAt } = spanOn(date, { wallTime, minutes: slots * 5 }, zone);
            expect([localDate(startsAt, zone), localTime(startsAt, zone)]).toEqual([date, wallTime]);
            expect(dayOfWeek(date)).toBe(weekday);
            expect(minutesBetween(startsAt, endsAt)).toBe(slots * 5);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe.each(zones)('only the change day, only afternoons: every slot of both days in %s', (zone) => {
  const slots = Array.from({ length: 24 * 12 }, (_, slot) => {
    const two = (value: number) => String(value).padStart(2, '0');
    return `${two(Math.floor(slot / 12))}:${two((slot % 12) * 5)}`;
  });

  test('in March the skipped hour is the one after it, all others are themselves', () => {
    for (const wallTime of slots) {
      const { startsAt } = spanOn('2027-03-28', { wallTime, minutes: 30 }, zone);
      const shown = wallTime.startsWith('03:') ? wallTime.replace('03:', '04:') : wallTime;
      expect(localTime(startsAt, zone)).toBe(shown);
    }
  });

  test('in October the hour that comes twice is the first of them', () => {
    for (const wallTime of slots) {
      const { startsAt } = spanOn('2026-10-25', { wallTime, minutes: 30 }, zone);
      expect(localTime(startsAt, zone)).toBe(wallTime);
      if (wallTime.startsWith('03:')) expect(startsAt < '2026-10-25T01:00:00Z').toBe(true);
    }
  });
});

describe('dates', () => {
  test('are those of the weekdays, every so many weeks counted from the first', () => {
    const dates = datesOf(
      { ...rule, weekdays: [3, 1], everyWeeks: 2, startsOn: '2026-09-15', endsOn: '2026-10-15' },
      99,
    );
    expect(dates).toEqual(['2026-09-16', '2026-09-28', '2026-09-30', '2026-10-12', '2026-10-14']);
    expect(datesOf({ ...rule, endsOn: '2026-09-13' }, 99)).toEqual([]);
    // One more than so many tells that there are too many, also where a week ends just there.
    expect(datesOf({ ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7] }, 7)).toHaveLength(8);
    expect(datesOf({ ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7], endsOn: '2036-01-01' }, 10)).toHaveLength(11);
  });

  test('shifted by days are the dates of the shifted rule, and in two parts they are the same', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.integer({ min: -30, max: 30 }),
        fc.integer({ min: 0, max: 60 }),
        (weekdays, days, after) => {
          const weekly = { ...rule, weekdays, endsOn: addDays(rule.startsOn, 70) };
          const dates = datesOf(weekly, 750);
          expect(datesOf(shifted(weekly, days), 750)).toEqual(dates.map((date) => addDays(date, days)));
          const { weekdays: later } = shifted(weekly, days);
          expect(later).toEqual(later.toSorted((a, b) => a - b));
          const [one, two] = splitAt(weekly, addDays(rule.startsOn, after));
          expect([...datesOf(one, 750), ...datesOf(two, 750)]).toEqual(dates);
          expect(dates.every((date) => daysBetween(rule.startsOn, date) >= 0)).toBe(true);
        },
      ),
    );
  });
});
