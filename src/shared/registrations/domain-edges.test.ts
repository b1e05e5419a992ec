import { describe, expect, it } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideRegistration, decideSwap } from './domain.ts';
import { type LiveRegistration, placesOf, type Rules, type TrainingFacts } from './rules/domain.ts';
import type { WaitlistEntry } from './waitlist/domain.ts';

const rules: Rules = {
  ...{ limits: BookingLimits.parse({}), timeZone: 'Europe/Tallinn', now: '2026-11-24T10:00:00Z' },
};

function training(held: readonly number[]): TrainingFacts {
  return {
    ...{ id: 1, styleId: 7, startsAt: '2026-11-25T16:00:00Z', endsAt: '2026-11-25T17:00:00Z' },
    ...{ localDate: '2026-11-25', maxPlaces: 3, places: placesOf(held), earliestHold: null, waiting: 0 },
    ...{ lateCancelled: 0, isWaitingListAllowed: true, isClosed: false, isCancelled: false },
  };
}

/** In another training, later that day. */
const present: LiveRegistration = {
  ...{ registrationId: 900, trainingId: 2, state: 'booked', place: 1, wishId: null, swapFor: null },
  ...{ freeUntil: '2026-11-25T15:30:00Z', styleId: 8, trainingName: 'HIIT 45' },
  ...{ startsAt: '2026-11-25T18:30:00Z', endsAt: '2026-11-25T19:15:00Z', localDate: '2026-11-25' },
};

const clientWith = (own: LiveRegistration) => ({ clientId: 10, isBlocked: false, registrations: [own] });

describe('an own entry in the training that is pressed', () => {
  const press = (state: 'offered' | 'releasing', heldUntil: string) => {
    const { startsAt, endsAt } = training([]);
    const own = { ...present, registrationId: 5, trainingId: 1, state, place: 2, startsAt, endsAt };
    const held: WaitlistEntry = {
      ...{ registrationId: 5, state, place: 2, heldUntil, freeUntil: own.freeUntil, wishId: null },
      ...{ endedAt: '2026-11-24T09:59:30Z', swapFor: null, noticeMinutes: 0, passedReason: null },
      client: clientWith(own),
    };
    return decideRegistration(training([2]), clientWith(own), [held], rules, false);
  };

  it.each([
    ['an offer becomes a booking', 'offered', 'accepted'],
    ['a place given back a moment ago is taken again', 'releasing', 'restored'],
  ] as const)('%s, in its place, while it is held', (_, state, kind) => {
    const { decision, moves } = press(state, '2026-11-24T10:00:01Z');
    expect(decision).toMatchObject({ outcome: 'booked', place: 2, entryId: 5 });
    expect(moves).toMatchObject([{ kind, registrationId: 5, place: 2 }]);
  });

  it.each([
    ['an offer', 'offered', 'expired'],
    ['the time to take it back', 'releasing', 'released'],
  ] as const)('where %s ran out, it is booked anew as by anybody', (_, state, kind) => {
    const { decision, moves } = press(state, rules.now);
    expect(decision).toMatchObject({ outcome: 'booked', place: 1, entryId: null });
    expect(moves).toMatchObject([{ kind, registrationId: 5 }]);
  });
});

describe('moving to another training', () => {
  it('keeps the present place where the other is only waited for', () => {
    const { present: became, decision } = decideSwap(
      ...([present, training([1, 2, 3]), clientWith(present), [], rules] as const),
    );
    expect([decision.outcome, became]).toEqual(['waiting', 'kept']);
  });

  it('is refused to the very training of the place as being there, also once booking is closed', () => {
    const own = { ...present, trainingId: 1, startsAt: '2026-11-25T16:00:00Z' };
    const closed = { ...rules, now: '2026-11-25T15:50:00Z' };
    expect(() => decideSwap(own, training([1]), clientWith(own), [], closed)).toThrow(
      new AppError('alreadyRegistered'),
    );
  });
});
