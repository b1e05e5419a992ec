import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import { listTaughtTrainings } from '#shared/registrations/attendance/contract.ts';
import * as contract from '#shared/schedule/contract.ts';
import * as editing from '#shared/schedule/editing/contract.ts';
import { editTraining } from '#shared/schedule/series/contract.ts';
import { listTrainers } from '#shared/trainers/contract.ts';

const running = withServer();
const { call, ask } = running;

// shows: training-fields
test('a training tells what it is, where, when, with whom, how many may come and what is allowed there', async () => {
  const { home, fields, apply } = await testing.scene(running);
  const trainerId = await home.trainer({ firstName: 'Kai', lastName: 'Kask' });
  const styleId = await home.style('Aikido');
  const said = { namePrefix: 'New', publicComment: 'Bring a mat', isCommentingAllowed: true, maxPlaces: 12 };
  const { answer } = await apply({
    kind: 'create',
    fields: { ...fields, ...said, trainerId, styleId },
    when: { date: '2026-09-21', time: '18:00', duration: 45 },
    repeat: null,
  });
  const params = { id: answer?.trainingIds[0] ?? 0 };
  const { body: filters } = await call(contract.getScheduleFilters, {}, { host: home.host });
  const { body } = await call(contract.getPublicTraining, { params }, { host: home.host });
  expect(body).toMatchObject({
    ...said,
    ...{ name: 'Yoga', typeName: 'Aikido', clubName: filters.clubs[0]?.name, roomName: 'Hall A' },
    ...{ trainerName: 'Kai Kask', date: '2026-09-21', time: '18:00', duration: 45 },
    ...{ booked: 0, isPublic: true, isWaitingListAllowed: true },
  });
});

test('timetables are chosen by trainers who teach', async () => {
  const home = await running.centre();
  const kai = { firstName: 'Kai', lastName: 'Kask' };
  await home.trainer({ firstName: 'Aki', isActive: false });
  const id = await home.trainer(kai);
  const { body } = await call(contract.getScheduleFilters, {}, { host: home.host });
  expect(body.trainers).toEqual([{ id, name: 'Kai Kask' }]);
  const admin = await home.account({ role: 'admin' });
  const listed = await call(listTrainers, {}, { actor: admin });
  expect(listed.body).toEqual([{ id, ...kai, name: 'Kai Kask' }]);
});

// shows: training-private-comment
test('the private comment of a training is for administrators, the public one for everybody', async () => {
  const { home, admin, fields, apply } = await testing.scene(running);
  const trainer = await home.account({ role: 'trainer' });
  const member = await home.account();
  const date = '2026-09-21';
  const comments = { publicComment: 'Bring a mat', privateComment: 'The key is at the desk' };
  const { answer } = await apply({
    kind: 'create',
    fields: { ...fields, ...comments, trainerId: trainer.trainerId ?? null },
    when: { date, time: '18:00', duration: 60 },
    repeat: null,
  });
  const params = { id: answer?.trainingIds[0] ?? 0 };
  const query = { from: date, until: date };
  const readByAll = async () => {
    const [one, own] = [
      await call(contract.getPublicTraining, { params }, { host: home.host }),
      await call(contract.getOwnTraining, { params }, { actor: member }),
    ];
    const lists = [
      await call(contract.listPublicTrainings, { query }, { host: home.host }),
      await call(contract.listOwnTrainings, { query }, { actor: member }),
      await call(listTaughtTrainings, { query }, { actor: trainer }),
    ];
    for (const { body } of lists) expect(body).toMatchObject([params]);
    for (const { body } of [one, own])
      expect(body).toMatchObject({ ...params, publicComment: 'Bring a mat' });
    return JSON.stringify([one, own, ...lists]);
  };
  expect(await readByAll()).not.toMatch(/privateComment|key is/);
  const read = async () => (await call(editing.getAdminTraining, { params }, { actor: admin })).body;
  expect(await read()).toMatchObject(comments);
  const all = await call(editing.getAdminSchedule, { query }, { actor: admin });
  expect(all.body.trainings).toMatchObject([comments]);

  const changed = { privateComment: 'The key is with Mari' };
  await call(editTraining, { params, body: { changes: changed, version: 1 } }, { actor: admin });
  expect(await read()).toMatchObject({ ...comments, ...changed });
  expect(await readByAll()).not.toMatch(/privateComment|key is/);
  // Nobody else opens what administrators read.
  for (const actor of [member, trainer]) {
    expect((await call(editing.getAdminTraining, { params }, { actor })).status).toBe(403);
  }
});

test('a personal training stands in the timetable of whose it is, and is opened besides by who holds it and administrators', async () => {
  const home = await running.centre();
  const trainers = [
    await home.account({ role: 'trainer' }),
    await home.account({ role: 'trainer' }),
  ] as const;
  const members = [await home.account(), await home.account()] as const;
  const admin = await home.account({ role: 'admin' });
  const startsAt = '2026-09-21T15:00:00Z';
  const personal = await home.training({ startsAt, trainerId: trainers[0].trainerId ?? null });
  await home.registration(personal, members[0].clientId, { place: 1 });
  await ask(
    'update trainings set is_personal = true, is_public = false where id = $1 returning 1',
    personal.id,
  );
  const group = await home.training({ startsAt: '2026-09-21T16:00:00Z' });
  const query = { from: '2026-09-21', until: '2026-09-21' };
  const seen = async (actor: TestAccount) =>
    (await call(contract.listOwnTrainings, { query }, { actor })).body.map(({ id }) => id);
  const open = async (actor: TestAccount) =>
    (await call(contract.getOwnTraining, { params: { id: personal.id } }, { actor })).error;
  expect(await seen(members[0])).toEqual([personal.id, group.id]);
  for (const actor of [trainers[0], trainers[1], members[1], admin])
    expect(await seen(actor)).toEqual([group.id]);
  for (const actor of [trainers[0], members[0], admin]) expect(await open(actor)).toBeUndefined();
  for (const actor of [trainers[1], members[1]]) expect(await open(actor)).toBe('trainingNotFound');
});

test('administrators see the days asked for, each training with its rooms and the closure it is off by', async () => {
  const { home, admin, apply, roomId } = await testing.scene(running);
  const [second, third, fourth] = [
    await home.room({ name: 'Hall B' }),
    await home.room({ name: 'Hall C' }),
    await home.room({ name: 'Hall D' }),
  ];
  const training = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
  await ask(
    'update trainings set extra_room_ids = array[$2::integer, $3::integer] where id = $1 returning 1',
    ...[training.id, third, second],
  );
  for (const [date, name] of [
    ['2026-09-21', 'Before'],
    ['2026-09-22', 'That day'],
    ['2026-09-23', 'After'],
  ] as const)
    await ask(
      `insert into reservations (tenant_id, name, room_ids, starts_at, ends_at, local_date)
        values ($1, $2, array[$3::integer], $4::date + interval '9 hours', $4::date + interval '10 hours', $4) returning 1`,
      ...[home.id, name, fourth, date],
    );
  const query = { from: '2026-09-22', until: '2026-09-22' };
  const days = { clubId: null, ...query };
  await apply({ kind: 'close', ...days, name: 'Flood' });
  await apply({ kind: 'close', ...days, name: 'Storm' });
  const { body } = await call(editing.getAdminSchedule, { query }, { actor: admin });
  expect(body.trainings.map(({ id, rooms, closureName }) => [id, rooms, closureName])).toEqual([
    [
      training.id,
      [
        { id: roomId, name: 'Hall A' },
        { id: third, name: 'Hall C' },
        { id: second, name: 'Hall B' },
      ],
      'Flood',
    ],
  ]);
  expect(body.reservations.map(({ name }) => name)).toEqual(['That day']);
});
