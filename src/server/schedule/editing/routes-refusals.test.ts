import { expect, test } from 'vitest';
import * as testing from '#server/testing/editing.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import * as editing from '#shared/schedule/editing/contract.ts';
import { cancelTraining, deleteTraining, editTraining } from '#shared/schedule/series/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { at } = testing;

/** Three Mondays at 18:00, the first a week from now. */
async function scene() {
  const made = await testing.scene(running);
  await made.weekly('2026-10-05');
  const rows = await made.trainings();
  const when = { date: '2026-09-22', time: '18:00', duration: 60 };
  const create = (fields: object = {}, more: object = {}): testing.Command => ({
    ...{ kind: 'create', fields: { ...made.fields, ...fields }, when, repeat: null, ...more },
  });
  const edit = (changes: object, more: object = {}): testing.Command => ({
    ...{ kind: 'edit', trainingId: at(rows, 0).id, scope: 'this', changes, ...more },
  });
  return { ...made, rows, create, edit };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const nobody = 9_999_999;
const notThere: Refusal = [404, 'itemNotFound'];
const noTraining: Refusal = [404, 'trainingNotFound'];
const invalid: Refusal = [400, 'dataValidationFailed'];
const shut = { kind: 'close', clubId: null, from: '2026-09-20', until: '2026-09-23', name: 'Flood' } as const;
const elsewhere = () => running.centre();

test.each<[string, (of: Scene) => testing.Command | Promise<testing.Command>, Refusal]>([
  ['made in a room of nobody', ({ create }) => create({ roomIds: [nobody] }), notThere],
  [
    'made in another centre’s room',
    async ({ create }) => create({ roomIds: [await (await elsewhere()).room()] }),
    notThere,
  ],
  [
    'made with a second room of nobody',
    ({ create, roomId }) => create({ roomIds: [roomId, nobody] }),
    notThere,
  ],
  ['made with a trainer of nobody', ({ create }) => create({ trainerId: nobody }), notThere],
  ['made in a style of nobody', ({ create }) => create({ styleId: nobody }), notThere],
  ['moved to a room of nobody', ({ edit }) => edit({ roomIds: [nobody] }), notThere],
  ['given to a trainer of nobody', ({ edit }) => edit({ trainerId: nobody }), notThere],
  ['given a style of nobody', ({ edit }) => edit({ styleId: nobody }), notThere],
  ['changed, of nobody', ({ edit }) => edit({ name: 'x' }, { trainingId: nobody }), noTraining],
  [
    'called off, of nobody',
    () => ({ kind: 'cancel', trainingId: nobody, scope: 'this', reason: '' }),
    noTraining,
  ],
  ['deleted, of nobody', () => ({ kind: 'delete', trainingId: nobody, scope: 'future' }), noTraining],
  ['shut in a club of nobody', () => ({ ...shut, clubId: nobody }), notThere],
  ['shut until before it is', () => ({ ...shut, until: '2026-09-19' }), invalid],
  ['given back, of no closure', () => ({ kind: 'lift', closureId: nobody }), notThere],
  [
    'made for longer than may be',
    ({ create }) =>
      create({}, { repeat: { weekdays: [1, 2, 3, 4, 5, 6, 7], everyWeeks: 1, until: '2036-09-22' } }),
    [400, 'seriesTooLong'],
  ],
  [
    'made on no day at all',
    ({ create }) => create({}, { repeat: { weekdays: [1], everyWeeks: 1, until: '2026-09-21' } }),
    invalid,
  ],
])('the timetable is neither planned nor %s', async (_, command, refusal) => {
  const of = await scene();
  const body = { command: await command(of) };
  const by = { actor: of.admin };
  const planId = 'x'.repeat(43);
  await expectRefused(running, of.home, () => call(editing.planSchedule, { body }, by), refusal);
  await expectRefused(
    running,
    of.home,
    () => call(editing.applySchedule, { body: { ...body, planId, isTold: true } }, by),
    refusal,
  );
});

test.each<[string, (of: Scene) => testing.Command, Refusal]>([
  [
    'into a room that is taken',
    ({ create }) => create({}, { when: { date: '2026-09-21', time: '18:30', duration: 60 } }),
    [409, 'roomsNotFree'],
  ],
  ['that changes nothing', ({ edit }) => edit({ name: 'Yoga' }), [409, 'nothingToChange']],
])('a plan %s cannot be done', async (_, command, refusal) => {
  const of = await scene();
  const asked = command(of);
  const { body: planned } = await of.plan(asked);
  const body = { command: asked, planId: planned.planId, isTold: true };
  await expectRefused(
    running,
    of.home,
    () => call(editing.applySchedule, { body }, { actor: of.admin }),
    refusal,
  );
});

test('on a date that is shut nothing is moved, and the date is said', async () => {
  const of = await scene();
  expect((await of.apply({ ...shut, from: '2026-09-29', until: '2026-09-29' })).applied.status).toBe(200);
  const body = { changes: { date: '2026-09-29' }, version: 1, isTold: true };
  const params = { id: at(of.rows, 0).id };
  await expectRefused(running, of.home, () => call(editTraining, { params, body }, { actor: of.admin }), [
    409,
    'dateIsShut',
    { date: '29.09.2026' },
  ]);
});

test('what was changed since it was looked at, has begun, or has people is not changed, called off or deleted', async () => {
  const of = await scene();
  const { home, admin, rows } = of;
  const [one, two] = [{ id: at(rows, 0).id }, { id: at(rows, 1).id }];
  const by = { actor: admin };
  const edit = (version: number, changes: object = { name: 'Candle yoga' }) =>
    call(editTraining, { params: one, body: { changes, version, isTold: true } }, by);
  await expectRefused(running, home, () => edit(7), [409, 'planOutdated']);
  const off = (version: number) => call(cancelTraining, { params: one, body: { version } }, by);
  await expectRefused(running, home, () => off(7), [409, 'planOutdated']);
  await testing.book(running, home, two, await home.client(), 1);
  const remove = (params: { id: number }) => call(deleteTraining, { params }, by);
  await expectRefused(running, home, () => remove(two), [409, 'trainingHasRegistrations']);
  expect((await off(1)).error).toBeUndefined();
  await expectRefused(running, home, () => off(2), [409, 'nothingToChange']);
  clock.set('2026-09-28T15:00:00Z');
  await expectRefused(
    running,
    home,
    () =>
      call(editTraining, { params: two, body: { changes: { name: 'Late' }, version: 1, isTold: true } }, by),
    [409, 'trainingIsOver'],
  );
  await expectRefused(running, home, () => remove({ id: nobody }), noTraining);
});

test('a change that was taken back, is none, or is another centre’s is not taken back', async () => {
  const { home, undo, apply, edit } = await scene();
  const { answer } = await apply(edit({ name: 'Candle yoga' }));
  const id = answer?.changeId ?? 0;
  await expectRefused(running, home, () => undo(nobody), notThere);
  const other = await scene();
  await expectRefused(running, home, () => other.undo(id), notThere);
  expect((await undo(id)).error).toBeUndefined();
  await expectRefused(running, home, () => undo(id), [409, 'changeUndoneAlready']);
});

test.each<[string, number, Refusal | undefined]>([
  ['that ends before it begins', -1, [400, 'unableToGetSchedule']],
  ['of a day', 0, undefined],
  ['of six weeks', 41, undefined],
  ['a day longer', 42, [400, 'unableToGetSchedule']],
])('the timetable of a period %s', async (_, days, refusal) => {
  const { home } = await scene();
  const query = { from: '2026-09-21', until: addDays('2026-09-21', days) };
  const press = () => call(listPublicTrainings, { query }, { host: home.host });
  if (refusal) await expectRefused(running, home, press, refusal);
  else expect((await press()).error).toBeUndefined();
  expect(await ask('select 1 from trainings where tenant_id = $1', home.id)).toHaveLength(3);
});
