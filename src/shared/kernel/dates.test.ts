import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as dates from './dates.ts';

const tallinn = 'Europe/Tallinn';
const riga = 'Europe/Riga';

describe('parseLocalDate', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['2028-02-29', '2028-02-29'],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-1-1', undefined],
    ['today', undefined],
    ['', undefined],
    ['2026-11-21T10:00', undefined],
    ['9999-01-01', undefined],
  ])('reads %s as %s', (text, expected) => {
    expect(dates.parseLocalDate(text)).toBe(expected);
  });

  it('reads back what formatDate writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          expect(dates.parseLocalDate(dates.formatDate(iso))).toBe(iso);
        },
      ),
    );
  });
});

describe('clock changes', () => {
  // Summer time begins on 28.03.2027 at 03:00 and ended on 25.10.2026 at 04:00, in both capitals alike.
  it.each([tallinn, riga])('days of %s are 23 and 25 hours long', (zone) => {
    const hours = (date: string) =>
      dates.minutesBetween(dates.startOfDay(date, zone), dates.startOfDay(dates.addDays(date, 1), zone)) / 60;
    expect([hours('2027-03-27'), hours('2027-03-28'), hours('2026-10-25')]).toEqual([24, 23, 25]);
  });

  it('ends at 24:00, also on the days when clocks change', () => {
    for (const [date, end] of [
      ['2027-03-28', '2027-03-28T21:00:00Z'],
      ['2026-10-25', '2026-10-25T22:00:00Z'],
      ['2026-12-31', '2026-12-31T22:00:00Z'],
    ] as const)
      expect(dates.instantAt(date, '24:00', tallinn)).toBe(end);
  });

  it.each([
    ['2027-03-28', '03:30', '2027-03-28T01:30:00Z', '04:30'],
    ['2027-03-28', '07:00', '2027-03-28T04:00:00Z', '07:00'],
    ['2026-10-25', '03:30', '2026-10-25T00:30:00Z', '03:30'],
    ['2026-10-25', '18:00', '2026-10-25T16:00:00Z', '18:00'],
  ])('%s %s is one instant and reads back', (date, time, instant, shown) => {
    expect(dates.instantAt(date, time, tallinn)).toBe(instant);
    expect(dates.localTime(instant, tallinn)).toBe(shown);
    expect(dates.localDate(instant, riga)).toBe(date);
  });

  it('keeps the local date across midnight', () => {
    expect(dates.localDate('2026-11-20T22:30:00Z', tallinn)).toBe('2026-11-21');
    expect(dates.localDate('2026-11-20T21:30:00Z', tallinn)).toBe('2026-11-20');
  });
});

describe('weeks', () => {
  // shows: week-begins-monday
  it('begin on Monday', () => {
    expect(dates.startOfWeek('2026-11-22')).toBe('2026-11-16');
    expect(dates.weekDates('2026-11-16')).toHaveLength(7);
    expect(dates.dayOfWeek('2026-11-22')).toBe(7);
  });
});

describe('formatDate', () => {
  // shows: date-format
  it('shows dd.MM.yyyy and rejects dates that do not exist', () => {
    expect(dates.formatDate('2026-03-05')).toBe('05.03.2026');
    expect(() => dates.formatDate('2026-02-30')).toThrow(RangeError);
  });
});

describe('compareInstants', () => {
  it('compares moments, not texts', () => {
    expect(dates.compareInstants('2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z')).toBe(0);
    expect(dates.compareInstants('2026-11-21T10:00:00Z', '2026-11-21T10:00:00.5Z')).toBe(-1);
    expect(dates.compareInstants('2026-11-21T10:00Z', '2026-11-21T10:00:30Z')).toBe(-1);
    expect(dates.compareInstants('2026-11-21T12:00:00+02:00', '2026-11-21T10:00:00Z')).toBe(0);
  });
  it('orders any two instants as time does, however precisely they are written', () => {
    const instant = fc
      .tuple(fc.integer({ min: -2e9, max: 4e9 }), fc.constantFrom('', '.5', '.500', '.25', '.000001'))
      .map(([second, more]) => {
        const whole = Temporal.Instant.fromEpochMilliseconds(second * 1000).toString();
        return whole.replace('Z', `${more}Z`);
      });
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const [a, b] = [Temporal.Instant.from(one), Temporal.Instant.from(other)];
        expect(dates.compareInstants(one, other)).toBe(Temporal.Instant.compare(a, b));
      }),
    );
  });
});
