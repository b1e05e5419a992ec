import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { getRoomAvailability } from '#shared/rooms/contract.ts';
import { addReservation } from '#shared/rooms/reservations/contract.ts';

const { centre, call } = withServer();

test.each([
  ['no minutes', { duration: 0 }, false],
  ['a minute', { duration: 1 }, true],
  ['a day', { duration: 1440 }, true],
  ['a minute more than a day', { duration: 1441 }, false],
  ['an hour with time before it less than none', { setUp: -1 }, false],
  ['an hour with four hours before it', { setUp: 240 }, true],
  ['an hour with a minute more than four hours before it', { setUp: 241 }, false],
])('rooms are looked at for %s, or not', async (_, asked, isTaken) => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  await home.room();
  const query = { date: '2026-09-21', time: '12:00', ...asked };
  const { error } = await call(getRoomAvailability, { query }, { actor: admin });
  expect(error).toBe(isTaken ? undefined : 'dataValidationFailed');
});

test('a reservation of two rooms with a training in each names the first and its room alone', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const [one, two] = [await home.room({ name: 'Hall A' }), await home.room({ name: 'Hall B' })];
  await home.training({ startsAt: '2026-09-21T09:00:00Z', roomId: one, name: 'Judo' });
  await home.training({ startsAt: '2026-09-21T09:30:00Z', roomId: two, name: 'Yoga' });
  const times = { date: '2026-09-21', time: '12:00', duration: 90 };
  const body = { name: 'Birthday', comment: '', roomIds: [one, two], ...times };
  const { error, refusal } = await call(addReservation, { body }, { actor: admin });
  expect(error).toBe('roomsNotFree');
  expect(refusal?.details).toMatchObject({ rooms: 'Hall A', name: 'Judo', time: '12:00' });
  const unknown = { ...body, date: '2026-09-22', roomIds: [one, 9_999_999] };
  expect((await call(addReservation, { body: unknown }, { actor: admin })).error).toBe('itemNotFound');
});
