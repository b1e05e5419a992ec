import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import * as rooms from '#shared/rooms/contract.ts';
import * as places from '#shared/rooms/places/contract.ts';
import * as reservations from '#shared/rooms/reservations/contract.ts';
import * as schedule from '#shared/schedule/contract.ts';
import * as editing from '#shared/schedule/editing/contract.ts';
import * as trainers from '#shared/trainers/contract.ts';

const { centre, call, ask } = withServer();

const fields = { name: 'Birthday', date: '2026-09-21', time: '12:00', duration: 90, comment: '' };

// shows: call-public-room, call-user-room-unit, call-admin-room-group
test('rooms are listed by club and group, each with its parts', async () => {
  const home = await centre();
  const [admin, member] = [await home.account({ role: 'admin' }), await home.account()];
  const groupId = await home.roomGroup('Pools');
  const whole = await home.room({ name: 'Hall', roomGroupId: groupId });
  const part = await home.room({ name: 'Lesser hall' });
  await ask('insert into room_parts (tenant_id, room_id, part_id) values ($1, $2, $3)', home.id, whole, part);
  const all = await call(rooms.listRooms, {}, { host: home.host });
  expect(all.body.map(({ name, partIds }) => [name, partIds])).toEqual([
    ['Hall', [part]],
    ['Lesser hall', []],
  ]);
  const units = await call(rooms.listOwnUnits, {}, { actor: member });
  expect(units.body.map(({ rooms: list }) => list.map(({ id }) => id))).toEqual([[whole, part]]);
  expect((await call(rooms.listUnits, {}, { actor: admin })).body).toEqual(units.body);
  const groups = await call(rooms.listGroups, {}, { actor: admin });
  expect(groups.body.map(({ name, rooms: list }) => [name, list.map(({ id }) => id)])).toEqual([
    ['Pools', [whole]],
  ]);
});

test('room 2 comes before room 10, club by club, and a form names the club where there are several', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const [first, second] = [await home.club('Kesklinn'), await home.club('Aleksandri')];
  for (const [name, clubId] of [
    ['Saal 10', first],
    ['saal 9', first],
    ['Saal 2', first],
    ['Saal 1', second],
    ['Saal 11', first],
  ] as const) {
    await home.room({ name, clubId });
  }
  const inOrder = ['Saal 2', 'saal 9', 'Saal 10', 'Saal 11', 'Saal 1'];
  const ordered = ({ body }: { body: readonly { name: string }[] }) => body.map(({ name }) => name);
  expect(ordered(await call(rooms.listRooms, {}, { host: home.host }))).toEqual(inOrder);
  const { body: filters } = await call(schedule.getScheduleFilters, {}, { host: home.host });
  expect(filters.rooms.map(({ name }) => name)).toEqual(inOrder);
  const managed = await call(places.listRooms, { query: {} }, { actor: admin });
  expect(managed.body.items.map(({ values }) => values.name)).toEqual(inOrder);
  expect(managed.body.references.rooms?.map(({ name }) => name)).toEqual(
    inOrder.map((name) => `${name}, ${name === 'Saal 1' ? 'Aleksandri' : 'Kesklinn'}`),
  );
});

// shows: call-admin-room-room-id-style
test('styles held in a room lately come first', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const roomId = await home.room();
  const aikido = await home.style('Aikido');
  const styleId = await home.style('Zumba');
  await home.training({ startsAt: '2026-09-10T15:00:00Z', roomId, styleId });
  // Lately is for ninety days.
  await home.training({ startsAt: '2026-06-16T15:00:00Z', roomId, styleId });
  await home.training({ startsAt: '2026-06-15T15:00:00Z', roomId, styleId: aikido });
  const styles = await call(rooms.listRoomStyles, { params: { roomId } }, { actor: admin });
  expect(styles.body.map(({ name, trainings }) => [name, trainings])).toEqual([
    ['Zumba', 2],
    ['Aikido', 0],
  ]);
});

// shows: trainer-availability, call-admin-trainer, call-admin-trainer-availability
// shows: call-admin-room-availability
test('a room and a trainer are free or say what they are taken by', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const trainer = await home.trainer();
  const roomId = await home.room();
  const other = await home.room();
  const training = await home.training({
    startsAt: '2026-09-21T09:00:00Z',
    roomId,
    trainerId: trainer,
    name: 'Judo',
  });
  const availability = async (query: { time: string; training?: number; setUp?: number }) => {
    const asked = { date: '2026-09-21', duration: 60, ...query };
    const list = await call(rooms.getRoomAvailability, { query: asked }, { actor: admin });
    const one = await call(
      trainers.getTrainerAvailability,
      { query: { ...asked, trainer } },
      { actor: admin },
    );
    return [
      list.body.find(({ id }) => id === roomId)?.takenBy?.name,
      list.body.find(({ id }) => id === other)?.isFree,
      one.body.isCondition,
    ];
  };
  expect(await availability({ time: '12:30' })).toEqual(['Judo', true, false]);
  expect(await availability({ time: '13:00' })).toEqual([undefined, true, true]);
  expect(await availability({ time: '13:00', setUp: 5 })).toEqual(['Judo', true, true]);
  expect(await availability({ time: '12:30', training: training.id })).toEqual([undefined, true, true]);
  const bad = await call(
    rooms.getRoomAvailability,
    { query: { date: '2026-09-21', time: 'noon' } },
    { actor: admin },
  );
  expect(bad.error).toBe('dataValidationFailed');
  const unknown = { date: '2026-09-21', time: '12:00', trainer: 999_999_999 };
  const nobody = await call(trainers.getTrainerAvailability, { query: unknown }, { actor: admin });
  expect(nobody.error).toBe('itemNotFound');
  const active = await call(trainers.listTrainers, {}, { actor: admin });
  expect(active.body.map(({ id }) => id)).toContain(trainer);
});

// shows: call-admin-room-unit
test('a reservation takes its rooms, tells what is there, is changed and given back', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const [one, two] = [await home.room({ name: 'Hall A' }), await home.room({ name: 'Hall B' })];
  const body = { ...fields, roomIds: [one, two] };
  const made = await call(reservations.addReservation, { body }, { actor: admin });
  const params = { id: made.body.id };
  const query = { from: '2026-09-21', until: '2026-09-21' };
  const shown = await call(editing.getAdminSchedule, { query }, { actor: admin });
  expect(shown.body.reservations).toEqual([
    expect.objectContaining({
      name: 'Birthday',
      rooms: [
        { id: one, name: 'Hall A' },
        { id: two, name: 'Hall B' },
      ],
      ...{ time: '12:00', duration: 90, version: 1 },
    }),
  ]);
  const second = await call(
    reservations.addReservation,
    { body: { ...body, name: 'Fair' } },
    { actor: admin },
  );
  expect([second.error, second.refusal?.details]).toEqual([
    'roomsNotFree',
    { rooms: 'Hall A, Hall B', name: 'Birthday', date: '21.09.2026', time: '12:00', until: '13:30' },
  ]);
  await expect(home.training({ startsAt: '2026-09-21T10:00:00Z', roomId: two })).rejects.toThrow();
  const less = await call(
    reservations.editReservation,
    { params, body: { ...body, roomIds: [one], version: 1 } },
    { actor: admin },
  );
  expect(less.status).toBe(200);
  const [changed] = await ask(
    `select before->'roomIds' as before, after->'roomIds' as after from audit_trail
      where tenant_id = $1 and noun = 'reservations' order by id desc limit 1`,
    home.id,
  );
  expect(changed).toEqual({ before: [one, two], after: [one] });
  const old = await call(
    reservations.editReservation,
    { params, body: { ...body, version: 1 } },
    { actor: admin },
  );
  expect(old.error).toBe('changedMeanwhile');
  await home.training({ startsAt: '2026-09-21T10:00:00Z', roomId: two });
  expect((await call(reservations.deleteReservation, { params }, { actor: admin })).status).toBe(200);
  expect((await call(reservations.deleteReservation, { params }, { actor: admin })).error).toBe(
    'itemNotFound',
  );
});

test.each([1, 2, 3])('of two who reserve one room at once the other hears what is there (%i)', async () => {
  const home = await centre();
  const [admin, other] = [await home.account({ role: 'admin' }), await home.account({ role: 'admin' })];
  const roomId = await home.room();
  const body = { ...fields, roomIds: [roomId] };
  const answers = await Promise.all([
    call(reservations.addReservation, { body }, { actor: admin }),
    call(reservations.addReservation, { body }, { actor: other }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ error }) => error)?.refusal?.details).toMatchObject({
    name: 'Birthday',
    time: '12:00',
  });
});
