import { describe, expect, it } from 'vitest';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type LiveRegistration, placesOf, type Rules, type TrainingFacts } from '../rules/domain.ts';
import { chooseAlternatives, refusalOf } from './domain.ts';

const rules: Rules = {
  limits: BookingLimits.parse({ upcomingMax: 1 }),
  timeZone: 'Europe/Tallinn',
  now: '2026-11-24T10:00:00Z',
};

/** Booking closes at 15:45 in UTC. */
const wanted: TrainingFacts = {
  ...{ id: 1, styleId: 7, startsAt: '2026-11-25T16:00:00Z', endsAt: '2026-11-25T17:00:00Z' },
  ...{ localDate: '2026-11-25', maxPlaces: 3, places: placesOf([]), earliestHold: null, waiting: 0 },
  ...{ lateCancelled: 0, isWaitingListAllowed: true, isClosed: false, isCancelled: false },
};

const own = (startsAt: string): LiveRegistration => ({
  ...{ registrationId: 900, trainingId: 2, state: 'booked', place: 1, wishId: null, swapFor: null },
  ...{ freeUntil: startsAt, styleId: 8, trainingName: 'HIIT 45', localDate: '2026-11-25' },
  ...{ startsAt, endsAt: addMinutes(startsAt, 15) },
});

const client = (registrations: readonly LiveRegistration[]) => ({
  ...{ clientId: 10, isBlocked: false, registrations },
});

describe('until when too many ahead are a reason', () => {
  it.each<[string, LiveRegistration[], string | null]>([
    [
      'until one begins, a moment before this one closes',
      [own('2026-11-25T15:44:59Z')],
      '2026-11-25T15:44:59Z',
    ],
    ['to the end, where one begins as this one closes', [own('2026-11-25T15:45:00Z')], null],
    ['nobody knows, where what was ahead is gone meanwhile', [], null],
  ])('%s', (_, registrations, until) => {
    const error = new AppError('registeringLimitExceeded', { limit: 1 });
    expect(refusalOf(error, wanted, client(registrations), rules).until).toBe(until);
  });
});

it('takes a fault for no refusal of an alternative', () => {
  const broken = { ...wanted, id: 3, endsAt: 'never' };
  const choose = () =>
    chooseAlternatives(
      { training: wanted, clubId: 1 },
      [{ training: broken, clubId: 1 }],
      client([own('2026-11-25T12:00:00Z')]),
      rules,
    );
  expect(choose).toThrow(RangeError);
});
