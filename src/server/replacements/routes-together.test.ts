import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withOwner } from '#server/testing/owner.ts';
import { idOf, replacementMeans, wednesday } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import * as contract from '#shared/replacements/contract.ts';
import { loadFacts } from './facts/commands.ts';

const running = withServer();
const { call } = running;
const { scene, mailsTo } = replacementMeans(running);

const december = '2026-12-16T15:00:00Z';

/** Two trainings of one trainer, three months apart: one helper is busy at the first, the other at the second. */
async function apart() {
  const all = await scene();
  const { home, asker, helper, other } = all;
  const late = await home.training({ startsAt: december, trainerId: idOf(asker) });
  const first = await home.training({ startsAt: addMinutes(wednesday, 30), trainerId: idOf(helper) });
  const between = await home.training({ startsAt: '2026-10-16T15:00:00Z', trainerId: idOf(helper) });
  const second = await home.training({ startsAt: addMinutes(december, 30), trainerId: idOf(other) });
  return { ...all, late, first, between, second };
}

test('of trainings far apart who holds something near each of them is told, and nothing else is read', async () => {
  const all = await apart();
  const { home, asker, helper, other, training, late } = all;
  const body = { trainingIds: [training.id, late.id] };
  const preview = await call(contract.previewTrainerReplacement, { body }, { actor: asker });
  expect(preview.body.candidates.map(({ trainerId, problems }) => [trainerId, problems])).toEqual(
    expect.arrayContaining([
      [idOf(helper), [{ code: 'trainerNotFree', details: expect.objectContaining({ date: '16.09.2026' }) }]],
      [idOf(other), [{ code: 'trainerNotFree', details: expect.objectContaining({ date: '16.12.2026' }) }]],
    ]),
  );
  const ctx = contextOf(running, home);
  const facts = await loadFacts(ctx, ctx.read, null, [late, training]);
  const held = facts.flatMap(({ work }) => work.map(({ trainingId }) => trainingId));
  expect(new Set(held)).toEqual(new Set([training.id, all.first.id, late.id, all.second.id]));
});

test('asked for together, of each training those hear who can hold it', async () => {
  const { home, asker, helper, other, training, late } = await apart();
  const body = { trainingIds: [training.id, late.id], reason: 'ill' as const, comment: '', preferredIds: [] };
  const answer = await call(contract.askForReplacement, { body }, { actor: asker });
  expect(answer.body.told).toBe(2);
  const subjects = async () =>
    Promise.all([helper, other].map(async (one) => (await mailsTo(home, one)).map(({ subject }) => subject)));
  await expect
    .poll(subjects)
    .toEqual([[expect.stringContaining('16.12.2026')], [expect.stringContaining('16.09.2026')]]);
});

test('a centre looks through its trainers’ weeks once at a time, and gets in its own way alone', async () => {
  const [all, beside] = [await scene(), await scene()];
  const look = ({ asker, training }: typeof all) =>
    call(contract.previewTrainerReplacement, { body: { trainingIds: [training.id] } }, { actor: asker });
  await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('lock table trainer_exceptions in access exclusive mode');
    const asked = Array.from({ length: 11 }, () => look(all));
    const refused: unknown[] = [];
    for (const answer of asked) void answer.then(({ error }) => error && refused.push(error));
    // One is at it, eight wait.
    await expect.poll(() => refused).toEqual(['busyTryAgain', 'busyTryAgain']);
    const another = look(beside);
    await owner.query('rollback');
    expect((await another).status).toBe(200);
    expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(9);
  });
});
