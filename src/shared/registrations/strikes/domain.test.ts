import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { banOf, statusOf, strikesSince } from './domain.ts';

const limits = BookingLimits.parse({});
const now = '2026-11-25T12:00:00Z';
const ago = (days: number, hours = 0) => ({ clientId: 1, at: addMinutes(now, -days * 1440 - hours * 60) });

test.each([
  ['nothing', [], null],
  ['two', [ago(3), ago(5)], null],
  ['three within thirty days', [ago(3), ago(5), ago(20)], addMinutes(now, (14 - 2) * 1440)],
  ['three, the first too long ago', [ago(3), ago(5), ago(34)], null],
  ['exactly thirty days apart', [ago(3), ago(5), ago(33)], addMinutes(now, 12 * 1440)],
  ['the third still pending', [ago(0, 23), ago(5), ago(20)], null],
  ['the third counts after a day', [ago(1), ago(5), ago(20)], addMinutes(now, 14 * 1440)],
  ['over after fourteen days', [ago(15), ago(16), ago(17)], null],
  ['a fourth prolongs it', [ago(2), ago(10), ago(11), ago(12)], addMinutes(now, 13 * 1440)],
])('%s', (_, strikes, until) => {
  expect(banOf(strikes, limits, now)).toBe(until);
});

test.each([
  ['just now', ago(0), false, 'pending'],
  ['a minute before it counts', { at: addMinutes(ago(1).at, 1) }, false, 'pending'],
  ['after a day', ago(1), false, 'counting'],
  ['thirty days after that', ago(31), false, 'counting'],
  ['later', ago(31, 1), false, 'over'],
  ['waived', ago(2), true, 'waived'],
])('%s it stands so', (_, { at }, isWaived, status) => {
  expect(statusOf({ at, isWaived }, limits, now).standing).toBe(status);
});

test('a centre without the rule bans nobody', () => {
  expect(banOf([ago(2), ago(3), ago(4)], BookingLimits.parse({ strikesMax: 0 }), now)).toBeNull();
});

test('the oldest that still matters is the first of those that ban until now', () => {
  const { strikeDays, banDays, strikePendingHours } = limits;
  const since = strikesSince(limits, now);
  expect(since).toBe(ago(strikeDays + banDays, strikePendingHours).at);
  const later = { clientId: 1, at: addMinutes(since, strikeDays * 1440) };
  const strikes = [{ clientId: 1, at: since }, later, later];
  expect(banOf(strikes, limits, addMinutes(now, -1))).toBe(now);
  expect(banOf(strikes, limits, now)).toBeNull();
});

test('never without enough strikes, never longer than the days from now on, the order does not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }), (days) => {
      const strikes = days.map((day) => ago(day));
      const until = banOf(strikes, limits, now);
      expect(banOf(strikes.toReversed(), limits, now)).toBe(until);
      fc.pre(until !== null);
      expect(days.length).toBeGreaterThanOrEqual(3);
      expect(compareInstants(until, now)).toBe(1);
      expect(compareInstants(until, addMinutes(now, 14 * 1440))).toBeLessThanOrEqual(0);
    }),
  );
});
