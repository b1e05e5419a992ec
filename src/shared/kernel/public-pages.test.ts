import { expect, test } from 'vitest';
import { addressKind, isStorablePage } from './public-pages.ts';

const kinds: readonly [string, string][] = [
  ['/', 'public'],
  ['/404', 'public'],
  ['/public/calendar/day', 'public'],
  ['/public/training', 'public'],
  ['/public/registration', 'public'],
  ['/public/join-confirmation', 'unkept'],
  ['/public/registration/confirm', 'unkept'],
  ['/public/registration/cancel', 'unkept'],
  ['/public/tickets', 'public'],
  ['/public/tickets/buy', 'public'],
  ['/public/vouchers', 'unkept'],
  ['/page/buying-terms', 'public'],
  ['/page', 'public'],
  ['/page/', 'public'],
  ['/page/configuration', 'unkept'],
  ['/password/forgotten', 'public'],
  ['/password/reset', 'unkept'],
  ['/factor/reset', 'unkept'],
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

const stored: readonly [string, boolean][] = [
  ['/', true],
  ['/public/calendar/day?date=2026-11-21&unit=2', true],
  ['/public/calendar/day?date=2026-11-21&v=3', true],
  ['/public/tickets?unit=1', true],
  ['/public/tickets?ticket=1.x', false],
  ['/public/calendar/day?token=x', false],
  ['/public/calendar/day?Token=x', false],
  ['/public/calendar/day?what-nobody-knows=x', false],
  ['/?origin=%2Fpublic%2Fwithdrawal%3Ftoken%3Dx', false],
  ['/public/join', false],
  ['/public/join?token=x', false],
  ['/public/withdrawal?token=x', false],
  ['/public/vouchers', false],
  ['/password/reset?token=x', false],
  ['/factor/reset?token=x', false],
  ['/identity/return?for=login&value=x&sessionSecretDigest=y', false],
  ['/email/confirm?token=x', false],
  ['/workouts', false],
];
test.each(stored)('%s is kept by a device: %s', (url, expected) => {
  expect(isStorablePage(url.split('?')[0] ?? '', url)).toBe(expected);
});
