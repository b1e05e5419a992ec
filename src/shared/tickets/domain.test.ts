import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  chooseTicket,
  decideSpending,
  shortName,
  startProblem,
  type TicketFacts,
  ticketState,
  validityOf,
} from './domain.ts';

const timeZone = 'Europe/Tallinn';
/** 12:00 in Tallinn on 14.09.2026. */
const now = '2026-09-14T09:00:00Z';
const clock = { now, timeZone };

function ticket(
  parts: Partial<TicketFacts> & { left?: number; used?: number; reserved?: number } = {},
): TicketFacts {
  const { left = 10, used = 0, reserved = 0, ...rest } = parts;
  return {
    id: 1,
    startMode: 'purchase',
    length: { count: 1, unit: 'month' },
    startsOn: '2026-09-01',
    endsOn: '2026-09-30',
    isUnlimited: false,
    reservedFrom: null,
    reservedUntil: null,
    balances: { granted: left + used + reserved, remaining: left, reserved, used },
    ...rest,
  };
}

// shows: ticket-states
test.each([
  ['fresh', ticket(), 'valid'],
  ['its last visit reserved', ticket({ left: 0, used: 9, reserved: 1 }), 'valid'],
  ['every visit used', ticket({ left: 0, used: 10 }), 'used'],
  ['its only visit used', ticket({ left: 0, used: 1 }), 'used'],
  ['every visit used, and over', ticket({ left: 0, used: 10, endsOn: '2026-09-10' }), 'used'],
  ['over with visits left', ticket({ left: 3, used: 7, endsOn: '2026-09-13' }), 'expired'],
  [
    'over, its visits expired in the ledger',
    ticket({ endsOn: '2026-09-13', balances: { granted: 10, remaining: 0, reserved: 0, used: 7 } }),
    'expired',
  ],
  ['its last day', ticket({ endsOn: '2026-09-14' }), 'valid'],
  ['not begun', ticket({ startsOn: '2026-10-01', endsOn: '2026-10-31' }), 'valid'],
  ['waiting for its first use', ticket({ startsOn: null, endsOn: null, startMode: 'firstUse' }), 'valid'],
  ['unlimited, used often', ticket({ isUnlimited: true, left: 0, used: 40 }), 'valid'],
  ['unlimited, over', ticket({ isUnlimited: true, left: 0, endsOn: '2026-09-13' }), 'expired'],
])('the state of a ticket: %s', (_, of, state) => {
  expect(ticketState(of, clock)).toBe(state);
});

describe('a chosen start', () => {
  const bounds = { today: '2026-09-14', daysMax: 90 };
  test.each([
    [null, 'fieldRequired'],
    ['', 'fieldRequired'],
    ['2026-09-13', 'startPast'],
    ['2026-09-14', undefined],
    ['2026-12-13', undefined],
    ['2026-12-14', 'startTooFar'],
  ])('%s: %s', (startsOn, problem) => {
    expect(startProblem({ startMode: 'chosen', startsOn }, bounds)).toBe(problem);
    expect(startProblem({ startMode: 'purchase', startsOn }, bounds)).toBeUndefined();
  });

  test.each([
    ['purchase', null, '2026-09-14', '2026-10-13'],
    ['purchase', '2026-09-20', '2026-09-14', '2026-10-13'],
    ['chosen', '2026-09-20', '2026-09-20', '2026-10-19'],
    // Paid when the day was over.
    ['chosen', '2026-09-10', '2026-09-14', '2026-10-13'],
    ['firstUse', null, null, null],
  ] as const)('%s %s begins on %s and ends on %s', (startMode, asked, startsOn, endsOn) => {
    const length = { count: 1, unit: 'month' } as const;
    expect(validityOf({ startMode, startsOn: asked }, length, '2026-09-14')).toEqual({ startsOn, endsOn });
  });
});

describe('at the door', () => {
  const facts = { ...clock, lastUsedAt: null, stayMinutes: 180, places: [] };
  const outcome = (of: TicketFacts, lastUsedAt: string | null = null) => {
    try {
      return decideSpending(of, { ...facts, lastUsedAt });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [error.code, error.details];
    }
  };
  const spent = { kind: 'spend', begins: null };

  test.each([
    ['a visit is spent', ticket(), null, spent],
    ['the second door of a stay is free', ticket(), addMinutes(now, -179), { kind: 'sameStay' }],
    ['the next stay is not', ticket(), addMinutes(now, -180), spent],
    ['also after the last visit', ticket({ left: 0, used: 10 }), addMinutes(now, -5), { kind: 'sameStay' }],
    ['also past midnight', ticket({ endsOn: '2026-09-13' }), addMinutes(now, -5), { kind: 'sameStay' }],
    ['nothing is left', ticket({ left: 0, used: 10 }), null, ['ticketUsed', undefined]],
    ['all that is left is reserved', ticket({ left: 0, reserved: 1 }), null, ['ticketUsed', undefined]],
    ['it is over', ticket({ endsOn: '2026-09-13' }), null, ['ticketExpired', { date: '13.09.2026' }]],
    [
      'it has not begun',
      ticket({ startsOn: '2026-09-15' }),
      null,
      ['ticketNotYetValid', { date: '15.09.2026' }],
    ],
    ['unlimited', ticket({ isUnlimited: true, left: 0, used: 5 }), null, spent],
    [
      'the first use begins it',
      ticket({ startsOn: null, endsOn: null, startMode: 'firstUse' }),
      null,
      { kind: 'spend', begins: { startsOn: '2026-09-14', endsOn: '2026-10-13' } },
    ],
    [
      'the first use begins it before what is booked with it on its last day',
      ticket({ startsOn: null, endsOn: null, reservedUntil: '2026-10-13' }),
      null,
      { kind: 'spend', begins: { startsOn: '2026-09-14', endsOn: '2026-10-13' } },
    ],
    [
      'a place before the first use begins it',
      ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-09-12' }),
      null,
      { kind: 'spend', begins: { startsOn: '2026-09-12', endsOn: '2026-10-11' } },
    ],
    [
      'a place before the first use is so long ago that it is over',
      ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-08-14' }),
      null,
      ['ticketExpired', { date: '13.09.2026' }],
    ],
    [
      'a place before the first use would leave behind its end what is booked with it',
      ticket({ startsOn: null, endsOn: null, reservedFrom: '2026-09-12', reservedUntil: '2026-10-12' }),
      null,
      ['ticketBookedPast', { date: '12.09.2026', until: '11.10.2026', booked: '12.10.2026' }],
    ],
    [
      'the first use would leave behind its end what is booked with it',
      ticket({ startsOn: null, endsOn: null, reservedUntil: '2026-10-14' }),
      null,
      ['ticketBookedPast', { date: '14.09.2026', until: '13.10.2026', booked: '14.10.2026' }],
    ],
  ])('%s', (_, of, lastUsedAt, expected) => {
    expect(outcome(of, lastUsedAt)).toEqual(expected);
  });

  test.each([
    ['an hour before the start of what is booked', 60, 120, 'booked'],
    ['more than an hour before it', 61, 121, 'spend'],
    ['until its end', -239, 1, 'booked'],
    ['at its end, as long as a stay goes on', -60, 0, 'booked'],
    ['up to the end of the stay', -179, -119, 'booked'],
    ['and not after it', -180, -120, 'spend'],
  ])('%s: a place that it holds', (_, startsIn, endsIn, kind) => {
    const places = [{ startsAt: addMinutes(now, startsIn), endsAt: addMinutes(now, endsIn) }];
    expect(decideSpending(ticket(), { ...facts, places }).kind).toBe(kind);
    // Also where that place has its last visit, and its last day was the training's.
    const last = () => decideSpending(ticket({ left: 0, reserved: 1 }), { ...facts, places }).kind;
    if (kind === 'booked') expect(last()).toBe('booked');
    else expect(last).toThrow('ticketUsed');
  });
});

describe('of several that fit', () => {
  test.each([
    [
      'the one that ends first',
      [
        { id: 1, endsOn: '2026-09-30' },
        { id: 2, endsOn: '2026-09-20' },
      ],
      2,
    ],
    [
      'then fewest visits left',
      [
        { id: 1, left: 5 },
        { id: 2, left: 2 },
      ],
      2,
    ],
    [
      'a counted one before an unlimited one',
      [
        { id: 1, isUnlimited: true },
        { id: 2, left: 9 },
      ],
      2,
    ],
    ['then the oldest', [{ id: 5 }, { id: 3 }, { id: 4 }], 3],
    [
      'one that would begin that day by the end it would have',
      [
        { id: 1, startsOn: null, endsOn: null, length: { count: 1, unit: 'week' } },
        { id: 2, endsOn: '2026-09-30' },
      ],
      1,
    ],
    [
      'none that would leave behind its end what is booked with it',
      [
        {
          id: 1,
          startsOn: null,
          endsOn: null,
          length: { count: 1, unit: 'week' },
          reservedUntil: '2026-09-21',
        },
        { id: 2, endsOn: '2026-09-30' },
      ],
      2,
    ],
    [
      'none that is over since a place that it covered',
      [{ id: 1, startsOn: null, endsOn: null, reservedFrom: '2026-08-10' }, { id: 2 }],
      2,
    ],
    [
      'none: over, empty, not begun',
      [{ endsOn: '2026-09-13' }, { left: 0 }, { startsOn: '2026-09-15' }],
      null,
    ],
  ] as const)('%s', (_, parts, chosen) => {
    expect(chooseTicket(parts.map(ticket), '2026-09-14')?.id ?? null).toBe(chosen);
  });

  test('the choice never depends on the order they come in, and always holds on the day', () => {
    const any = fc.record({
      id: fc.integer({ min: 1, max: 1000 }),
      startsOn: fc.integer({ min: -20, max: 20 }).map((days) => addDays('2026-09-14', days)),
      days: fc.integer({ min: 0, max: 30 }),
      left: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ id }) => id, maxLength: 8 }), (list) => {
        const tickets = list.map(({ days, ...one }) =>
          ticket({ ...one, endsOn: addDays(one.startsOn, days) }),
        );
        const chosen = chooseTicket(tickets, '2026-09-14');
        expect(chooseTicket(tickets.toReversed(), '2026-09-14')).toEqual(chosen);
        if (chosen)
          expect(
            decideSpending(chosen, { ...clock, lastUsedAt: null, stayMinutes: 180, places: [] }).kind,
          ).toBe('spend');
      }),
    );
  });
});

test.each([
  ['Kai', 'Kask', 'Kai K.'],
  ['Jaan', 'õispuu', 'Jaan Õ.'],
  ['Kai', '', 'Kai'],
])('%s %s is %s', (firstName, lastName, short) => {
  expect(shortName({ firstName, lastName })).toBe(short);
});
