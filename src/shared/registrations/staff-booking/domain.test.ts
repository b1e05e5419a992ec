import { describe, expect, test } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { type ClientFacts, type LiveRegistration, placesOf, type Rules } from '../rules/domain.ts';
import type { Move, Waitlist, WaitlistEntry } from '../waitlist/domain.ts';
import { decideStaffBooking } from './domain.ts';

const startsAt = '2026-11-25T16:00:00Z';
const rules: Rules = {
  ...{ limits: BookingLimits.parse({}), timeZone: 'Europe/Tallinn', now: '2026-11-25T12:00:00Z' },
};

function waitlist(
  more: Partial<Waitlist['training']> = {},
  entries: WaitlistEntry[] = [],
  moves: Move[] = [],
): Waitlist {
  const training = {
    ...{ id: 1, styleId: 7, startsAt, endsAt: '2026-11-25T17:00:00Z', localDate: '2026-11-25', maxPlaces: 2 },
    ...{ places: placesOf([1]), earliestHold: null, lateCancelled: 0, isWaitingListAllowed: true },
    ...{ waiting: entries.filter(({ state }) => state === 'waiting').length },
    ...{ isClosed: false, isCancelled: false },
  };
  return { training: { ...training, ...more }, entries, moves };
}

function entry(more: Partial<WaitlistEntry> = {}): WaitlistEntry {
  return {
    ...{ registrationId: 50, state: 'waiting', place: null, heldUntil: null, endedAt: null, wishId: null },
    ...{ freeUntil: '2026-11-25T10:00:00Z', swapFor: null, noticeMinutes: 0, passedReason: null },
    ...{ client: { clientId: 10, isBlocked: false, registrations: [] } },
    ...more,
  };
}

const own = (more: Partial<LiveRegistration> = {}): LiveRegistration => ({
  ...{
    registrationId: 60,
    trainingId: 2,
    state: 'booked',
    place: 1,
    wishId: null,
    swapFor: null,
    styleId: 8,
  },
  ...{ freeUntil: startsAt, trainingName: 'HIIT', startsAt, endsAt: '2026-11-25T16:45:00Z' },
  localDate: '2026-11-25',
  ...more,
});
const client = (...registrations: LiveRegistration[]): ClientFacts => ({
  ...{ clientId: 10, isBlocked: false, registrations },
});

const place = (of: Waitlist, before?: WaitlistEntry, who = client(), isBeyond = false) =>
  decideStaffBooking(of, before, who, rules, isBeyond);
const full = { places: placesOf([1, 2]) };

const nextDay = '2026-11-26T16:00:00Z';

describe('somebody put into a training by staff', () => {
  test('has the first free place, past every limit of booking', () => {
    expect(place(waitlist())).toMatchObject({
      ...{ place: 2, freeUntil: '2026-11-25T13:00:00Z', entryId: null, isBeyond: false },
      waitlist: { training: { places: placesOf([1, 2]), waiting: 0 }, moves: [], entries: [] },
    });
  });

  test.each<[string, Waitlist, ClientFacts, string]>([
    ['called off', waitlist({ isCancelled: true }), client(), 'trainingNotHeld'],
    ['by who is blocked', waitlist(), { ...client(), isBlocked: true }, 'registeringNotAllowed'],
    ['booked already', waitlist(), client(own({ trainingId: 1 })), 'alreadyRegistered'],
    ['booked elsewhere at the time', waitlist(), client(own()), 'clientElsewhere'],
    [
      'offered a place elsewhere at the time',
      waitlist(),
      client(own({ state: 'offered' })),
      'clientElsewhere',
    ],
    ['full', waitlist(full), client(), 'noFreePlaces'],
  ])('is refused: %s', (_, of, who, code) => {
    expect(() => place(of, undefined, who)).toThrow(expect.objectContaining({ code }));
  });

  test('is told where else they are', () => {
    expect(() => place(waitlist(), undefined, client(own()))).toThrow(
      expect.objectContaining({ details: { name: 'HIIT', date: '25.11.2026', time: '18:00' } }),
    );
  });

  test.each<[string, LiveRegistration]>([
    ['waiting elsewhere at the time', own({ state: 'waiting' })],
    ['giving a place elsewhere back', own({ state: 'releasing' })],
    ['waiting here', own({ trainingId: 1, state: 'waiting' })],
    [
      'booked elsewhere afterwards',
      own({ startsAt: '2026-11-25T17:00:00Z', endsAt: '2026-11-25T18:00:00Z' }),
    ],
  ])('is not kept from it: %s', (_, registration) => {
    expect(place(waitlist(), undefined, client(registration)).place).toBe(2);
  });

  test('stands beyond the places only where that is asked for', () => {
    expect(place(waitlist(full), undefined, client(), true)).toMatchObject({ place: 3, isBeyond: true });
    expect(place(waitlist(), undefined, client(), true)).toMatchObject({ place: 2, isBeyond: false });
    const gap = { maxPlaces: 1, places: placesOf([2]) };
    expect(place(waitlist(gap), undefined, client(), true)).toMatchObject({ place: 1, isBeyond: true });
  });

  test('leaves the list, whose others keep their order', () => {
    const before = entry();
    const after = place(waitlist({}, [before, entry({ registrationId: 51, client: client() })]), before);
    expect(after).toMatchObject({ entryId: 50, freeUntil: before.freeUntil });
    expect(after.waitlist.entries.map(({ registrationId }) => registrationId)).toEqual([51]);
    expect(after.waitlist.training.waiting).toBe(1);
    expect(after.waitlist.moves).toEqual([
      {
        ...{ kind: 'claimed', registrationId: 50, clientId: 10, trainingId: 1, place: 2 },
        freeUntil: before.freeUntil,
      },
    ]);
  });

  test.each([
    ['offered', 'claimed'],
    ['releasing', 'restored'],
  ] as const)('takes the place that is %s to them', (state, kind) => {
    const before = entry({ state, place: 2 });
    const after = place(waitlist(full, [before]), before);
    expect(after).toMatchObject({ place: 2, isBeyond: false });
    expect(after.waitlist.training).toMatchObject({ waiting: 0, places: placesOf([1, 2]) });
    expect(after.waitlist.moves).toMatchObject([{ kind, place: 2 }]);
  });

  test('gives back free what they wait for it instead of, and ends the other waits for that; never once it has begun', () => {
    const present = own({ freeUntil: '2026-11-25T10:00:00Z' });
    const alike = own({ registrationId: 61, trainingId: 3, state: 'waiting', swapFor: 60 });
    const before = entry({ swapFor: 60, client: client(present, alike) });
    const after = place(waitlist({}, [before]), before, client(present, alike));
    expect(after.leaving?.registrationId).toBe(60);
    expect(after.waitlist.moves).toMatchObject([
      { kind: 'swapped', registrationId: 60, trainingId: 2, state: 'cancelledFree' },
      { kind: 'left', registrationId: 61, trainingId: 3 },
      { kind: 'claimed', registrationId: 50 },
    ]);
    // The wait was over by itself: nothing is given for the place any more.
    const closed: Move = { kind: 'closed', registrationId: 50, clientId: 10, trainingId: 1 };
    const apart = own({ startsAt: '2026-11-25T18:00:00Z', endsAt: '2026-11-25T19:00:00Z' });
    const later = { ...alike, startsAt: apart.startsAt, endsAt: apart.endsAt };
    const late = place(waitlist({}, [], [closed]), before, client(apart, later));
    expect(late.waitlist.moves).toMatchObject([{ kind: 'claimed', registrationId: 50 }]);
  });

  test('ends the other waits of a wish for any one of several, also where the own one ended this very moment', () => {
    const alike = own({ registrationId: 61, trainingId: 3, state: 'waiting', wishId: 5, startsAt: nextDay });
    const apart = { ...alike, registrationId: 62, trainingId: 4, wishId: 6 };
    const before = entry({ wishId: 5, client: client(alike, apart) });
    const ended: Move = { kind: 'expired', registrationId: 50, clientId: 10, trainingId: 1 };
    for (const line of [waitlist({}, [before]), waitlist({}, [], [ended])])
      expect(place(line, before, client(alike, apart)).waitlist.moves).toMatchObject([
        { kind: 'left', registrationId: 61, trainingId: 3 },
        { kind: 'claimed', registrationId: 50 },
      ]);
  });

  test('is not kept from it by an offer of that wish at the same time: it ends', () => {
    const alike = own({ registrationId: 61, trainingId: 3, state: 'offered', wishId: 5 });
    const before = entry({ wishId: 5, client: client(alike) });
    expect(place(waitlist({}, [before]), before, client(alike)).waitlist.moves).toMatchObject([
      { kind: 'declined', registrationId: 61, trainingId: 3 },
      { kind: 'claimed', registrationId: 50 },
    ]);
    const foreign = client({ ...alike, wishId: 6 });
    expect(() => place(waitlist({}, [before]), before, foreign)).toThrow('clientElsewhere');
  });

  test('what the list did with them a moment ago is theirs, or does not count', () => {
    const before = entry();
    const ids = { registrationId: 50, clientId: 10, trainingId: 1 };
    const promoted: Move = { ...ids, kind: 'promoted', place: 2, freeUntil: startsAt };
    expect(() => place(waitlist({}, [], [promoted]), before)).toThrow('alreadyRegistered');
    const expired: Move = { ...ids, kind: 'expired' };
    const ofOther: Move = { ...expired, registrationId: 51, clientId: 11 };
    const elsewhere: Move = { ...ids, trainingId: 2, kind: 'left' };
    const after = place(waitlist({}, [], [expired, ofOther, elsewhere]), before);
    expect(after.waitlist.moves.map(({ kind, registrationId }) => [kind, registrationId])).toEqual([
      ['expired', 51],
      ['left', 50],
      ['claimed', 50],
    ]);
  });
});
