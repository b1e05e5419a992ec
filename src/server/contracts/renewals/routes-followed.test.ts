import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { billingMeans } from '#server/testing/billing.ts';
import { withServer } from '#server/testing/server.ts';
import { getContract } from '#shared/contracts/contract.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { getHome } from '#shared/registrations/home/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const { contract } = billingMeans(running);

/** Somebody whose contract goes on by itself after September, and what may follow it. */
async function scene() {
  const home = await centre({ limits: { upcomingMax: 50, bookingOpensDaysBefore: 60 } });
  const actor = await home.account();
  const id = await addContract(running, home, actor, { startsOn: '2026-08-01', endsOn: '2026-09-30' });
  await ask('update contracts set renews = true, term_months = 2 where id = $1 returning 1', id);
  const [row] = await ask<{ productId: number }>(
    'select product_id as "productId" from contracts where id = $1',
    id,
  );
  const follow = () =>
    addContract(running, home, actor, { startsOn: '2026-10-01', benefits: [{ visits: 4 }] });
  return { home, actor, id, productId: row?.productId ?? 0, follow };
}

test('a contract that another follows goes on neither on its page nor at home', async () => {
  const home = await centre();
  const actor = await home.account();
  const { clientId } = actor;
  const parts = { startsOn: '2026-08-15', termMonths: 2, renews: true, clientId };
  const { id } = await contract(home, parts);
  const renews = async () => {
    const { held } = (await call(getHome, {}, { actor })).body;
    const own = held.find((one) => one.kind === 'contract' && one.id === id);
    return [(await call(getContract, { params: { id } }, { actor })).body.renews, own?.isRenewing];
  };
  expect(await renews()).toEqual([true, true]);
  await contract(home, { startsOn: '2026-10-15', clientId });
  expect(await renews()).toEqual([false, false]);
});

test('it covers nothing beyond its term: the one that follows does', async () => {
  const { home, actor, id, follow } = await scene();
  const october = await home.training({ startsAt: '2026-10-02T15:00:00Z', payment: 'paid' });
  const september = await home.training({ startsAt: '2026-09-29T15:00:00Z', payment: 'paid' });
  const followerId = await follow();
  const coverOf = async ({ id: trainingId }: { readonly id: number }) =>
    (await call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor })).body.cover?.id;
  expect([await coverOf(september), await coverOf(october)]).toEqual([id, followerId]);
});

test('no price is told for what is over by then', async () => {
  const { home, productId, follow } = await scene();
  const actor = await home.account({ role: 'admin' });
  await follow();
  const body = { productId, price: 50, fromDate: '2026-11-01' };
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 0 });
});
