import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { Centre } from '#server/testing/centre.ts';
import { paying, saleMeans, type TestSale, TestSeller } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import * as contract from '#shared/payments/contract.ts';
import { hasMoneyCome, orderMinutes } from '#shared/payments/domain.ts';
import { montonioClient } from '../client.ts';
import { reconcile, takeNotification } from './commands.ts';

const seller = new TestSeller();
const running = withServer({ fulfil: seller.fulfil });
const { centre, call, ask, clock } = running;
const { draft, payments, orderToken, atBank, books, notify, ctxOf, issued } = saleMeans(running);

/** A provider that is out of reach, or refuses everything. */
let silent: Server;
let status = 503;
beforeAll(async () => {
  silent = createServer((_, response) => response.writeHead(status).end('{}'));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(() => silent.close());

/** The job of one centre, as every minute runs it: with the stand-in, or with a provider that does not answer. */
function runJob(home: Centre, isSilent = false): Promise<void> {
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const keys = { url: `http://127.0.0.1:${port}/api`, accessKey: 'a', secretKey: 'b'.repeat(32) };
  const { payments: ports } = running.server;
  return reconcile(
    () => ctxOf(home),
    isSilent ? { ...ports, providerOf: () => montonioClient(keys, clock) } : ports,
  );
}

async function start(sale: TestSale) {
  const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
  const { address } = (await call(contract.startPayment, { body }, { host: sale.home.host })).body;
  const payment = (await payments(sale)).at(-1);
  if (!payment) throw new Error('no payment');
  return { address, payment };
}

test.each([
  ['PAID', 0, 1, 0],
  // How much went back, the message of the payment does not say.
  ['PARTIALLY_REFUNDED', 1, 1, 0],
  // What is old says nothing by itself, however often somebody sends it again.
  ['PAID', 1, 9, 3600],
] as const)(
  'told that it is %s, the provider is asked %i times (sent %i times, %i seconds old)',
  async (told, count, times, secondsAgo) => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { address, payment } = await start(sale);
    await atBank(home, address, 'pay', 'never');
    const { payments: ports } = running.server;
    const provider = ports.providerOf(ctxOf(home).tenant);
    if (!provider) throw new Error('no provider');
    let asked = 0;
    const counting = {
      ...provider,
      readToken: (token: string) => provider.readToken(token),
      fetchOrder: (id: string) => {
        asked += 1;
        return provider.fetchOrder(id);
      },
    };
    const token = await orderToken(sale, payment, told, {}, { secondsAgo });
    const ctx = ctxOf(home);
    const take = () => takeNotification(ctx, { ...ports, providerOf: () => counting }, token);
    await Promise.all(Array.from({ length: times }, take));
    expect(asked).toBe(count);
  },
);

describe('what nobody told', () => {
  test('a payment whose message was lost is found by asking, once', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { address } = await start(sale);
    await atBank(home, address, 'pay', 'never');
    await runJob(home);
    expect(await books(sale)).toMatchObject({ state: 'draft', received: 0 });
    clock.advance({ minutes: 2 });
    await Promise.all([runJob(home), runJob(home)]);
    await runJob(home);
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, receipts: 1, handed: 1 });
    expect(seller.handed.filter(({ invoiceId }) => invoiceId === sale.invoiceId)).toHaveLength(1);
  });

  test('what runs out is given up; what is paid days later is found all the same', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { address, payment } = await start(sale);
    clock.advance({ minutes: 40 });
    await runJob(home);
    expect((await payments(sale))[0]?.status).toBe('ABANDONED');
    clock.advance({ hours: 20 });
    await atBank(home, address, 'pay', 'never');
    await runJob(home);
    expect(hasMoneyCome((await payments(sale))[0]?.status ?? 'PENDING')).toBe(true);
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, handed: 1 });
    expect(payment.status).toBe('PENDING');
  });

  test('a provider out of reach is asked again later, and nothing is given up for its silence', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { address } = await start(sale);
    await atBank(home, address, 'pay', 'never');
    clock.advance({ minutes: 50 });
    status = 503;
    await runJob(home, true);
    expect((await payments(sale))[0]?.status).toBe('PENDING');
    clock.advance({ minutes: 30 });
    await runJob(home);
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240 });
  });

  test('an order the provider knows nothing of is given up when its time is over', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    await start(sale);
    status = 404;
    clock.advance({ minutes: 5 });
    await runJob(home, true);
    expect((await payments(sale))[0]?.status).toBe('PENDING');
    clock.advance({ minutes: orderMinutes - 5 });
    await runJob(home, true);
    expect((await payments(sale))[0]?.status).toBe('PENDING');
    clock.advance({ minutes: 15 });
    await runJob(home, true);
    expect((await payments(sale))[0]?.status).toBe('ABANDONED');
  });

  test('after two weeks without a word a payment is given up and not asked about any more', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    await start(sale);
    // A shop whose orders never run out.
    await ask('update stand_in_orders set expires_at = $2 where tenant_id = $1', home.id, '2027-01-01');
    for (let days = 0; days < 16; days += 1) {
      clock.advance({ hours: 24 });
      await runJob(home);
    }
    expect((await payments(sale))[0]?.status).toBe('ABANDONED');
    const open = await ask('select id from payments where tenant_id = $1 and ask_at is not null', home.id);
    expect(open).toEqual([]);
  });

  test('a sale nobody pays is dropped after an hour, unless money may still come; invoices that stand stay', async () => {
    const home = await centre(paying);
    const forgotten = await draft(home);
    const underway = await draft(home);
    const givenUp = await draft(home);
    const stands = await issued(home);
    const byHand = await draft(home, { item: false });
    clock.advance({ minutes: 45 });
    await start(underway);
    const { payment } = await start(givenUp);
    await ask("update payments set status = 'ABANDONED' where id = $1 returning 1", payment.id);
    clock.advance({ minutes: 20 });
    await runJob(home);
    expect((await books(forgotten)).state).toBe('dropped');
    expect((await books(givenUp)).state).toBe('dropped');
    expect((await books(underway)).state).toBe('draft');
    expect((await books(stands)).state).toBe('issued');
    expect((await books(byHand)).state).toBe('draft');
    const refused = await call(
      contract.startPayment,
      { body: { invoiceToken: forgotten.token, method: 'cardPayments' } },
      { host: home.host },
    );
    expect(refused.error).toBe('invoiceNotFound');
  });

  test('of sales nobody pays those are kept that are younger, cost nothing and are still to be confirmed, or are none', async () => {
    const home = await centre(paying);
    const contractId = await addContract(running, home, await home.account());
    const joining = async (sale: TestSale, minutes = 120, state = 'paying') => {
      await ask(
        `insert into joins (tenant_id, salt, token_hash, state, form, language, contract_id, invoice_id, created_at, changed_at,
           expires_at)
         values ($1, '\\x00', sha256(gen_random_uuid()::text::bytea), $2, '{}', 'et', $3, $4, $5, $5, $6) returning 1`,
        ...[home.id, state, contractId, sale.invoiceId, clock.now(), addMinutes(clock.now(), minutes)],
      );
      return sale;
    };
    const free = () => draft(home, { cents: 0 });
    const sales = {
      free: await free(),
      joining: await joining(await free()),
      joinedTooLate: await joining(await free(), 61),
      joined: await joining(await free(), 120, 'joined'),
      dear: await joining(await draft(home)),
      cheap: await joining(await draft(home, { cents: 1 })),
      creditNote: await draft(home),
      younger: await (async () => {
        clock.advance({ minutes: 1 });
        return draft(home);
      })(),
    };
    await ask(
      "update invoices set kind = 'creditNote', credits_id = $2 where id = $1 returning 1",
      ...[sales.creditNote.invoiceId, sales.dear.invoiceId],
    );
    clock.advance({ minutes: 60 });
    await runJob(home);
    const states = await Promise.all(
      Object.entries(sales).map(async ([name, sale]) => [name, (await books(sale)).state]),
    );
    expect(Object.fromEntries(states)).toEqual({
      ...{ free: 'dropped', joining: 'draft', joinedTooLate: 'dropped', joined: 'dropped' },
      ...{ dear: 'dropped', cheap: 'dropped', creditNote: 'draft', younger: 'draft' },
    });
  });

  test('a sale whose money is promised is kept however long it takes, and done when it comes', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { payment } = await start(sale);
    await notify(home, await orderToken(sale, payment, 'AUTHORIZED'));
    expect((await payments(sale))[0]?.status).toBe('AUTHORIZED');
    clock.advance({ hours: 5 });
    status = 503;
    await runJob(home, true);
    expect((await books(sale)).state).toBe('draft');
    await notify(home, await orderToken(sale, payment, 'PAID'));
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, handed: 1 });
  });

  test.each([
    ['request', false],
    ['answer', true],
  ])('a refund whose %s was lost is asked for again under its key, and made once', async (_, isMade) => {
    const home = await centre(paying);
    const sale = await issued(home, { item: false });
    const { address, payment } = await start(sale);
    await atBank(home, address, 'pay');
    await notify(home, await orderToken(sale, payment, 'PAID'));
    const [refund] = await ask<{ id: string }>(
      `insert into refunds (tenant_id, id, payment_id, amount_cents, status, reason, created_at, changed_at, ask_at)
       values ($1, gen_random_uuid(), $2, 500, 'PENDING', 'Ill', $3, $3, $3) returning id`,
      home.id,
      payment.id,
      clock.now(),
    );
    // Another, that is to be asked about later.
    const later = addMinutes(clock.now(), 7);
    await ask(
      `insert into refunds (tenant_id, id, payment_id, amount_cents, status, reason, created_at, changed_at, ask_at)
       values ($1, gen_random_uuid(), $2, 300, 'CANCELED', 'Ill', $3, $3, $4) returning 1`,
      ...[home.id, payment.id, clock.now(), later],
    );
    if (isMade) {
      await ask(
        `insert into stand_in_refunds (tenant_id, id, order_id, idempotency_key, amount_cents, status, created_at)
         values ($1, gen_random_uuid(), $2, $3, 500, 'SUCCESSFUL', now())`,
        home.id,
        payment.provider_id,
        refund?.id,
      );
    }
    await Promise.all([runJob(home), runJob(home)]);
    await vi.waitFor(async () => expect(await books(sale)).toMatchObject({ received: 6740 }), {
      timeout: 8000,
      interval: 25,
    });
    expect(await ask('select id from stand_in_refunds where tenant_id = $1', home.id)).toHaveLength(1);
    const kept = await ask<{ status: string; ask_at: string | null }>(
      'select status, ask_at from refunds where tenant_id = $1 order by amount_cents',
      home.id,
    );
    expect(kept).toEqual([
      { status: 'CANCELED', ask_at: later },
      { status: 'SUCCESSFUL', ask_at: null },
    ]);
  });
});
