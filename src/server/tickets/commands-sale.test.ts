import { describe, expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { Centre } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { confirmPayment, startPayment } from '#shared/payments/contract.ts';
import { buyTicketAsVisitor, getTicket } from '#shared/tickets/contract.ts';

// From the form to the ticket in the mail, as one sale: draft, code, payment, hand-over.
const running = withServer();
const { centre, call, ask, clock } = running;
const means = saleMeans(running);
const visitor = { firstName: 'Kai', lastName: 'Kask', phone: '+372 5555 1234' };

async function shop(places: number | null) {
  const home = await centre(paying);
  const prices = [{ clubId: home.clubId, priceCents: 7240 }];
  const productId = await addProduct(running, home, { prices });
  await campaignOf(running, home, { code: 'SYGIS', effect: 'percent', value: 25, places });
  return { home, productId };
}

const buy = ({ home, productId }: { home: Centre; productId: number }, code: string, email: string) =>
  call(
    buyTicketAsVisitor,
    { body: { productId, unitId: home.clubId, startsOn: null, ...visitor, email, code } },
    { host: home.host, language: 'et' },
  );

const tickets = (home: Centre) =>
  ask<{ email: string }>('select email from tickets where tenant_id = $1 order by id', home.id);
const redeemed = (home: Centre) =>
  ask('select 1 from campaign_redemptions where tenant_id = $1 and redeemed_at is not null', home.id);

/** Goes to the bank with a draft; the answer tells the bank's later "paid". */
async function atBank(home: Centre, invoiceToken: string, email: string) {
  const started = await call(
    startPayment,
    { body: { invoiceToken, method: 'cardPayments' } },
    { host: home.host },
  );
  expect(started.status).toBe(200);
  const [row] = await ask<{ id: number }>(
    "select id from invoices where tenant_id = $1 and payer->>'email' = $2",
    home.id,
    email,
  );
  const sale = { home, invoiceId: row?.id ?? 0 };
  return async () => {
    const [payment] = await means.payments(sale);
    if (!payment) throw new Error('no payment');
    const told = await means.notify(home, await means.orderToken(sale, payment, 'PAID'));
    expect(told.status).toBe(200);
  };
}

describe('a ticket bought with a campaign code', () => {
  // shows: call-public-ticket, buy-ticket
  test('costs what was shown; paid, it is handed over and the place of the campaign is gone for good', async () => {
    const at = await shop(10);
    const { body } = await buy(at, 'sygis', 'kai@test.test');
    expect(body.total).toBe(54.3);
    expect(await tickets(at.home)).toEqual([]);
    expect(await redeemed(at.home)).toEqual([]);
    await (await atBank(at.home, body.invoiceToken, 'kai@test.test'))();
    expect(await tickets(at.home)).toEqual([{ email: 'kai@test.test' }]);
    const { invoiceToken } = body;
    const there = { host: at.home.host };
    const confirmed = (await call(confirmPayment, { body: { invoiceToken } }, there)).body;
    expect(confirmed).toMatchObject({ state: 'success', number: 'A-2026-000001', tickets: [{}] });
    const token = confirmed.tickets[0]?.token ?? '';
    expect((await call(getTicket, { query: { token } }, there)).body).toMatchObject({ state: 'valid' });
    expect(await redeemed(at.home)).toHaveLength(1);
    // The invoice goes on to whoever keeps the books: later it opens itself alone.
    clock.advance({ hours: 48 });
    const later = (await call(confirmPayment, { body: { invoiceToken } }, there)).body;
    expect(later).toMatchObject({ state: 'success', tickets: [] });
  });

  test('ten places, thirty who press: ten drafts', { timeout: 60_000 }, async () => {
    const at = await shop(10);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => buy(at, 'SYGIS', `kai${index}@test.test`)),
    );
    const kinds = Map.groupBy(answers, ({ error, status }) => error ?? status);
    expect(kinds.get(200)).toHaveLength(10);
    expect(kinds.get('codePlacesFull')).toHaveLength(20);
  });

  test('paid long after its place went to others: the money is the payer’s credit, nothing is sold', async () => {
    const at = await shop(1);
    const { body } = await buy(at, 'SYGIS', 'late@test.test');
    const paidLate = await atBank(at.home, body.invoiceToken, 'late@test.test');
    clock.advance({ minutes: 40 });
    const other = await buy(at, 'SYGIS', 'quick@test.test');
    expect(other.status).toBe(200);
    await (await atBank(at.home, other.body.invoiceToken, 'quick@test.test'))();
    await paidLate();
    expect(await tickets(at.home)).toEqual([{ email: 'quick@test.test' }]);
    expect(
      await ask(
        `select r.amount_cents as amount, (select count(*)::int from allocations a where a.tenant_id = r.tenant_id
           and a.receipt_id = r.id) as allocated from receipts r where r.tenant_id = $1 order by r.id`,
        at.home.id,
      ),
    ).toEqual([
      { amount: 5430, allocated: 1 },
      { amount: 5430, allocated: 0 },
    ]);
  });

  test('a code that is not one is refused before anything is made', async () => {
    const at = await shop(10);
    expect((await buy(at, 'NOSUCH', 'kai@test.test')).error).toBe('campaignCodeNotFound');
    expect(await ask('select 1 from invoices where tenant_id = $1', at.home.id)).toEqual([]);
  });
});

test('a ticket is what was bought, whatever its product has become before the money came', async () => {
  const home = await centre(paying);
  const productId = await addProduct(running, home, {
    prices: [{ clubId: home.clubId, priceCents: 7240 }],
  });
  const { body } = await buy({ home, productId }, '', 'kai@test.test');
  const paid = await atBank(home, body.invoiceToken, 'kai@test.test');
  await ask(
    `update products set visits = 1, valid_count = 1, valid_unit = 'day', start_mode = 'firstUse',
       client_type = 'pool', names = '{"en":"Other"}'
     where tenant_id = $1 and id = $2`,
    home.id,
    productId,
  );
  await paid();
  expect(
    await ask(
      `select t.client_type, t.names->>'en' as name, t.valid_count, t.valid_unit, t.start_mode, e.visits from tickets t
         join ticket_entries e on e.tenant_id = t.tenant_id and e.ticket_id = t.id where t.tenant_id = $1`,
      home.id,
    ),
  ).toEqual([
    {
      client_type: 'gym',
      name: 'Ten visits',
      valid_count: 1,
      valid_unit: 'month',
      start_mode: 'purchase',
      visits: 10,
    },
  ]);
});

test('of two sales of a centre each is handed over when it is paid', async () => {
  const at = await shop(null);
  const emails = ['kai@test.test', 'mai@test.test'] as const;
  for (const [index, email] of emails.entries()) {
    const { body } = await buy(at, '', email);
    await (await atBank(at.home, body.invoiceToken, email))();
    expect((await tickets(at.home)).map((ticket) => ticket.email)).toEqual(emails.slice(0, index + 1));
  }
});
