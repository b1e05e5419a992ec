import { expect, test } from 'vitest';
import { orderWith, providerMeans, refuses } from '#server/testing/providers.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import type { PaymentProvider } from '../provider.ts';
import { completeFree } from '../status-updates/commands.ts';
import { openCardFields, startPayment } from './commands.ts';

const running = withServer();
const { centre, ask } = running;
const { portsWith, issued, draft, books, payments, ctxOf } = providerMeans(running);
const card = { method: 'cardPayments', bank: null, country: 'EE', sessionId: null } as const;
const madeAt = (paymentUrl: string | null) => async () => ({
  ...(await orderWith(1, 'r')()),
  ...{ providerId: paymentUrl ?? 'no page', status: 'PENDING' as const, refunds: [], paymentUrl },
});

test.each<[string, Partial<PaymentProvider> | undefined]>([
  ['there is no provider', undefined],
  ['it draws no fields', { cards: undefined }],
  ['it opens no session', { createSession: refuses('unknown', 'silence') }],
])('a card cannot be typed where %s: startingPaymentFailed, and no payment is begun', async (_, given) => {
  const home = await centre(paying);
  const sale = await issued(home, { item: false });
  const opened = openCardFields(ctxOf(home), portsWith(given), sale.token, '1.1.1.1');
  await expect(opened).rejects.toMatchObject({ code: 'startingPaymentFailed' });
  expect(await payments(sale)).toEqual([]);
});

test('an order without an address is none for who must go there, and one for a card typed here', async () => {
  const home = await centre(paying);
  const sale = await issued(home, { item: false });
  const start = (request: { sessionId: string | null }, url: string | null) =>
    startPayment(
      ctxOf(home),
      portsWith({ createOrder: madeAt(url) }),
      sale.token,
      { ...card, ...request },
      '1.1.1.1',
    );
  await expect(start(card, null)).rejects.toMatchObject({ code: 'startingPaymentFailed' });
  expect(await payments(sale)).toMatchObject([{ status: 'PENDING', provider_id: null }]);
  expect((await start(card, 'https://pay.example/1')).address).toBe('https://pay.example/1');
  expect(await payments(sale)).toHaveLength(1);
  const typed = await start({ sessionId: 'typed' }, null);
  expect(typed).toEqual({
    state: 'started',
    address: `https://${home.host}/public/payment-waiting?invoice=${sale.token}`,
  });
});

test.each([
  ['Mari-Liis Anna Mets', 'EE', 'Mari-Liis Anna', 'Mets'],
  [' Mets OÜ ', 'EE', 'Mets', 'OÜ'],
  ['Kirjastus', 'LV', 'Kirjastus', ''],
] as const)('an order says who pays and what: %j in %s', async (name, country, firstName, lastName) => {
  const home = await centre({ ...paying, country });
  const sale = await draft(home, { item: false });
  const [invoice] = await ask<{ reference: string }>(
    `update invoices set payer = payer || jsonb_build_object('name', $2::text), language = 'lv' where id = $1
      returning reference`,
    ...[sale.invoiceId, name],
  );
  const orders: unknown[] = [];
  const createOrder: PaymentProvider['createOrder'] = (order) => {
    orders.push(order);
    return madeAt('https://pay.example/3')();
  };
  const bank = { method: 'paymentInitiation', bank: 'HABAEE2X', country: 'EE', sessionId: null } as const;
  await startPayment(ctxOf(home), portsWith({ createOrder }), sale.token, bank, '1.1.1.1');
  const [payment] = await payments(sale);
  const origin = `https://${home.host}`;
  const [tenant] = await ask<{ name: string }>('select name from tenants where tenant_id = $1', home.id);
  expect(orders).toEqual([
    {
      ...{ reference: payment?.id, amountCents: 7240, language: 'lv', minutes: expect.any(Number) },
      ...{ method: 'paymentInitiation', bank: 'HABAEE2X', country: 'EE', sessionId: null },
      description: `${tenant?.name} ${invoice?.reference}`,
      display: invoice?.reference,
      // Latvian banks have no reference numbers.
      bankReference: country === 'EE' ? invoice?.reference : null,
      returnUrl: `${origin}/public/payment-waiting?invoice=${sale.token}`,
      notificationUrl: expect.stringMatching(new RegExp(`^${origin}/`)),
      payer: { firstName, lastName, email: 'mari@demo.test' },
    },
  ]);
  expect(await ask('select bank_name as bank from payments where tenant_id = $1', home.id)).toEqual([
    { bank: 'Swedbank' },
  ]);
});

test('a fault of ours is told as such, and the next press may try at once', async () => {
  const home = await centre(paying);
  const sale = await issued(home, { item: false });
  const start = (given: Partial<PaymentProvider>) =>
    startPayment(ctxOf(home), portsWith(given), sale.token, card, '1.1.1.1');
  await expect(start({ createOrder: () => Promise.reject(new TypeError('broken')) })).rejects.toThrow(
    'broken',
  );
  const [left] = await ask<{ until: string | null }>(
    'select ordering_until as until from payments where tenant_id = $1',
    home.id,
  );
  expect(left).toEqual({ until: null });
  expect((await start({ createOrder: madeAt('https://pay.example/2') })).address).toBe(
    'https://pay.example/2',
  );
  expect(await payments(sale)).toHaveLength(1);
});

test('a sale that costs nothing is completed once, by however many who press', async () => {
  const home = await centre(paying);
  const sale = await draft(home, { item: false, cents: 0 });
  const complete = () => completeFree(ctxOf(home), {}, sale.invoiceId);
  await complete();
  const once = await books(sale);
  expect(once).toMatchObject({ state: 'issued', handed: 1 });
  await complete();
  expect(await books(sale)).toEqual(once);
  const unknown = completeFree(ctxOf(home), {}, sale.invoiceId + 1_000_000);
  await expect(unknown).rejects.toMatchObject({ code: 'invoiceNotFound' });
});

test('a sale that costs something is completed for nothing by nobody', async () => {
  const home = await centre(paying);
  const sale = await draft(home, { item: false, cents: 1 });
  await expect(completeFree(ctxOf(home), {}, sale.invoiceId)).rejects.toMatchObject({
    code: 'changedMeanwhile',
  });
  expect(await books(sale)).toMatchObject({ state: 'draft', handed: 0 });
});
