import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { outsideQuiet, toldUntil } from './domain.ts';

const zones = ['Europe/Tallinn', 'Europe/Riga'] as const;

// Two ways to ask the same: of one training, and of all that lie in a table.
test('what begins until then is told at once, and nothing that begins later', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('mail', 'sms', 'push'),
      fc.constantFrom(...zones),
      // Nights of both changes of the clock among them.
      fc.constantFrom('2026-09-14T00:00:00Z', '2026-10-24T12:00:00Z', '2027-03-27T12:00:00Z'),
      fc.integer({ min: 0, max: 2 * 24 * 60 }),
      // The bound itself is met as often as all else.
      fc.oneof(fc.integer({ min: -60, max: 2 * 24 * 60 }), fc.constantFrom(299, 300, 301)),
      (channel, zone, day, minute, ahead) => {
        const now = addMinutes(day, minute);
        const startsAt = addMinutes(now, ahead);
        const until = toldUntil(channel, now, zone);
        const isTold = until === null || compareInstants(startsAt, until) <= 0;
        expect(compareInstants(outsideQuiet(channel, now, startsAt, zone), now) <= 0).toBe(isTold);
      },
    ),
    { numRuns: 2000 },
  );
});
