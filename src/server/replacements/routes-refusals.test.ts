import { expect, test } from 'vitest';
import { expectRefused, type Pressed, type Refusal } from '#server/testing/refusals.ts';
import { idOf, replacementMeans } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import * as contract from '#shared/replacements/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const means = replacementMeans(running);
const { asked, apply, accept, resolve, holderOf } = means;

async function scene() {
  const all = await means.scene();
  return { ...all, id: await asked(all) };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Press = (of: Scene) => Pressed;

const nobody = 9_999_999;
const notThere: Refusal = [404, 'itemNotFound'];
type Asking = EndpointInput<typeof contract.askForReplacement>['body'];
const askFor = (of: Scene, change: Partial<Asking>) =>
  call(
    contract.askForReplacement,
    {
      body: {
        ...{ trainingIds: [of.training.id], comment: '', preferredIds: [] },
        reason: 'ill',
        ...change,
      },
    },
    { actor: of.asker },
  );
const withdraw = (of: Scene, id = of.id) =>
  call(contract.withdrawApplication, { body: { replacementId: id } }, { actor: of.helper });
const cancel = (of: Scene, actor = of.asker, id = of.id) =>
  call(contract.cancelReplacement, { body: { replacementId: id } }, { actor });
const given = async (of: Scene) => {
  await apply(of.helper, of.id);
  expect((await accept(of.asker, of.id, of.helper)).error).toBeUndefined();
};

test.each<[string, Press, Refusal]>([
  ['offering to hold what nobody asked for', (of) => apply(of.helper, nobody), notThere],
  ['offering to hold one’s own', (of) => apply(of.asker, of.id), [409, 'applicationFailed']],
  ['taking back an offer nobody made', (of) => withdraw(of), [404, 'applicationNotFound']],
  ['taking back an offer to nobody', (of) => withdraw(of, nobody), notThere],
  [
    'giving it to who did not offer',
    (of) => accept(of.asker, of.id, of.helper),
    [404, 'applicationNotFound'],
  ],
  ['giving it to who holds it', (of) => accept(of.asker, of.id, of.asker), [404, 'applicationNotFound']],
  ['giving it by who did not ask', (of) => accept(of.helper, of.id, of.other), notThere],
  ['giving what nobody asked for', (of) => accept(of.asker, nobody, of.helper), notThere],
  ['giving it to nobody', (of) => resolve(of.admin, of.id, nobody), [404, 'applicationNotFound']],
  [
    'an administrator’s giving it to who holds it',
    (of) => resolve(of.admin, of.id, idOf(of.asker)),
    [404, 'applicationNotFound'],
  ],
  ['taking back what another asked for', (of) => cancel(of, of.helper), notThere],
  ['taking back what nobody asked for', (of) => cancel(of, of.asker, nobody), notThere],
])('%s is refused', async (_, press, refusal) => {
  const of = await scene();
  await expectRefused(running, of.home, () => press(of), refusal);
});

test.each<[string, (of: Scene) => Partial<Asking> | Promise<Partial<Asking>>, Refusal]>([
  ['once more', () => ({}), [409, 'replacementAskedAlready']],
  ['for a training of nobody', () => ({ trainingIds: [nobody] }), [404, 'trainingNotFound']],
  [
    'for another’s training',
    async ({ home, other }) => ({
      trainingIds: [(await home.training({ startsAt: '2026-09-18T15:00:00Z', trainerId: idOf(other) })).id],
    }),
    [404, 'trainingNotFound'],
  ],
  [
    'for two of which one is another’s',
    async ({ home, other, asker }) => ({
      trainingIds: [
        (await home.training({ startsAt: '2026-09-17T15:00:00Z', trainerId: idOf(asker) })).id,
        (await home.training({ startsAt: '2026-09-18T15:00:00Z', trainerId: idOf(other) })).id,
      ],
    }),
    [404, 'trainingNotFound'],
  ],
  [
    'for a training that has begun',
    async ({ home, asker }) => ({
      trainingIds: [(await home.training({ startsAt: clock.now(), trainerId: idOf(asker) })).id],
    }),
    [409, 'trainingIsOver'],
  ],
  [
    'for a training that is called off',
    async ({ home, asker }) => ({
      trainingIds: [
        (
          await home.training({
            startsAt: '2026-09-18T15:00:00Z',
            trainerId: idOf(asker),
            isCancelled: true,
          })
        ).id,
      ],
    }),
    [409, 'trainingIsOver'],
  ],
])('nobody asks %s', async (_, change, refusal) => {
  const of = await scene();
  const wrong = await change(of);
  await expectRefused(running, of.home, () => askFor(of, wrong), refusal);
});

test('a trainer who is not there is preferred by nobody', async () => {
  const all = await means.scene();
  const of = { ...all, id: 0 };
  await expectRefused(running, of.home, () => askFor(of, { preferredIds: [nobody] }), notThere);
  expect((await askFor(of, { preferredIds: [idOf(of.helper)] })).error).toBeUndefined();
});

test.each<[string, Press]>([
  ['giving it once more', (of) => resolve(of.admin, of.id, idOf(of.other))],
  ['taking it back', (of) => cancel(of)],
])('once somebody holds it, %s is refused as filled', async (_, press) => {
  const of = await scene();
  await given(of);
  const before = await holderOf(of.home, of.training);
  await expectRefused(running, of.home, () => press(of), [409, 'replacementFilled']);
  expect(await holderOf(of.home, of.training)).toEqual(before);
  await expectRefused(running, of.home, () => withdraw(of), [409, 'cancelApplicationFailed']);
  await expectRefused(running, of.home, () => apply(of.other, of.id), notThere);
});

test.each<[string, Press, Refusal]>([
  ['giving it', (of) => resolve(of.admin, of.id, idOf(of.helper)), [409, 'replacementClosed']],
  ['taking it back again', (of) => cancel(of), [409, 'replacementClosed']],
])('once it was taken back, %s is refused as closed', async (_, press, refusal) => {
  const of = await scene();
  expect((await cancel(of)).error).toBeUndefined();
  await expectRefused(running, of.home, () => press(of), refusal);
});

test('what was asked, offered, taken back and given stands in the trail, before and after', async () => {
  const of = await scene();
  const { home, id, helper, other, asker, training } = of;
  await apply(helper, id);
  await withdraw(of);
  await apply(other, id);
  await accept(asker, id, other);
  const trail = await ask<{ before: unknown; after: unknown }>(
    `select before, after from audit_trail where tenant_id = $1 and noun = 'replacements' order by id`,
    home.id,
  );
  expect(trail).toEqual([
    { before: null, after: { trainingId: training.id, reason: 'ill', comment: 'Fever', preferred: [] } },
    { before: { application: null }, after: { application: 'applied', trainerId: idOf(helper) } },
    { before: { application: 'applied' }, after: { application: 'withdrawn', trainerId: idOf(helper) } },
    { before: { application: null }, after: { application: 'applied', trainerId: idOf(other) } },
    {
      before: { state: 'openAll', trainerId: idOf(asker) },
      after: { state: 'accepted', trainerId: idOf(other) },
    },
  ]);
});
