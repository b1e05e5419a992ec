import { describe, expect, test, vi } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { paying, saleMeans, TestSeller } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { attemptLimits } from '#shared/account/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import * as contract from '#shared/payments/contract.ts';

const seller = new TestSeller();
const running = withServer({ fulfil: seller.fulfil });
const { centre, call, ask, send, clock } = running;
const { draft, issued, payments, atBank, books } = saleMeans(running);
const patience = { timeout: 8000, interval: 25 };
const swedbank = { method: 'paymentInitiation', bank: 'HABAEE2X', country: 'EE' } as const;
const anyBank = { method: 'paymentInitiation' } as const;
const card = { method: 'cardPayments' } as const;

describe('paying at the bank', () => {
  // shows: call-public-payment
  test('a purchase is paid on the bank’s page: issued, booked, handed over, told, once', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { host } = home;
    const started = (
      await call(contract.startPayment, { body: { invoiceToken: sale.token, ...swedbank } }, { host })
    ).body;
    expect(started.state).toBe('started');
    expect(started.address).toMatch(new RegExp(`^https://${host}/stand-in/bank/[0-9a-f-]{36}$`));

    const page = await send({ method: 'GET', path: new URL(started.address).pathname, host });
    expect(page.text).toContain('Proovimiseks mõeldud pank');
    expect(page.text).toContain('72,40');
    expect(page.text).not.toContain('<script');

    const back = new URL(await atBank(home, started.address, 'pay', 'twice'));
    expect(back.pathname).toBe('/public/payment-waiting');
    expect(back.searchParams.get('invoice')).toBe(sale.token);
    const orderTokenBack = back.searchParams.get('order-token') ?? '';
    const confirmed = await call(contract.confirmPayment, { body: { orderToken: orderTokenBack } }, { host });
    expect(confirmed.body).toMatchObject({
      state: 'success',
      invoiceState: 'paid',
      invoiceToken: sale.token,
      number: 'A-2026-000001',
      total: 72.4,
      article: 'Kümme korda',
      bankName: 'Swedbank',
      address: null,
      isCredited: false,
    });
    // The messages arrive by themselves, twice; the same word is kept once.
    const told = async () =>
      ask<{ source: string }>(
        'select source from payment_messages where tenant_id = $1 order by id',
        home.id,
      );
    await vi.waitFor(
      async () =>
        expect((await told()).map(({ source }) => source).sort()).toEqual([
          'created',
          'notified',
          'returned',
        ]),
      patience,
    );
    expect(await books(sale)).toEqual({
      state: 'issued',
      number: 'A-2026-000001',
      received: 7240,
      receipts: 1,
      allocated: 7240,
      handed: 1,
    });
    expect(seller.handed.filter(({ invoiceId }) => invoiceId === sale.invoiceId)).toHaveLength(1);
    const again = await call(
      contract.startPayment,
      { body: { invoiceToken: sale.token, ...swedbank } },
      { host },
    );
    expect([again.status, again.error]).toEqual([409, 'invoiceAlreadyPaid']);
  });

  test('who cancels waits, may open the bank again and pay after all', async () => {
    const home = await centre(paying);
    const { host } = home;
    const sale = await draft(home);
    const start = async () =>
      (await call(contract.startPayment, { body: { invoiceToken: sale.token, ...swedbank } }, { host })).body;
    const { address } = await start();
    const back = new URL(await atBank(home, address, 'cancel'));
    const body = { orderToken: back.searchParams.get('order-token') ?? '', invoiceToken: sale.token };
    const waiting = (await call(contract.confirmPayment, { body }, { host })).body;
    expect(waiting).toMatchObject({ state: 'waiting', invoiceState: 'draft', address, number: null });
    // The same press leads to the same order; another bank to another one.
    expect((await start()).address).toBe(address);
    const other = { ...swedbank, bank: 'LHVBEE22' };
    const elsewhere = await call(
      contract.startPayment,
      { body: { invoiceToken: sale.token, ...other } },
      { host },
    );
    expect(elsewhere.body.address).not.toBe(address);
    await atBank(home, address, 'pay');
    running.clock.advance({ seconds: 10 });
    const paid = (await call(contract.confirmPayment, { body }, { host })).body;
    expect(paid).toMatchObject({ state: 'success', invoiceState: 'paid' });
    expect(await books(sale)).toMatchObject({ received: 7240, handed: 1 });
  });

  test('the same press leads to the same order, until what is to be paid, the way or the time is another', async () => {
    const home = await centre(paying);
    const sale = await issued(home, { item: false });
    const press = async (way: typeof swedbank | typeof card | typeof anyBank = swedbank) => {
      const body = { invoiceToken: sale.token, ...way };
      return (await call(contract.startPayment, { body }, { host: home.host })).body.address;
    };
    const amounts = async () => (await payments(sale)).map(({ amount_cents }) => amount_cents).toSorted();
    const first = await press();
    expect(await press()).toBe(first);
    // Beside later ones: for less, nearly over, and given up.
    const [{ id = '' } = {}] = await payments(sale);
    const add = async (cents: number, status: string, minutes: number) => {
      const [row] = await ask<{ id: string }>(
        `insert into payments (tenant_id, id, invoice_id, provider, method, bank, country, amount_cents, status, created_at,
           expires_at, changed_at, provider_id, payment_url)
         select tenant_id, gen_random_uuid(), invoice_id, provider, method, bank, country, $2, $3,
           created_at + interval '1 second', $4, changed_at, gen_random_uuid()::text, 'https://bank.test'
         from payments where id = $1 returning id`,
        ...[id, cents, status, addMinutes(clock.now(), minutes)],
      );
      return row?.id ?? '';
    };
    await add(7239, 'PENDING', 30);
    await add(7240, 'PENDING', 5);
    await add(7240, 'ABANDONED', 30);
    expect(await press()).toBe(first);
    await ask('delete from payments where tenant_id = $1 and id <> $2', home.id, id);
    // A part came by transfer: the open order would take it twice.
    await invoiceMeans(running).pay(home, sale.invoiceId, 3000);
    const second = await press();
    expect(second).not.toBe(first);
    expect(await amounts()).toEqual([4240, 7240]);
    expect(await press()).toBe(second);
    const byCard = await press(card);
    expect(byCard).not.toBe(second);
    expect(await press(card)).toBe(byCard);
    expect([first, second, byCard]).not.toContain(await press(anyBank));
    // An order lives for half an hour; in its last five minutes nobody begins with it.
    running.clock.advance({ minutes: 25 });
    const third = await press();
    expect([first, second, byCard]).not.toContain(third);
    expect(await amounts()).toEqual([4240, 4240, 4240, 4240, 7240]);
  });

  test('an order whose time is over is cancelled on the waiting screen; another way is open', async () => {
    const home = await centre(paying);
    const { host } = home;
    const sale = await draft(home);
    const started = await call(
      contract.startPayment,
      { body: { invoiceToken: sale.token, ...swedbank } },
      { host },
    );
    await atBank(home, started.body.address, 'abandon');
    running.clock.advance({ seconds: 10 });
    const over = await call(contract.confirmPayment, { body: { invoiceToken: sale.token } }, { host });
    expect(over.body).toMatchObject({ state: 'cancelled', invoiceState: 'draft', address: null });
    const next = await call(
      contract.startPayment,
      { body: { invoiceToken: sale.token, ...swedbank } },
      { host },
    );
    expect(next.body.address).not.toBe(started.body.address);
  });

  // shows: call-public-payment-confirm
  test('what costs nothing is confirmed at once', async () => {
    const home = await centre(paying);
    const sale = await draft(home, { cents: 0 });
    const started = await call(
      contract.startPayment,
      { body: { invoiceToken: sale.token, method: 'cardPayments' } },
      { host: home.host },
    );
    expect(started.body).toEqual({
      state: 'success',
      address: `/public/payment-confirmation/free?invoice=${sale.token}`,
    });
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 0, handed: 1 });
    const confirmed = await call(
      contract.confirmPayment,
      { body: { invoiceToken: sale.token } },
      { host: home.host },
    );
    expect(confirmed.body).toMatchObject({ state: 'success', total: 0, isCredited: false });
  });

  test('what costs nothing is mailed to one address six times a day, whoever types it', async () => {
    const home = await centre(paying);
    const have = async ({ token }: { token: string }) =>
      (
        await call(
          contract.startPayment,
          { body: { invoiceToken: token, method: 'cardPayments' } },
          { host: home.host },
        )
      ).error;
    const errors = [];
    for (let count = 0; count < 7; count += 1) errors.push(await have(await draft(home, { cents: 0 })));
    expect(errors).toEqual([...Array.from({ length: 6 }, () => undefined), 'tooManyAttempts']);
    const other = await draft(home, { cents: 0 });
    await ask(
      `update invoices set payer = payer || '{"email":"kai@test.test"}' where tenant_id = $1 and id = $2 returning 1`,
      ...[home.id, other.invoiceId],
    );
    expect(await have(other)).toBeUndefined();
    // What was refused is had once its day is over.
    const refused = await draft(home, { cents: 0 });
    expect(await have(refused)).toBe('tooManyAttempts');
    clock.advance({ hours: 24 });
    expect(await have(refused)).toBeUndefined();
  });

  test('a card typed on our page pays the order of its session; a declined one pays nothing', async () => {
    const home = await centre({ rules: { payment: { isPaymentActive: true, isPaymentInFrame: true } } });
    const { host } = home;
    expect((await call(contract.getInvoiceConfig, {}, { host })).body.isPaymentInFrame).toBe(true);
    const sale = await draft(home);
    const fields = await call(contract.openCardFields, { body: { invoiceToken: sale.token } }, { host });
    const { sessionId } = fields.body;
    expect(fields.body).toEqual({ sessionId, script: '/stand-in/montonio.umd.js', environment: 'sandbox' });
    const script = await send({ method: 'GET', path: fields.body.script, host });
    expect(script.headers['content-type']).toContain('javascript');
    const card = (number: string, at = host) =>
      send({
        method: 'POST',
        path: `/stand-in/card/${sessionId}`,
        host: at,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ number }),
      });
    expect((await card('5577 0000 5577 0004')).status).toBe(404);
    const body = { invoiceToken: sale.token, method: 'cardPayments', sessionId } as const;
    expect((await call(contract.startPayment, { body }, { host })).status).toBe(200);
    expect(JSON.parse((await card('4000 0000 0000 0002')).text)).toMatchObject({ isAccepted: false });
    expect(await books(sale)).toMatchObject({ state: 'draft', received: 0 });
    expect((await card('5577 0000 5577 0004', (await centre(paying)).host)).status).toBe(404);
    const paid = JSON.parse((await card('5577 0000 5577 0004')).text) as { returnUrl: string };
    const orderTokenBack = new URL(paid.returnUrl).searchParams.get('order-token') ?? '';
    await call(contract.confirmPayment, { body: { orderToken: orderTokenBack } }, { host });
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, handed: 1 });
    const elsewhere = await centre(paying);
    const other = await draft(elsewhere);
    const none = await call(
      contract.openCardFields,
      { body: { invoiceToken: other.token } },
      { host: elsewhere.host },
    );
    expect(none.status).toBe(404);
  });

  // shows: call-user-payment
  test('a member pays an own invoice, and nobody else’s', async () => {
    const home = await centre(paying);
    const owner = await home.account();
    const sale = await issued(home, { clientId: owner.clientId, item: false });
    const owed = await call(contract.listOwnPayable, {}, { actor: owner });
    expect(owed.body).toEqual([
      {
        invoiceId: sale.invoiceId,
        number: 'A-2026-000001',
        dueOn: '2026-09-21',
        balance: 72.4,
        invoiceToken: sale.token,
      },
    ]);
    const body = { invoiceId: sale.invoiceId, ...swedbank };
    const stranger = await call(contract.startOwnPayment, { body }, { actor: await home.account() });
    expect([stranger.status, stranger.error]).toEqual([404, 'invoiceNotFound']);
    const started = await call(contract.startOwnPayment, { body }, { actor: owner });
    await atBank(home, started.body.address, 'pay', 'once');
    await vi.waitFor(async () => expect(await books(sale)).toMatchObject({ allocated: 7240 }), patience);
    expect((await call(contract.listOwnPayable, {}, { actor: owner })).body).toEqual([]);
  });
});

describe('what may be asked', () => {
  test('numbers open nothing, nor does a token of another centre', async () => {
    const home = await centre(paying);
    const sale = await issued(home);
    const other = await centre(paying);
    for (const [host, invoiceNumber] of [
      [home.host, String(sale.invoiceId)],
      [home.host, 'A-2026-000001'],
      [home.host, ''],
      [home.host, `${sale.token.startsWith('A') ? 'B' : 'A'}${sale.token.slice(1)}`],
      [other.host, sale.token],
    ] as const) {
      const answer = await call(
        contract.getPayableInvoice,
        { params: { invoiceNumber: invoiceNumber || '%20' } },
        { host },
      );
      expect([answer.status, answer.error]).toEqual([404, 'invoiceNotFound']);
      const start = await call(
        contract.startPayment,
        { body: { invoiceToken: invoiceNumber, ...swedbank } },
        { host },
      );
      expect(start.error).toBe('invoiceNotFound');
    }
  });

  // shows: call-public-invoice-draft-invoice-number
  test('an invoice tells its lines, its taxes and what is still to be paid', async () => {
    const home = await centre(paying);
    const sale = await issued(home);
    const { body } = await call(
      contract.getPayableInvoice,
      { params: { invoiceNumber: sale.token } },
      { host: home.host },
    );
    expect(body).toMatchObject({
      state: 'issued',
      number: 'A-2026-000001',
      payerName: 'Mari Maasikas',
      lines: [{ position: 1, article: 'Kümme korda', quantity: 1, price: 72.4, discount: 0, total: 72.4 }],
      vatRows: [{ percent: 24, net: 58.39, vat: 14.01 }],
      totalWithoutVat: 58.39,
      vatTotal: 14.01,
      total: 72.4,
      balance: 72.4,
    });
    expect(JSON.stringify(body)).not.toContain('mari@demo.test');
  });

  // shows: call-public-invoice-config, call-public-payment-methods
  test('ways to pay come by country, the centre’s own first, in the provider’s order', async () => {
    const home = await centre({ ...paying, country: 'LV' });
    const { host } = home;
    const own = (await call(contract.listPaymentMethods, { query: {} }, { host })).body;
    expect(own.country).toBe('LV');
    expect(own.countries).toEqual(['LV', 'EE', 'LT']);
    expect(own.methods.map(({ name }) => name)).toEqual([
      'Swedbank',
      'SEB',
      'Citadele',
      'Luminor',
      'Revolut',
      '',
    ]);
    expect(own.methods.at(-1)).toEqual({ method: 'cardPayments', bank: null, name: '' });
    const there = (await call(contract.listPaymentMethods, { query: { country: 'EE' } }, { host })).body;
    expect(there.methods.map(({ bank }) => bank)).toContain('LHVBEE22');
    const unknown = (await call(contract.listPaymentMethods, { query: { country: 'SE' } }, { host })).body;
    expect(unknown.country).toBe('LV');
    expect((await call(contract.getInvoiceConfig, {}, { host })).body).toEqual({
      isPaymentActive: true,
      isPaymentInFrame: false,
      countries: ['LV', 'EE', 'LT'],
    });
  });

  // shows: rule-payment-active
  test('a centre that takes no payments has none of it, but hears of what is under way', async () => {
    const home = await centre();
    const sale = await issued(home);
    const { host } = home;
    expect((await call(contract.getInvoiceConfig, {}, { host })).body.isPaymentActive).toBe(false);
    const body = { invoiceToken: sale.token, ...swedbank };
    expect((await call(contract.startPayment, { body }, { host })).status).toBe(404);
    expect((await call(contract.listPaymentMethods, { query: {} }, { host })).status).toBe(404);
    const unknown = await call(contract.confirmPayment, { body: { invoiceToken: sale.token } }, { host });
    expect(unknown.error).toBe('paymentNotFound');
  });

  test('one address may try so often and no oftener', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const start = () =>
      call(contract.startPayment, { body: { invoiceToken: sale.token, ...swedbank } }, { host: home.host });
    for (let count = 0; count < attemptLimits.paymentAddress.most; count += 1)
      expect((await start()).status).toBe(200);
    expect((await start()).error).toBe('tooManyAttempts');
    expect(await payments(sale)).toHaveLength(1);
  });
});
