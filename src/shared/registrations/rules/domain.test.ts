import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes, compareInstants, minutesBetween } from '#shared/kernel/dates.ts';
import {
  firstFreePlace,
  givenAgainFreeUntil,
  holdUntil,
  ineligibility,
  listMovesUntil,
  placesOf,
  type Rules,
  type TrainingFacts,
  withHeld,
  withoutHeld,
  zoneOf,
} from './domain.ts';

const limits = BookingLimits.parse({});
const at = (now: string, timeZone = 'Europe/Tallinn'): Rules => ({ limits, timeZone, now });
const training: TrainingFacts = {
  ...{ id: 1, styleId: 7, startsAt: '2026-11-25T16:00:00Z', endsAt: '2026-11-25T17:00:00Z' },
  ...{ localDate: '2026-11-25', maxPlaces: 3, places: placesOf([]), earliestHold: null, waiting: 0 },
  ...{ lateCancelled: 0, isWaitingListAllowed: true, isClosed: false, isCancelled: false },
};
const banned = (bannedUntil: string) => ({ clientId: 1, isBlocked: false, bannedUntil, registrations: [] });

describe('a hold by the time to the start', () => {
  // Winter time in Tallinn: UTC + 2. The night is 20:00 to 05:00 UTC.
  test.each([
    [
      '15 days before: 96 hours of day, over six nights',
      '2026-11-02T08:00:00Z',
      '2026-11-17T08:00:00Z',
      '2026-11-08T14:00:00Z',
    ],
    [
      '2 days before: 12 hours, over a night',
      '2026-11-16T14:00:00Z',
      '2026-11-18T16:00:00Z',
      '2026-11-17T11:00:00Z',
    ],
    ['7 hours before: 90 minutes', '2026-11-18T09:00:00Z', '2026-11-18T16:00:00Z', '2026-11-18T10:30:00Z'],
    [
      'just 6 hours before: 90 minutes',
      '2026-11-18T10:00:00Z',
      '2026-11-18T16:00:00Z',
      '2026-11-18T11:30:00Z',
    ],
    [
      'over in the minute in which the night begins',
      '2026-11-18T18:30:00Z',
      '2026-11-19T02:30:00Z',
      '2026-11-18T20:00:00Z',
    ],
    ['2 hours before: half an hour', '2026-11-18T14:00:00Z', '2026-11-18T16:00:00Z', '2026-11-18T14:30:00Z'],
    ['an hour before: a quarter', '2026-11-18T15:00:00Z', '2026-11-18T16:00:00Z', '2026-11-18T15:15:00Z'],
    [
      '40 minutes before: cut at half an hour before the start',
      '2026-11-18T15:20:00Z',
      '2026-11-18T16:00:00Z',
      '2026-11-18T15:30:00Z',
    ],
    [
      'in the night, the start far off: from seven in the morning',
      '2026-11-17T22:00:00Z',
      '2026-11-18T16:00:00Z',
      '2026-11-18T08:00:00Z',
    ],
    [
      'in the night, the start within five hours: at once',
      '2026-11-18T02:00:00Z',
      '2026-11-18T05:30:00Z',
      '2026-11-18T02:30:00Z',
    ],
    [
      'the night stops counting five hours before the start',
      '2026-11-17T23:00:00Z',
      '2026-11-18T05:30:00Z',
      '2026-11-18T02:00:00Z',
    ],
  ])('%s', (_, now, startsAt, until) => {
    expect(holdUntil(startsAt, at(now))).toBe(until);
  });

  test.each([
    // 25.10.2026: the night is an hour longer; 28.03.2027: an hour shorter.
    ['2026-10-24T18:00:00Z', '2026-10-25T14:00:00Z', '2026-10-25T07:00:00Z'],
    ['2027-03-27T19:00:00Z', '2027-03-28T14:00:00Z', '2027-03-28T06:00:00Z'],
  ])('offered at %s on a night the clock changes', (now, startsAt, until) => {
    expect(holdUntil(startsAt, at(now))).toBe(until);
  });

  // 12 hours from 16:00 on, two days before.
  test.each([
    ['from midnight', '00:00', '06:00', '2026-11-17T08:00:00Z'],
    ['of no length', '22:00', '22:00', '2026-11-17T02:00:00Z'],
  ])('goes by a night %s', (_, nightFrom, nightUntil, until) => {
    const by = { ...at('2026-11-16T14:00:00Z'), limits: { ...limits, nightFrom, nightUntil } };
    expect(holdUntil('2026-11-18T16:00:00Z', by)).toBe(until);
  });

  test('nearer to the start than any length is told for: the nearest one', () => {
    const holds = [
      { from: 600, hold: 60 },
      { from: 300, hold: 20 },
    ];
    const by = { ...at('2026-11-18T14:00:00Z'), limits: { ...limits, holds } };
    expect(holdUntil('2026-11-18T16:00:00Z', by)).toBe('2026-11-18T14:20:00Z');
  });

  test('ends after the offer, by the half hour before the start, and no sooner than its length', () => {
    const epoch = Date.parse('2026-10-01T00:00:00Z') / 60_000;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300_000 }),
        fc.integer({ min: 31, max: 30_000 }),
        (offset, ahead) => {
          const now = new Date((epoch + offset) * 60_000).toISOString();
          const startsAt = addMinutes(now, ahead);
          const until = holdUntil(startsAt, at(now, 'Europe/Riga'));
          const last = listMovesUntil(startsAt, { limits });
          expect(compareInstants(until, now)).toBe(1);
          expect(compareInstants(until, last)).toBeLessThanOrEqual(0);
          const hold = limits.holds.find(({ from }) => ahead >= from)?.hold ?? 0;
          const isCut = compareInstants(until, last) === 0;
          if (!isCut) expect(minutesBetween(now, until)).toBeGreaterThanOrEqual(hold);
        },
      ),
    );
  });
});

test.each([
  ['five hours and more before', 0, '2026-11-25T10:59:59.999Z', 'auto'],
  ['from five hours on', 0, '2026-11-25T11:00:00Z', 'ask'],
  ['to half an hour before', 0, '2026-11-25T15:29:59Z', 'ask'],
  ['the last half hour', 0, '2026-11-25T15:30:00Z', 'open'],
  ['a day before, for who wants two days of notice', 2880, '2026-11-24T11:00:00Z', 'ask'],
  ['who wants less notice is asked no later', 10, '2026-11-25T11:00:00Z', 'ask'],
])('zone: %s', (_, notice, now, zone) => {
  expect(zoneOf('2026-11-25T16:00:00Z', at(now), notice)).toBe(zone);
});

test.each([
  ['until the ban ends', '2026-11-25T12:59:59Z', 'bookingBanned'],
  ['no more in the moment in which it ends', '2026-11-25T13:00:00Z', undefined],
])('who is banned gets no place, %s', (_, now, code) => {
  expect(ineligibility(training, banned('2026-11-25T13:00:00Z'), at(now))?.code).toBe(code);
});

test.each([
  ['not while more than two hours are left', '2026-11-25T13:59:59Z', 'bookingBanned'],
  ['from two hours before the start on', '2026-11-25T14:00:00Z', undefined],
])('who is banned gets what is left for everybody: %s', (_, now, code) => {
  expect(ineligibility(training, banned('2026-12-01T13:00:00Z'), at(now))?.code).toBe(code);
});

test('places held and given back in any order: the lowest free number, as counting one by one finds it', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), steps, (maxPlaces, numbers) => {
      const held = new Set<number>();
      let places = placesOf([]);
      for (const number of numbers) {
        places = held.has(number) ? withoutHeld(places, number) : withHeld(places, number);
        if (!held.delete(number)) held.add(number);
        const lowest = Array.from({ length: 10 }, (_, index) => index + 1).find((one) => !held.has(one));
        expect(firstFreePlace({ maxPlaces, places })).toBe(held.size < maxPlaces ? lowest : undefined);
        expect(places.held).toBe(held.size);
      }
    }),
  );
});

describe('a place given again', () => {
  // Usually free to give back until three hours before the start.
  test.each([
    ['as it was', '2026-09-17T15:00:00Z', '2026-09-17T10:00:00Z', false, '2026-09-17T10:00:00Z'],
    [
      'as it was, up to the start',
      '2026-09-17T08:00:00Z',
      '2026-09-17T12:00:00Z',
      false,
      '2026-09-17T08:00:00Z',
    ],
    ['another: for a day', '2026-09-15T10:00:00Z', '2026-09-14T15:00:00Z', true, '2026-09-15T09:00:00Z'],
    ['another: as anybody', '2026-09-17T15:00:00Z', '2026-09-14T15:00:00Z', true, '2026-09-17T12:00:00Z'],
    ['another: as it was', '2026-09-17T15:00:00Z', '2026-09-17T14:00:00Z', true, '2026-09-17T14:00:00Z'],
    [
      'another: up to the start',
      '2026-09-15T08:00:00Z',
      '2026-09-14T15:00:00Z',
      true,
      '2026-09-15T08:00:00Z',
    ],
  ] as const)('is free to give back, %s', (_, startsAt, before, isOther, after) => {
    expect(givenAgainFreeUntil(startsAt, before, isOther, at('2026-09-14T09:00:00Z'))).toBe(after);
  });
});
