import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { idOf, replacementMeans } from '#server/testing/replacements.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/replacements/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { scene, asked, apply, accept } = replacementMeans(running);

test('asking and helping are counted for both, for a year', async () => {
  const all = await scene();
  const { asker, helper, training } = all;
  const id = await asked(all);
  clock.set('2026-09-14T09:30:00Z');
  await apply(helper, id);
  await accept(asker, id, helper);
  const of = async (actor: TestAccount) => (await call(contract.getOwnReplacing, {}, { actor })).body.balance;
  expect(await of(asker)).toMatchObject({ asked: 1, helped: 0, askedHours: 1, helpedHours: 0 });
  expect(await of(helper)).toMatchObject({ asked: 0, helped: 1, helpedHours: 1, answerMinutes: 30 });
  clock.set('2027-09-14T09:00:00Z');
  expect(await of(asker)).toMatchObject({ asked: 1, askedHours: 1 });
  expect(await of(helper)).toMatchObject({ helped: 1, helpedHours: 1, answerMinutes: 30 });
  // Nobody has helped with what was called off.
  await ask('update trainings set is_cancelled = true where id = $1 returning 1', training.id);
  expect(await of(helper)).toMatchObject({ helped: 0, helpedHours: 0, answerMinutes: 30 });
  await ask('update trainings set is_cancelled = false where id = $1 returning 1', training.id);
  clock.set('2027-09-14T09:00:01Z');
  for (const one of [asker, helper])
    expect(await of(one)).toEqual({
      ...{ asked: 0, helped: 0, askedHours: 0, helpedHours: 0, answerMinutes: null },
    });
});

test('a request that is taken back is open to nobody: not to whom it asked, nor to who applied', async () => {
  const all = await scene();
  const { home, asker, helper, other } = all;
  const third = await home.account({ role: 'trainer' });
  const one = await asked(all, [helper, other, third]);
  for (const actor of [other, third]) await apply(actor, one);
  await call(contract.withdrawApplication, { body: { replacementId: one } }, { actor: third });
  const next = await home.training({ startsAt: '2026-09-17T15:00:00Z', trainerId: idOf(asker) });
  const two = await asked({ asker, training: next }, [helper, other]);
  await apply(other, two);
  const body = { replacementId: one };
  expect((await call(contract.cancelReplacement, { body }, { actor: asker })).status).toBe(200);
  const requests = await ask('select id, state from replacements where tenant_id = $1 order by id', home.id);
  expect(requests).toEqual([
    { id: one, state: 'cancelled' },
    { id: two, state: 'openPreferred' },
  ]);
  const parts = await ask<{ id: number; trainer: number; state: string }>(
    'select replacement_id as id, trainer_id as trainer, state from replacement_candidates where tenant_id = $1',
    home.id,
  );
  const partOf = (of: number, account: TestAccount) =>
    parts.find(({ id, trainer }) => id === of && trainer === idOf(account))?.state;
  expect([helper, other, third].map((account) => partOf(one, account))).toEqual([
    ...['void', 'void', 'withdrawn'],
  ]);
  expect([helper, other].map((account) => partOf(two, account))).toEqual(['asked', 'applied']);
});
