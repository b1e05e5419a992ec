import { expect, test } from 'vitest';
import { givingUp } from '#server/contracts/doubling/commands.ts';
import { billingMeans } from '#server/testing/billing.ts';
import { contextOf } from '#server/testing/context.ts';
import { addPackage, makeContract } from '#server/testing/contracts.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { checkPurchase, getContract, listContracts } from '#shared/contracts/contract.ts';
import { terminateContract, withdraw } from '#shared/contracts/terminations/contract.ts';

const running = withServer();
const { centre, call } = running;
const { night, configure } = billingMeans(running);

async function scene() {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const actor = await home.account();
  const detail = async (id: number) => (await call(getContract, { params: { id } }, { actor })).body;
  return { home, actor, detail };
}

test('of two contracts of one client each tells its own periods, visits and price', async () => {
  const { home, actor, detail } = await scene();
  const open = Benefit.parse({ clientType: 'groupTraining' });
  const dear = [{ clubId: home.clubId, priceCents: 6000 }];
  const one = await makeContract(running, home, actor, { benefits: [{ ...open, visits: 8 }] });
  const other = await makeContract(running, home, actor, {
    ...{ category: 'webapp_pilates', prices: dear, benefits: [{ ...open, visits: 4 }] },
  });
  expect(await detail(one.contractId)).toMatchObject({
    ...{ packagePrice: 45, quantityTotal: 8, quantityRemaining: 8 },
    periods: [{ amount: 45, invoiceId: one.invoiceId }],
  });
  const seen = await detail(other.contractId);
  expect(seen).toMatchObject({ packagePrice: 60, quantityTotal: 4, periods: [{ amount: 60 }] });
  expect(seen.periods).toHaveLength(1);
  const stranger = await home.account();
  await expectRefused(
    running,
    home,
    () => call(getContract, { params: { id: one.contractId } }, { actor: stranger }),
    [404, 'contractNotFound'],
  );
});

test.each([
  ['one is not counted', [8, null], null],
  ['none is counted', [null], null],
  ['all are counted', [8, 2], 10],
])('visits are counted together where %s: %j', async (_, visits, total) => {
  const { home, actor } = await scene();
  const types = ['groupTraining', 'gym'] as const;
  await makeContract(running, home, actor, {
    benefits: visits.map((each, index) => ({
      clientType: types[index] ?? 'gym',
      ...{ clubIds: [], weekdays: [], from: null, until: null, visits: each },
    })),
  });
  const { body } = await call(listContracts, {}, { actor });
  expect(body.valid).toMatchObject([{ quantityTotal: total, quantityRemaining: total }]);
});

test.each([
  ['goes on by itself', { termMonths: 12, renews: true }, true, false],
  ['ends with its term', { termMonths: 12, renews: false }, false, false],
  ['has no end', { termMonths: null, renews: false }, false, true],
])('a contract that %s says so, and no more once notice was given', async (_, terms, renews, isTermless) => {
  const { home, actor, detail } = await scene();
  const { contractId } = await makeContract(running, home, actor, terms);
  expect(await detail(contractId)).toMatchObject({ renews, isTermless });
  const ended = await call(terminateContract, { params: { id: contractId } }, { actor });
  expect(ended.error).toBeUndefined();
  expect(await detail(contractId)).toMatchObject({ renews: false, isTermless: false });
});

test.each([
  ['none', undefined, [45]],
  ['one of nothing', 0, [45]],
  ['one', 1500, [45, 15]],
])('a package with a joining fee, %s, costs that besides', async (_, joiningFeeCents, totals) => {
  const { home, actor } = await scene();
  const productId = await addPackage(running, home, joiningFeeCents === undefined ? {} : { joiningFeeCents });
  const body = { productId, unitId: home.clubId, startsOn: '2026-09-20' };
  const { body: seen } = await call(checkPurchase, { body }, { actor });
  expect(seen.lines.map(({ total }) => total)).toEqual(totals);
});

test.each([
  ['withdrawn from before it begins', '2026-10-01', ['2026-10-01']],
  ['ended after its next period was billed ahead', '2026-09-14', ['2026-10-14', '2026-09-14']],
  ['given up for another after that', '2026-09-14', ['2026-10-14', '2026-09-14']],
])('of a contract %s, a period behind its last day is no last account', async (way, startsOn, begins) => {
  const { home, actor, detail } = await scene();
  await configure(home, { billing: { aheadDays: 10 }, contracts: { noticeDays: 0 } });
  const { contractId } = await makeContract(running, home, actor, { startsOn });
  const params = { id: contractId };
  if (begins.length > 1) await night(home, '2026-10-04');
  if (way.startsWith('withdrawn')) await call(withdraw, { params }, { actor });
  else if (way.startsWith('ended')) await call(terminateContract, { params }, { actor });
  else {
    const ctx = contextOf(running, home);
    const other = { number: '26-99999', startsOn: '2026-10-06' };
    await ctx.write(async ({ load, save }) => {
      const of = { contractId, other, accountId: null };
      const { queries, events } = await givingUp(ctx, running.server.app.ports.tokens, load, of);
      return save(undefined, queries, events);
    });
  }
  const { validUntil, periods, canTakeEndBack } = await detail(contractId);
  // Only a notice of one's own.
  expect(canTakeEndBack).toBe(way.startsWith('ended'));
  expect(String(validUntil) < (periods[0]?.from ?? '')).toBe(true);
  expect(periods.map(({ from, isLastAccount }) => [from, isLastAccount])).toEqual(
    begins.map((from) => [from, false]),
  );
});

test.each([
  ['a year at a time', 12, 36_000, '2027-09-14', 360],
  ['with a cent a month', 1, 1, '2026-10-14', 0.01],
])('a contract that is paid %s tells when its price is to be paid next', async (_, ...of) => {
  const [periodMonths, priceCents, date, amount] = of;
  const { home, actor, detail } = await scene();
  const prices = [{ clubId: home.clubId, priceCents }];
  const { contractId } = await makeContract(running, home, actor, { periodMonths, prices });
  const next = { date, amount };
  expect(await detail(contractId)).toMatchObject({ packagePrice: amount, periodMonths, next });
});
