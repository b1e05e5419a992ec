import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { attemptLimits } from '#shared/account/domain.ts';
import { purchasePlace } from '#shared/registrations/contract.ts';

const { centre, call, ask, clock } = withServer();
const startsAt = '2026-09-16T15:00:00Z';

const buy = (actor: TestAccount, trainingId: number) =>
  call(purchasePlace, { body: { trainingId } }, { actor });

async function scene() {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const sold = { startsAt, payment: 'paid', priceCents: 900 } as const;
  const [training, other] = [
    await home.training(sold),
    await home.training({ ...sold, startsAt: '2026-09-17T15:00:00Z' }),
  ];
  return { home, actor: await home.account(), trainingId: training.id, otherId: other.id };
}

/** Has the place held, and lets it go. */
async function holdInVain(actor: TestAccount, trainingId: number, times: number) {
  for (let time = 0; time < times; time += 1) {
    expect((await buy(actor, trainingId)).error).toBeUndefined();
    clock.advance({ minutes: 15 });
  }
}

test('a place that was held six times within a day and never paid is not held a seventh time', async () => {
  const { home, actor, trainingId, otherId } = await scene();
  await holdInVain(actor, trainingId, 6);
  const { refusal } = await buy(actor, trainingId);
  expect([refusal?.errors, refusal?.code]).toEqual([['tooManyAttempts'], 429]);
  expect(refusal?.details).toEqual({ minutes: 24 * 60 - 6 * 15 });
  // Others may, and so may they elsewhere.
  expect((await buy(await home.account(), trainingId)).error).toBeUndefined();
  expect((await buy(actor, otherId)).error).toBeUndefined();
  clock.set('2026-09-15T08:59:00Z');
  expect((await buy(actor, trainingId)).error).toBe('tooManyAttempts');
  clock.set('2026-09-15T09:00:00Z');
  expect((await buy(actor, trainingId)).error).toBeUndefined();
});

test('while it is held it may be pressed again, and what was paid counts for nothing', async () => {
  const { home, actor, trainingId } = await scene();
  await holdInVain(actor, trainingId, 5);
  const { body } = await buy(actor, trainingId);
  expect((await buy(actor, trainingId)).body).toEqual(body);
  clock.advance({ minutes: 15 });
  // One of them was paid.
  await ask(
    `update invoices set state = 'issued', number = 'T-1', seller = '{}', issued_on = '2026-09-14', due_on = '2026-09-14',
       issued_at = $2 where id = (select min(id) from invoices where tenant_id = $1)`,
    home.id,
    clock.now(),
  );
  expect((await buy(actor, trainingId)).error).toBeUndefined();
});

test('presses are counted as those of all that is bought', async () => {
  const { actor, trainingId } = await scene();
  const { most } = attemptLimits.buying;
  for (let press = 0; press < most; press += 1) expect((await buy(actor, trainingId)).error).toBeUndefined();
  expect((await buy(actor, trainingId)).error).toBe('tooManyAttempts');
});
