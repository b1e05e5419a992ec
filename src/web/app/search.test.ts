import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, timetableSearch, workoutsSearch } from './search.ts';

const addresses: readonly [string, object][] = [
  ['', {}],
  ['?date=2026-11-21&unit=3', { date: '2026-11-21', unit: 3 }],
  ['?date=21.11.2026', { date: '2026-11-21' }],
  ['?date=31.02.2026&unit=abc&room=1.5&trainer=&filter=99999999999', {}],
  ['?unit=%223%22', {}],
  ['?mode=tv&utm_source=x', { mode: 'tv' }],
];

test.each(addresses)('reads a timetable address %s', (address, expected) => {
  expect(timetableSearch(parseSearch(address))).toEqual(expected);
});

test('reads one of a list or nothing', () => {
  expect(workoutsSearch(parseSearch('?period=past&page=2'))).toEqual({ period: 'past', page: 2 });
  expect(workoutsSearch(parseSearch('?period=never'))).toEqual({});
});

test('writes texts and numbers plainly, and reads them back', () => {
  const address = stringifySearch({ date: '2026-11-21', unit: 3, mode: undefined, origin: '/a?b=1&c' });
  expect(address).toBe('?date=2026-11-21&unit=3&origin=%2Fa%3Fb%3D1%26c');
  expect(parseSearch(address)).toEqual({ date: '2026-11-21', unit: '3', origin: '/a?b=1&c' });
  expect(stringifySearch({})).toBe('');
});
