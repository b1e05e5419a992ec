import { expect, test, vi } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { idOf, replacementMeans } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/replacements/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { call, ask } = running;
const { scene, asked, apply, accept, list, mailsTo } = replacementMeans(running);

test('what goes to and fro by requests that were filled is not handed back', async () => {
  const all = await scene();
  const { home, admin, asker, helper, other, training } = all;
  const one = await asked(all);
  await apply(helper, one);
  await accept(asker, one, helper);
  const two = await asked({ ...all, asker: helper });
  await apply(asker, two);
  await accept(helper, two, asker);
  expect((await list(asker)).map(({ id, state }) => [id, state])).toContainEqual([one, 'accepted']);
  expect((await list(helper)).map(({ id, state }) => [id, state])).toContainEqual([two, 'accepted']);

  // Nor is it when the office changes something else, whatever was asked for and taken back, or filled elsewhere.
  const three = await asked(all);
  const taken = await call(contract.cancelReplacement, { body: { replacementId: three } }, { actor: asker });
  expect(taken.status).toBe(200);
  const { id: trainingId } = await home.training({
    startsAt: '2026-09-18T15:00:00Z',
    trainerId: idOf(asker),
  });
  const four = await asked({ asker, training: { id: trainingId } });
  await apply(other, four);
  await accept(asker, four, other);
  const changes = { maxPlaces: 12 };
  const command = { kind: 'edit', trainingId: training.id, scope: 'this', changes } as const;
  const plan = await call(planSchedule, { body: { command } }, { actor: admin });
  const body = { command, planId: plan.body.planId };
  expect((await call(applySchedule, { body }, { actor: admin })).error).toBeUndefined();
  const states = (await list(asker)).toSorted((one, other) => one.id - other.id);
  expect(states.map(({ id, state }) => [id, state])).toEqual([
    [one, 'accepted'],
    [two, 'accepted'],
    [three, 'cancelled'],
    [four, 'accepted'],
  ]);
});

test('given on twice and handed to who asked first, both requests are over, and all three hear of it', async () => {
  const all = await scene();
  const { home, admin, asker, helper, other, training } = all;
  const one = await asked(all);
  await apply(helper, one);
  await apply(other, one);
  await accept(asker, one, helper);
  const two = await asked({ ...all, asker: helper });
  await apply(other, two);
  expect((await accept(helper, two, other)).error).toBeUndefined();
  // Beside it others change hands, and one of them is held by who asked first.
  await home.club('A club of its own');
  const beside = async (from: TestAccount, to: TestAccount, startsAt: string) => {
    const { id } = await home.training({ startsAt, trainerId: idOf(from) });
    const request = await asked({ asker: from, training: { id } });
    await apply(to, request);
    await apply(helper, request);
    await accept(from, request, to);
    return { request, id };
  };
  const given = await beside(asker, other, '2026-09-18T15:00:00Z');
  const got = await beside(other, asker, '2026-09-19T15:00:00Z');
  await ask('update trainings set trainer_id = $2 where id = $1 returning 1', given.id, idOf(asker));
  const stateOf = async (actor: TestAccount, id: number) =>
    (await list(actor)).find((request) => request.id === id)?.state;
  const changes = { trainerId: idOf(asker) };
  const command = { kind: 'edit', trainingId: training.id, scope: 'this', changes } as const;
  const plan = await call(planSchedule, { body: { command } }, { actor: admin });
  const body = { command, planId: plan.body.planId, isTold: true };
  expect((await call(applySchedule, { body }, { actor: admin })).error).toBeUndefined();
  expect([await stateOf(asker, one), await stateOf(helper, two)]).toEqual(['cancelled', 'cancelled']);
  expect([await stateOf(asker, given.request), await stateOf(asker, got.request)]).toEqual([
    'accepted',
    'accepted',
  ]);
  const parts = await ask<{ id: number; states: string[] }>(
    `select replacement_id as id, array_agg(state order by trainer_id) as states from replacement_candidates
      where tenant_id = $1 group by 1 order by 1`,
    home.id,
  );
  // In the order Anu, Piret, Karl.
  expect(parts).toEqual([
    { id: one, states: ['void', 'rejected'] },
    { id: two, states: ['void'] },
    { id: given.request, states: ['rejected', 'accepted'] },
    { id: got.request, states: ['accepted', 'rejected'] },
  ]);
  await vi.waitFor(
    async () => {
      for (const trainer of [asker, helper, other])
        expect(
          (await mailsTo(home, trainer)).filter(({ text }) => /was taken back: .* First club,/.test(text)),
        ).toHaveLength(1);
    },
    { timeout: 12_000, interval: 25 },
  );
});
