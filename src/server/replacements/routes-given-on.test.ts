import { expect, test, vi } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { idOf, replacementMeans } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { call } = running;
const { scene, asked, apply, accept, list, mailsTo } = replacementMeans(running);

test('what goes to and fro by requests that were filled is not handed back', async () => {
  const all = await scene();
  const { asker, helper } = all;
  const one = await asked(all);
  await apply(helper, one);
  await accept(asker, one, helper);
  const two = await asked({ ...all, asker: helper });
  await apply(asker, two);
  await accept(helper, two, asker);
  expect((await list(asker)).map(({ id, state }) => [id, state])).toContainEqual([one, 'accepted']);
  expect((await list(helper)).map(({ id, state }) => [id, state])).toContainEqual([two, 'accepted']);
});

test('given on twice and handed to who asked first, both requests are over, and all three hear of it', async () => {
  const all = await scene();
  const { home, admin, asker, helper, other, training } = all;
  const one = await asked(all);
  await apply(helper, one);
  await accept(asker, one, helper);
  const two = await asked({ ...all, asker: helper });
  await apply(other, two);
  expect((await accept(helper, two, other)).error).toBeUndefined();
  const stateOf = async (actor: TestAccount, id: number) =>
    (await list(actor)).find((request) => request.id === id)?.state;
  const changes = { trainerId: idOf(asker) };
  const command = { kind: 'edit', trainingId: training.id, scope: 'this', changes } as const;
  const plan = await call(planSchedule, { body: { command } }, { actor: admin });
  const body = { command, planId: plan.body.planId, isTold: true };
  expect((await call(applySchedule, { body }, { actor: admin })).error).toBeUndefined();
  expect([await stateOf(asker, one), await stateOf(helper, two)]).toEqual(['cancelled', 'cancelled']);
  await vi.waitFor(
    async () => {
      for (const trainer of [asker, helper, other])
        expect(
          (await mailsTo(home, trainer)).filter(({ text }) => text.includes('was taken back')),
        ).toHaveLength(1);
    },
    { timeout: 12_000, interval: 25 },
  );
});
