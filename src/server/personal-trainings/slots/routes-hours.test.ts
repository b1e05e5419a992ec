import { expect, test } from 'vitest';
import { personalTimes } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/personal-trainings/hours/contract.ts';

const running = withServer();
const { call, ask } = running;
const { scene } = personalTimes(running);

test('hours are set anew; who changed them meanwhile is noticed; staff’s change stands in the trail', async () => {
  const { home, trainer, roomId } = await scene();
  const read = async () => (await call(contract.getHours, {}, { actor: trainer })).body;
  const first = await read();
  expect(first).toMatchObject({
    hours: [{ weekday: 2, from: '09:00', until: '12:00', roomId }],
    exceptions: [],
    minutes: 60,
    rooms: [{ id: roomId, name: 'Studio', clubName: 'First club' }],
  });
  const hours = [
    { weekday: 5, from: '18:00', until: '24:00', roomId },
    { weekday: 1, from: '07:00', until: '09:30', roomId },
  ];
  const save = (version: string, list: typeof hours = hours) =>
    call(contract.saveHours, { body: { hours: list, version } }, { actor: trainer });
  const saved = await save(first.version);
  expect(saved.error).toBeUndefined();
  const second = await read();
  expect(second.hours.map(({ weekday, until }) => [weekday, until])).toEqual([
    [1, '09:30'],
    [5, '24:00'],
  ]);
  expect(second.version).toBe(saved.body.version);
  expect((await save(first.version)).error).toBe('changedMeanwhile');
  expect((await save(second.version, [...hours, ...hours])).refusal?.details).toMatchObject({
    problem: 'hoursOverlap',
  });
  const elsewhere = await running.centre();
  const other = [{ weekday: 1, from: '07:00', until: '09:30', roomId: await elsewhere.room() }];
  expect((await save(second.version, other)).error).toBe('itemNotFound');
  const trail = await ask(
    'select 1 from audit_trail where tenant_id = $1 and noun = $2',
    home.id,
    'trainerHours',
  );
  expect(trail).toHaveLength(2);
});

test('an exception is taken away by whose it is', async () => {
  const { home, trainer } = await scene();
  const body = { date: '2026-09-15', kind: 'off', from: '10:00', until: '11:00', roomId: null } as const;
  const { id } = (await call(contract.addException, { body }, { actor: trainer })).body;
  const other = await home.account({ role: 'trainer' });
  const remove = async (actor: typeof trainer) =>
    (await call(contract.removeException, { params: { id } }, { actor })).error;
  expect(await remove(other)).toBe('itemNotFound');
  const { exceptions } = (await call(contract.getHours, {}, { actor: trainer })).body;
  expect(exceptions).toEqual([{ id, ...body }]);
  expect(await remove(trainer)).toBeUndefined();
  expect(await remove(trainer)).toBe('itemNotFound');
});

test('an administrator sets a trainer’s hours for them, by the same rules, and it stands in the trail', async () => {
  const { home, trainer, trainerId, roomId } = await scene();
  const admin = await home.account({ role: 'admin' });
  const read = async (id = trainerId) => call(contract.getTrainerHours, { params: { id } }, { actor: admin });
  const seen = (await read()).body;
  expect(seen).toEqual((await call(contract.getHours, {}, { actor: trainer })).body);
  const hours = [{ weekday: 3, from: '10:00', until: '14:00', roomId }];
  const save = (id: number, list: typeof hours, version: string, actor = admin) =>
    call(contract.saveTrainerHours, { params: { id }, body: { hours: list, version } }, { actor });
  expect((await save(trainerId, hours, seen.version, trainer)).error).toBe('actionNotAllowed');
  expect((await save(trainerId, [...hours, ...hours], seen.version)).refusal?.details).toMatchObject({
    problem: 'hoursOverlap',
  });
  const { version } = (await save(trainerId, hours, seen.version)).body;
  expect((await save(trainerId, [], seen.version)).error).toBe('changedMeanwhile');
  expect((await call(contract.getHours, {}, { actor: trainer })).body).toMatchObject({ hours, version });

  const params = { id: trainerId };
  const body = { date: '2026-09-15', kind: 'off', from: '00:00', until: '24:00', roomId: null } as const;
  const added = await call(contract.addTrainerException, { params, body }, { actor: admin });
  expect(added.body).toMatchObject({ booked: 0 });
  expect((await read()).body.exceptions).toEqual([{ id: added.body.id, ...body }]);
  const exceptionId = added.body.id;
  const other = await home.account({ role: 'trainer' });
  const remove = async (id: number) =>
    (await call(contract.removeTrainerException, { params: { id, exceptionId } }, { actor: admin })).error;
  expect(await remove(other.trainerId ?? 0)).toBe('itemNotFound');
  expect(await remove(trainerId)).toBeUndefined();

  const elsewhere = await running.centre();
  const stranger = await elsewhere.account({ role: 'trainer' });
  for (const id of [stranger.trainerId ?? 0, 9_999_999]) {
    expect((await read(id)).error).toBe('itemNotFound');
    expect((await save(id, hours, version)).error).toBe('itemNotFound');
    expect((await call(contract.addTrainerException, { params: { id }, body }, { actor: admin })).error).toBe(
      'itemNotFound',
    );
  }
  const trail = await ask(
    'select noun, account_id, before, after from audit_trail where tenant_id = $1 and account_id = $2 order by id',
    home.id,
    admin.id,
  );
  expect(trail).toMatchObject([
    {
      noun: 'trainerHours',
      before: { hours: [{ weekday: 2 }] },
      after: { hours: [{ weekday: 3, from: 600, until: 840 }] },
    },
    { noun: 'trainerException', after: { trainerId, date: '2026-09-15' } },
    { noun: 'trainerException', before: { date: '2026-09-15' }, after: null },
  ]);
});
