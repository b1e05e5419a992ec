import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { billingMeans } from '#server/testing/billing.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { addRenewing, ending, goingOn } from '#server/testing/renewing.ts';
import { withServer } from '#server/testing/server.ts';
import { getContract } from '#shared/contracts/contract.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { getHome } from '#shared/registrations/home/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const means = billingMeans(running);
const { contract, night } = means;

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

test('beyond its term who goes on is covered, and is told so; whoever ends is not', async () => {
  const home = await centre({ limits: { bookingOpensDaysBefore: 60 } });
  const parts = { startsOn: '2026-08-15', endsOn: '2026-09-30', termMonths: 2 };
  const made = await addRenewing(running, means, home, parts);
  const { id: trainingId } = await home.training({ startsAt: '2026-10-05T15:00:00Z', payment: 'paid' });
  const seen: Record<string, unknown> = {};
  for (const [name, { id, actor }] of Object.entries(made)) {
    const { renews } = (await call(getContract, { params: { id } }, { actor })).body;
    const answer = await call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
    seen[name] = [renews, answer.error ?? answer.body.cover?.id === id];
  }
  expect(seen).toEqual({
    ...Object.fromEntries(goingOn.map((name) => [name, [true, true]])),
    ...Object.fromEntries(ending.map((name) => [name, [false, 'contractEnded']])),
    collected: [false, 'contractEnded'],
  });
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

/** Eight trainings of October, booked while the contract of September was to go on, two of them before the 13th. */
async function bookedBeyond() {
  const known = await scene();
  const { home, actor, id } = known;
  await ask(
    `update contracts set benefits = jsonb_set(benefits, '{0,visits}', '8') where id = $1 returning 1`,
    id,
  );
  await ask(
    `update contracts set payer = jsonb_build_object('email', $2::text) where id = $1 returning 1`,
    ...[id, actor.email],
  );
  const days = ['02', '09', '13', '14', '15', '16', '19', '20'];
  for (const day of days) {
    const { id: trainingId } = await home.training({
      startsAt: `2026-10-${day}T15:00:00Z`,
      payment: 'paid',
      name: `Of the ${day}`,
    });
    const { body } = await call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
    expect(body.cover?.id).toBe(id);
  }
  const next = await home.training({ startsAt: '2026-10-22T15:00:00Z', payment: 'paid' });
  const covers = () =>
    ask<{ day: string; state: string; contractId: number }>(
      `select to_char(r.local_date, 'DD') as day, r.state, c.contract_id as "contractId" from registrations r
         join registration_covers c on c.tenant_id = r.tenant_id and c.registration_id = r.id
       where r.client_id = $1 order by r.local_date`,
      actor.clientId,
    );
  const mails = () =>
    ask<{ text: string }>(
      `select text from stand_in_mails where tenant_id = $1 and text like '%Of the %' and text like '%30.09.2026%'`,
      home.id,
    );
  const bookNext = () =>
    call(register, { body: { trainingId: next.id, isWaitingAccepted: false } }, { actor });
  return { ...known, days, covers, mails, bookNext };
}

const benefit = { clubIds: [], weekdays: [], from: null, until: null, visits: 8 };
const eight = { benefits: [{ clientType: 'groupTraining' as const, ...benefit }] };

test('what was booked beyond its term counts with the one that follows', async () => {
  const { home, actor, days, covers, mails, bookNext } = await bookedBeyond();
  const { contractId } = await makeContract(running, home, actor, { startsOn: '2026-10-01', ...eight });
  await expect.poll(covers).toEqual(days.map((day) => ({ day, state: 'booked', contractId })));
  expect((await bookNext()).error).toBe('contractVisitsUsed');
  expect(await mails()).toEqual([]);
});

test('what the one that follows does not cover is given back for nothing, and told by one mail', async () => {
  const { home, actor, id, days, covers, mails, bookNext } = await bookedBeyond();
  const { contractId } = await makeContract(running, home, actor, { startsOn: '2026-10-13', ...eight });
  await expect.poll(covers).toEqual(
    days.map((day) => {
      if (day < '13') return { day, state: 'cancelledFree', contractId: id };
      return { day, state: 'booked', contractId };
    }),
  );
  await expect.poll(mails).toHaveLength(1);
  const text = (await mails())[0]?.text ?? '';
  expect(days.filter((day) => text.includes(`Of the ${day}`))).toEqual(['02', '09']);
  expect((await bookNext()).body.cover).toMatchObject({ id: contractId, left: 2 });
});

test('the night looks after what was booked beyond the term of one that another follows from elsewhere', async () => {
  const { home, id, follow, days, covers } = await bookedBeyond();
  const contractId = await follow();
  await night(home, '2026-09-15');
  await expect.poll(covers, { timeout: 10_000 }).toEqual(
    days.map((day, index) => {
      if (index < 4) return { day, state: 'booked', contractId };
      return { day, state: 'cancelledFree', contractId: id };
    }),
  );
});

test('no price is told for what is over by then', async () => {
  const { home, productId, follow } = await scene();
  const actor = await home.account({ role: 'admin' });
  await follow();
  const body = { productId, price: 50, fromDate: '2026-11-01' };
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 0 });
});
