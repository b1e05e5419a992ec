import { expect, test } from 'vitest';
import { creditInvoice as creditByItself } from '#server/invoices/credits/commands.ts';
import { contextOf } from '#server/testing/context.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { providerMeans } from '#server/testing/providers.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { listClients, updateClient } from '#shared/clients/contract.ts';
import { creditInvoice, writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { cents } from '#shared/kernel/money.ts';
import { refundPayment } from '#shared/payments/contract.ts';
import {
  type CampaignValues,
  createCampaign,
  createProduct,
  listAllProducts,
  type ProductValues,
  updateProduct,
} from '#shared/products/admin/contract.ts';
import { downloadReport } from '#shared/statistics/reports/contract.ts';
import { adjustTicket } from '#shared/tickets/contract.ts';
import { adjustVoucher } from '#shared/vouchers/contract.ts';
import { grantTicket, grantVoucher } from '#shared/wallet/grants/contract.ts';

// What is asked about again for what is in it: by a session that showed hours ago who it is.
const running = withServer();
const { centre, call, ask } = running;
const { paid } = providerMeans(running);
const { issued } = invoiceMeans(running);

async function scene() {
  const home = await centre(paying);
  const { claims, host } = await home.account({ role: 'admin' });
  const token = await running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 });
  const client = await home.account();
  return { home, client, by: { host, token }, params: { id: client.clientId } };
}

const asked = [403, 'proofNeeded'];
const done = [200, undefined];

test('a client gets another address: asked where there was one', async () => {
  const { home, client, by, params } = await scene();
  const change = async (email: string) => {
    const { items } = (await call(listClients, { query: { id: client.clientId } }, by)).body;
    const [seen] = items;
    if (!seen) throw new Error('no such client');
    const body = { values: { ...seen.values, email }, version: seen.version };
    const { status, error } = await call(updateClient, { params, body }, by);
    return [status, error];
  };
  await ask(`update clients set email = '' where tenant_id = $1 and id = $2`, home.id, client.clientId);
  expect(await change('mari@test.test')).toEqual(done);
  expect(await change('Mari@test.test')).toEqual(done);
  expect(await change('evil@test.test')).toEqual(asked);
  expect(await change('')).toEqual(asked);
  const rows = await ask('select email from clients where id = $1', client.clientId);
  expect(rows).toEqual([{ email: expect.stringMatching(/^mari@test.test$/i) }]);
});

test.each([
  ['all for nothing', { effect: 'percent', percent: 100 }, asked],
  ['all at a price of nothing', { effect: 'set', amount: 0 }, asked],
  ['nearly all', { effect: 'percent', percent: 99 }, done],
  ['a hundred euros off', { effect: 'subtract', amount: 100 }, asked],
  ['less off', { effect: 'subtract', amount: 99.99 }, done],
  ['all for nothing, once it is switched on', { effect: 'percent', percent: 100, isActive: false }, done],
] as const)('a campaign gives %s', async (_, parts, expected) => {
  const { home, by } = await scene();
  const values: CampaignValues = {
    ...{
      code: 'SUVI-26',
      names: { et: 'Suvi', en: 'Summer', lv: 'Vasara' },
      validFrom: '2026-09-14',
      validUntil: null,
      places: null,
    },
    ...{ isOncePerClient: false, productIds: [], clubIds: [], isActive: true },
    ...parts,
  };
  const { status, error } = await call(createCampaign, { body: { values } }, by);
  expect([status, error]).toEqual(expected);
  const rows = await ask('select from campaigns where tenant_id = $1', home.id);
  expect(rows).toHaveLength(expected === done ? 1 : 0);
});

const monthly: ProductValues = {
  ...{ kind: 'ticket', category: 'webapp_fitness', clientType: 'gym', vatKind: 'standard', visits: null },
  names: { et: 'Kuupilet', en: 'Month', lv: 'Mēnesis' },
  descriptions: { et: '', en: '', lv: '' },
  ...{ validCount: 1, validUnit: 'month', startMode: 'purchase', isShareable: false, isActive: true },
  ...{ position: 1, prices: [] },
};

test('a product is sold for nothing, or for a hundred euros less: asked; for a little less: not', async () => {
  const { home, by } = await scene();
  const at = (price: number) => [{ clubId: home.clubId, price, priceOnline: null }];
  const create = (price: number) =>
    call(createProduct, { body: { values: { ...monthly, prices: at(price) } } }, by);
  const ended = ({ status, error }: { status: number; error?: unknown }) => [status, error];
  expect(ended(await create(0))).toEqual(asked);
  const { body } = await create(150);
  const change = async (price: number) => {
    const { items } = (await call(listAllProducts, { query: {} }, by)).body;
    const seen = items.find(({ id }) => id === body.id);
    if (!seen) throw new Error('no such product');
    const changed = { version: seen.version, values: { ...seen.values, prices: at(price) } };
    return ended(await call(updateProduct, { params: { id: body.id }, body: changed }, by));
  };
  expect(await change(50)).toEqual(asked);
  expect(await change(0)).toEqual(asked);
  expect(await change(50.01)).toEqual(done);
  const rows = await ask('select price_cents from product_prices where tenant_id = $1', home.id);
  expect(rows).toEqual([{ price_cents: 5001 }]);
});

test.each([
  [5, done],
  [6, asked],
])('a voucher of five is given with %i uses', async (uses, expected) => {
  const { home, by, params } = await scene();
  const productId = await addProduct(running, home, { kind: 'voucher', name: 'Kingitus', visits: 5 });
  const body = { productId, uses, validFrom: '2026-09-14', reason: 'Katkine dušš' };
  const { status, error } = await call(grantVoucher, { params, body }, by);
  expect([status, error]).toEqual(expected);
});

test('a voucher or ticket that has as many as it was sold with gets more', async () => {
  const { home, client, by } = await scene();
  const voucher = await voucherOf(running, home, { clientId: client.clientId, uses: 5 });
  const productId = await addProduct(running, home, { visits: 5 });
  const ticket = await fulfil(running, home, { productId, owner: client });
  const more = async (count: number) => {
    const [ofVoucher, ofTicket] = [
      { params: { id: voucher.id }, body: { uses: count, reason: 'Ill' } },
      { params: { id: ticket.id }, body: { visits: count, reason: 'Ill' } },
    ];
    const answers = [await call(adjustVoucher, ofVoucher, by), await call(adjustTicket, ofTicket, by)];
    return answers.map(({ status, error }) => [status, error]);
  };
  expect(await more(1)).toEqual([asked, asked]);
  expect(await more(-2)).toEqual([done, done]);
  expect(await more(2)).toEqual([done, done]);
  expect(await more(1)).toEqual([asked, asked]);
});

test.each([
  ['gift', 10_000, done],
  ['gift', 10_001, asked],
  ['invoice', 10_001, done],
] as const)('a ticket is given as %s, of a price of %i cents', async (terms, priceCents, expected) => {
  const { home, by, params } = await scene();
  const prices = [{ clubId: home.clubId, priceCents }];
  const productId = await addProduct(running, home, { visits: 5, prices });
  const body = { productId, unitId: home.clubId, startsOn: null, terms, reason: 'Katkine dušš' };
  const { status, error } = await call(grantTicket, { params, body }, by);
  expect([status, error]).toEqual(expected);
});

test('small refunds of many payments make a large sum within a day', async () => {
  const { home, by } = await scene();
  const payments = [await paid(home, { item: false }), await paid(home, { item: false })];
  const press = async (of: number, amount: number) => {
    const params = { id: payments[of]?.payment.id ?? '' };
    const { status, error } = await call(refundPayment, { params, body: { amount, reason: 'Ill' } }, by);
    return [status, error];
  };
  expect(await press(0, 60)).toEqual(done);
  expect(await press(1, 41)).toEqual(asked);
  expect(await press(1, 40)).toEqual(done);
});

test('what the office gives up of invoices makes a large sum within a day, credited or written off', async () => {
  const { home, client, by } = await scene();
  const invoiceOf = async (unitCents: number) => {
    const { id } = await issued(home, {
      clientId: client.clientId,
      lines: [{ unitCents: cents(unitCents) }],
    });
    return { id };
  };
  const ended = ({ status, error }: { status: number; error?: unknown }) => [status, error];
  const credit = async (params: { id: number }, amount: number) => {
    const body = { lines: [{ position: 1, amount }], reason: 'Broken' };
    return ended(await call(creditInvoice, { params, body }, by));
  };
  const writeOff = async (params: { id: number }) => ended(await call(writeOffInvoice, { params }, by));
  const [large, other] = [await invoiceOf(20_000), await invoiceOf(3000)];
  expect(await writeOff(large)).toEqual(asked);
  expect(await credit(large, 100.01)).toEqual(asked);
  // What came of something else, as of a place that was given back, is nobody's gift.
  const ofItself = await invoiceOf(50_000);
  const { tokens } = running.server.app.ports;
  await creditByItself(contextOf(running, home, 'en'), tokens, ofItself.id, {
    wishes: 'all',
    reason: 'Back',
  });
  expect(await credit(large, 60)).toEqual(done);
  expect(await credit(large, 40.01)).toEqual(asked);
  expect(await writeOff(other)).toEqual(done);
  expect(await credit(large, 10.01)).toEqual(asked);
  expect(await credit(large, 10)).toEqual(done);
  const [kept] = await ask(
    'select sum(total_cents)::integer as cents from invoices where tenant_id = $1',
    home.id,
  );
  expect(kept).toEqual({ cents: 20_000 + 3000 - 7000 });
  await ask("update audit_trail set at = at - interval '1 day' where tenant_id = $1", home.id);
  expect(await credit(large, 60)).toEqual(done);
});

test('what is given away makes a large sum within a day with what is given up, of tickets by their price and of vouchers by their uses', async () => {
  const { home, client, by, params } = await scene();
  const prices = [{ clubId: home.clubId, priceCents: 4000 }];
  const ticket = await addProduct(running, home, { visits: 5, prices });
  const voucher = await addProduct(running, home, { kind: 'voucher', name: 'Kingitus', visits: 4, prices });
  const reason = 'Katkine dušš';
  const ended = ({ status, error }: { status: number; error?: unknown }) => [status, error];
  const giveTicket = async (terms: 'gift' | 'invoice') => {
    const body = { productId: ticket, unitId: home.clubId, startsOn: null, terms, reason };
    return ended(await call(grantTicket, { params, body }, by));
  };
  const giveVoucher = async (uses: number) => {
    const body = { productId: voucher, uses, validFrom: '2026-09-14', reason };
    return ended(await call(grantVoucher, { params, body }, by));
  };
  expect(await giveTicket('gift')).toEqual(done);
  expect(await giveVoucher(3)).toEqual(done);
  expect(await giveTicket('gift')).toEqual(asked);
  expect(await giveVoucher(4)).toEqual(asked);
  // What is to be paid is no gift.
  expect(await giveTicket('invoice')).toEqual(done);
  const { id } = await issued(home, { clientId: client.clientId, lines: [{ unitCents: cents(3001) }] });
  expect(ended(await call(writeOffInvoice, { params: { id } }, by))).toEqual(asked);
  expect(await giveVoucher(3)).toEqual(done);
  expect(await giveVoucher(1)).toEqual(asked);
  await ask("update audit_trail set at = at - interval '1 day' where tenant_id = $1", home.id);
  expect(await giveVoucher(4)).toEqual(done);
});

test('what was made or changed within a day is given away by nobody unasked: its price is what its giver set', async () => {
  const { home, by, params } = await scene();
  const ended = ({ status, error }: { status: number; error?: unknown }) => [status, error];
  const reason = 'Katkine dušš';
  const ticketOf = async (productId: number, terms: 'gift' | 'invoice' = 'gift') => {
    const body = { productId, unitId: home.clubId, startsOn: null, terms, reason };
    return ended(await call(grantTicket, { params, body }, by));
  };
  const voucherIs = async (productId: number) => {
    const body = { productId, uses: null, validFrom: '2026-09-14', reason };
    return ended(await call(grantVoucher, { params, body }, by));
  };
  const cheap = [{ clubId: home.clubId, price: 0.01, priceOnline: null }];
  const { id: made } = (await call(createProduct, { body: { values: { ...monthly, prices: cheap } } }, by))
    .body;
  const prices = [{ clubId: home.clubId, priceCents: 1000 }];
  const known = await addProduct(running, home, { prices });
  const untouched = await addProduct(running, home, { prices });
  const voucher = await addProduct(running, home, { kind: 'voucher', name: 'Kingitus', visits: 4, prices });
  for (const productId of [known, voucher]) {
    const { items } = (await call(listAllProducts, { query: {} }, by)).body;
    const seen = items.find(({ id }) => id === productId);
    if (!seen) throw new Error('no such product');
    const body = { version: seen.version, values: { ...seen.values, prices: cheap } };
    expect(ended(await call(updateProduct, { params: { id: productId }, body }, by))).toEqual(done);
  }
  expect(await ticketOf(made)).toEqual(asked);
  expect(await ticketOf(known)).toEqual(asked);
  expect(await voucherIs(voucher)).toEqual(asked);
  expect(await ticketOf(untouched)).toEqual(done);
  // What is to be paid is no gift.
  expect(await ticketOf(known, 'invoice')).toEqual(done);
  await ask("update audit_trail set at = at - interval '1 day' where tenant_id = $1", home.id);
  for (const productId of [made, known]) expect(await ticketOf(productId)).toEqual(done);
  expect(await voucherIs(voucher)).toEqual(done);
});

test('two presses at once do not go beneath the sum together', async () => {
  const { home, client, by } = await scene();
  const invoices = await Promise.all(
    [1, 2, 3].map(() => issued(home, { clientId: client.clientId, lines: [{ unitCents: cents(6000) }] })),
  );
  const answers = await Promise.all(invoices.map(({ id }) => call(writeOffInvoice, { params: { id } }, by)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
});

test.each([
  ['of people', { kind: 'debts', by: 'client' }, asked],
  ['of ages of debts', { kind: 'debts', by: 'age' }, done],
  ['of the people behind it', { kind: 'debts', by: 'age', list: 1 }, asked],
] as const)('a report is taken away as a file %s', async (_, query, expected) => {
  const { by } = await scene();
  const { status, error } = await call(downloadReport, { query }, by);
  expect([status, error]).toEqual(expected);
});
