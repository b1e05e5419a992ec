import { expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import { addPackage, billContract, makeContract } from '#server/testing/contracts.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { addContract, checkPurchase, listPackages } from '#shared/contracts/contract.ts';
import { addDays } from '#shared/kernel/dates.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function scene() {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const actor = await home.account();
  const productId = await addPackage(running, home);
  const wish = { productId, unitId: home.clubId, startsOn: '2026-09-20', startsEarly: true };
  return { home, actor, productId, wish };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const owned = (startsOn: string) => async (of: Scene) => {
  await makeContract(running, of.home, of.actor, { productId: of.productId, startsOn });
  return {};
};

test.each<[string, (of: Scene) => Promise<object>, Refusal]>([
  ['of no package', async () => ({ productId: 9_999_999 }), [404, 'noProductsFound']],
  [
    'in a club it is not sold in',
    async ({ home }) => ({ unitId: await home.club() }),
    [404, 'noProductsFound'],
  ],
  [
    'that is sold no more',
    async ({ productId }) => {
      await ask('update products set is_active = false where id = $1 returning 1', productId);
      return {};
    },
    [404, 'noProductsFound'],
  ],
  [
    'of a ticket that has terms as well',
    async ({ productId }) => {
      await ask("update products set kind = 'ticket' where id = $1 returning 1", productId);
      return {};
    },
    [404, 'noProductsFound'],
  ],
  [
    'from yesterday on',
    async () => ({ startsOn: '2026-09-13' }),
    [400, 'dataValidationFailed', { field: 'startsOn' }],
  ],
  [
    'far ahead',
    async () => ({ startsOn: '2027-09-14' }),
    [400, 'dataValidationFailed', { field: 'startsOn' }],
  ],
  ['beside one of its category', owned('2026-09-14'), [409, 'hasActiveContract']],
  ['before one of its category', owned('2026-10-01'), [409, 'hasActiveContract']],
  [
    'by who owes for one of its category',
    async ({ home, actor, productId }) => {
      const { contractId } = await makeContract(running, home, actor, { productId });
      await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-08-01' });
      return {};
    },
    [409, 'contractUnpaid'],
  ],
  [
    'by who is blocked in one of its category',
    async ({ home, actor, productId }) => {
      const { contractId } = await makeContract(running, home, actor, { productId });
      await ask(
        "update contracts set blocked_at = $2, block_reason = 'Loud' where id = $1",
        contractId,
        clock.now(),
      );
      return {};
    },
    [409, 'contractIsBlocked'],
  ],
])('a contract %s is neither counted out nor made', async (_, prepare, refusal) => {
  const of = await scene();
  const { startsEarly, ...wish } = { ...of.wish, ...(await prepare(of)) };
  const body = { ...wish, startsEarly, hasAgreed: true };
  await expectRefused(
    running,
    of.home,
    () => call(checkPurchase, { body: wish }, { actor: of.actor }),
    refusal,
  );
  await expectRefused(running, of.home, () => call(addContract, { body }, { actor: of.actor }), refusal);
});

test.each<[string, object, Refusal]>([
  ['the terms', { hasAgreed: false }, [400, 'dataValidationFailed', { field: 'hasAgreed' }]],
  [
    'that it begins at once',
    { startsEarly: false },
    [400, 'dataValidationFailed', { field: 'startsEarly', problem: 'earlyRequired' }],
  ],
])('a contract is not made where nobody agreed to %s', async (_, wrong, refusal) => {
  const { home, actor, wish } = await scene();
  const body = { ...wish, hasAgreed: true, ...wrong };
  await expectRefused(running, home, () => call(addContract, { body }, { actor }), refusal);
});

test('a club of nobody has no packages', async () => {
  const { home, actor } = await scene();
  const params = { id: await (await centre()).club() };
  await expectRefused(running, home, () => call(listPackages, { params }, { actor }), [
    404,
    'noProductsFound',
  ]);
});

test.each<[string, { startsOn: string; termMonths: number | null }[], string | null]>([
  ['today where nothing runs', [], '2026-09-14'],
  ['the day after the one that runs', [{ startsOn: '2026-08-20', termMonths: 1 }], '2026-09-20'],
  ['tomorrow where the last day of one is today', [{ startsOn: '2026-08-15', termMonths: 1 }], '2026-09-15'],
  [
    'the day after the last of several, in whichever order they were made',
    [
      { startsOn: '2026-09-20', termMonths: 1 },
      { startsOn: '2026-08-20', termMonths: 1 },
    ],
    '2026-10-20',
  ],
  [
    'never where the last has no end, in whichever order they were made',
    [
      { startsOn: '2026-09-20', termMonths: null },
      { startsOn: '2026-08-20', termMonths: 1 },
    ],
    null,
  ],
])('the next contract of a category may begin %s', async (_, contracts, startFrom) => {
  const { home, actor, productId } = await scene();
  clock.set('2026-08-10T09:00:00.000Z');
  for (const parts of contracts) await makeContract(running, home, actor, parts);
  clock.set(testNow);
  const params = { id: home.clubId };
  const { body } = await call(listPackages, { params }, { actor });
  expect(body.find(({ id }) => id === productId)?.startFrom).toBe(startFrom);
  const { body: seen } = await call(listPackages, { params }, { actor: await home.account() });
  expect(seen.find(({ id }) => id === productId)?.startFrom).toBe('2026-09-14');
});

test('one that ended before today keeps nobody from beginning today', async () => {
  const { home, actor, productId } = await scene();
  clock.set('2026-08-01T09:00:00.000Z');
  await makeContract(running, home, actor, { termMonths: 1, startsOn: '2026-08-01' });
  clock.set(testNow);
  const { body } = await call(listPackages, { params: { id: home.clubId } }, { actor });
  expect(body.find(({ id }) => id === productId)?.startFrom).toBe('2026-09-14');
});

test('of the packages of a club those are shown that are sold still, each with the joining fee of that club', async () => {
  const { home, actor, productId: plain, wish } = await scene();
  const elsewhere = await home.club();
  const prices = [elsewhere, home.clubId].map((clubId) => ({ clubId, priceCents: 4500 }));
  const parts = { prices, category: 'webapp_pilates', joiningFeeCents: 1000 } as const;
  const productId = await addPackage(running, home, parts);
  const over = await addPackage(running, home, parts);
  await ask('update products set is_active = false where id = $1 returning 1', over);
  await ask(
    `update product_prices f set price_cents = 9900 from packages k
     where k.product_id = $1 and f.product_id = k.joining_fee_id and f.club_id = $2 returning 1`,
    ...[productId, elsewhere],
  );
  const { body } = await call(listPackages, { params: { id: home.clubId } }, { actor });
  expect(body.map(({ id, joiningFee }) => [id, joiningFee])).toEqual([
    [plain, 0],
    [productId, 10],
  ]);
  const { startsEarly: _, ...asked } = { ...wish, productId };
  expect((await call(checkPurchase, { body: asked }, { actor })).body.total).toBe(55);
});

test('pressed again it is the same draft, whatever code somebody else buys with', async () => {
  const { home, actor, wish } = await scene();
  await campaignOf(running, home, { code: 'AUTUMN' });
  const press = async (by: typeof actor, code = '') => {
    const { body, error } = await call(
      addContract,
      { body: { ...wish, hasAgreed: true, code } },
      { actor: by },
    );
    expect(error).toBeUndefined();
    return body.invoiceToken;
  };
  await press(await home.account(), 'AUTUMN');
  const first = await press(actor);
  expect(await press(actor)).toBe(first);
  const cheaper = await press(actor, 'AUTUMN');
  expect(cheaper).not.toBe(first);
  expect(await press(actor, 'AUTUMN')).toBe(cheaper);
});

test.each([
  ['the last day on which one may begin', 1, true],
  ['a day after that', 0, false],
])('what runs until the day before %s', async (_, daysBefore, isOffered) => {
  const { home, actor, productId } = await scene();
  const { contractId } = await makeContract(running, home, actor, { termMonths: 12 });
  const packageOf = async () => {
    const { body } = await call(listPackages, { params: { id: home.clubId } }, { actor });
    const found = body.find(({ id }) => id === productId);
    if (!found) throw new Error('no package');
    return found;
  };
  const { startUntil } = await packageOf();
  const endsOn = addDays(startUntil, -daysBefore);
  await ask('update contracts set ends_on = $2 where id = $1 returning 1', contractId, endsOn);
  expect((await packageOf()).startFrom).toBe(isOffered ? startUntil : null);
});
