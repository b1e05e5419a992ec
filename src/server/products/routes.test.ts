import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { listProducts } from '#shared/products/contract.ts';

const running = withServer();
const { centre, call } = running;

const selling = { rules: { payment: { isPaymentActive: true } } } as const;

// shows: price-fields
test('what is for sale, with the price object of each club, in the reader’s language', async () => {
  const home = await centre(selling);
  const second = await home.club();
  await running.server.tenants.load();
  const id = await addProduct(running, home, {
    name: 'Ten visits',
    prices: [
      { clubId: second, priceCents: 8000 },
      { clubId: home.clubId, priceCents: 7240, priceOnlineCents: 6900 },
    ],
  });
  await addProduct(running, home, { name: 'Gone', isActive: false });
  await addProduct(running, home, { name: 'A gift', kind: 'voucher' });
  const { body } = await call(listProducts, { query: {} }, { host: home.host, language: 'et' });
  expect(body).toEqual([
    {
      id,
      kind: 'ticket',
      category: 'webapp_fitness',
      clientType: 'gym',
      name: 'Ten visits et',
      description: '',
      visits: 10,
      validCount: 1,
      validUnit: 'month',
      startMode: 'purchase',
      startUntil: null,
      prices: [
        { unitId: home.clubId, price: 72.4, priceOnline: 69 },
        { unitId: second, price: 80, priceOnline: 80 },
      ],
    },
  ]);
  const vouchers = await call(listProducts, { query: { kind: 'voucher' } }, { host: home.host });
  expect(vouchers.body.map(({ name }) => name)).toEqual(['A gift']);
});

// shows: product-categories
test('of one club, category or client type, also by its Estonian name; what cannot be read is absent', async () => {
  const home = await centre(selling);
  const second = await home.club();
  await running.server.tenants.load();
  const inSecond = { prices: [{ clubId: second, priceCents: 500 }] };
  await addProduct(running, home, { name: 'Gym' });
  await addProduct(running, home, { name: 'Pool', clientType: 'pool', ...inSecond });
  await addProduct(running, home, {
    name: 'Pilates',
    clientType: 'groupTraining',
    category: 'webapp_pilates',
  });
  await addProduct(running, home, { name: 'Later', startMode: 'chosen', ...inSecond });
  const names = async (query: Record<string, string>) => {
    const { body } = await call(listProducts, { query } as never, { host: home.host });
    return body.map(({ name }) => name);
  };
  expect(await names({ unit: String(second) })).toEqual(['Pool', 'Later']);
  expect(await names({ type: 'pool' })).toEqual(['Pool']);
  expect(await names({ type: 'Bassein' })).toEqual(['Pool']);
  expect(await names({ type: 'rühmatreening' })).toEqual(['Pilates']);
  expect(await names({ category: 'webapp_pilates' })).toEqual(['Pilates']);
  const all = ['Gym', 'Pool', 'Pilates', 'Later'];
  expect(await names({})).toEqual(all);
  expect(await names({ unit: 'x', type: 'saun', category: 'none', kind: 'none' })).toEqual(all);
  const { body } = await call(listProducts, { query: {} }, { host: home.host });
  expect(body.at(-1)?.startUntil).toBe('2026-12-13');
});

test('where nothing is paid in the app nothing is for sale, and centres do not see each other’s', async () => {
  const home = await centre(selling);
  await addProduct(running, home);
  const other = await centre(selling);
  expect((await call(listProducts, { query: {} }, { host: other.host })).body).toEqual([]);
  const unpaid = await centre();
  await addProduct(running, unpaid);
  const refused = await call(listProducts, { query: {} }, { host: unpaid.host });
  expect([refused.status, refused.error]).toEqual([404, 'itemNotFound']);
});
