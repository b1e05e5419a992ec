import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideCancelling, decideRegistration, decideSwap } from './domain.ts';
import {
  bookingWindow,
  type ClientFacts,
  type LiveRegistration,
  placesOf,
  type Rules,
  type TrainingFacts,
} from './rules/domain.ts';
import { settle, type WaitlistEntry } from './waitlist/domain.ts';

const startsAt = '2026-11-25T16:00:00Z';
const rules: Rules = {
  limits: BookingLimits.parse({}),
  timeZone: 'Europe/Tallinn',
  now: '2026-11-24T10:00:00Z',
};

function training(changes: Partial<TrainingFacts> = {}): TrainingFacts {
  return {
    id: 1,
    styleId: 7,
    startsAt,
    endsAt: '2026-11-25T17:00:00Z',
    localDate: '2026-11-25',
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

function booked(changes: Partial<LiveRegistration> = {}): LiveRegistration {
  return {
    registrationId: 900,
    trainingId: 2,
    state: 'booked',
    place: 1,
    wishId: null,
    swapFor: null,
    freeUntil: '2026-11-25T15:30:00Z',
    styleId: 8,
    trainingName: 'HIIT 45',
    startsAt: '2026-11-25T18:30:00Z',
    endsAt: '2026-11-25T19:15:00Z',
    localDate: '2026-11-25',
    ...changes,
  };
}

function client(registrations: readonly LiveRegistration[] = [], isBlocked = false): ClientFacts {
  return { clientId: 10, isBlocked, registrations };
}

function entry(registrationId: number, registrations: readonly LiveRegistration[] = []): WaitlistEntry {
  return {
    registrationId,
    state: 'waiting',
    place: null,
    heldUntil: null,
    freeUntil: '2026-11-25T13:00:00Z',
    endedAt: null,
    wishId: null,
    swapFor: null,
    noticeMinutes: 0,
    passedReason: null,
    client: { clientId: 100 + registrationId, isBlocked: false, registrations },
  };
}

function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, details: error.details };
    throw error;
  }
  return undefined;
}

describe('decideRegistration', () => {
  it('takes the lowest free place and says until when it can be given back', () => {
    expect(
      decideRegistration(training({ places: placesOf([1, 3]) }), client(), [], rules, false),
    ).toMatchObject({
      decision: {
        outcome: 'booked',
        place: 2,
        entryId: null,
        freeUntil: '2026-11-25T13:00:00Z',
        listMovesUntil: '2026-11-25T15:30:00Z',
      },
      moves: [],
      training: { places: placesOf([1, 3, 2]) },
    });
  });

  it('puts one in the waiting list behind those already there', () => {
    const full = training({ places: placesOf([1, 2, 3]), waiting: 2 });
    const { decision } = decideRegistration(full, client(), [entry(1), entry(2)], rules, true);
    expect(decision).toMatchObject({
      outcome: 'waiting',
      placeInWaitingList: 3,
      listMovesUntil: '2026-11-25T15:30:00Z',
    });
  });

  it('lets those waiting pass before a newcomer', () => {
    const one = training({ places: placesOf([1, 2]), waiting: 1 });
    const { decision, moves } = decideRegistration(one, client(), [entry(5)], rules, true);
    expect(moves).toMatchObject([{ kind: 'promoted', registrationId: 5, place: 3 }]);
    expect(decision).toMatchObject({ outcome: 'waiting', placeInWaitingList: 1 });
  });

  const sameTime = booked({ startsAt: '2026-11-25T16:59:00Z', endsAt: '2026-11-25T18:00:00Z' });
  const sameStyle = booked({ styleId: 7, trainingName: 'Jõutreening ringis' });
  const threeThatDay = [
    booked(),
    booked({ trainingId: 3, startsAt: '2026-11-25T05:00:00Z', endsAt: '2026-11-25T06:00:00Z' }),
    booked({ trainingId: 4, startsAt: '2026-11-25T08:00:00Z', endsAt: '2026-11-25T09:00:00Z' }),
  ];
  const twelveAhead = Array.from({ length: 12 }, (_, index) => {
    const localDate = `2026-12-${String(index + 1).padStart(2, '0')}`;
    const [startsAt, endsAt] = [`${localDate}T10:00:00Z`, `${localDate}T11:00:00Z`];
    return booked({ trainingId: 50 + index, localDate, startsAt, endsAt });
  });
  const cases: [string, Parameters<typeof decideRegistration>, object][] = [
    [
      'cancelled',
      [training({ isCancelled: true }), client(), [], rules, true],
      { code: 'trainingCancelled' },
    ],
    [
      'closed by the centre',
      [training({ isClosed: true }), client(), [], rules, true],
      { code: 'registeringNotAllowed' },
    ],
    [
      'closed by the clock, to the minute',
      [training(), client(), [], { ...rules, now: '2026-11-25T15:45:00Z' }, true],
      { code: 'bookingClosed', details: { time: '17:45' } },
    ],
    [
      'not open yet',
      [training(), client(), [], { ...rules, now: '2026-11-11T15:59:59Z' }, true],
      { code: 'bookingNotOpen', details: { date: '11.11.2026', time: '18:00' } },
    ],
    ['blocked client', [training(), client([], true), [], rules, true], { code: 'registeringNotAllowed' }],
    [
      'already there',
      [training(), client([booked({ trainingId: 1 })]), [], rules, true],
      { code: 'alreadyRegistered' },
    ],
    [
      'already waiting',
      [training(), client([booked({ trainingId: 1, state: 'waiting' })]), [], rules, true],
      { code: 'alreadyRegistered' },
    ],
    [
      'at the same time',
      [training(), client([sameTime]), [], rules, true],
      { code: 'overlappingTraining', details: { name: 'HIIT 45', time: '18:59' } },
    ],
    [
      'same style that day',
      [training(), client([sameStyle]), [], rules, true],
      { code: 'sameStyleLimitExceeded', details: { name: 'Jõutreening ringis', time: '20:30' } },
    ],
    [
      'three that day',
      [training(), client(threeThatDay), [], rules, true],
      { code: 'sameDayLimitExceeded', details: { limit: 3 } },
    ],
    [
      'twelve ahead',
      [training(), client(twelveAhead), [], rules, true],
      { code: 'registeringLimitExceeded', details: { limit: 12 } },
    ],
    [
      'full and not waiting',
      [training({ places: placesOf([1, 2, 3]) }), client(), [], rules, false],
      { code: 'noFreePlaces' },
    ],
    [
      'full without a waiting list',
      [training({ places: placesOf([1, 2, 3]), isWaitingListAllowed: false }), client(), [], rules, true],
      { code: 'noFreePlaces' },
    ],
    [
      'waiting list full',
      [training({ places: placesOf([1, 2, 3]), waiting: 10 }), client(), [], rules, true],
      { code: 'noFreePlaces' },
    ],
  ];
  it.each(cases)('refuses: %s', (_, input, expected) => {
    expect(refusal(() => decideRegistration(...input))).toMatchObject(expected);
  });

  it.each<[string, readonly LiveRegistration[], string]>([
    ['one at the same time', [sameTime], 'overlappingTraining'],
    ['one of the same style that day', [sameStyle], 'sameStyleLimitExceeded'],
    ['three that day', threeThatDay, 'sameDayLimitExceeded'],
    ['twelve ahead', twelveAhead, 'registeringLimitExceeded'],
  ])('an offer counts like a place, a wait and what was given back do not: %s', (_, held, code) => {
    const refusedFor = (state: LiveRegistration['state']) => {
      const registrations = held.map((one) => ({ ...one, state }));
      return refusal(() => decideRegistration(training(), client(registrations), [], rules, true))?.code;
    };
    expect([refusedFor('booked'), refusedFor('offered')]).toEqual([code, code]);
    expect([refusedFor('waiting'), refusedFor('releasing')]).toEqual([undefined, undefined]);
  });

  it('one of the same style is no two of them', () => {
    const two = { ...rules, limits: { ...rules.limits, sameStylePerDateMax: 2 } };
    const other = { ...sameStyle, trainingId: 77, registrationId: 77, startsAt: '2026-11-25T05:00:00Z' };
    const past = { ...other, endsAt: '2026-11-25T06:00:00Z' };
    const refused = (held: readonly LiveRegistration[]) =>
      refusal(() => decideRegistration(training(), client(held), [], two, true))?.code;
    expect([refused([sameStyle]), refused([sameStyle, past])]).toEqual([undefined, 'sameStyleLimitExceeded']);
  });

  it('is open from its very minute on', () => {
    const opening = { ...rules, now: '2026-11-11T16:00:00Z' };
    expect(decideRegistration(training(), client(), [], opening, false).decision.outcome).toBe('booked');
  });

  it('lets trainings touch, and counts waiting entries against no limit', () => {
    const touching = booked({ startsAt: '2026-11-25T17:00:00Z', endsAt: '2026-11-25T18:00:00Z' });
    const waitingSameStyle = booked({ trainingId: 3, styleId: 7, state: 'waiting' });
    const { decision } = decideRegistration(
      training(),
      client([touching, waitingSameStyle]),
      [],
      rules,
      false,
    );
    expect(decision.outcome).toBe('booked');
  });
});

describe('what is waited for instead of a booking, taken in the last minutes', () => {
  const late: Rules = { ...rules, now: '2026-11-25T15:40:00Z' };
  const present = booked({ freeUntil: '2026-11-25T15:40:00Z' });
  const wait = booked({ registrationId: 901, trainingId: 1, state: 'waiting', place: null, swapFor: 900 });
  const alike = booked({ registrationId: 902, trainingId: 3, state: 'waiting', place: null, swapFor: 900 });
  const alien = booked({ registrationId: 903, trainingId: 4, state: 'waiting', place: null, swapFor: 899 });
  const movesOf = (...held: LiveRegistration[]) =>
    decideRegistration(
      training({ waiting: 1 }),
      client([wait, alike, alien, ...held]),
      [],
      late,
      true,
    ).moves.map((move) => [move.kind, move.registrationId, 'state' in move ? move.state : null]);
  const ended = [
    ['left', 902, null],
    ['claimed', 901, null],
  ];

  it.each<[string, LiveRegistration, unknown[][]]>([
    ['gives it back free', present, [['swapped', 900, 'cancelledFree'], ...ended]],
    [
      'gives it back late',
      { ...present, freeUntil: '2026-11-25T15:39:59Z' },
      [['swapped', 900, 'cancelledLate'], ...ended],
    ],
    [
      'gives it back that is at the same time',
      { ...present, startsAt, endsAt: '2026-11-25T17:00:00Z' },
      [['swapped', 900, 'cancelledFree'], ...ended],
    ],
    [
      'keeps it from its start on',
      { ...present, startsAt: late.now, endsAt: startsAt },
      [['claimed', 901, null]],
    ],
    ['keeps it where its owner is there', { ...present, presence: true }, [['claimed', 901, null]]],
    ['is a place alone where it is gone', { ...present, state: 'releasing' }, [['claimed', 901, null]]],
  ])('%s', (_, held, expected) => {
    expect(movesOf(held)).toEqual(expected);
  });

  it('is the same swap where that booking is given for it, and another one where another is', () => {
    const other = { ...present, registrationId: 904, trainingId: 5, startsAt: '2026-11-25T20:00:00Z' };
    const facts = client([wait, alike, alien, present, { ...other, endsAt: '2026-11-25T21:00:00Z' }]);
    const swapOf = (held: LiveRegistration) => {
      const { moves, present: became } = decideSwap(held, training({ waiting: 1 }), facts, [], late);
      return [became, ...moves.map(({ kind, registrationId }) => `${kind} ${registrationId}`)];
    };
    expect(swapOf(present)).toEqual(['cancelledFree', 'swapped 900', 'left 902', 'claimed 901']);
    expect(swapOf(other)).toEqual(['cancelledFree', 'swapped 904', 'claimed 901']);
  });
});

describe('settle', () => {
  const settled = (facts: TrainingFacts, entries: readonly WaitlistEntry[], at: Rules = rules) =>
    settle({ training: facts, entries, moves: [] }, at).moves;

  it('never gives a place twice, never more than there are, always to the first eligible', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 14 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        (maxPlaces, takenPlaces, eligible) => {
          const clash = booked({ startsAt, endsAt: '2026-11-25T17:00:00Z' });
          const queue = eligible.map((isEligible, index) => entry(index + 1, isEligible ? [] : [clash]));
          const moves = settled(
            training({ maxPlaces, places: placesOf(takenPlaces), waiting: queue.length }),
            queue,
          );
          const promotions = moves.flatMap((move) => (move.kind === 'promoted' ? [move] : []));
          const places = [...takenPlaces, ...promotions.map(({ place }) => place)];
          expect(new Set(places).size).toBe(places.length);
          expect(promotions.length).toBeLessThanOrEqual(Math.max(0, maxPlaces - takenPlaces.length));
          const firstEligible = queue
            .filter((_, index) => eligible[index])
            .slice(0, Math.max(0, maxPlaces - takenPlaces.length))
            .map(({ registrationId }) => registrationId);
          expect(promotions.map(({ registrationId }) => registrationId)).toEqual(firstEligible);
        },
      ),
    );
  });
});

describe('decideCancelling', () => {
  const live = { state: 'booked', startsAt, freeUntil: '2026-11-25T13:00:00Z' };
  it.each([
    ['2026-11-25T13:00:00Z', 'booked', 'cancelledFree'],
    ['2026-11-25T13:00:01Z', 'booked', 'cancelledLate'],
    ['2026-11-25T15:59:59Z', 'booked', 'cancelledLate'],
    ['2026-11-25T15:59:59Z', 'waiting', 'left'],
  ])('at %s a %s one is %s', (now, state, expected) => {
    expect(decideCancelling({ ...live, state }, { ...rules, now }, 0).state).toBe(expected);
  });

  it.each([
    ['2026-11-25T13:00:00Z', 'booked', '2026-11-25T13:01:00Z'],
    ['2026-11-25T15:44:59Z', 'booked', '2026-11-25T15:45:59Z'],
    ['2026-11-25T15:45:00Z', 'booked', null],
    ['2026-11-25T13:00:00Z', 'waiting', null],
    ['2026-11-25T13:00:00Z', 'offered', null],
  ])('at %s a %s one can be taken back until %s', (now, state, undoUntil) => {
    expect(decideCancelling({ ...live, state }, { ...rules, now }, 0).undoUntil).toBe(undoUntil);
  });

  it('cannot be taken back where somebody waits for it', () => {
    expect(decideCancelling({ ...live, state: 'booked' }, rules, 1).undoUntil).toBeNull();
  });

  it.each([
    [0, null],
    [1, '2026-11-24T10:00:01Z'],
  ])('can be taken back for as long as the centre says: %i s', (undoSeconds, undoUntil) => {
    const by = { ...rules, limits: { ...rules.limits, undoSeconds } };
    expect(decideCancelling({ ...live, state: 'booked' }, by, 0).undoUntil).toBe(undoUntil);
  });

  it('is refused where its owner has come already, also before the start', () => {
    expect(refusal(() => decideCancelling({ ...live, presence: true }, rules, 0))?.code).toBe('placeUsed');
  });

  it('is refused from the start on, and for one given back before', () => {
    expect(refusal(() => decideCancelling(live, { ...rules, now: startsAt }, 0))).toEqual({
      code: 'cancellingNotAllowed',
      details: { time: '18:00' },
    });
    expect(refusal(() => decideCancelling({ ...live, state: 'left' }, rules, 0))?.code).toBe(
      'registrationNotFound',
    );
  });
});

describe('bookingWindow', () => {
  it.each([
    // Winter time begins on 25.10.2026, summer time on 28.03.2027: the wall time of opening stays.
    ['2026-11-04T16:00:00Z', 'Europe/Tallinn', '2026-10-21T15:00:00Z'],
    ['2027-04-05T15:00:00Z', 'Europe/Riga', '2027-03-22T16:00:00Z'],
  ])('of %s in %s opens at %s', (start, timeZone, opensAt) => {
    expect(bookingWindow(start, { limits: rules.limits, timeZone })).toEqual({
      opensAt,
      closesAt: addMinutes(start, -15),
      freeCancelUntil: addMinutes(start, -180),
    });
  });
});
