import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addDays, addMinutes, compareInstants, daysBetween, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideRegistration } from '../domain.ts';
import {
  bookingWindow,
  type ClientFacts,
  isOverlapping,
  type LiveRegistration,
  placesOf,
  type Rules,
  type TrainingFacts,
} from '../rules/domain.ts';
import {
  alternativePeriod,
  type Candidate,
  chooseAlternatives,
  isAlternativePossible,
  refusalOf,
  registrationsInTheWay,
} from './domain.ts';

const timeZone = 'Europe/Tallinn';
/** 12:00 in Tallinn. */
const now = '2026-11-24T10:00:00Z';

function rulesWith(limits: Parameters<typeof BookingLimits.parse>[0] = {}, at = now): Rules {
  return { limits: BookingLimits.parse(limits), timeZone, now: at };
}
const rules = rulesWith();

function training(startsAt: string, changes: Partial<TrainingFacts> = {}): TrainingFacts {
  return {
    id: 1,
    styleId: 7,
    startsAt,
    endsAt: addMinutes(startsAt, 60),
    localDate: localDate(startsAt, timeZone),
    maxPlaces: 3,
    places: placesOf([]),
    earliestHold: null,
    waiting: 0,
    lateCancelled: 0,
    isWaitingListAllowed: true,
    isClosed: false,
    isCancelled: false,
    ...changes,
  };
}

function own(
  trainingId: number,
  startsAt: string,
  changes: Partial<LiveRegistration> = {},
): LiveRegistration {
  return {
    registrationId: 900 + trainingId,
    trainingId,
    state: 'booked',
    place: 1,
    wishId: null,
    swapFor: null,
    freeUntil: addMinutes(startsAt, -180),
    styleId: 8,
    trainingName: 'HIIT 45',
    startsAt,
    endsAt: addMinutes(startsAt, 60),
    localDate: localDate(startsAt, timeZone),
    ...changes,
  };
}

function client(registrations: readonly LiveRegistration[] = [], isBlocked = false): ClientFacts {
  return { clientId: 10, isBlocked, registrations };
}

/** The refusal as booking would meet it. */
function refused(wanted: TrainingFacts, who: ClientFacts, by: Rules) {
  try {
    decideRegistration(wanted, who, [], by, false);
  } catch (error) {
    if (error instanceof AppError) return refusalOf(error, wanted, who, by);
    throw error;
  }
  return undefined;
}

const evening = '2026-11-25T16:00:00Z';
const wanted = training(evening);

describe('refusalOf', () => {
  const morning = own(2, '2026-11-25T06:00:00Z');
  it.each([
    [
      'cancelled',
      training(evening, { isCancelled: true }),
      client(),
      rules,
      'trainingTakesPlace',
      null,
      null,
    ],
    ['closed', training(evening, { isClosed: true }), client(), rules, 'centreTakesBookings', null, null],
    ['blocked', wanted, client([], true), rules, 'clientMayBook', null, null],
    ['too late', training('2026-11-24T10:15:00Z'), client(), rules, 'bookingClosesMinutesBefore', 15, null],
    [
      'too early, until the wall time of opening before the clock change',
      training('2026-11-05T16:00:00Z'),
      client(),
      rulesWith({}, '2026-10-20T10:00:00Z'),
      'bookingOpensDaysBefore',
      14,
      '2026-10-22T15:00:00Z',
    ],
    [
      'too early, and closed before it would open',
      training(evening),
      client(),
      rulesWith({ bookingOpensDaysBefore: 1, bookingClosesMinutesBefore: 2880 }, '2026-11-20T10:00:00Z'),
      'bookingOpensDaysBefore',
      1,
      null,
    ],
    ['there already', wanted, client([own(1, evening)]), rules, 'onePlaceEach', 1, null],
    ['overlap', wanted, client([own(2, '2026-11-25T16:30:00Z')]), rules, 'oneAtATime', 1, null],
    [
      'same style',
      wanted,
      client([own(2, '2026-11-25T06:00:00Z', { styleId: 7 })]),
      rules,
      'sameStylePerDateMax',
      1,
      null,
    ],
    ['same day', wanted, client([morning]), rulesWith({ sameDayMax: 1 }), 'sameDayMax', 1, null],
    [
      'upcoming, until the next one begins',
      wanted,
      client([own(2, '2026-11-27T06:00:00Z'), own(3, '2026-11-24T15:00:00Z')]),
      rulesWith({ upcomingMax: 2 }),
      'upcomingMax',
      2,
      '2026-11-24T15:00:00Z',
    ],
    [
      'upcoming, after the limit was lowered',
      wanted,
      client([
        own(2, '2026-11-24T15:00:00Z'),
        own(3, '2026-11-24T17:00:00Z'),
        own(4, '2026-11-28T06:00:00Z'),
      ]),
      rulesWith({ upcomingMax: 2 }),
      'upcomingMax',
      2,
      '2026-11-24T17:00:00Z',
    ],
    [
      'upcoming, all of them after this one closes',
      wanted,
      client([own(2, '2026-11-27T06:00:00Z')]),
      rulesWith({ upcomingMax: 1 }),
      'upcomingMax',
      1,
      null,
    ],
    ['full', training(evening, { places: placesOf([1, 2, 3]) }), client(), rules, 'maxPlaces', 3, null],
  ])('%s', (_, facts, who, by, rule, value, until) => {
    expect(refused(facts, who, by)).toMatchObject({ rule, value, until });
  });

  it('carries code and values of the text', () => {
    expect(refused(wanted, client([morning]), rulesWith({ sameDayMax: 1 }))).toMatchObject({
      error: 'sameDayLimitExceeded',
      details: { limit: 1 },
    });
    expect(refusalOf(new AppError('trainingNotFound'), wanted, client(), rules)).toEqual({
      error: 'trainingNotFound',
      details: {},
      rule: 'trainingExists',
      value: null,
      until: null,
    });
  });
});

describe('registrationsInTheWay', () => {
  const overlapping = own(2, '2026-11-25T16:30:00Z');
  const sameDay = own(3, '2026-11-25T06:00:00Z');
  const sameStyle = own(4, '2026-11-25T08:00:00Z', { styleId: 7 });
  const later = own(5, '2026-11-30T06:00:00Z');
  const waiting = own(6, evening, { state: 'waiting', styleId: 7 });
  const over = own(7, '2026-11-24T06:00:00Z');
  const begins = own(8, now);
  const all = client([later, overlapping, sameStyle, sameDay, waiting, over, begins, own(1, evening)]);
  it.each([
    ['alreadyRegistered', [1]],
    ['overlappingTraining', [2]],
    ['sameStyleLimitExceeded', [4]],
    ['sameDayLimitExceeded', [3, 4, 2]],
    ['registeringLimitExceeded', [3, 4, 2, 5]],
    ['noFreePlaces', []],
    ['bookingClosed', []],
  ] as const)('for %s', (code, expected) => {
    const found = registrationsInTheWay(code, wanted, all, rules);
    expect(found.map(({ trainingId }) => trainingId)).toEqual(expected);
  });
});

describe('alternativePeriod', () => {
  it.each([
    ['a week to both sides, from today on', '2026-11-25', {}, '2026-11-24', '2026-12-02'],
    ['as far as booking is open', '2026-12-06', {}, '2026-11-29', '2026-12-08'],
    ['the end of it for one far ahead', '2027-03-01', {}, '2026-12-01', '2026-12-08'],
    ['from today for one long over', '2026-10-01', {}, '2026-11-24', '2026-12-01'],
    [
      'from the first day that is not closed',
      '2026-11-24',
      { bookingClosesMinutesBefore: 1440 },
      '2026-11-25',
      '2026-12-02',
    ],
  ])('%s', (_, date, limits, from, until) => {
    expect(alternativePeriod({ localDate: date }, rulesWith(limits))).toEqual({ from, until });
  });
});

describe('isAlternativePossible', () => {
  it.each([
    ['of the client alone', wanted, client([], true), rules, false],
    [
      'of the number ahead',
      wanted,
      client([own(2, '2026-11-27T06:00:00Z')]),
      rulesWith({ upcomingMax: 1 }),
      false,
    ],
    ['there already', wanted, client([own(1, evening)]), rules, false],
    ['full', training(evening, { maxPlaces: 0 }), client(), rules, true],
  ])('%s', (_, facts, who, by, expected) => {
    const refusal = refused(facts, who, by);
    expect(refusal && isAlternativePossible(refusal)).toBe(expected);
  });
});

describe('chooseAlternatives', () => {
  const at = (id: number, startsAt: string, changes: Partial<TrainingFacts> = {}, clubId = 1): Candidate => ({
    training: training(startsAt, { id, styleId: 8, ...changes }),
    clubId,
  });
  const asked: Candidate = { training: wanted, clubId: 1 };
  const ids = (candidates: readonly Candidate[], who = client(), by = rules, most?: number) =>
    chooseAlternatives(asked, candidates, who, by, most).map(({ training: { id } }) => id);

  it.each<[string, Candidate, Candidate]>([
    [
      'the style before the time of day',
      at(2, '2026-11-28T06:00:00Z', { styleId: 7 }),
      at(3, '2026-11-26T16:00:00Z'),
    ],
    ['the time of day before the day', at(2, '2026-11-28T16:30:00Z'), at(3, '2026-11-25T19:00:00Z')],
    [
      'an hour later another day before an hour and a minute later',
      at(2, '2026-11-28T17:00:00Z'),
      at(3, '2026-11-25T17:01:00Z'),
    ],
    ['the day before the club', at(2, '2026-11-26T16:00:00Z', {}, 2), at(3, '2026-11-27T16:00:00Z')],
    ['the club before the minute', at(2, '2026-11-26T16:30:00Z'), at(3, '2026-11-26T16:00:00Z', {}, 2)],
    ['the nearer minute', at(2, '2026-11-25T16:15:00Z'), at(3, '2026-11-25T16:45:00Z')],
    ['else the id, so that the order is one', at(2, '2026-11-25T16:30:00Z'), at(3, '2026-11-25T16:30:00Z')],
  ])('puts first %s', (_, better, worse) => {
    expect(ids([worse, better])).toEqual([2, 3]);
    expect(ids([better, worse])).toEqual([2, 3]);
  });

  it('gives three, or as many as asked for, each with what booking would do', () => {
    const many = [2, 3, 4, 5, 6].map((id) => at(id, `2026-11-2${id}T16:00:00Z`));
    expect(ids(many)).toEqual([5, 4, 6]);
    expect(ids(many, client(), rules, 1)).toEqual([5]);
    expect(chooseAlternatives(asked, many, client(), rules, 1)[0]?.decision).toMatchObject({
      outcome: 'booked',
      freeUntil: '2026-11-25T13:00:00Z',
    });
  });

  it.each([
    ['the wanted one itself', at(1, evening)],
    ['somebody waiting', at(2, '2026-11-26T16:00:00Z', { waiting: 1 })],
    ['no place', at(2, '2026-11-26T16:00:00Z', { places: placesOf([1, 2, 3]) })],
    ['cancelled', at(2, '2026-11-26T16:00:00Z', { isCancelled: true })],
    ['closed', at(2, '2026-11-26T16:00:00Z', { isClosed: true })],
    ['begun', at(2, '2026-11-24T09:30:00Z')],
    ['not open yet', at(2, '2026-12-20T16:00:00Z')],
  ])('leaves out: %s', (_, candidate) => {
    expect(ids([candidate])).toEqual([]);
  });

  const minutes = (least: number, most: number) => fc.integer({ min: least, max: most });
  const someTraining = fc.record({
    startsIn: minutes(-300, 20 * 1440),
    styleId: minutes(1, 3),
    maxPlaces: minutes(0, 2),
    taken: minutes(0, 2),
    waiting: fc.integer({ min: 0, max: 1 }),
    isClosed: fc.boolean(),
    isCancelled: fc.boolean(),
  });
  const someOwn = fc.record({
    startsIn: minutes(-300, 20 * 1440),
    styleId: minutes(1, 3),
    isWaiting: fc.boolean(),
  });

  it('gives only what can be booked: inside its window, beside the own bookings, within every limit', () => {
    fc.assert(
      fc.property(
        fc.array(someTraining, { maxLength: 25 }),
        fc.array(someOwn, { maxLength: 6 }),
        minutes(1, 4),
        minutes(1, 2),
        (some, owned, upcomingMax, sameDayMax) => {
          const by = rulesWith({ upcomingMax, sameDayMax });
          const candidates = some.map(({ startsIn, taken, ...rest }, index) =>
            at(index + 2, addMinutes(now, startsIn), {
              ...rest,
              places: placesOf(
                Array.from({ length: Math.min(taken, rest.maxPlaces) }, (_, place) => place + 1),
              ),
            }),
          );
          const who = client(
            owned.map(({ startsIn, styleId, isWaiting }, index) =>
              own(1000 + index, addMinutes(now, startsIn), {
                styleId,
                state: isWaiting ? 'waiting' : 'booked',
              }),
            ),
          );
          const chosen = chooseAlternatives(asked, candidates, who, by);
          const held = who.registrations.filter(({ state }) => state === 'booked');
          expect(chosen.length).toBeLessThanOrEqual(3);
          for (const { training: one, decision } of chosen) {
            const { opensAt, closesAt } = bookingWindow(one.startsAt, by);
            expect(compareInstants(opensAt, now)).toBeLessThanOrEqual(0);
            expect(compareInstants(now, closesAt)).toBeLessThan(0);
            expect(held.some((other) => isOverlapping(other, one))).toBe(false);
            const sameDay = held.filter((other) => other.localDate === one.localDate);
            expect(sameDay.length).toBeLessThan(sameDayMax);
            expect(sameDay.some((other) => other.styleId === one.styleId)).toBe(false);
            expect([one.waiting, one.isCancelled, one.isClosed]).toEqual([0, false, false]);
            expect(decision).toEqual(decideRegistration(one, who, [], by, false).decision);
          }
          // Fewer than three: none of the others would do.
          if (chosen.length < 3) {
            const left = candidates.filter(
              ({ training: { id } }) => !chosen.some((c) => c.training.id === id),
            );
            for (const { training: one } of left.filter((c) => c.training.waiting === 0)) {
              expect(refused(one, who, by)).toBeDefined();
            }
          }
        },
      ),
    );
  });

  it('does not depend on the order of the candidates', () => {
    const shuffled = fc
      .array(someTraining, { minLength: 2, maxLength: 12 })
      .map((some) =>
        some.map(({ startsIn, styleId }, index) => at(index + 2, addMinutes(now, startsIn), { styleId })),
      )
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(ids(other)).toEqual(ids(list));
      }),
    );
  });

  it('looks at no more than fifteen days, none of them past, whatever is wanted', () => {
    fc.assert(
      fc.property(minutes(-400, 400), minutes(1, 365), (ahead, bookingOpensDaysBefore) => {
        const by = rulesWith({ bookingOpensDaysBefore });
        const today = localDate(now, timeZone);
        const { from, until } = alternativePeriod({ localDate: addDays(today, ahead) }, by);
        expect(daysBetween(from, until)).toBeLessThanOrEqual(14);
        expect(daysBetween(today, from)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(today, until)).toBeLessThanOrEqual(bookingOpensDaysBefore);
      }),
    );
  });
});
