import { describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { addProduct, type ProductParts } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import { getPayableInvoice } from '#shared/payments/contract.ts';
import { buyTicket, buyTicketAsVisitor } from '#shared/tickets/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

const selling = { rules: { payment: { isPaymentActive: true } } } as const;
const visitor = { firstName: ' Kai ', lastName: 'Kask', email: 'Kai@Test.test', phone: '+372 5555 1234' };

async function shop(parts: ProductParts = {}) {
  const home = await centre(selling);
  const productId = await addProduct(running, home, parts);
  const request = { productId, unitId: home.clubId, startsOn: null as string | null };
  return { home, productId, request, at: { host: home.host } };
}

interface DraftRow {
  readonly state: string;
  readonly language: string;
  readonly clientId: number | null;
  readonly total: number;
  readonly payer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly article: string;
  readonly vat: number;
  readonly item: SaleItem;
}

function drafts(home: Centre): Promise<DraftRow[]> {
  return ask<DraftRow>(
    `select i.state, i.language, i.client_id as "clientId", i.total_cents as total, i.payer, l.article,
       l.vat_cents as vat, l.item
     from invoices i join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
     where i.tenant_id = $1 order by i.id`,
    home.id,
  );
}

test('a visitor’s ticket becomes a draft invoice behind a token, at the price of the app', async () => {
  const prices = (home: Centre) => [{ clubId: home.clubId, priceCents: 7240, priceOnlineCents: 6200 }];
  const home = await centre(selling);
  const productId = await addProduct(running, home, { prices: prices(home) });
  const { body } = await call(
    buyTicketAsVisitor,
    { body: { productId, unitId: home.clubId, startsOn: null, ...visitor } },
    { host: home.host, language: 'et' },
  );
  expect(body.total).toBe(62);
  expect(body.invoiceToken).toMatch(/^[\w-]{43}$/);
  const holder = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '+37255551234' };
  expect(await drafts(home)).toEqual([
    {
      state: 'draft',
      language: 'et',
      clientId: null,
      total: 6200,
      payer: {
        name: 'Kai Kask',
        email: holder.email,
        phone: holder.phone,
        address: '',
        registryCode: '',
        vatNumber: '',
      },
      article: 'Ten visits et',
      vat: 1200,
      item: {
        kind: 'ticket',
        productId,
        clubId: home.clubId,
        startsOn: null,
        holder: { clientId: null, ...holder },
        promised: {
          ...{ names: expect.objectContaining({ et: 'Ten visits et' }), clientType: 'gym' },
          ...{ visits: 10, validCount: 1, validUnit: 'month' },
          ...{ startMode: 'purchase', isShareable: false },
        },
      },
    },
  ]);
});

test('a member says nothing about herself, and what names her is her client', async () => {
  const { home, request } = await shop();
  const actor = await home.account({ firstName: 'Mari', lastName: 'Mets' });
  const { body } = await call(buyTicket, { body: request }, { actor });
  expect(body.total).toBe(72.4);
  const [draft] = await drafts(home);
  expect(draft?.clientId).toBe(actor.clientId);
  expect(draft?.payer.name).toBe('Mari Mets');
  expect(draft?.item).toMatchObject({ holder: { clientId: actor.clientId, firstName: 'Mari' } });
});

test.each([
  ['in Estonia', 'EE', 'EE101', 58.39, [{ percent: 24, net: 58.39, vat: 14.01 }]],
  ['in Latvia', 'LV', 'LV101', 59.83, [{ percent: 21, net: 59.83, vat: 12.57 }]],
  ['without a VAT number, which charges none', 'EE', '', 72.4, []],
] as const)(
  'the price is the same everywhere; the VAT in it is that of a centre %s',
  async (_, country, vatNumber, net, vatRows) => {
    const home = await centre({ ...selling, country });
    await ask(
      "update tenants set company = company || jsonb_build_object('vatNumber', $2::text) where tenant_id = $1",
      ...[home.id, vatNumber],
    );
    await running.server.tenants.load();
    const body = {
      productId: await addProduct(running, home),
      unitId: home.clubId,
      startsOn: null,
      ...visitor,
    };
    const bought = await call(buyTicketAsVisitor, { body }, { host: home.host });
    const params = { invoiceNumber: bought.body.invoiceToken };
    const invoice = await call(getPayableInvoice, { params }, { host: home.host });
    expect(invoice.body).toMatchObject({
      sellerVatNumber: vatNumber,
      lines: [{ price: 72.4, total: 72.4 }],
      vatRows,
      totalWithoutVat: net,
      total: 72.4,
    });
  },
);

describe('a press that comes twice', () => {
  test.each(['a visitor', 'a member'])('of %s makes one draft', async (who) => {
    const { home, request } = await shop();
    const actor = who === 'a member' ? await home.account() : undefined;
    const press = (key: string, phone = visitor.phone) =>
      actor
        ? call(buyTicket, { body: request }, { actor, headers: { 'idempotency-key': key } })
        : call(
            buyTicketAsVisitor,
            { body: { ...request, ...visitor, phone } },
            { host: home.host, headers: { 'idempotency-key': key } },
          );
    const key = `key-${home.id}-of-the-press`;
    const both = await Promise.all([press(key), press(key)]);
    const again = await press(key);
    expect(new Set([...both, again].map(({ body }) => body.invoiceToken)).size).toBe(1);
    expect(await drafts(home)).toHaveLength(1);
    // No copy of the kept answers opens the invoice.
    const kept = await ask<{ answer: unknown }>(
      'select answer from idempotency_keys where tenant_id = $1',
      home.id,
    );
    expect(JSON.stringify(kept)).not.toContain(again.body.invoiceToken);
    if (!actor) expect((await press(key, '+372 5555 9999')).error).toBe('idempotencyKeyReused');
    await press(`${key}-next`);
    expect(await drafts(home)).toHaveLength(2);
  });
});

describe('what cannot be sold', () => {
  test.each([
    ['firstName', '', 'nameRequired'],
    ['lastName', 'http://x', 'nameInvalid'],
    ['email', '', 'emailRequired'],
    ['email', 'kai', 'emailInvalid'],
    ['phone', '', 'fieldRequired'],
    ['phone', '123', 'phoneInvalid'],
    ['phone', '+37255551234567', 'phoneInvalid'],
  ])('%s “%s”: %s', async (field, text, problem) => {
    const { home, request, at } = await shop();
    const answer = await call(buyTicketAsVisitor, { body: { ...request, ...visitor, [field]: text } }, at);
    expect([answer.status, answer.error, answer.refusal?.details]).toEqual([
      400,
      'dataValidationFailed',
      { field, problem },
    ]);
    expect(await drafts(home)).toEqual([]);
  });

  test.each([
    [null, 'fieldRequired'],
    ['2026-09-13', 'startPast'],
    ['2026-12-14', 'startTooFar'],
  ])('begins on %s: %s', async (startsOn, problem) => {
    const { request, at } = await shop({ startMode: 'chosen' });
    const answer = await call(buyTicketAsVisitor, { body: { ...request, ...visitor, startsOn } }, at);
    expect([answer.error, answer.refusal?.details]).toEqual([
      'dataValidationFailed',
      { field: 'startsOn', problem },
    ]);
    const good = await call(
      buyTicketAsVisitor,
      { body: { ...request, ...visitor, startsOn: '2026-12-13' } },
      at,
    );
    expect(good.status).toBe(200);
  });

  test('no such product, in no such club, of another kind, sold no more, of another centre', async () => {
    const { home, request, at } = await shop();
    const second = await home.club();
    const gone = await addProduct(running, home, { isActive: false });
    const voucher = await addProduct(running, home, { kind: 'voucher' });
    const foreign = await shop();
    for (const asked of [
      { ...request, productId: 2_000_000_000 },
      { ...request, unitId: second },
      { ...request, productId: gone },
      { ...request, productId: voucher },
      foreign.request,
    ]) {
      const answer = await call(buyTicketAsVisitor, { body: { ...asked, ...visitor } }, at);
      expect([answer.status, answer.error]).toEqual([404, 'noProductsFound']);
    }
    expect(await drafts(home)).toEqual([]);
  });

  test('anything, where nothing is paid in the app', async () => {
    const home = await centre();
    const productId = await addProduct(running, home);
    const request = { productId, unitId: home.clubId, startsOn: null };
    const visitors = await call(
      buyTicketAsVisitor,
      { body: { ...request, ...visitor } },
      { host: home.host },
    );
    const members = await call(buyTicket, { body: request }, { actor: await home.account() });
    expect([visitors.error, members.error]).toEqual(['itemNotFound', 'itemNotFound']);
  });

  test('too many within the hour', async () => {
    const { home, request } = await shop();
    const actor = await home.account();
    for (let count = 0; count < 30; count += 1) {
      expect((await call(buyTicket, { body: request }, { actor })).status).toBe(200);
    }
    const answer = await call(buyTicket, { body: request }, { actor });
    expect([answer.status, answer.error]).toEqual([429, 'tooManyAttempts']);
  });
});
