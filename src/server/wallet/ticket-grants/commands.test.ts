import { expect, test, vi } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { statement } from '#server/testing/statements.ts';
import { importBankFile } from '#shared/invoices/bank/contract.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import { getTicket, listTickets } from '#shared/tickets/contract.ts';
import { getWalletLedger, listWallet } from '#shared/wallet/contract.ts';
import { getClientTicket, listClientWallet } from '#shared/wallet/desk/contract.ts';
import { grantTicket } from '#shared/wallet/grants/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function scene() {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const admin = await home.account({ role: 'admin' });
  const client = await home.account();
  const params = { id: client.clientId };
  const productId = await addProduct(running, home, { visits: 5 });
  const gift = {
    productId,
    unitId: home.clubId,
    startsOn: null,
    terms: 'gift',
    reason: 'Broken shower',
  } as const;
  const sale = { ...gift, terms: 'invoice', reason: '' } as const;
  const give = (body: Parameters<typeof call<typeof grantTicket>>[1]['body'], headers = {}) =>
    call(grantTicket, { params, body }, { actor: admin, headers });
  return { home, admin, client, params, productId, gift, sale, give };
}

const ticketsOf = async (actor: TestAccount) =>
  (await call(listTickets, { query: {} }, { actor })).body.items;
const mailsOf = (tenantId: number) =>
  ask<{ subject: string }>('select subject from stand_in_mails where tenant_id = $1', tenantId);

test('a ticket given for nothing is its holder’s at once, says that it was given and why, and is mailed', async () => {
  const { home, admin, client, gift, give } = await scene();
  const given = await give(gift);
  expect([given.status, given.body]).toEqual([200, { invoiceNumber: null }]);
  const [ticket] = await ticketsOf(client);
  expect(ticket).toMatchObject({ visitsLeft: 5, state: 'valid', givenFor: 'Broken shower' });
  const { body } = await call(getTicket, { query: { token: ticket?.token ?? '' } }, { host: home.host });
  expect(body.entries).toMatchObject([{ kind: 'GRANT', visits: 5, reason: 'Broken shower' }]);
  await expect.poll(() => mailsOf(home.id)).toHaveLength(1);
  // Nothing was sold.
  expect((await call(listInvoices, { query: {} }, { actor: client })).body.items).toEqual([]);
  const trail = await ask('select noun, after from audit_trail where tenant_id = $1', home.id);
  expect(trail).toMatchObject([
    { noun: 'tickets', after: { clientId: client.clientId, reason: 'Broken shower' } },
  ]);
  // Its lines say who gave it.
  const wallet = (await call(listClientWallet, { params: { id: client.clientId } }, { actor: admin })).body;
  const id = wallet.tickets[0]?.id ?? 0;
  const [line] = (await call(getClientTicket, { params: { id } }, { actor: admin })).body.lines;
  expect(line).toMatchObject({ kind: 'GRANT', note: 'Broken shower', by: expect.stringMatching(/\w/) });
  const { body: all } = await call(listWallet, {}, { actor: client });
  const ledger = await call(
    getWalletLedger,
    { params: { kind: 'ticket', id: all.items[0]?.id ?? 0 } },
    { actor: client },
  );
  expect(ledger.body.lines).toMatchObject([{ kind: 'GRANT', note: 'Broken shower', left: 5 }]);
});

test('an invoice names the club where there are two', async () => {
  const { home, client, give, sale } = await scene();
  const articles = () =>
    ask<{ article: string }>(
      `select l.article from invoice_lines l join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
      where i.client_id = $1 order by i.id`,
      client.clientId,
    );
  await give(sale);
  await home.club('Second club');
  await running.server.tenants.load();
  await give(sale);
  expect(await articles()).toEqual([{ article: 'Ten visits' }, { article: 'Ten visits, First club' }]);
});

test('a ticket as often as one likes says why it was given too', async () => {
  const { home, client, gift, give } = await scene();
  const productId = await addProduct(running, home, { visits: null });
  expect((await give({ ...gift, productId })).status).toBe(200);
  expect(await ticketsOf(client)).toMatchObject([{ visitsLeft: null, givenFor: 'Broken shower' }]);
});

test('a ticket sold at the desk holds at once, for its price there, and its invoice is to be paid', async () => {
  const { home, client, give, sale } = await scene();
  const prices = [{ clubId: home.clubId, priceCents: 5000, priceOnlineCents: 4000 }];
  const productId = await addProduct(running, home, { prices });
  const { body } = await give({ ...sale, productId });
  expect(body.invoiceNumber).toMatch(/^\w+-2026-\d+$/);
  expect(await ticketsOf(client)).toMatchObject([{ visitsLeft: 10, givenFor: null }]);
  const invoices = (await call(listInvoices, { query: {} }, { actor: client })).body;
  expect(invoices).toMatchObject({
    toPay: 50,
    unpaidCount: 1,
    items: [{ invoiceNumber: body.invoiceNumber }],
  });
  // One brings the ticket, one the invoice.
  await expect.poll(async () => (await mailsOf(home.id)).length).toBe(2);
  const trail = await ask('select noun, after from audit_trail where tenant_id = $1', home.id);
  expect(trail).toMatchObject([
    { noun: 'invoices', after: { clientId: client.clientId, productId, totalCents: 5000 } },
  ]);
});

const within = { timeout: 12_000, interval: 100 };

test('money that comes for it later makes no second ticket', async () => {
  const { home, admin, client, give, sale } = await scene();
  const { body } = await give(sale);
  const [invoice] = await ask<{ id: number; reference: string }>(
    'select id, reference from invoices where tenant_id = $1',
    home.id,
  );
  const xml = statement([{ amount: '72.40', reference: invoice?.reference ?? '' }]);
  expect((await call(importBankFile, { body: xml }, { actor: admin })).status).toBe(200);
  await vi.waitFor(async () => {
    const [left] = await ask<{ count: number }>(
      `select (select count(*) from outbox where tenant_id = $1)::int
         + (select count(*) from graphile_worker.jobs where key like '%:' || $1 || ':%' and run_at <= now())::int as count`,
      home.id,
    );
    expect(left?.count).toBe(0);
  }, within);
  const invoices = (await call(listInvoices, { query: {} }, { actor: client })).body;
  expect(invoices).toMatchObject({ toPay: 0, items: [{ invoiceNumber: body.invoiceNumber, state: 'paid' }] });
  expect(await ticketsOf(client)).toHaveLength(1);
  // Everything was told to the client; the office has nothing to settle.
  const told = await ask<{ recipient: string }>(
    'select distinct recipient from stand_in_mails where tenant_id = $1',
    home.id,
  );
  const [holder] = await ask<{ email: string }>(
    'select email from clients where tenant_id = $1 and id = $2',
    home.id,
    client.clientId,
  );
  expect(told).toEqual([{ recipient: holder?.email }]);
});

test('pressed twice at once under one key it is one ticket, one invoice and one line of the trail', async () => {
  const { home, client, sale, give } = await scene();
  const headers = { 'idempotency-key': 'press-of-the-desk' };
  const answers = await Promise.all([1, 2, 3, 4].map(() => give(sale, headers)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.invoiceNumber}`)).size).toBe(1);
  expect(await ticketsOf(client)).toHaveLength(1);
  const [counts] = await ask(
    `select (select count(*) from invoices where tenant_id = $1)::int as invoices,
       (select count(*) from hand_overs where tenant_id = $1)::int as "handOvers",
       (select count(*) from audit_trail where tenant_id = $1)::int as trail`,
    home.id,
  );
  expect(counts).toEqual({ invoices: 1, handOvers: 1, trail: 1 });
});

test('a start that is chosen is kept; one that is over, too far or missing is refused by its field', async () => {
  const { home, client, gift, give } = await scene();
  const productId = await addProduct(running, home, { startMode: 'chosen' });
  const from = (startsOn: string | null) => give({ ...gift, productId, startsOn });
  for (const [startsOn, problem] of [
    ['2026-09-13', 'startPast'],
    ['2028-01-01', 'startTooFar'],
    [null, 'fieldRequired'],
  ] as const) {
    const { error, refusal } = await from(startsOn);
    expect([error, refusal?.details]).toEqual(['dataValidationFailed', { field: 'startsOn', problem }]);
  }
  expect((await from('2026-09-20')).status).toBe(200);
  expect(await ticketsOf(client)).toMatchObject([{ validFrom: '2026-09-20' }]);
});

test('not without a reason, nor what is not sold, nor to who is gone or to be forgotten; nothing is left of it', async () => {
  const { home, admin, client, params, gift, sale, give } = await scene();
  const silent = await give({ ...gift, reason: ' ' });
  expect(silent.refusal?.details).toEqual({ field: 'reason', problem: 'fieldRequired' });
  const off = await addProduct(running, home, { isActive: false });
  const voucher = await addProduct(running, home, { kind: 'voucher' });
  for (const productId of [off, voucher]) {
    expect((await give({ ...sale, productId })).error).toBe('noProductsFound');
    expect((await give({ ...gift, productId })).error).toBe('noProductsFound');
  }
  const gone = await call(grantTicket, { params: { id: 9_999_999 }, body: gift }, { actor: admin });
  expect(gone.error).toBe('clientNotFound');
  const stranger = await (await centre()).account();
  const foreign = await call(
    grantTicket,
    { params: { id: stranger.clientId }, body: gift },
    { actor: admin },
  );
  expect(foreign.error).toBe('clientNotFound');
  for (const actor of [client, await home.account({ role: 'trainer', canManageRegistrations: true })]) {
    expect((await call(grantTicket, { params, body: gift }, { actor })).error).toBe('actionNotAllowed');
  }
  await ask(
    `insert into erasures (tenant_id, client_id, asked_at, asked_by, due_at, closed_at)
     values ($1, $2, '2026-08-01', $3, '2026-08-31', '2026-08-31')`,
    home.id,
    client.clientId,
    client.id,
  );
  expect((await give(gift)).error).toBe('clientErased');
  expect((await give(sale)).error).toBe('clientErased');
  const [left] = await ask<{ count: number }>(
    `select ((select count(*) from tickets where tenant_id = $1)
       + (select count(*) from invoices where tenant_id = $1))::int as count`,
    home.id,
  );
  expect(left?.count).toBe(0);
});
