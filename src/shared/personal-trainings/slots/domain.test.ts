import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBookingLimits } from '#shared/kernel/booking-limits.ts';
import { addDays, addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { isOverlapping } from '#shared/registrations/rules/domain.ts';
import { freeSlots, freeUntilOf, freeUntilOfPlaced, type Ground } from './domain.ts';

const rules = {
  limits: { ...defaultBookingLimits, personalEveryMinutes: 60, personalOpensDaysBefore: 300 },
  timeZone: 'Europe/Tallinn',
  now: '2026-09-14T06:00:00Z',
};
const ground: Ground = {
  hours: [{ weekday: 2, from: 540, until: 720, roomId: 1 }],
  exceptions: [],
  absences: [],
  taken: [],
  rooms: [
    { id: 1, clubId: 1, isShared: false },
    { id: 2, clubId: 2, isShared: true },
  ],
  roomUses: [],
  closures: [],
};
const tuesday = '2026-09-15';
const times = (parts: Partial<Ground>, date = tuesday, more: Partial<typeof rules> = {}) =>
  freeSlots([date], { ...ground, ...parts }, { ...rules, ...more }).map(({ time }) => time);

describe('free times', () => {
  test('lie within the hours of the weekday', () => {
    expect(times({})).toEqual(['09:00', '10:00', '11:00']);
    expect(times({}, '2026-09-16')).toEqual([]);
  });

  // shows: number-time-lists
  test.each([
    ['half hours where the centre sets nothing', defaultBookingLimits, '09:00 09:30 10:00 10:30 11:00'],
    ['hours where it says so', { ...defaultBookingLimits, personalEveryMinutes: 60 }, '09:00 10:00 11:00'],
  ])('go by %s', (_, limits, expected) => {
    expect(times({}, tuesday, { limits }).join(' ')).toBe(expected);
  });

  test.each<[string, Partial<Ground>, string[]]>([
    [
      'where the trainer holds something else',
      { taken: [{ startsAt: '2026-09-15T07:30:00Z', endsAt: '2026-09-15T08:15:00Z' }] },
      ['09:00'],
    ],
    [
      'where the room is taken',
      { roomUses: [{ roomId: 1, startsAt: '2026-09-15T06:00:00Z', endsAt: '2026-09-15T07:00:00Z' }] },
      ['10:00', '11:00'],
    ],
    [
      'on a day off, by the hour',
      { exceptions: [{ date: tuesday, kind: 'off', from: 600, until: 630, roomId: null }] },
      ['09:00', '11:00'],
    ],
    [
      'on a whole day off',
      { exceptions: [{ date: tuesday, kind: 'off', from: 0, until: 1440, roomId: null }] },
      [],
    ],
    ['where the trainer is away for days', { absences: [{ from: '2026-09-14', until: tuesday }] }, []],
    ['where the trainer is away for that day', { absences: [{ from: tuesday, until: tuesday }] }, []],
    ['where the club is shut', { closures: [{ clubId: 1, from: tuesday, until: tuesday }] }, []],
    ['where every club is shut', { closures: [{ clubId: null, from: '2026-09-01', until: tuesday }] }, []],
  ])('are not there %s', (_, parts, expected) => {
    expect(times(parts)).toEqual(expected);
  });

  const dayAfter = { from: '2026-09-16', until: '2026-09-16' };
  test.each<[string, Partial<Ground>]>([
    ['the trainer is away the day after', { absences: [dayAfter] }],
    ['the trainer was away to the day before', { absences: [{ from: '2026-09-01', until: '2026-09-14' }] }],
    ['the club is shut the day after', { closures: [{ clubId: 1, ...dayAfter }] }],
    ['another club is shut', { closures: [{ clubId: 2, from: tuesday, until: tuesday }] }],
    [
      'the day after is off',
      { exceptions: [{ date: '2026-09-16', kind: 'off', from: 0, until: 1440, roomId: null }] },
    ],
  ])('are there where %s', (_, parts) => {
    expect(times(parts)).toEqual(['09:00', '10:00', '11:00']);
  });

  test('are there besides, in a room that is shared', () => {
    const exceptions = [{ date: '2026-09-16', kind: 'extra', from: 1380, until: 1440, roomId: 2 }] as const;
    const roomUses = [{ roomId: 2, startsAt: '2026-09-16T00:00:00Z', endsAt: '2026-09-17T00:00:00Z' }];
    expect(times({ exceptions, roomUses }, '2026-09-16')).toEqual(['23:00']);
  });

  test('neither too soon nor too far off', () => {
    expect(times({}, tuesday, { now: '2026-09-15T05:00:00Z' })).toEqual(['10:00', '11:00']);
    expect(times({}, tuesday, { now: '2026-09-15T05:01:00Z' })).toEqual(['11:00']);
    const limits = { ...rules.limits, personalOpensDaysBefore: 1 };
    expect(times({}, tuesday, { limits })).toEqual(['09:00']);
  });
});

describe('when the clock is changed', () => {
  const sunday = { hours: [{ weekday: 7, from: 60, until: 360, roomId: 1 }] };

  test.each(['Europe/Tallinn', 'Europe/Riga'])(
    'the hour that is skipped is not offered in %s',
    (timeZone) => {
      // 29 March 2026: 03:00 becomes 04:00.
      expect(times(sunday, '2026-03-29', { timeZone, now: '2026-03-01T06:00:00Z' })).toEqual([
        '01:00',
        '02:00',
        '04:00',
        '05:00',
      ]);
    },
  );

  test.each(['Europe/Tallinn', 'Europe/Riga'])('the hour that comes twice counts once in %s', (timeZone) => {
    const slots = freeSlots(['2026-10-25'], { ...ground, ...sunday }, { ...rules, timeZone });
    expect(slots.map(({ time }) => time)).toEqual(['01:00', '02:00', '03:00', '04:00', '05:00']);
    expect(slots.map(({ startsAt }) => startsAt).slice(1, 4)).toEqual([
      '2026-10-24T23:00:00Z',
      '2026-10-25T00:00:00Z',
      '2026-10-25T02:00:00Z',
    ]);
  });

  test('free until is the same time by the clock on the wall', () => {
    // 18:00 on Sunday 25 October is 16:00Z, 18:00 on Saturday 15:00Z.
    expect(freeUntilOf('2026-10-25T16:00:00Z', 1440, 'Europe/Tallinn')).toBe('2026-10-24T15:00:00Z');
    expect(freeUntilOf('2026-10-25T16:00:00Z', 180, 'Europe/Tallinn')).toBe('2026-10-25T13:00:00Z');
    expect(freeUntilOf('2026-10-25T16:00:00Z', 1500, 'Europe/Tallinn')).toBe('2026-10-24T14:00:00Z');
  });
});

test.each([
  ['days ahead, the usual end', '2026-09-18T06:00:00Z', '2026-09-17T06:00:00Z'],
  ['tomorrow, two hours from now', '2026-09-15T06:00:00Z', '2026-09-14T08:00:00Z'],
  ['just when both ends meet', '2026-09-15T08:00:00Z', '2026-09-14T08:00:00Z'],
  ['within the hour, its begin', '2026-09-14T06:30:00Z', '2026-09-14T06:30:00Z'],
])('what is booked for somebody is given back free until: %s', (_, startsAt, until) =>
  expect(freeUntilOfPlaced(startsAt, 1440, 'Europe/Tallinn', rules.now)).toBe(until),
);

test('every time that lies over nothing taken is free, and no other, whatever the day', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => {
      const startsAt = addMinutes('2026-10-24T20:00:00Z', from * 20);
      return { startsAt, endsAt: addMinutes(startsAt, length * 10) };
    });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), fc.constantFrom(15, 30, 45, 60), (taken, every) => {
      const limits = { ...rules.limits, personalEveryMinutes: every };
      const hours = [{ weekday: 7, from: 0, until: 1440, roomId: 1 }];
      const slots = freeSlots(['2026-10-25'], { ...ground, hours, taken }, { ...rules, limits });
      const all = freeSlots(['2026-10-25'], { ...ground, hours }, { ...rules, limits });
      expect(slots).toEqual(all.filter((slot) => !taken.some((one) => isOverlapping(one, slot))));
      for (const slot of slots) {
        expect(compareInstants(slot.endsAt, '2026-10-25T22:00:00Z')).toBeLessThanOrEqual(0);
      }
      const starts = slots.map(({ startsAt }) => startsAt);
      expect(new Set(starts).size).toBe(starts.length);
    }),
  );
});

/** A trainer of every hour, and a time each five minutes, of six weeks; all of it taken but the last hour. */
test('twelve thousand times beside twelve thousand things are told at once', () => {
  const from = '2026-11-02T22:00:00Z';
  const dates = Array.from({ length: 42 }, (_, day) => addDays('2026-11-03', day));
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, until: 1440, roomId: 1 }));
  const uses = Array.from({ length: 42 * 288 - 12 }, (_, index) => ({
    ...{ roomId: 1, startsAt: addMinutes(from, index * 5), endsAt: addMinutes(from, index * 5 + 5) },
  }));
  const limits = { ...rules.limits, personalEveryMinutes: 5, personalMinutes: 30 };
  const started = performance.now();
  const slots = freeSlots(dates, { ...ground, hours, roomUses: uses }, { ...rules, limits });
  expect(slots.map(({ time }) => time)).toEqual([
    '23:00',
    '23:05',
    '23:10',
    '23:15',
    '23:20',
    '23:25',
    '23:30',
  ]);
  // Each beside each took twenty-five seconds.
  expect(performance.now() - started).toBeLessThan(8000);
});
