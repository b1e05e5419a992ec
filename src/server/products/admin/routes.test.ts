import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { checkPublicCode } from '#shared/campaigns/contract.ts';
import * as clients from '#shared/clients/contract.ts';
import * as sales from '#shared/products/admin/contract.ts';
import { listProducts } from '#shared/products/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function furnished(): Promise<{ home: Centre; admin: TestAccount }> {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  return { home, admin: await home.account({ role: 'admin' }) };
}

const names = { et: 'Kümne korra pilet', en: 'Ten visits', lv: 'Desmit reizes' };
const ticket: sales.ProductValues = {
  kind: 'ticket',
  names,
  descriptions: { et: '', en: 'For ten', lv: '' },
  category: 'webapp_fitness',
  clientType: 'groupTraining',
  vatKind: 'standard',
  visits: 10,
  validCount: 3,
  validUnit: 'month',
  startMode: 'purchase',
  isShareable: false,
  isActive: true,
  position: 1,
  prices: [],
};

async function seenProduct(admin: TestAccount, id: number) {
  const { body } = await call(sales.listAllProducts, { query: {} }, { actor: admin });
  const found = body.items.find((item) => item.id === id);
  if (!found) throw new Error('no such product');
  return found;
}

test('a product is sold for its new price, and what was sold keeps its own', async () => {
  const { home, admin } = await furnished();
  const member = await home.account();
  const prices = [{ clubId: home.clubId, price: 72.4, priceOnline: 70 }];
  const { body } = await call(
    sales.createProduct,
    { body: { values: { ...ticket, prices } } },
    { actor: admin },
  );
  const made = await seenProduct(admin, body.id);
  expect(made).toMatchObject({ values: { ...ticket, prices }, facts: { sold: '0' } });
  const sold = await fulfil(running, home, { productId: body.id, owner: member });
  const lines = () =>
    ask('select * from invoice_lines where tenant_id = $1 order by invoice_id, position', home.id);
  const before = await lines();

  const dearer = [{ clubId: home.clubId, price: 90, priceOnline: null }];
  const changed = await call(
    sales.updateProduct,
    { params: { id: body.id }, body: { version: made.version, values: { ...made.values, prices: dearer } } },
    { actor: admin },
  );
  expect(changed.status).toBe(200);
  expect(await lines()).toEqual(before);
  expect(await seenProduct(admin, body.id)).toMatchObject({
    values: { prices: dearer },
    facts: { sold: '1' },
  });
  const offered = await call(listProducts, { query: {} }, { actor: member });
  expect(JSON.stringify(offered.body)).toContain('90');
  const gone = await call(sales.removeProduct, { params: { id: body.id } }, { actor: admin });
  expect([sold.id > 0, gone.status, gone.error]).toEqual([true, 409, 'stillInUse']);
});

test('a package has terms that agree with each other', async () => {
  const { home, admin } = await furnished();
  const fee = await call(
    sales.createProduct,
    { body: { values: { ...ticket, kind: 'joiningFee', visits: null } } },
    { actor: admin },
  );
  const terms = {
    periodMonths: 1 as const,
    termMonths: 12,
    renews: true,
    bindingMonths: 12,
    anchor: 'first' as const,
    joiningFeeId: fee.body.id,
    benefits: [
      {
        clientType: 'gym' as const,
        visits: 8,
        from: '06:00',
        until: '16:00',
        weekdays: ['1' as const, '5' as const],
        clubIds: [home.clubId],
      },
    ],
  };
  const values = { ...ticket, kind: 'package' as const, visits: null, terms };
  const create = (changed: object) =>
    call(
      sales.createProduct,
      { body: { values: { ...values, terms: { ...terms, ...changed } } } },
      { actor: admin },
    );
  expect((await create({ periodMonths: 3 })).refusal?.details).toEqual({ field: 'terms.anchor' });
  expect((await create({ termMonths: null })).refusal?.details).toEqual({ field: 'terms.termMonths' });
  const elsewhere = terms.benefits.map((benefit) => ({ ...benefit, clubIds: [home.clubId, 999_999_999] }));
  expect((await create({ benefits: elsewhere })).refusal?.details).toEqual({ field: 'terms.benefits' });
  const prices = [{ clubId: home.clubId, price: 45, priceOnline: null }];
  const other = await call(
    sales.createProduct,
    { body: { values: { ...values, prices } } },
    { actor: admin },
  );
  const made = await create({});
  expect((await seenProduct(admin, made.body.id)).values).toEqual(values);
  expect(await ask('select benefits from packages where product_id = $1', made.body.id)).toEqual([
    { benefits: [{ ...terms.benefits[0], weekdays: [1, 5] }] },
  ]);
  expect((await call(sales.removeProduct, { params: { id: made.body.id } }, { actor: admin })).status).toBe(
    200,
  );
  // The other package keeps its terms and prices.
  expect((await seenProduct(admin, other.body.id)).values).toEqual({ ...values, prices });
});

test('a campaign code is made, works, and stays when it is used', async () => {
  const { home, admin } = await furnished();
  const values: sales.CampaignValues = {
    code: 'SÜGIS-26',
    names,
    effect: 'subtract',
    amount: 5.5,
    validFrom: '2026-09-01',
    validUntil: '2026-12-31',
    places: 5,
    isOncePerClient: true,
    productIds: [],
    clubIds: [home.clubId],
    isActive: true,
  };
  const made = await call(sales.createCampaign, { body: { values } }, { actor: admin });
  const twice = await call(sales.createCampaign, { body: { values } }, { actor: admin });
  expect([twice.status, twice.error]).toEqual([409, 'codeTaken']);
  const listed = async () => (await call(sales.listCampaigns, { query: {} }, { actor: admin })).body.items;
  const [seen] = await listed();
  expect(seen).toMatchObject({ id: made.body.id, values, facts: { taken: '0' } });
  const checked = await call(checkPublicCode, { query: { code: 'sügis-26' } }, { host: home.host });
  expect(checked.body).toMatchObject({ effect: 'subtract', value: 5.5, placesLeft: 5 });
  const off = await call(
    sales.updateCampaign,
    {
      params: { id: made.body.id },
      body: { version: seen?.version ?? '', values: { ...values, validUntil: '2026-08-01' } },
    },
    { actor: admin },
  );
  expect(off.refusal?.details).toEqual({ field: 'validUntil' });
  const { amount: _, ...shared } = values;
  const tenth = { ...shared, code: 'KYMME', effect: 'percent', percent: 10 } as const;
  const counted = { ...shared, code: 'LOEB', effect: 'none' } as const;
  for (const one of [tenth, counted])
    expect((await call(sales.createCampaign, { body: { values: one } }, { actor: admin })).status).toBe(200);
  expect((await listed()).map((item) => item.values)).toEqual([counted, tenth, values]);
  const elsewhere = { ...values, clubIds: [await home.club('Another')] };
  const changed = { params: { id: made.body.id }, body: { version: seen?.version ?? '', values: elsewhere } };
  expect((await call(sales.updateCampaign, changed, { actor: admin })).status).toBe(200);
  expect((await listed()).map((item) => item.values)).toEqual([counted, tenth, elsewhere]);
  expect((await call(sales.removeCampaign, { params: { id: made.body.id } }, { actor: admin })).status).toBe(
    200,
  );
});

test('a client is found by parts of what is known, by an id code only where it is whole, and it is never shown', async () => {
  const { home, admin } = await furnished();
  const id = await home.client({ firstName: 'Õie', lastName: 'Õun' });
  await home.client({ firstName: 'Õie', lastName: 'Mets' });
  await ask(
    `update clients set phone = '+372 5123 4567', id_country = 'EE', id_code = '49403136515'
     where tenant_id = $1 and id = $2`,
    home.id,
    id,
  );
  const find = async (q: string) =>
    (await call(clients.listClients, { query: { q } }, { actor: admin })).body.items.map((item) => item.id);
  expect(await find('õie õ')).toEqual([id]);
  expect(await find('5123 45')).toEqual([id]);
  expect(await find('494 0313 6515')).toEqual([id]);
  expect(await find('4940313651')).toEqual([]);
  const answer = await call(clients.listClients, { query: { id } }, { actor: admin });
  expect(answer.body.items[0]).toMatchObject({ id, facts: { idCode: '•••••••6515' } });
  expect(JSON.stringify(answer.body)).not.toContain('49403136515');
});

test('one client’s contact is changed, and everything they have is listed', async () => {
  const { home, admin } = await furnished();
  const member = await home.account();
  await addContract(running, home, member, {});
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', name: 'Jooga' });
  await home.registration(training, member.clientId, { place: 1 });
  const params = { id: member.clientId };
  const { body } = await call(clients.listClients, { query: params }, { actor: admin });
  const seen = body.items.find(({ id }) => id === member.clientId);
  if (!seen) throw new Error('no client');
  const values = { ...seen.values, phone: '+372 5555 1111', city: 'Tartu' };
  const saved = await call(
    clients.updateClient,
    { params, body: { version: seen.version, values } },
    { actor: admin },
  );
  expect(saved.status).toBe(200);
  const { entries } = (await call(clients.getClientHistory, { params }, { actor: admin })).body;
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['contract', 'registration']);
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'registration', name: 'Jooga', state: 'booked' }),
  );
});
