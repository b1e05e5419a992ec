import { expect, test } from 'vitest';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import { swapChoices } from './swap-choices.ts';

const wanted = { id: 1, date: '2026-11-20', startDateTime: '2026-11-20T16:00:00Z', typeName: 'Pilates' };
const at = { now: '2026-11-17T10:00:00Z', timeZone: 'Europe/Tallinn' };

const own = (id: number, startDateTime: string, more: Partial<UserRegistration> = {}) =>
  ({
    ...{ registrationId: id, trainingId: id, startDateTime, trainingTypeName: 'Spinning' },
    ...{ state: 'booked', cancelingAllowed: true, swapTo: null },
    ...more,
  }) as UserRegistration;

const offered = (...list: UserRegistration[]) =>
  swapChoices(list, wanted, at).map(({ trainingId }) => trainingId);

test('the same style or the same day comes first, then what is nearest in time', () => {
  const sameDay = own(2, '2026-11-20T06:00:00Z');
  const sameStyle = own(3, '2026-11-24T16:00:00Z', { trainingTypeName: 'Pilates' });
  const near = own(4, '2026-11-19T16:00:00Z');
  const far = own(5, '2026-11-18T16:00:00Z');
  expect(offered(far, near, sameStyle, sameDay)).toEqual([2, 3, 4, 5]);
});

test('the day is the one of the centre: what begins after its midnight is of the next', () => {
  const nextDay = own(2, '2026-11-20T22:30:00Z');
  const near = own(3, '2026-11-20T10:00:00Z');
  const before = own(4, '2026-11-19T22:30:00Z');
  expect(offered(nextDay, near, before)).toEqual([3, 4, 2]);
});

test('only bookings that can be given back, and none that is swapped for something else', () => {
  const partner = { trainingId: 9, name: '', startDateTime: '', freeUntil: '' };
  expect(
    offered(
      own(1, '2026-11-20T16:00:00Z'),
      own(2, '2026-11-19T16:00:00Z', { state: 'waiting' }),
      own(3, '2026-11-19T16:00:00Z', { cancelingAllowed: false }),
      own(4, '2026-11-19T16:00:00Z', { swapTo: partner }),
      own(5, '2026-11-17T09:00:00Z'),
      own(6, '2026-11-19T16:00:00Z'),
    ),
  ).toEqual([6]);
});

test('a handful at most', () => {
  const many = Array.from({ length: 9 }, (_, index) => own(index + 2, `2026-11-2${index}T17:00:00Z`));
  expect(offered(...many)).toEqual([2, 3, 4, 5, 6]);
});
