import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Actor, MemberActor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { changesUntil, decidePresence, occupancyOf, refuseClosing, refuseSettled } from './domain.ts';
import { canManageRoll, canSeeRoll } from './policy.ts';

const roll = {
  startsAt: '2026-09-15T15:00:00Z',
  endsAt: '2026-09-15T16:00:00Z',
  isCancelled: false,
  rollClosedAt: null,
};
const at = (now: string) => ({ now, timeZone: 'Europe/Tallinn' });
const staff = { isAdmin: false };

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : 'other';
  }
}

describe('noting who is here', () => {
  test.each([
    ['2026-09-15T13:59:59Z', false, 'presenceTooEarly'],
    ['2026-09-15T14:00:00Z', false, undefined],
    ['2026-09-16T16:00:00Z', false, undefined],
    ['2026-09-16T16:00:01Z', false, 'presenceTooLate'],
    ['2026-12-16T16:00:01Z', true, undefined],
  ])('at %s, administrator: %s', (now, isAdmin, code) => {
    expect(codeOf(() => decidePresence(roll, ['booked'], true, { isAdmin }, at(now)))).toBe(code);
  });

  test('never of somebody in the waiting list, of what is over, or where nothing takes place', () => {
    const now = at('2026-09-15T15:00:00Z');
    const code = (states: string[], of = roll) => codeOf(() => decidePresence(of, states, true, staff, now));
    expect(code(['booked', 'waiting'])).toBe('presenceOfWaiting');
    expect(code(['offered'])).toBe('presenceOfWaiting');
    expect(code(['cancelledFree'])).toBe('registrationNotFound');
    expect(code(['booked', 'cancelledFree'])).toBe('registrationNotFound');
    expect(code([])).toBe('registrationNotFound');
    expect(code(['booked'], { ...roll, isCancelled: true })).toBe('trainingNotHeld');
  });

  test('a closed roll knows no "not noted"', () => {
    const now = at('2026-09-15T16:30:00Z');
    const closed = { ...roll, rollClosedAt: '2026-09-15T16:00:00Z' };
    expect(decidePresence(closed, ['booked'], null, staff, now)).toBe(false);
    expect(decidePresence(roll, ['booked'], null, staff, now)).toBeNull();
    expect(decidePresence(closed, ['booked'], true, staff, now)).toBe(true);
  });
});

test('a roll is closed from the start on, and opened again until visits are settled', () => {
  expect(codeOf(() => refuseClosing(roll, staff, at('2026-09-15T14:59:59Z')))).toBe('rollTooEarly');
  expect(codeOf(() => refuseClosing(roll, staff, at('2026-09-15T15:00:00Z')))).toBeUndefined();
  expect(codeOf(() => refuseSettled(roll, at('2026-09-15T17:59:59Z')))).toBeUndefined();
  expect(codeOf(() => refuseSettled(roll, at(changesUntil(roll))))).toBe('rollSettled');
});

// shows: training-fullness
test.each([
  [0, 10, 0],
  [10, 10, 100],
  [11, 10, 110],
  [1, 3, 33],
  [1, 1, 100],
  [3, 0, 0],
])('%i of %i places: %i %%', (booked, maxPlaces, percent) => {
  expect(occupancyOf({ booked, maxPlaces })).toBe(percent);
});

const actorOf = (parts: Partial<MemberActor>): Actor => ({
  kind: 'member',
  accountId: 1,
  sessionId: 's',
  clientId: 1,
  trainerId: undefined,
  isAdmin: false,
  canSeeRegistrations: false,
  canManageRegistrations: false,
  ...parts,
});

// shows: right-to-registrations
test('whoever is no administrator sees and manages own trainings only, and only with the right', () => {
  fc.assert(
    fc.property(
      fc.record({
        isAdmin: fc.boolean(),
        canSeeRegistrations: fc.boolean(),
        canManageRegistrations: fc.boolean(),
        trainerId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      }),
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      (parts, trainerId) => {
        const actor = actorOf(parts);
        const isOwn = trainerId !== null && trainerId === parts.trainerId;
        expect(canSeeRoll(actor, { trainerId })).toBe(parts.isAdmin || (isOwn && parts.canSeeRegistrations));
        expect(canManageRoll(actor, { trainerId })).toBe(
          parts.isAdmin || (isOwn && parts.canManageRegistrations),
        );
      },
    ),
  );
  expect(canSeeRoll({ kind: 'visitor' }, { trainerId: 1 })).toBe(false);
  expect(canManageRoll({ kind: 'visitor' }, { trainerId: 1 })).toBe(false);
});
