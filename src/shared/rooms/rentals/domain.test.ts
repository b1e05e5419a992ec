import { describe, expect, test } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import type { Rules } from '#shared/registrations/rules/domain.ts';
import { type RentGround, rentalEnd, rentHours, rentSpan } from './domain.ts';

const rules: Rules = {
  ...{ limits: BookingLimits.parse({}), timeZone: 'Europe/Tallinn', now: '2026-09-14T09:00:00Z' },
};
const ground: RentGround = { open: { opens: '09:30', closes: '13:00' }, isShut: false, uses: [] };
const use = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });
const times = (date: string, more: Partial<RentGround> = {}, by = rules) =>
  rentHours(date, { ...ground, ...more }, by).map(({ time, isFree }) => `${time}${isFree ? '' : ' taken'}`);

describe('the hours of a room', () => {
  test.each<[string, string, Partial<RentGround>, string[]]>([
    ['from opening on, as long as a whole one fits', '2026-09-15', {}, ['09:30', '10:30', '11:30']],
    [
      'the last one ends as the club closes',
      '2026-09-15',
      { open: { opens: '11:00', closes: '13:00' } },
      ['11:00', '12:00'],
    ],
    ['what has begun is left out', '2026-09-14', { open: { opens: '11:00', closes: '14:00' } }, ['13:00']],
    ['a club that is shut has none', '2026-09-15', { isShut: true }, []],
    ['nor has one without hours', '2026-09-15', { open: null }, []],
    [
      'what is used in part is taken, what it touches is not',
      '2026-09-15',
      { uses: [use('2026-09-15T07:45:00Z', '2026-09-15T08:30:00Z')] },
      ['09:30', '10:30 taken', '11:30'],
    ],
    ['yesterday has none', '2026-09-13', {}, []],
  ])('%s', (_, date, more, expected) => {
    expect(times(date, more)).toEqual(expected);
  });

  test.each([
    ['in spring the hour that is skipped is not there', '2027-03-28', ['02:00', '04:00']],
    ['in autumn the one that comes twice is there once', '2026-10-25', ['02:00', '03:00', '04:00']],
  ])('%s', (_, date, expected) => {
    const by = { ...rules, limits: { ...rules.limits, rentalOpensDaysBefore: 365 } };
    expect(times(date, { open: { opens: '02:00', closes: '05:00' } }, by)).toEqual(expected);
  });

  test('are open four weeks ahead to the minute', () => {
    const open = { opens: '11:00', closes: '14:00' };
    expect(times('2026-10-12', { open })).toEqual(['11:00', '12:00']);
    expect(times('2026-10-13', { open })).toEqual([]);
  });
});

test('a span is so many free hours, one after another', () => {
  const uses = [use('2026-09-15T08:30:00Z', '2026-09-15T09:00:00Z')];
  const hours = rentHours(
    '2026-09-15',
    { ...ground, open: { opens: '09:00', closes: '16:00' }, uses },
    rules,
  );
  const at = (time: string, count: number) =>
    rentSpan(hours, hours.find((hour) => hour.time === time)?.startsAt ?? '2026-09-15T00:00:00Z', count)
      ?.endsAt;
  expect(at('09:00', 1)).toBe('2026-09-15T07:00:00Z');
  expect(at('09:00', 2)).toBe('2026-09-15T08:00:00Z');
  expect(at('09:00', 3)).toBeUndefined();
  expect(at('11:00', 1)).toBeUndefined();
  expect(at('15:00', 2)).toBeUndefined();
  expect(at('08:00', 1)).toBeUndefined();
  const apart = hours.filter(({ time }) => time !== '13:00');
  expect(rentSpan(apart, '2026-09-15T09:00:00Z', 2)).toBeUndefined();
});

test.each([
  ['2026-09-14T09:00:00Z', 'cancelledFree'],
  ['2026-09-14T09:00:01Z', 'cancelledLate'],
] as const)('given back at %s: %s', (now, end) => {
  expect(rentalEnd('2026-09-14T09:00:00Z', now)).toBe(end);
});
