import { expect, test } from 'vitest';
import { addressKind, pageAddress } from './web-address.ts';

const kinds: readonly [string, string][] = [
  ['/', 'public'],
  ['/404', 'public'],
  ['/public/calendar/day', 'public'],
  ['/public/training', 'public'],
  ['/public/registration', 'public'],
  ['/public/registration/confirm', 'unkept'],
  ['/public/registration/cancel', 'unkept'],
  ['/public/tickets', 'public'],
  ['/public/tickets/buy', 'public'],
  ['/public/vouchers', 'unkept'],
  ['/page/buying-terms', 'public'],
  ['/password/forgotten', 'public'],
  ['/password/reset', 'unkept'],
  ['/public', 'unkept'],
  ['/public/calendar', 'unkept'],
  ['/calendar/day', 'frame'],
  ['/workouts', 'frame'],
  ['/public/calendars', 'frame'],
  ['/nowhere', 'frame'],
];
test.each(kinds)('%s is drawn as %s', (path, expected) => {
  expect(addressKind(path)).toBe(expected);
});

test('an address that holds a secret is never kept', () => {
  expect(addressKind('/public/tickets', '/public/tickets?unit=1')).toBe('public');
  expect(addressKind('/public/tickets', '/public/tickets?ticket=1.x')).toBe('unkept');
});

const addresses: readonly [string, string][] = [
  ['/public/calendar/day', '/public/calendar/day'],
  ['/public/calendar/day/?', '/public/calendar/day'],
  ['/public/calendar/day?unit=2&date=2026-11-21', '/public/calendar/day?date=2026-11-21&unit=2'],
  ['/public/calendar/day?utm_source=x&v=1&unit=', '/public/calendar/day'],
  [
    '/public/calendar/week?time=evening&text=jooga&free=1',
    '/public/calendar/week?free=1&text=jooga&time=evening',
  ],
  ['/?origin=%2Fworkouts%3Fpage%3D2', '/?origin=%2Fworkouts%3Fpage%3D2'],
  [`/public/training?id=${'1'.repeat(300)}`, '/public/training'],
];
test.each(addresses)('%s has one key', (url, expected) => {
  const { path, search } = pageAddress(url);
  expect(path + search).toBe(expected);
});
