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
