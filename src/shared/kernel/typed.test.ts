import { describe, expect, it } from 'vitest';
import { isWholeDate, isWholeTime, readTypedDate, readTypedTime, stepTime, withSeparators } from './typed.ts';

const today = '2026-11-23';

describe('dates as they are typed', () => {
  it.each([
    ['23.11.2026', '2026-11-23'],
    [' 3.1.2027 ', '2027-01-03'],
    ['23.11.26', '2026-11-23'],
    ['31.12.90', '1990-12-31'],
    ['1.6.46', '2046-06-01'],
    ['1.6.47', '1947-06-01'],
    ['23/11/2026', '2026-11-23'],
    ['23 11 2026', '2026-11-23'],
    ['23,11,2026', '2026-11-23'],
    ['23.11.2026.', '2026-11-23'],
    ['23112026', '2026-11-23'],
    ['231126', '2026-11-23'],
    ['5.12', '2026-12-05'],
    ['24.12.', '2026-12-24'],
    ['2026-11-23', '2026-11-23'],
    // The day stands first, whatever the browser's language would say.
    ['11/12/2026', '2026-12-11'],
    ['29.02.2028', '2028-02-29'],
    ['29.02.2026', undefined],
    ['31.04.2026', undefined],
    ['11/23/2026', undefined],
    ['2026-13-01', undefined],
    ['23.11.202', undefined],
    ['23', undefined],
    ['homme', undefined],
    ['', undefined],
  ])('%o is %s', (text, date) => {
    expect(readTypedDate(text, today)).toBe(date);
  });

  it('is whole only when no digit of the year can follow', () => {
    expect(['23.11.2026', '2026-11-23', '23112026', '1.1.2027'].every(isWholeDate)).toBe(true);
    expect(['23.11.20', '23.11', '231120', ''].some(isWholeDate)).toBe(false);
  });
});

describe('times as they are typed', () => {
  it.each([
    ['18:00', '18:00'],
    ['18.00', '18:00'],
    ['1800', '18:00'],
    ['8:30', '08:30'],
    ['830', '08:30'],
    ['18', '18:00'],
    ['18:', '18:00'],
    ['7', '07:00'],
    ['00:00', '00:00'],
    ['24:00', undefined],
    ['25:00', undefined],
    ['18:60', undefined],
    ['183', undefined],
    ['05:45 PM', undefined],
    ['', undefined],
  ])('%o is %s', (text, time) => {
    expect(readTypedTime(text)).toBe(time);
  });

  it('ends a day at 24:00 where a day may end', () => {
    expect(readTypedTime('24', true)).toBe('24:00');
    expect(readTypedTime('24:05', true)).toBeUndefined();
  });

  it('is whole with both digits of the minute', () => {
    expect(isWholeTime('8:30')).toBe(true);
    expect(isWholeTime('18:3')).toBe(false);
  });

  it('goes up and down by whole steps and stays within the day', () => {
    expect(stepTime('18:00', 5)).toBe('18:05');
    expect(stepTime('18:02', 5)).toBe('18:05');
    expect(stepTime('18:02', -5)).toBe('18:00');
    expect(stepTime('23:55', 5)).toBe('23:55');
    expect(stepTime('00:00', -5)).toBe('00:00');
  });
});

it('puts in the dots and the colon that a keypad of digits lacks, and never twice', () => {
  const typeInto = (keys: string, kind: 'date' | 'time') =>
    [...keys].reduce((text, key) => withSeparators(text + key, kind), '');
  expect(typeInto('23112026', 'date')).toBe('23.11.2026');
  expect(typeInto('23.11.2026', 'date')).toBe('23.11.2026');
  expect(typeInto('3.1.2027', 'date')).toBe('3.1.2027');
  expect(typeInto('1830', 'time')).toBe('18:30');
  expect(typeInto('18:30', 'time')).toBe('18:30');
  expect(typeInto('18.30', 'time')).toBe('18:30');
  expect(typeInto('8:30', 'time')).toBe('8:30');
});
