import { expect, test } from 'vitest';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import { localDate, localTime } from '#shared/kernel/dates.ts';
import { getAdminTraining } from '#shared/schedule/editing/contract.ts';
import * as contract from '#shared/schedule/series/contract.ts';

const running = withServer();
const { call, clock } = running;
const { at } = testing;

/** Three Mondays at 18:00. */
async function threeWeeks() {
  const scene = await testing.scene(running);
  await scene.weekly('2026-10-05');
  const { home, admin, trainings } = scene;
  const seen = async () =>
    (await trainings()).map(({ id, name, starts_at: start, version }) => ({
      ...{ id, name, version },
      ...{ date: localDate(start, home.timeZone), time: localTime(start, home.timeZone) },
    }));
  const of = { actor: admin };
  return { ...scene, of, seen, before: await seen() };
}

// shows: cancel-and-delete-trainings, call-admin-schedule-id, call-admin-schedule-cancel-id
test('one training is read, edited, called off and deleted by its number, and no other of its series', async () => {
  const { home, of, seen, before } = await threeWeeks();
  const params = { id: at(before, 1).id };
  const read = () => call(getAdminTraining, { params }, of);
  expect((await read()).body).toMatchObject({ name: 'Yoga', date: '2026-09-28', time: '18:00', version: 1 });

  const changes = { name: 'Candle yoga', time: '19:30' };
  const edited = await call(contract.editTraining, { params, body: { changes, version: 1 } }, of);
  expect(edited.body).toMatchObject({ counts: { moved: 1 }, trainingIds: [params.id] });
  expect((await read()).body).toMatchObject({ ...changes, version: 2, overridden: ['time', 'name'] });

  const off = await call(contract.cancelTraining, { params, body: { version: 2, reason: 'Flood' } }, of);
  expect(off.body.counts).toMatchObject({ cancelled: 1 });
  expect((await read()).body).toMatchObject({ isCancelled: true, cancelReason: 'Flood', version: 3 });
  expect(await seen()).toMatchObject([at(before, 0), params, at(before, 2)]);

  const deleted = await call(contract.deleteTraining, { params }, of);
  expect([deleted.status, deleted.body.trainingIds]).toEqual([200, [params.id]]);
  expect(deleted.body.counts).toMatchObject({ deleted: 1, changed: 0, cancelled: 0 });
  expect((await read()).error).toBe('trainingNotFound');
  expect(await seen()).toEqual([at(before, 0), at(before, 2)]);
  expect((await call(contract.deleteTraining, { params }, of)).error).toBe('trainingNotFound');

  // Nobody but administrators.
  const other = { params: { id: at(before, 0).id } };
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  expect((await call(contract.deleteTraining, other, { actor: trainer })).status).toBe(403);
  expect(await seen()).toHaveLength(2);
});

// shows: call-admin-schedule-regular-id
test('a series is edited by the number of one of its trainings, from it on, by whoever saw it last', async () => {
  const { of, seen, before } = await threeWeeks();
  const [first, second, third] = [at(before, 0), at(before, 1), at(before, 2)];
  const edit = (scope: 'following' | 'future', changes: object, version: number) =>
    call(contract.editSeries, { params: { id: second.id }, body: { changes, version, scope } }, of);
  const following = await edit('following', { time: '19:15' }, 1);
  expect(following.body).toMatchObject({ counts: { moved: 2, unchanged: 0 }, messages: 0 });
  const moved = { time: '19:15', version: 2 };
  expect(await seen()).toEqual([first, { ...second, ...moved }, { ...third, ...moved }]);

  // The version that was looked at is not the present one any more.
  const late = await edit('following', { name: 'Flow' }, 1);
  expect([late.status, late.error]).toEqual([409, 'planOutdated']);
  // The first belongs to what was parted from it.
  expect((await edit('future', { name: 'Flow' }, 2)).status).toBe(200);
  expect((await seen()).map(({ name }) => name)).toEqual(['Yoga', 'Flow', 'Flow']);
});

test('of a series that has begun all that is ahead is edited, not what begins this very moment', async () => {
  const { of, seen, before } = await threeWeeks();
  clock.set('2026-09-28T15:00:00Z');
  const params = { id: at(before, 2).id };
  const body = { changes: { name: 'Flow' }, version: 1, scope: 'future' } as const;
  const { counts } = (await call(contract.editSeries, { params, body }, of)).body;
  expect(Object.values(counts).reduce((one, other) => one + other)).toBe(1);
  expect(counts).toMatchObject({ changed: 1 });
  expect((await seen()).map(({ name }) => name)).toEqual(['Yoga', 'Yoga', 'Flow']);
});

test('all of a series that is ahead is edited by the number of any; what a date has of its own is kept unless overwritten', async () => {
  const { of, seen, before } = await threeWeeks();
  const own = { params: { id: at(before, 1).id }, body: { changes: { name: 'Candle yoga' }, version: 1 } };
  await call(contract.editTraining, own, of);
  const params = { id: at(before, 2).id };
  const edit = (name: string, version: number, overwrites: boolean) =>
    call(
      contract.editSeries,
      { params, body: { changes: { name }, version, scope: 'future', overwrites } },
      of,
    );
  expect((await edit('Flow', 1, false)).body.counts).toMatchObject({ changed: 2, unchanged: 1 });
  expect((await seen()).map(({ name }) => name)).toEqual(['Flow', 'Candle yoga', 'Flow']);
  expect((await edit('Power', 2, true)).status).toBe(200);
  expect((await seen()).map(({ name }) => name)).toEqual(['Power', 'Power', 'Power']);
});
