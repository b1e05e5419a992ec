import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/kernel/language.ts';
import {
  formatDate,
  formatFromPrice,
  formatMoney,
  formatRelativeDay,
  formatTime,
  formatWeekday,
} from './format.ts';

test.each([
  ['2026-11-21', '21.11.2026'],
  ['2024-02-29', '29.02.2024'],
  ['2026-01-05', '05.01.2026'],
])('date %s is shown as %s', (date, shown) => {
  expect(formatDate(date)).toBe(shown);
});

// shows: no-date-not-formatted
test.each(['2026-02-30', '2026-13-01', 'today'])('a date that does not exist is refused: %s', (date) => {
  expect(() => formatDate(date)).toThrow(RangeError);
});

describe('weekdays', () => {
  // A Monday.
  const monday = '2026-11-16';
  const cases: readonly [Language, 'long' | 'short', string][] = [
    ['et', 'short', 'E T K N R L P'],
    ['en', 'short', 'Mo Tu We Th Fr Sa Su'],
    ['lv', 'short', 'P O T C P S Sv'],
    ['et', 'long', 'esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev'],
    ['en', 'long', 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'],
    ['lv', 'long', 'pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena'],
  ];
  test.each(cases)('%s %s', (language, length, expected) => {
    const days = Array.from({ length: 7 }, (_, day) => `2026-11-${Number(monday.slice(8)) + day}`);
    expect(days.map((day) => formatWeekday(day, language, length)).join(' ')).toBe(expected);
  });
});

const times: readonly [string, string, string][] = [
  ['2026-11-21T16:00:00Z', 'Europe/Tallinn', '18:00'],
  ['2026-06-21T16:00:00Z', 'Europe/Tallinn', '19:00'],
  ['2026-11-21T22:30:00Z', 'Europe/Riga', '00:30'],
  // The hour that comes twice when summer time ends.
  ['2026-10-25T00:30:00Z', 'Europe/Riga', '03:30'],
  ['2026-10-25T01:30:00Z', 'Europe/Riga', '03:30'],
];
test.each(times)('%s in %s is %s', (instant, timeZone, shown) => {
  expect(formatTime(instant, 'et', timeZone)).toBe(shown);
});

const days: readonly [string, Language, string][] = [
  ['2026-11-20', 'et', 'eile'],
  ['2026-11-21', 'et', 'täna'],
  ['2026-11-22', 'et', 'homme'],
  ['2026-11-23', 'et', 'esmaspäev'],
  ['2026-11-21', 'en', 'today'],
  ['2026-11-22', 'lv', 'rīt'],
  ['2026-11-14', 'lv', 'sestdiena'],
];
test.each(days)('seen on 21 November, %s in %s is %s', (date, language, shown) => {
  expect(formatRelativeDay(date, language, '2026-11-21')).toBe(shown);
});

const amounts: readonly [number, Language, string][] = [
  [7240, 'et', '72,40\u00a0€'],
  [7240, 'lv', '72,40\u00a0€'],
  [7240, 'en', '€72.40'],
  [5, 'et', '0,05\u00a0€'],
  [0, 'en', '€0.00'],
  [-1250, 'et', '−12,50\u00a0€'],
  [-1250, 'en', '−€12.50'],
  [123_456_789, 'lv', '1\u00a0234\u00a0567,89\u00a0€'],
  [123_456_789, 'en', '€1,234,567.89'],
];
// shows: euros, number-formats
test.each(amounts)('%i cents in %s are %s', (amount, language, shown) => {
  expect(formatMoney(amount, language)).toBe(shown);
});

test.each<[number, Language, string]>([
  [39, 'en', '€39'],
  [39.5, 'en', '€39.50'],
  [1000, 'en', '€1,000'],
  [1000.5, 'en', '€1,000.50'],
  [39, 'et', '39 €'],
  [1000, 'et', '1 000 €'],
  [1000, 'lv', '1 000 €'],
])('from %f euros in %s is %s', (euros, language, shown) => {
  expect(formatFromPrice(euros, language).replaceAll(/\s/g, ' ')).toBe(shown);
});
