import { expect, test } from 'vitest';
import {
  deskSearch,
  idSearch,
  invoicesSearch,
  parseSearch,
  stringifySearch,
  timetableSearch,
  visitorSearch,
  workoutsSearch,
} from './search.ts';

const addresses: readonly [string, object][] = [
  ['', {}],
  // shows: calendar-reads
  ['?date=2026-11-21&unit=3', { date: '2026-11-21', unit: 3 }],
  ['?date=21.11.2026', { date: '2026-11-21' }],
  // shows: read-timetable-numbers, unreadable-address-absent
  ['?date=31.02.2026&unit=abc&room=1.5&trainer=&filter=99999999999', {}],
  ['?unit=%223%22', {}],
  ['?mode=tv&utm_source=x', { mode: 'tv' }],
  // shows: read-dates, calendar-reads
  ['?from=30.11.2026&until=2026-12-02', { from: '2026-11-30', until: '2026-12-02' }],
  // shows: unreadable-address-absent, read-dates
  ['?from=31.02.2026&until=never&date=x', {}],
  // shows: read-origin-and-destination, calendar-reads
  [
    '?origin=%2Fhome&destination=%2Fpublic%2Fregistration',
    { origin: '/home', destination: '/public/registration' },
  ],
  ['?destination=%2Felsewhere', {}],
  // shows: read-timetable-numbers
  ['?unit=1&group=2&room=3&trainer=4&filter=5', { unit: 1, group: 2, room: 3, trainer: 4, filter: 5 }],
  // shows: read-filter-and-mode, calendar-reads
  ['?filter=4&group=2&room=7&trainer=5&mode=tv', { filter: 4, group: 2, room: 7, trainer: 5, mode: 'tv' }],
];

test.each(addresses)('reads a timetable address %s', (address, expected) => {
  expect(timetableSearch(parseSearch(address))).toEqual(expected);
});

// shows: read-other-numbers
test('reads a club at the desk, a training and an id as numbers, anything else as if absent', () => {
  for (const [name, read] of [
    ['gym', deskSearch],
    ['training', visitorSearch],
    ['id', idSearch],
  ] as const) {
    expect(read(parseSearch(`?${name}=7`))).toEqual({ [name]: 7 });
    for (const odd of ['x', '1.5', '', '99999999999']) {
      expect(read(parseSearch(`?${name}=${odd}`))).toEqual({});
    }
  }
});

test('reads one of a list or nothing', () => {
  expect(workoutsSearch(parseSearch('?period=past&page=2'))).toEqual({ period: 'past', page: 2 });
  expect(workoutsSearch(parseSearch('?period=never'))).toEqual({});
});

test('reads how many rows a page has, of those that may be chosen', () => {
  expect(invoicesSearch(parseSearch('?rows=50&page=2'))).toEqual({ rows: 50, page: 2 });
  for (const rows of ['0', '-20', '21', '1000', '50.0', '050', 'all', '']) {
    expect(invoicesSearch(parseSearch(`?rows=${rows}`))).toEqual({});
  }
});

test('writes texts and numbers plainly, and reads them back', () => {
  const address = stringifySearch({ date: '2026-11-21', unit: 3, mode: undefined, origin: '/a?b=1&c' });
  expect(address).toBe('?date=2026-11-21&unit=3&origin=%2Fa%3Fb%3D1%26c');
  expect(parseSearch(address)).toEqual({ date: '2026-11-21', unit: '3', origin: '/a?b=1&c' });
  expect(stringifySearch({})).toBe('');
});
