import { describe, expect, test } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { noVisits } from '#shared/tickets/ledger/domain.ts';
import type { Pass } from '../entitlements/domain.ts';
import { type LiveRegistration, placesOf, type Rules, type TrainingFacts } from '../rules/domain.ts';
import { acceptOffer, settle, type Waitlist, type WaitlistEntry } from './domain.ts';

// Tallinn: 18:00 on a Wednesday. By itself until 13:00, asked until 17:30.
const startsAt = '2026-11-25T16:00:00Z';
const at = (now: string): Rules => ({ limits: BookingLimits.parse({}), timeZone: 'Europe/Tallinn', now });
const auto = at('2026-11-25T10:59:59Z');
const ask = at('2026-11-25T11:00:00Z');

const training: TrainingFacts = {
  ...{ id: 1, styleId: 7, startsAt, endsAt: '2026-11-25T17:00:00Z', localDate: '2026-11-25', maxPlaces: 1 },
  ...{ places: placesOf([]), earliestHold: null, waiting: 2, lateCancelled: 0 },
  ...{ isWaitingListAllowed: true, isClosed: false, isCancelled: false },
  ...{ payment: 'paid', clientType: 'groupTraining', clubId: 1, priceCents: null },
};

/** A booking at the same time. */
const elsewhere: LiveRegistration = {
  ...{
    registrationId: 900,
    trainingId: 2,
    state: 'booked',
    place: 1,
    wishId: null,
    swapFor: null,
    styleId: 8,
  },
  ...{ freeUntil: '2026-11-25T12:00:00Z', trainingName: 'HIIT 45' },
  ...{ startsAt, endsAt: '2026-11-25T16:45:00Z', localDate: '2026-11-25' },
};

const entry = (
  registrationId: number,
  changes: Partial<WaitlistEntry> = {},
  registrations: LiveRegistration[] = [],
): WaitlistEntry => ({
  ...{ registrationId, state: 'waiting', place: null, heldUntil: null, freeUntil: '2026-11-25T13:00:00Z' },
  ...{ endedAt: null, wishId: null, swapFor: null, noticeMinutes: 0, passedReason: null },
  client: { clientId: 100 + registrationId, isBlocked: false, registrations },
  ...changes,
});

const ticket = (id: number, visits: number, reservedUntil: string | null = null): Pass => ({
  ...{ kind: 'ticket', clientType: 'groupTraining', clubId: 1 },
  ticket: {
    ...{ id, startMode: 'firstUse', startsOn: null, endsOn: null, length: { count: 1, unit: 'week' } },
    ...{
      isUnlimited: false,
      reservedFrom: null,
      reservedUntil,
      balances: { ...noVisits, granted: visits, remaining: visits },
    },
  },
});

const line = (entries: WaitlistEntry[], changes: Partial<TrainingFacts> = {}): Waitlist => ({
  ...{ training: { ...training, ...changes }, entries, moves: [] },
});
const movesOf = (entries: WaitlistEntry[], changes: Partial<TrainingFacts> = {}) =>
  settle(line(entries, changes), auto).moves.map(({ kind, registrationId }) => `${kind} ${registrationId}`);

test('a free place goes on to whoever can take it; who has nothing that covers it is told why once, and keeps the position', () => {
  const details = { date: '25.11.2026', until: '01.12.2026', booked: '24.12.2026' };
  const first = entry(1, { passes: [ticket(1, 1, '2026-12-24')] });
  for (const rules of [auto, ask]) {
    expect(settle(line([first, entry(2)]), rules).moves).toMatchObject([
      { kind: 'passedOver', registrationId: 1, reason: 'ticketBookedPast', details },
      { registrationId: 2 },
    ]);
  }
  expect(movesOf([{ ...first, passedReason: 'ticketBookedPast' }, entry(2)])).toEqual(['promoted 2']);
  // Sold singly it is offered, and covered it is theirs.
  expect(movesOf([first, entry(2)], { priceCents: 900 })).toEqual(['offered 1']);
  expect(movesOf([{ ...first, passes: [ticket(1, 1)] }])).toEqual(['promoted 1']);
});

describe('of a line in which several may use one ticket', () => {
  const shared = ticket(7, 1);
  const second = entry(2, { passes: [shared] });

  test.each([auto, ask])('one has its last visit, the first', (rules) => {
    const { moves } = settle(line([entry(1, { passes: [shared] }), second], { maxPlaces: 2 }), rules);
    expect(moves).toMatchObject([
      { registrationId: 1 },
      { kind: 'passedOver', registrationId: 2, reason: 'coverNeeded' },
    ]);
  });

  test.each([
    ['may not have the place', entry(1, { passes: [shared] }, [elsewhere])],
    ['takes another ticket', entry(1, { passes: [shared, ticket(6, 1)] })],
    ['may use it no more', entry(1, { passes: [] })],
  ])('the next has it where whoever is before them %s', (_, before) => {
    const { moves } = settle(line([before, second], { maxPlaces: 2 }), auto);
    expect(moves.at(-1)).toMatchObject({ kind: 'promoted', registrationId: 2, cover: { id: 7 } });
  });

  test('it is kept for whom a place is held, until they take it with something else', () => {
    const held = { state: 'offered', place: 1, heldUntil: '2026-11-25T11:30:00Z' } as const;
    const asked = entry(1, { ...held, passes: [shared, ticket(9, 1)] });
    const both = line([asked, second], { maxPlaces: 2, places: placesOf([1]) });
    expect(settle(both, auto).moves).toMatchObject([{ kind: 'passedOver', registrationId: 2 }]);
    const taken = (choice: Parameters<typeof acceptOffer>[3]) =>
      settle(acceptOffer(both, 1, auto, choice), auto).moves.map(({ kind }) => kind);
    expect(taken(null)).toEqual(['accepted', 'passedOver']);
    expect(taken({ kind: 'ticket', id: 9 })).toEqual(['accepted', 'promoted']);
    expect(taken('bought')).toEqual(['accepted', 'promoted']);
    expect(() => taken({ kind: 'ticket', id: 8 })).toThrow(new AppError('coverNeeded'));
  });
});
