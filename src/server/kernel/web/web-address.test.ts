import { expect, test } from 'vitest';
import { pageAddress, pageUrl } from './web-address.ts';

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

test.each([
  ['/public/training?id=7', 'https://klubi.ee/public/training?id=7'],
  ['/', 'https://klubi.ee/'],
  ['//?token=x', 'https://klubi.ee//?token=x'],
  ['///?invoice=1?2', 'https://klubi.ee///?invoice=1?2'],
  ['//strange.ee/public?a=1', 'https://klubi.ee//strange.ee/public?a=1'],
  ['/%E0%A4%A?x=%', 'https://klubi.ee/%E0%A4%A?x=%'],
  ['', 'https://klubi.ee/'],
])('%j is a path of the centre: %s', (address, expected) => {
  expect(pageUrl('https://klubi.ee', address).href).toBe(expected);
});
