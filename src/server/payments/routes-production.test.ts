import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/payments/contract.ts';

describe('production without keys', () => {
  const running = withServer({ isProduction: true });
  const { centre, call, send } = running;
  const { draft, payments, books, notify, sign } = saleMeans(running);

  test('no payment can be started, no stand-in answers, nothing is believed', async () => {
    const home = await centre(paying);
    const { host } = home;
    const sale = await draft(home);
    const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
    const started = await call(contract.startPayment, { body }, { host });
    expect([started.status, started.error]).toEqual([503, 'startingPaymentFailed']);
    expect(await payments(sale)).toEqual([]);
    expect((await call(contract.listPaymentMethods, { query: {} }, { host })).error).toBe(
      'startingPaymentFailed',
    );
    expect((await call(contract.getInvoiceConfig, {}, { host })).body.countries).toEqual(['EE']);
    const page = await send({
      method: 'GET',
      path: '/stand-in/bank/0e4c4d3e-0000-4000-8000-000000000000',
      host,
    });
    expect(page.status).toBe(404);
    const token = await sign(home, {
      uuid: 'x',
      merchantReference: 'x',
      paymentStatus: 'PAID',
      currency: 'EUR',
    });
    expect((await notify(home, token)).status).toBe(403);
    expect(await books(sale)).toMatchObject({ state: 'draft', received: 0 });
  });
});

describe('production with keys', () => {
  const secretKey = 'the secret of one seller'.padEnd(40, '.');
  const asked: { method: string; url: string; token: string; claims: Record<string, unknown> }[] = [];
  /** What the service answers next. */
  let answer: (url: string) => { status: number; body: string } = () => ({ status: 500, body: '' });
  const service = createServer((request, response) => {
    void (async () => {
      const posted = await text(request);
      const token = posted
        ? ((JSON.parse(posted) as { data: string }).data ?? '')
        : String(request.headers.authorization).replace('Bearer ', '');
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secretKey), {
        clockTolerance: 1e9,
      });
      asked.push({ method: request.method ?? '', url: request.url ?? '', token, claims: payload });
      const { status, body } = answer(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    })();
  });
  const keys: Record<string, { accessKey: string; secretKey: string }> = {};
  const montonio = { url: '', keys };
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const address = service.address();
    montonio.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api`;
  });
  afterAll(() => service.close());
  const running = withServer({ isProduction: true, montonio });
  const { centre, call } = running;
  const { draft, payments, notify } = saleMeans(running);

  async function shop(): Promise<Centre> {
    const home = await centre(paying);
    keys[home.host] = { accessKey: `key of ${home.host}`, secretKey };
    return home;
  }
  const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) });
  const start = (home: Centre, invoiceToken: string, more: object = {}) =>
    call(
      contract.startPayment,
      { body: { invoiceToken, method: 'paymentInitiation', bank: 'LHVBEE22', country: 'EE', ...more } },
      { host: home.host },
    );

  test('an order is asked for as the protocol says, with the seller’s own key', async () => {
    const home = await shop();
    const sale = await draft(home);
    answer = (url) =>
      url.endsWith('/payment-methods')
        ? json({ paymentMethods: { paymentInitiation: { setup: {} } } })
        : json({
            uuid: 'order-1',
            merchantReference: asked.at(-1)?.claims.merchantReference,
            paymentStatus: 'SOMETHING_NEW',
            grandTotal: '72.40',
            currency: 'EUR',
            paymentUrl: 'https://pay.example/1',
            somethingNew: [1],
          });
    const started = await start(home, sale.token);
    expect(started.body).toEqual({ state: 'started', address: 'https://pay.example/1' });
    const [payment] = await payments(sale);
    const order = asked.find(
      ({ url, claims }) => url === '/api/orders' && claims.merchantReference === payment?.id,
    );
    expect(order?.method).toBe('POST');
    expect(order?.claims).toMatchObject({
      accessKey: `key of ${home.host}`,
      grandTotal: 72.4,
      currency: 'EUR',
      locale: 'et',
      expiresIn: 30,
      returnUrl: `https://${home.host}/public/payment-waiting?invoice=${sale.token}`,
      notificationUrl: `https://${home.host}/api/v0.1/public/payment/notification`,
      billingAddress: { firstName: 'Mari', lastName: 'Maasikas', email: 'mari@demo.test' },
      payment: {
        method: 'paymentInitiation',
        amount: 72.4,
        currency: 'EUR',
        methodOptions: { preferredProvider: 'LHVBEE22', preferredCountry: 'EE', preferredLocale: 'et' },
      },
    });
    const { iat = 0, exp = 0 } = (order?.claims ?? {}) as { iat?: number; exp?: number };
    expect(exp - iat).toBe(600);
    expect(JSON.stringify(order?.claims)).toMatch(/"paymentReference":"\d{2,20}"/);
  });

  test('refused, broken or silent: starting failed, and the next press asks for the same order again', async () => {
    const home = await shop();
    const sale = await draft(home);
    const refused = { statusCode: 400, message: ['grandTotal must be a number'], error: 'Bad Request' };
    for (const [status, body] of [
      [400, JSON.stringify(refused)],
      [500, 'oops'],
      [201, '{"half": true}'],
      [502, '<html>'],
    ] as const) {
      answer = () => ({ status, body });
      const failed = await start(home, sale.token);
      expect([status, failed.status, failed.error]).toEqual([status, 503, 'startingPaymentFailed']);
    }
    const attempts = await payments(sale);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['PENDING', 'VOIDED']);
    const open = attempts.find(({ status }) => status === 'PENDING');
    answer = () =>
      json({
        uuid: 'order-2',
        merchantReference: open?.id,
        paymentStatus: 'PENDING',
        grandTotal: 72.4,
        currency: 'EUR',
        paymentUrl: 'https://pay.example/2',
      });
    expect((await start(home, sale.token)).body.address).toBe('https://pay.example/2');
    expect(await payments(sale)).toHaveLength(2);
    expect(asked.at(-1)?.claims.merchantReference).toBe(open?.id);
  });

  test('news that is old while the service is out of reach is asked for again: it is not taken in', async () => {
    const home = await shop();
    const sale = await draft(home);
    const uuid = `order-of-${sale.token.slice(-8)}`;
    const order = (paymentStatus: string) => ({
      ...{ uuid, merchantReference: asked.at(-1)?.claims.merchantReference, paymentStatus },
      ...{ grandTotal: 72.4, currency: 'EUR', paymentUrl: 'https://pay.example/3' },
    });
    answer = () => json(order('PENDING'));
    await start(home, sale.token);
    const [payment] = await payments(sale);
    const token = await new SignJWT({
      ...{ accessKey: `key of ${home.host}`, uuid, merchantReference: payment?.id, paymentStatus: 'PAID' },
      ...{ grandTotal: 72.4, currency: 'EUR' },
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secretKey));
    answer = () => ({ status: 502, body: '<html>' });
    expect((await notify(home, token)).status).toBe(503);
    expect((await payments(sale)).map(({ status }) => status)).toEqual(['PENDING']);
  });

  test('pressed six times at once one order is made, and all are led to its page', async () => {
    const home = await shop();
    const sale = await draft(home);
    let orders = 0;
    answer = (url) => {
      if (url.endsWith('/payment-methods'))
        return json({ paymentMethods: { paymentInitiation: { setup: {} } } });
      orders += 1;
      return json({
        uuid: `order-${orders}-of-${sale.token.slice(-8)}`,
        merchantReference: asked.at(-1)?.claims.merchantReference,
        paymentStatus: 'PENDING',
        grandTotal: 72.4,
        currency: 'EUR',
        paymentUrl: `https://pay.example/page-${orders}`,
      });
    };
    const pressed = await Promise.all(Array.from({ length: 6 }, () => start(home, sale.token)));
    expect(pressed.map(({ body }) => body.address)).toEqual(
      Array.from({ length: 6 }, () => 'https://pay.example/page-1'),
    );
    expect(orders).toBe(1);
    expect(await payments(sale)).toHaveLength(1);
  });

  test('a press that broke off with the order under way stands in nobody’s way for longer than a minute', async () => {
    const home = await shop();
    const sale = await draft(home);
    answer = () => ({ status: 500, body: 'oops' });
    await start(home, sale.token);
    await running.ask(
      `update payments set ordering_until = $2 where tenant_id = $1 returning id`,
      home.id,
      new Date(Date.parse(running.clock.now()) + 60_000).toISOString(),
    );
    running.clock.advance({ minutes: 2 });
    answer = () =>
      json({
        uuid: `order-late-of-${sale.token.slice(-8)}`,
        merchantReference: asked.at(-1)?.claims.merchantReference,
        paymentStatus: 'PENDING',
        grandTotal: 72.4,
        currency: 'EUR',
        paymentUrl: 'https://pay.example/late',
      });
    expect((await start(home, sale.token)).body.address).toBe('https://pay.example/late');
  });

  test('a list of ways to pay that is odd in places is used for the rest, and kept for hours', async () => {
    const home = await shop();
    const bank = (code: string, uiPosition: unknown) => ({ code, name: `Bank ${code}`, uiPosition });
    answer = () =>
      json({
        paymentMethods: {
          paymentInitiation: {
            setup: {
              EE: { paymentMethods: [bank('B', 2), { nameless: true }, bank('A', 1), bank('C', 'x')] },
              LV: { paymentMethods: 'none' },
              PL: { paymentMethods: [{ ...bank('P', 1), supportedCurrencies: ['PLN'] }] },
            },
          },
          blik: { processor: 'x' },
          teleport: {},
        },
      });
    const list = () => call(contract.listPaymentMethods, { query: {} }, { host: home.host });
    const { body } = await list();
    expect(body.methods.map(({ bank: code }) => code)).toEqual(['A', 'B', 'C']);
    expect(body.countries).toEqual(['EE']);
    const before = asked.length;
    answer = () => ({ status: 500, body: '' });
    expect((await list()).body).toEqual(body);
    expect(asked).toHaveLength(before);
    running.clock.advance({ hours: 5 });
    expect((await list()).body).toEqual(body);
    expect(asked.length).toBeGreaterThan(before);
  });

  test('a centre whose keys are missing starts nothing', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    expect((await start(home, sale.token)).error).toBe('startingPaymentFailed');
  });
});
