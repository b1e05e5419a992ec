import { expect, test } from 'vitest';
import { pageAddress } from './web-address.ts';

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
