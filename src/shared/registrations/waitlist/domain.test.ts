import { describe, expect, it, test } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type LiveRegistration, placesOf, type Rules, type TrainingFacts } from '../rules/domain.ts';
import {
  acceptOffer,
  isWaitlistDue,
  leaveWaitlist,
  settle,
  undoCancelling,
  type WaitlistEntry,
} from './domain.ts';

// Tallinn: 18:00 on a Wednesday. By itself until 13:00, asked until 17:30.
const startsAt = '2026-11-25T16:00:00Z';
const at = (now: string): Rules => ({ limits: BookingLimits.parse({}), timeZone: 'Europe/Tallinn', now });
const auto = at('2026-11-25T10:59:59Z');
const ask = at('2026-11-25T11:00:00Z');
const open = at('2026-11-25T15:30:00Z');

const training = (changes: Partial<TrainingFacts> = {}): TrainingFacts => ({
  id: 1,
  styleId: 7,
  startsAt,
  endsAt: '2026-11-25T17:00:00Z',
  localDate: '2026-11-25',
  maxPlaces: 1,
  places: placesOf([]),
  earliestHold: null,
  waiting: 1,
  lateCancelled: 0,
  isWaitingListAllowed: true,
  isClosed: false,
  isCancelled: false,
  ...changes,
});

const other = (changes: Partial<LiveRegistration> = {}): LiveRegistration => ({
  registrationId: 900,
  trainingId: 2,
  state: 'booked',
  place: 1,
  wishId: null,
  swapFor: null,
  freeUntil: '2026-11-25T12:00:00Z',
  styleId: 8,
  trainingName: 'HIIT 45',
  startsAt,
  endsAt: '2026-11-25T16:45:00Z',
  localDate: '2026-11-25',
  ...changes,
});

const entry = (
  registrationId: number,
  changes: Partial<WaitlistEntry> = {},
  registrations: LiveRegistration[] = [],
): WaitlistEntry => ({
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
  ...changes,
});

const offered = (heldUntil: string) => entry(1, { state: 'offered', place: 1, heldUntil });
const releasing = (heldUntil: string, endedAt = '2026-11-25T10:00:00Z') =>
  entry(1, { state: 'releasing', place: 1, heldUntil, endedAt });
const waitlist = (entries: WaitlistEntry[], changes: Partial<TrainingFacts> = {}) => ({
  training: training({ waiting: entries.filter(({ state }) => state === 'waiting').length, ...changes }),
  entries,
  moves: [],
});
const movesOf = (entries: WaitlistEntry[], rules: Rules, changes: Partial<TrainingFacts> = {}) =>
  settle(waitlist(entries, changes), rules).moves.map(
    ({ kind, registrationId }) => `${kind} ${registrationId}`,
  );
const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
  return undefined;
};

describe('a free place', () => {
  test.each([
    ['goes to the first by itself while there is time', auto, ['promoted 1']],
    ['is offered to the first when the start comes near', ask, ['offered 1']],
    ['goes to nobody in the last minutes', open, []],
    ['goes to nobody in the moment of the start', at(startsAt), ['closed 1', 'closed 2']],
  ])('%s', (_, rules, moves) => {
    expect(movesOf([entry(1), entry(2)], rules)).toEqual(moves);
  });

  test('is offered early to whoever wants notice, and by itself to the next', () => {
    const careful = entry(1, { noticeMinutes: 24 * 60 });
    expect(movesOf([careful, entry(2)], auto, { maxPlaces: 2 })).toEqual(['offered 1', 'promoted 2']);
  });

  test('is had beside an offer of something else', () => {
    const [startsAt, endsAt] = ['2026-11-26T16:00:00Z', '2026-11-26T17:00:00Z'];
    const elsewhere = other({ state: 'offered', startsAt, endsAt, localDate: '2026-11-26' });
    expect(movesOf([entry(1, {}, [elsewhere])], auto)).toEqual(['promoted 1']);
  });

  test('passes over one who may not have it, tells it once, and the position stays', () => {
    const blocked = entry(1, {}, [other()]);
    const next = settle(waitlist([blocked, entry(2)]), auto);
    expect(next.moves).toMatchObject([
      { kind: 'passedOver', registrationId: 1, reason: 'overlappingTraining' },
      { kind: 'promoted', registrationId: 2 },
    ]);
    expect(next.entries.map(({ registrationId }) => registrationId)).toEqual([1]);
    expect(movesOf([entry(1, { passedReason: 'overlappingTraining' }, [other()])], auto)).toEqual([]);
  });

  test('is none while a lowered capacity leaves the training over-full', () => {
    expect(movesOf([entry(1)], auto, { maxPlaces: 1, places: placesOf([2, 3]) })).toEqual([]);
  });

  test('got late may still be given back free for an hour, never past the last minutes', () => {
    const untilOf = (now: string) =>
      settle(waitlist([entry(1)]), at(now)).moves.map((move) => ('freeUntil' in move ? move.freeUntil : ''));
    expect(untilOf('2026-11-25T10:00:00Z')).toEqual(['2026-11-25T13:00:00Z']);
    expect(untilOf('2026-11-25T13:30:00Z')).toEqual(['2026-11-25T14:30:00Z']);
    expect(untilOf('2026-11-25T15:00:00Z')).toEqual(['2026-11-25T15:30:00Z']);
  });
});

describe('a hold', () => {
  test.each([
    [
      'an offer is held to the very second before its end',
      offered('2026-11-25T12:00:01Z'),
      '2026-11-25T12:00:00Z',
      [],
    ],
    [
      'an offer ends at its end, and the next is asked',
      offered('2026-11-25T12:00:00Z'),
      '2026-11-25T12:00:00Z',
      ['expired 1', 'offered 2'],
    ],
    [
      'a place given back passes on after its minute',
      releasing('2026-11-25T10:01:00Z'),
      '2026-11-25T10:01:00Z',
      ['released 1', 'promoted 2'],
    ],
    ['and not before', releasing('2026-11-25T10:01:00Z'), '2026-11-25T10:00:59Z', []],
  ])('%s', (_, first, now, moves) => {
    expect(movesOf([first, entry(2)], at(now), { places: placesOf([1]) })).toEqual(moves);
  });

  test('released: free or late by when it was pressed, not by when it passed on', () => {
    const late = releasing('2026-11-25T13:00:30Z', '2026-11-25T12:59:30Z');
    const [move] = settle(waitlist([late], { places: placesOf([1]) }), at('2026-11-25T13:05:00Z')).moves;
    expect(move).toMatchObject({ kind: 'released', state: 'cancelledFree' });
    const [later] = settle(
      waitlist([releasing('2026-11-25T13:02:00Z', '2026-11-25T13:01:00Z')], { places: placesOf([1]) }),
      at('2026-11-25T13:05:00Z'),
    ).moves;
    expect(later).toMatchObject({ kind: 'released', state: 'cancelledLate' });
  });

  test('everything open closes at the start, or when the training is cancelled', () => {
    const entries = [offered('2026-11-25T15:30:00Z'), entry(2)];
    expect(movesOf(entries, at(startsAt), { places: placesOf([1]) })).toEqual(['closed 1', 'closed 2']);
    expect(movesOf(entries, auto, { places: placesOf([1]), isCancelled: true })).toEqual([
      'closed 1',
      'closed 2',
    ]);
  });
});

describe('an offer', () => {
  const held = [offered('2026-11-25T12:00:00Z'), entry(2)];

  test('is taken by pressing, while it is held', () => {
    const { moves, training: after } = acceptOffer(waitlist(held, { places: placesOf([1]) }), 1, ask);
    expect(moves).toMatchObject([{ kind: 'accepted', registrationId: 1, place: 1 }]);
    expect(after.places.held).toBe(1);
    const ended = settle(waitlist(held, { places: placesOf([1]) }), at('2026-11-25T12:00:00Z'));
    expect(refusal(() => acceptOffer(ended, 1, at('2026-11-25T12:00:00Z')))).toBe('offerEnded');
  });

  test('declined goes to the next in the same breath', () => {
    const { moves } = leaveWaitlist(waitlist(held, { places: placesOf([1]) }), 1, ask);
    expect(moves).toMatchObject([
      { kind: 'declined', registrationId: 1 },
      { kind: 'offered', registrationId: 2, place: 1 },
    ]);
  });

  test('that is not there is not declined', () => {
    expect(refusal(() => leaveWaitlist(waitlist(held), 3, ask))).toBe('registrationNotFound');
  });

  test('is not taken by who may not have it any more', () => {
    const busy = {
      ...held[0],
      client: { clientId: 101, isBlocked: false, registrations: [other()] },
    } as WaitlistEntry;
    expect(refusal(() => acceptOffer(waitlist([busy], { places: placesOf([1]) }), 1, ask))).toBe(
      'overlappingTraining',
    );
  });
});

describe('undo', () => {
  test('gives the same place back while it is kept, and not after', () => {
    const kept = waitlist([releasing('2026-11-25T10:01:00Z')], { places: placesOf([1]) });
    expect(undoCancelling(kept, 1, at('2026-11-25T10:00:59Z')).moves).toMatchObject([
      { kind: 'restored', registrationId: 1, place: 1 },
    ]);
    const passed = settle(kept, at('2026-11-25T10:01:00Z'));
    expect(refusal(() => undoCancelling(passed, 1, at('2026-11-25T10:01:00Z')))).toBe('undoTooLate');
  });
});

describe('a wish over several trainings', () => {
  const request = { wishId: 5 };
  const twin = other({
    state: 'waiting',
    wishId: 5,
    trainingId: 3,
    registrationId: 31,
    startsAt: '2026-11-26T16:00:00Z',
    endsAt: '2026-11-26T17:00:00Z',
    localDate: '2026-11-26',
  });

  test('that came true elsewhere waits no longer, also where all is taken and where the list stands still', () => {
    const done = entry(1, request, [{ ...twin, state: 'booked' }]);
    const full = { places: placesOf([1]) };
    expect(movesOf([done, entry(2)], auto, full)).toEqual(['left 1']);
    expect(movesOf([entry(2), done], open)).toEqual(['left 1']);
    expect(movesOf([entry(2), entry(1, request, [{ ...twin, state: 'offered' }])], auto, full)).toEqual([]);
  });

  test('the first place ends the other entries in the same breath', () => {
    const { moves } = settle(waitlist([entry(1, request, [twin])]), auto);
    expect(moves).toMatchObject([
      { kind: 'left', registrationId: 31, trainingId: 3 },
      { kind: 'promoted', registrationId: 1 },
    ]);
  });

  test.each([
    ['an offer that is taken', acceptOffer, offered('2026-11-25T12:00:00Z'), 'accepted'],
    ['a place that is taken again', undoCancelling, releasing('2026-11-25T12:00:00Z'), 'restored'],
  ] as const)(
    'ends what is offered elsewhere at the same time, which does not refuse it: %s',
    (_, take, of, kind) => {
      const { startsAt, endsAt, localDate } = other();
      const elsewhere = { ...twin, state: 'offered', startsAt, endsAt, localDate } as const;
      const taken = (registrations: LiveRegistration[]) =>
        take(
          waitlist([{ ...of, ...request, client: { ...of.client, registrations } }], {
            places: placesOf([1]),
          }),
          1,
          ask,
        ).moves;
      expect(taken([elsewhere])).toMatchObject([
        { kind: 'declined', registrationId: 31, trainingId: 3 },
        { kind, registrationId: 1, place: 1 },
      ]);
      expect(refusal(() => taken([{ ...elsewhere, wishId: 6 }]))).toBe('overlappingTraining');
    },
  );

  test('is over when its place was won elsewhere', () => {
    expect(movesOf([entry(1, request, [{ ...twin, state: 'booked' }]), entry(2)], auto)).toEqual([
      'left 1',
      'promoted 2',
    ]);
  });

  test('waits on while it is only offered elsewhere: the place is the next one’s', () => {
    expect(movesOf([entry(1, request, [{ ...twin, state: 'offered' }]), entry(2)], auto)).toEqual([
      'promoted 2',
    ]);
  });

  test('a promotion also ends what is waited for at the same time', () => {
    const clash = other({ state: 'waiting', registrationId: 41, trainingId: 4 });
    expect(movesOf([entry(1, {}, [clash])], auto)).toEqual(['left 41', 'promoted 1']);
  });
});

describe('a swap', () => {
  const present = other({ freeUntil: '2026-11-25T13:00:00Z' });
  const apart = { ...present, startsAt: '2026-11-26T16:00:00Z', endsAt: '2026-11-26T17:00:00Z' };

  it('gives the present place back in the moment the new one is sure, though both are at the same time', () => {
    const { moves } = settle(waitlist([entry(1, { swapFor: 900 }, [present])]), auto);
    expect(moves).toMatchObject([
      { kind: 'swapped', registrationId: 900, trainingId: 2, state: 'cancelledFree' },
      { kind: 'promoted', registrationId: 1 },
    ]);
  });

  it('asks first when giving the present place back would be late', () => {
    const costly = { ...apart, freeUntil: '2026-11-25T10:00:00Z' };
    expect(movesOf([entry(1, { swapFor: 900 }, [costly])], auto)).toEqual(['offered 1']);
  });

  it('is by itself to the last moment in which the present place is given back free', () => {
    const inTime = { ...apart, freeUntil: auto.now };
    expect(movesOf([entry(1, { swapFor: 900 }, [inTime])], auto)).toEqual(['swapped 900', 'promoted 1']);
  });

  it('is asked for beside a booking of the same style, whatever is waited for at that time', () => {
    const own = other({ registrationId: 1, trainingId: 1, state: 'waiting', place: null, swapFor: 900 });
    const wait = other({ registrationId: 41, trainingId: 4, state: 'waiting', place: null });
    const sameStyle = { ...apart, styleId: 7 };
    expect(movesOf([entry(1, { swapFor: 900 }, [own, wait, sameStyle])], ask)).toEqual(['offered 1']);
  });

  it.each([
    ['giving it back would be late', { ...present, freeUntil: '2026-11-25T10:00:00Z' }, auto],
    ['it is too late for a place that comes by itself', present, ask],
  ])('is not asked for where both are at the same time and %s', (_, held, at) => {
    const { moves } = settle(waitlist([entry(1, { swapFor: 900 }, [held])]), at);
    expect(moves).toMatchObject([{ kind: 'passedOver', reason: 'overlappingTraining' }]);
    expect(movesOf([entry(1, { swapFor: 900 }, [apart])], ask)).toEqual(['offered 1']);
  });

  it('is an ordinary entry when the present place is gone', () => {
    expect(movesOf([entry(1, { swapFor: 900 }, [])], auto)).toEqual(['promoted 1']);
  });
});

test.each([
  ['nobody waits, nothing is held', {}, ask, false],
  ['a place is free and somebody waits', { waiting: 1 }, ask, true],
  ['the same in the last minutes', { waiting: 1 }, open, false],
  ['full', { waiting: 1, places: placesOf([1]) }, auto, false],
  [
    'full, a hold ended',
    { waiting: 0, places: placesOf([1]), earliestHold: '2026-11-25T11:00:00Z' },
    ask,
    true,
  ],
  [
    'full, a hold goes on',
    { waiting: 0, places: placesOf([1]), earliestHold: '2026-11-25T11:00:01Z' },
    ask,
    false,
  ],
])('a line is due: %s', (_, changes, rules, isDue) => {
  expect(isWaitlistDue(training({ waiting: 0, ...changes }), rules)).toBe(isDue);
});
