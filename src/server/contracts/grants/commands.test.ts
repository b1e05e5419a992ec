import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { addContract, checkPurchase, getContract, listContracts } from '#shared/contracts/contract.ts';
import { checkClientContract, grantContract, listClientPackages } from '#shared/contracts/grants/contract.ts';
import { listInvoices } from '#shared/invoices/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function scene(parts: Parameters<typeof addPackage>[2] = {}) {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const admin = await home.account({ role: 'admin' });
  const client = await home.account();
  const params = { id: client.clientId };
  const productId = await addPackage(running, home, { joiningFeeCents: 1000, ...parts });
  const request = { productId, unitId: home.clubId, startsOn: '2026-09-20' };
  const give = (body: object = {}, headers = {}) =>
    call(
      grantContract,
      { params, body: { ...request, startsEarly: true, ...body } },
      { actor: admin, headers },
    );
  return { home, admin, client, params, productId, request, give };
}

test('a contract made at the desk lives at once, and its first invoice is the one that buying it would make', async () => {
  const { home, admin, client, params, request, give } = await scene({ anchor: 'first', bindingMonths: 3 });
  const bought = (await call(checkPurchase, { body: request }, { actor: client })).body;
  const checked = (await call(checkClientContract, { params, body: request }, { actor: admin })).body;
  expect(checked).toEqual(bought);
  const { status, body } = await give();
  expect([status, body.total]).toEqual([200, bought.total]);
  const { valid } = (await call(listContracts, {}, { actor: client })).body;
  expect(valid).toMatchObject([{ id: body.id, number: body.number, status: 0, validFrom: '2026-09-20' }]);
  const own = (await call(getContract, { params: { id: body.id } }, { actor: client })).body;
  expect(own).toMatchObject({ anchorDay: 1, bindingUntil: bought.bindingUntil, next: bought.next });
  expect(own.periods).toMatchObject([
    { from: '2026-09-20', until: '2026-09-30', invoiceNumber: body.invoiceNumber, isPaid: false },
  ]);
  const invoices = (await call(listInvoices, { query: {} }, { actor: client })).body;
  expect(invoices).toMatchObject({ toPay: bought.total, items: [{ invoiceNumber: body.invoiceNumber }] });
  // One brings the contract's papers, one the invoice.
  await expect
    .poll(() => ask('select 1 from stand_in_mails where tenant_id = $1', home.id), { timeout: 12_000 })
    .toHaveLength(2);
  const trail = await ask('select noun, noun_id as id, after from audit_trail where tenant_id = $1', home.id);
  expect(trail).toMatchObject([
    { noun: 'contracts', id: body.id, after: { clientId: client.clientId, number: body.number } },
  ]);
});

test('its invoice speaks the language of the login that is open', async () => {
  const { home, admin, request } = await scene();
  const closed = await home.account({ isBlocked: true, language: 'lv' });
  const { clientId } = await home.account({ language: 'en' });
  await ask('update accounts set client_id = $2 where id = $1', closed.id, clientId);
  const body = { ...request, startsEarly: true };
  expect((await call(grantContract, { params: { id: clientId }, body }, { actor: admin })).status).toBe(200);
  const made = await ask('select language from invoices where tenant_id = $1', home.id);
  expect(made).toEqual([{ language: 'en' }]);
});

test('it costs what the desk asks, not what the app does', async () => {
  const { home, admin, client, params, give } = await scene();
  const prices = [{ clubId: home.clubId, priceCents: 5000, priceOnlineCents: 4000 }];
  const productId = await addPackage(running, home, { prices, category: 'webapp_pilates' });
  const { body: packages } = await call(
    listClientPackages,
    { params: { ...params, unitId: home.clubId } },
    { actor: admin },
  );
  expect(packages.find(({ id }) => id === productId)).toMatchObject({ price: 50, priceOnline: 50 });
  const { body } = await give({ productId });
  expect(body.total).toBe(50);
  const own = (await call(getContract, { params: { id: body.id } }, { actor: client })).body;
  expect(own).toMatchObject({ packagePrice: 50, next: { amount: 50 } });
});

test('pressed twice at once under one key it is one contract; under two keys the second is refused', async () => {
  const { home, give } = await scene();
  const headers = { 'idempotency-key': 'press-of-the-desk' };
  const answers = await Promise.all([1, 2, 3].map(() => give({}, headers)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.number}`)).size).toBe(1);
  const other = await scene();
  const both = await Promise.all([other.give(), other.give()]);
  expect(both.map(({ error }) => error ?? 'made').toSorted()).toEqual(['hasActiveContract', 'made']);
  for (const tenantId of [home.id, other.home.id]) {
    const [counts] = await ask(
      `select (select count(*) from contracts where tenant_id = $1)::int as contracts,
         (select count(*) from invoices where tenant_id = $1)::int as invoices,
         (select count(*) from audit_trail where tenant_id = $1)::int as trail`,
      tenantId,
    );
    expect(counts).toEqual({ contracts: 1, invoices: 1, trail: 1 });
  }
});

test('a draft that the client began meanwhile cannot be paid into a second contract', async () => {
  const { client, give, request } = await scene();
  const agreed = { ...request, startsEarly: true, hasAgreed: true };
  expect((await call(addContract, { body: agreed }, { actor: client })).status).toBe(200);
  expect((await give()).status).toBe(200);
  const again = await call(addContract, { body: agreed }, { actor: client });
  expect(again.error).toBe('hasActiveContract');
});

test('from within the days of withdrawal only at the client’s wish; from the day after without it', async () => {
  const { home, give } = await scene();
  for (const startsOn of ['2026-09-14', '2026-09-28']) {
    const { error, refusal } = await give({ startsEarly: false, startsOn });
    expect([error, refusal?.details?.field]).toEqual(['dataValidationFailed', 'startsEarly']);
  }
  expect(await ask('select 1 from contracts where tenant_id = $1', home.id)).toEqual([]);
  expect((await give({ startsEarly: false, startsOn: '2026-09-29' })).status).toBe(200);
});

test('not from a day gone by or too far, nor what is not sold, nor for who is gone or to be forgotten', async () => {
  const { home, admin, client, params, request, give } = await scene();
  for (const startsOn of ['2026-09-13', '2028-01-01']) {
    const { error, refusal } = await give({ startsOn });
    expect([error, refusal?.details?.field]).toEqual(['dataValidationFailed', 'startsOn']);
  }
  expect((await give({ productId: 9_999_999 })).error).toBe('noProductsFound');
  const body = { ...request, startsEarly: false };
  const stranger = await (await centre()).account();
  for (const id of [9_999_999, stranger.clientId]) {
    const asks = [
      call(grantContract, { params: { id }, body }, { actor: admin }),
      call(checkClientContract, { params: { id }, body: request }, { actor: admin }),
      call(listClientPackages, { params: { id, unitId: home.clubId } }, { actor: admin }),
    ];
    for (const { error } of await Promise.all(asks)) expect(error).toBe('clientNotFound');
  }
  for (const actor of [client, await home.account({ role: 'trainer', canManageRegistrations: true })]) {
    expect((await call(grantContract, { params, body }, { actor })).error).toBe('actionNotAllowed');
  }
  const check = async () =>
    (await call(checkClientContract, { params, body: request }, { actor: admin })).error;
  const forget = (who: TestAccount, closedAt: string | null) =>
    ask(
      `insert into erasures (tenant_id, client_id, asked_at, asked_by, due_at, closed_at)
       values ($1, $2, '2026-08-01', $3, '2026-08-31', $4)`,
      ...[home.id, who.clientId, who.id, closedAt],
    );
  // Somebody else is forgotten, and they themselves have only asked to be.
  await forget(await home.account(), '2026-08-31');
  await forget(client, null);
  expect(await check()).toBeUndefined();
  await ask('update erasures set closed_at = due_at where client_id = $1', client.clientId);
  expect(await check()).toBe('clientErased');
  expect((await give()).error).toBe('clientErased');
  expect(await ask('select 1 from contracts where tenant_id = $1', home.id)).toEqual([]);
});
