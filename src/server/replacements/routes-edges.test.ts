import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { idOf, replacementMeans } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/replacements/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { call } = running;
const { scene, asked, apply, list, mailsTo } = replacementMeans(running);

test.each([
  ['today alone', '2026-09-14', '2026-09-14', true],
  ['until today', '2026-09-10', '2026-09-14', true],
  ['until yesterday', '2026-09-10', '2026-09-13', false],
  ['until a day before the first', '2026-09-16', '2026-09-15', false],
])('somebody is away %s, or cannot be', async (_, from, until, isTaken) => {
  const { helper } = await scene();
  const { error } = await call(contract.addAbsence, { body: { from, until } }, { actor: helper });
  expect(error).toBe(isTaken ? undefined : 'dataValidationFailed');
  const { absences } = (await call(contract.getOwnReplacing, {}, { actor: helper })).body;
  expect(absences.map((one) => [one.from, one.until])).toEqual(isTaken ? [[from, until]] : []);
});

test('whoever asks is not asked, though they prefer themselves, and nobody waits for that', async () => {
  const { home, asker, helper, training } = await scene();
  const next = await home.training({ startsAt: '2026-09-17T15:00:00Z', trainerId: idOf(asker) });
  const ask = async (trainingId: number, preferredIds: number[]) => {
    const body = { trainingIds: [trainingId], reason: 'ill' as const, comment: '', preferredIds };
    return (await call(contract.askForReplacement, { body }, { actor: asker })).body;
  };
  const alone = await ask(training.id, [idOf(asker)]);
  const both = await ask(next.id, [idOf(asker), idOf(helper)]);
  expect([alone.told, both.told]).toEqual([2, 1]);
  const states = new Map((await list(asker)).map(({ id, state }) => [id, state]));
  expect([alone, both].map(({ replacementIds: [id] }) => states.get(id ?? 0))).toEqual([
    'openAll',
    'openPreferred',
  ]);
});

test('of two trainings that are called off together each tells who offered to hold it', async () => {
  const { home, admin, asker, helper, other, training } = await scene();
  const second = await home.training({ startsAt: '2026-09-16T18:00:00Z', trainerId: idOf(asker) });
  await apply(helper, await asked({ asker, training }));
  await apply(other, await asked({ asker, training: second }));
  const counts = async () =>
    Promise.all([asker, helper, other].map(async (one) => (await mailsTo(home, one)).length));
  // Both were asked twice, and whoever asked heard of both offers.
  await expect.poll(counts).toEqual([2, 2, 2]);
  const close = { kind: 'close', clubId: home.clubId, from: '2026-09-16', until: '2026-09-16' } as const;
  const command = { ...close, name: 'Flood' };
  const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
  await call(applySchedule, { body: { command, planId } }, { actor: admin });
  // Whoever asked hears of the end of both.
  await expect.poll(counts).toEqual([4, 3, 3]);
  const newsTo = async (one: TestAccount) =>
    (await mailsTo(home, one)).slice(2).map(({ subject }) => subject);
  expect([await newsTo(helper), await newsTo(other)]).toEqual([
    [expect.stringContaining('Yoga, 16.09.2026 18:00')],
    [expect.stringContaining('16.09.2026 21:00')],
  ]);
});

test('whether SMS come is each trainer’s own', async () => {
  const { asker, helper } = await scene();
  const query = { status: 'true' } as const;
  expect((await call(contract.changeSubstituteSms, { query }, { actor: helper })).body).toEqual({
    status: true,
  });
  const takesSms = async (actor: TestAccount) =>
    (await call(contract.getOwnReplacing, {}, { actor })).body.takesSms;
  expect([await takesSms(asker), await takesSms(helper)]).toEqual([false, true]);
});
