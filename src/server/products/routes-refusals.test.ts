import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { buyTicketAsVisitor } from '#shared/tickets/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function shop(parts: Parameters<typeof addProduct>[2] = {}) {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const productId = await addProduct(running, home, parts);
  const body = {
    ...{ productId, unitId: home.clubId, startsOn: null as string | null, code: '' },
    ...{ firstName: 'Kai', lastName: 'Kask', phone: '+372 5555 1234', email: 'kai@test.test' },
  };
  const buy = (change: object) =>
    call(buyTicketAsVisitor, { body: { ...body, ...change } }, { host: home.host });
  return { home, productId, buy };
}
type Shop = Awaited<ReturnType<typeof shop>>;

const wrongStart: Refusal = [400, 'dataValidationFailed', { field: 'startsOn' }];

test.each<[string, Parameters<typeof addProduct>[2], (of: Shop) => Promise<object>, Refusal]>([
  ['of nobody', {}, async () => ({ productId: 9_999_999 }), [404, 'noProductsFound']],
  [
    'in a club it is not sold in',
    {},
    async ({ home }) => ({ unitId: await home.club() }),
    [404, 'noProductsFound'],
  ],
  ['that is not sold any more', { isActive: false }, async () => ({}), [404, 'noProductsFound']],
  ['of another kind', { kind: 'voucher' }, async () => ({}), [404, 'noProductsFound']],
  ['without a day that is to be chosen', { startMode: 'chosen' }, async () => ({}), wrongStart],
  ['from yesterday on', { startMode: 'chosen' }, async () => ({ startsOn: '2026-09-13' }), wrongStart],
  ['from years ahead on', { startMode: 'chosen' }, async () => ({ startsOn: '2029-09-14' }), wrongStart],
  ['with a code of nobody', {}, async () => ({ code: 'NOSUCH' }), [404, 'campaignCodeNotFound']],
])('a ticket %s is not sold, and no invoice is drafted', async (_, parts, change, refusal) => {
  const of = await shop(parts);
  const wrong = await change(of);
  await expectRefused(running, of.home, () => of.buy(wrong), refusal);
});

test('the article names the club only where there are several', async () => {
  const { home, buy } = await shop({ name: 'Ten visits' });
  const articles = async () =>
    (
      await ask<{ article: string }>(
        'select article from invoice_lines where tenant_id = $1 order by invoice_id',
        home.id,
      )
    ).map(({ article }) => article);
  expect((await buy({})).error).toBeUndefined();
  expect(await articles()).toEqual([expect.not.stringContaining('First club')]);
  await home.club();
  await running.server.tenants.load();
  expect((await buy({ email: 'mari@test.test' })).error).toBeUndefined();
  expect((await articles())[1]).toMatch(/^Ten visits.*, First club$/);
});

test.each([
  ['is kept where it may be chosen', 'chosen', '2026-09-20'],
  ['is left away where it may not', 'purchase', null],
] as const)('the day a ticket begins %s', async (_, startMode, kept) => {
  const { home, buy } = await shop({ startMode });
  expect((await buy({ startsOn: '2026-09-20' })).error).toBeUndefined();
  const lines = await ask(
    `select item->>'startsOn' as "startsOn", quantity, discount_cents as discount from invoice_lines where tenant_id = $1`,
    home.id,
  );
  expect(lines).toEqual([{ startsOn: kept, quantity: 1, discount: 0 }]);
});
