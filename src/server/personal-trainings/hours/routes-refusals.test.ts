import { expect, test } from 'vitest';
import { personalTimes } from '#server/testing/personal.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { addException, getHours, saveHours } from '#shared/personal-trainings/hours/contract.ts';
import { exceptionsMax } from '#shared/personal-trainings/hours/domain.ts';
import { listSlots, longestDays } from '#shared/personal-trainings/slots/contract.ts';

const running = withServer();
const { call, ask } = running;
const { scene } = personalTimes(running);
type Scene = Awaited<ReturnType<typeof scene>>;

const off = { date: '2026-09-15', kind: 'off', from: '10:00', until: '11:00', roomId: null } as const;
const invalid = (problem: string): Refusal => [400, 'dataValidationFailed', { field: 'hours', problem }];

test.each<[string, (of: Scene) => Promise<object> | object, Refusal]>([
  ['that ends before it begins', () => ({ from: '11:00', until: '10:00' }), invalid('hoursEnd')],
  ['that ends as it begins', () => ({ from: '10:00', until: '10:00' }), invalid('hoursEnd')],
  ['of yesterday', () => ({ date: '2026-09-13' }), invalid('dateBehind')],
  ['off in a room', ({ roomId }) => ({ roomId }), [404, 'itemNotFound']],
  ['besides without a room', () => ({ kind: 'extra' }), [404, 'itemNotFound']],
  [
    'besides in another centre’s room',
    async () => ({ kind: 'extra', roomId: await (await running.centre()).room() }),
    [404, 'itemNotFound'],
  ],
])('an exception %s is refused', async (_, change, refusal) => {
  const of = await scene();
  const body = { ...off, ...(await change(of)) };
  await expectRefused(running, of.home, () => call(addException, { body }, { actor: of.trainer }), refusal);
});

test('an exception over another of its kind is refused; of another kind, of another day or after it, it is not', async () => {
  const { home, trainer, roomId } = await scene();
  const add = (change: object) => call(addException, { body: { ...off, ...change } }, { actor: trainer });
  expect((await add({})).error).toBeUndefined();
  for (const change of [{}, { from: '10:30', until: '12:00' }])
    await expectRefused(running, home, () => add(change), invalid('hoursOverlap'));
  for (const change of [{ kind: 'extra', roomId }, { date: '2026-09-16' }, { from: '11:00', until: '12:00' }])
    expect((await add(change)).error).toBeUndefined();
});

test('beyond so many exceptions no more are taken', async () => {
  const { home, trainer, trainerId } = await scene();
  const fill = (count: number, from: number) =>
    ask(
      `insert into trainer_exceptions (tenant_id, trainer_id, on_date, kind, from_minute, until_minute)
       select $1, $2, '2027-01-01'::date + n, 'off', 600, 660 from generate_series($3::integer, $3::integer + $4 - 1) n returning 1`,
      ...[home.id, trainerId, from, count],
    );
  await fill(exceptionsMax - 1, 0);
  const press = (date: string) => call(addException, { body: { ...off, date } }, { actor: trainer });
  expect((await press('2026-09-15')).error).toBeUndefined();
  await expectRefused(running, home, () => press('2026-09-16'), [
    409,
    'registeringLimitExceeded',
    { limit: exceptionsMax },
  ]);
});

test.each<[string, (of: Scene) => object, Refusal]>([
  ['that end before they begin', () => ({ from: '12:00', until: '09:00' }), invalid('hoursEnd')],
  ['in a room of nobody', () => ({ roomId: 9_999_999 }), [404, 'itemNotFound']],
])('hours %s are refused', async (_, change, refusal) => {
  const of = await scene();
  const { version } = (await call(getHours, {}, { actor: of.trainer })).body;
  const hours = [{ weekday: 3, from: '09:00', until: '12:00', roomId: of.roomId, ...change(of) }];
  const press = () => call(saveHours, { body: { hours, version } }, { actor: of.trainer });
  await expectRefused(running, of.home, press, refusal);
});

test.each<[string, number, Refusal | undefined]>([
  ['that ends before it begins', -1, [400, 'unableToGetSchedule']],
  ['of one day', 0, undefined],
  ['as long as may be', longestDays - 1, undefined],
  ['a day longer', longestDays, [400, 'unableToGetSchedule']],
])('the free times of a period %s', async (_, days, refusal) => {
  const { home, owner, trainerId } = await scene();
  const from = '2026-09-15';
  const query = { trainer: trainerId, from, until: addDays(from, days) };
  const press = () => call(listSlots, { query }, { actor: owner });
  if (refusal) await expectRefused(running, home, press, refusal);
  else expect((await press()).error).toBeUndefined();
});

test('the free times of nobody are not there; without dates they are those of two weeks', async () => {
  const { home, owner, trainerId } = await scene();
  const press = (trainer: number) => call(listSlots, { query: { trainer } }, { actor: owner });
  await expectRefused(running, home, () => press(9_999_999), [404, 'itemNotFound']);
  const dates = (await press(trainerId)).body.map(({ startDateTime }) => startDateTime.slice(0, 10));
  expect([...new Set(dates)]).toEqual(['2026-09-15', '2026-09-22']);
});
