import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { getRoll } from '#shared/registrations/attendance/contract.ts';
import * as contract from '#shared/statistics/contract.ts';

const { centre, call, ask } = withServer();

/** A training with so many who came and who did not. */
async function held(
  home: Centre,
  trainer: TestAccount,
  startsAt: string,
  {
    here,
    absent = 0,
    styleId,
    maxPlaces = 20,
    minutes = 60,
  }: {
    here: readonly number[];
    absent?: number;
    styleId?: number;
    maxPlaces?: number;
    minutes?: number;
  },
) {
  const training = await home.training({
    startsAt,
    minutes,
    maxPlaces,
    trainerId: trainer.trainerId ?? null,
    ...(styleId && { styleId }),
  });
  let place = 0;
  for (const clientId of here) {
    place += 1;
    const id = await home.registration(training, clientId, { place });
    await ask('update registrations set presence = true where id = $1 returning 1', id);
  }
  for (let index = 0; index < absent; index += 1) {
    place += 1;
    const id = await home.registration(training, await home.client(), { place });
    await ask('update registrations set presence = false where id = $1 returning 1', id);
  }
  return training;
}

const read = (actor: TestAccount, query: object = {}) =>
  call(contract.getGroupStatistics, { query }, { actor });

// shows: trainer-sums-fields
test('sums are those of the trainings that were held, by style, type and day, and the list behind them', async () => {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const people = await Promise.all(Array.from({ length: 6 }, () => home.client()));
  const styleId = await home.style();
  const first = await held(home, trainer, '2026-09-10T08:00:00Z', { here: people, absent: 2, styleId });
  await held(home, trainer, '2026-09-11T08:00:00Z', {
    here: people.slice(0, 3),
    styleId,
    minutes: 45,
    maxPlaces: 10,
  });
  await held(home, trainer, '2026-08-20T08:00:00Z', { here: people.slice(0, 1) });
  // Before the window, called off, ahead, another trainer's.
  await held(home, trainer, '2026-08-15T08:00:00Z', { here: people });
  await home.training({
    startsAt: '2026-09-12T08:00:00Z',
    trainerId: trainer.trainerId ?? null,
    isCancelled: true,
  });
  await home.training({ startsAt: '2026-09-14T15:00:00Z', trainerId: trainer.trainerId ?? null });
  const other = await home.account({ role: 'trainer' });
  await held(home, other, '2026-09-09T08:00:00Z', { here: people });

  const month = (await read(trainer, { window: 'currentMonth' })).body;
  expect(month).toMatchObject({ from: '2026-09-01', until: '2026-09-14' });
  expect(month.total).toMatchObject({
    trainings: 2,
    totalPlaces: 30,
    booked: 11,
    trained: 9,
    workingHours: 1.75,
  });
  expect(month.byStyle).toMatchObject([{ styleId, trainings: 2, trained: 9 }]);
  expect(month.byDay.map(({ date, trained }) => [date, trained])).toEqual([
    ['2026-09-10', 6],
    ['2026-09-11', 3],
  ]);
  const thirty = (await read(trainer)).body;
  expect(thirty).toMatchObject({ from: '2026-08-16', total: { trainings: 3, trained: 10 } });
  expect(thirty.byType).toMatchObject([{ type: 'groupTraining', trainings: 3 }]);
  for (const name of ['totalPlaces', 'booked', 'trained'] as const) {
    expect(thirty.list.reduce((sum, one) => sum + one[name], 0)).toBe(thirty.total[name]);
  }
  // The number and the roll behind it say the same.
  const { body: roll } = await call(getRoll, { query: { training: first.id } }, { actor: trainer });
  const listed = month.list.find(({ id }) => id === first.id);
  expect(listed?.trained).toBe(roll.registrations.filter(({ presence }) => presence).length);
  expect(listed?.booked).toBe(roll.registrations.length);
});

// shows: call-trainer-statistics-group-trainings
test('a trainer reads own sums whatever is asked for; an administrator those of whom is named', async () => {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const other = await home.account({ role: 'trainer' });
  await held(home, trainer, '2026-09-10T08:00:00Z', { here: [await home.client()] });
  expect((await read(other, { trainer: trainer.trainerId })).body.total.trainings).toBe(0);
  const admin = await home.account({ role: 'admin' });
  expect((await read(admin)).body.total.trainings).toBe(0);
  expect((await read(admin, { trainer: trainer.trainerId })).body.total.trainings).toBe(1);
});

// shows: call-trainer-statistics-personal-trainings
test('personal trainings are summed apart', async () => {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const one = await held(home, trainer, '2026-09-10T08:00:00Z', { here: [await home.client()] });
  await ask("update trainings set client_type = 'personalTraining' where id = $1 returning 1", one.id);
  expect((await read(trainer)).body.total.trainings).toBe(0);
  const { body } = await call(contract.getPersonalStatistics, { query: {} }, { actor: trainer });
  expect(body.total).toMatchObject({ trainings: 1, trained: 1, maleCount: null, femaleCount: null });
});

test('women and men are counted from five people of each on', async () => {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const people = await Promise.all(Array.from({ length: 11 }, () => home.client()));
  await ask(
    `update clients set id_country = 'EE', id_code = (case when n <= 5 then '3' else '4' end) || lpad(n::text, 10, '0')
     from unnest($1::integer[]) with ordinality as v (id, n) where clients.id = v.id returning 1`,
    people,
  );
  await held(home, trainer, '2026-09-10T08:00:00Z', { here: people.slice(0, 9) });
  expect((await read(trainer)).body.total).toMatchObject({ maleCount: null, femaleCount: null });
  await held(home, trainer, '2026-09-11T08:00:00Z', { here: people.slice(5) });
  expect((await read(trainer)).body.total).toMatchObject({ maleCount: 5, femaleCount: 10 });
  // A man more on the first day of the thirty, and until this moment.
  const here = people.slice(0, 1);
  await held(home, trainer, '2026-08-15T21:00:00Z', { here });
  await held(home, trainer, '2026-09-14T08:00:00Z', { here });
  // The evening before them, at one that is not over, called off, or another's.
  await held(home, trainer, '2026-08-15T19:30:00Z', { here });
  await held(home, trainer, '2026-09-14T09:00:00Z', { here, minutes: 15 });
  const off = await held(home, trainer, '2026-09-12T08:00:00Z', { here });
  await ask('update trainings set is_cancelled = true where id = $1 returning 1', off.id);
  await held(home, await home.account({ role: 'trainer' }), '2026-09-13T08:00:00Z', { here });
  expect((await read(trainer)).body.total).toMatchObject({ maleCount: 7, femaleCount: 10 });
});

// shows: call-user-statistics
test('a client reads how often and in what they trained, by month, in a row, and the trainings behind it', async () => {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const actor = await home.account();
  const styleId = await home.style('Jooga');
  const here = [actor.clientId];
  await held(home, trainer, '2026-09-10T08:00:00Z', { here, styleId });
  await held(home, trainer, '2026-09-11T08:00:00Z', { here, minutes: 45 });
  await held(home, trainer, '2026-09-02T08:00:00Z', { here, styleId });
  await held(home, trainer, '2026-08-26T08:00:00Z', { here, styleId });
  await held(home, trainer, '2026-08-05T08:00:00Z', { here, styleId });
  await held(home, trainer, '2025-10-02T08:00:00Z', { here });
  await held(home, trainer, '2025-09-29T08:00:00Z', { here });
  // Absent, and somebody else's.
  const missed = await held(home, trainer, '2026-09-12T08:00:00Z', { here });
  await ask('update registrations set presence = false where training_id = $1 returning 1', missed.id);
  await held(home, trainer, '2026-09-13T08:00:00Z', { here: [await home.client()] });
  const own = async (window?: 'currentMonth' | 'last12Months') =>
    (await call(contract.getOwnStatistics, { query: { window } }, { actor })).body;

  const month = await own('currentMonth');
  expect(month).toMatchObject({ from: '2026-09-01', trained: 3, hours: 2.75 });
  expect(month.byStyle).toMatchObject([{ styleId, name: 'Jooga', trained: 2, hours: 2 }, { trained: 1 }]);
  expect(month.list.map(({ date, duration }) => [date, duration])).toEqual([
    ['2026-09-11', 45],
    ['2026-09-10', 60],
    ['2026-09-02', 60],
  ]);
  // Weeks of 26.08, 02.09 and 10.09; this one, from 14.09 on, is not over.
  expect(month.streak).toEqual({ current: 3, best: 3 });
  expect(month.byMonth).toHaveLength(12);
  expect(month.byMonth.filter(({ trained }) => trained > 0).map((one) => [one.month, one.trained])).toEqual([
    ['2025-10', 1],
    ['2026-08', 2],
    ['2026-09', 3],
  ]);
  expect(await own()).toMatchObject({ from: '2026-08-16', trained: 4 });
  const year = await own('last12Months');
  expect(year).toMatchObject({ from: '2025-10-01', trained: 6 });
  for (const parts of [year.byStyle, year.byMonth]) {
    expect(parts.reduce((sum, { trained }) => sum + trained, 0)).toBe(year.trained);
    expect(parts.reduce((sum, { hours }) => sum + hours, 0)).toBeCloseTo(year.hours, 5);
  }
  // What ended at this moment counts, and what is not over does not yet.
  await held(home, trainer, '2026-09-14T08:00:00Z', { here });
  await held(home, trainer, '2026-09-14T09:00:00Z', { here });
  expect(await own('currentMonth')).toMatchObject({ trained: 4, streak: { current: 4, best: 4 } });
  const nobody = (await call(contract.getOwnStatistics, { query: {} }, { actor: await home.account() })).body;
  expect(nobody).toMatchObject({ trained: 0, byStyle: [], list: [], streak: { current: 0, best: 0 } });
});
