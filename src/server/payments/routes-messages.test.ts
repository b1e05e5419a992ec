import { describe, expect, test } from 'vitest';
import { paying, saleMeans, TestSeller } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/payments/contract.ts';

const seller = new TestSeller();
const running = withServer({ fulfil: seller.fulfil });
const { centre, call, ask, send } = running;
const { draft, payments, orderToken, books, notify } = saleMeans(running);
const swedbank = { method: 'paymentInitiation', bank: 'HABAEE2X', country: 'EE' } as const;

describe('messages of the provider', () => {
  async function started() {
    const home = await centre(paying);
    const sale = await draft(home);
    await call(
      contract.startPayment,
      { body: { invoiceToken: sale.token, ...swedbank } },
      { host: home.host },
    );
    const [payment] = await payments(sale);
    if (!payment) throw new Error('no payment');
    return { home, sale, payment };
  }
  const path = '/api/v0.1/public/payment/notification';

  // shows: payment-token
  test.each([
    ['in the address, without a body', (token: string) => ({ path: `${path}?order-token=${token}` })],
    [
      'in a JSON body',
      (token: string) => ({
        path,
        body: JSON.stringify({ orderToken: token }),
        headers: { 'content-type': 'application/json' },
      }),
    ],
    [
      'in the address, beside an empty JSON body',
      (token: string) => ({
        path: `${path}?order-token=${token}`,
        body: '',
        headers: { 'content-type': 'application/json' },
      }),
    ],
    [
      'in the address, beside a body that is no JSON',
      (token: string) => ({
        path: `${path}?order-token=${token}`,
        body: 'hello',
        headers: { 'content-type': 'text/plain' },
      }),
    ],
  ])('the token stands %s', async (_, shape) => {
    const { home, sale, payment } = await started();
    const token = await orderToken(sale, payment, 'PAID');
    const answer = await send({ method: 'POST', host: home.host, ...shape(token) });
    expect(answer.status).toBe(200);
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, handed: 1 });
  });

  test('forged, of another centre’s key, of no key, without a token: refused, and nothing is booked', async () => {
    const { home, sale, payment } = await started();
    const other = await centre(paying);
    const secretOf = (id: number) => running.server.app.ports.tokens.addressMac(`stand-in payments ${id}`);
    const forged = await orderToken(sale, payment, 'PAID', {}, { secret: 'guessed' });
    const foreignKey = await orderToken(
      sale,
      payment,
      'PAID',
      { accessKey: `stand-in-${other.id}` },
      { secret: secretOf(other.id) },
    );
    const foreignSecret = await orderToken(sale, payment, 'PAID', {}, { secret: secretOf(other.id) });
    const right = await orderToken(sale, payment, 'PAID');
    const [head = '', claims = ''] = right.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
    const cut = `${head}.${claims}.`;
    for (const token of [forged, foreignKey, foreignSecret, unsigned, cut, 'x']) {
      expect([token, (await notify(home, token)).status]).toEqual([token, 403]);
      const confirmed = await call(
        contract.confirmPayment,
        { body: { orderToken: token } },
        { host: home.host },
      );
      expect(confirmed.error).toBe('paymentNotFound');
    }
    // The other centre's own message at its own host, about a payment that is not its own.
    expect((await notify(other, foreignKey)).status).toBe(200);
    expect((await send({ method: 'POST', path, host: home.host })).status).toBe(400);
    expect(await books(sale)).toMatchObject({ state: 'draft', received: 0, handed: 0 });
  });

  test('an old token is not believed: the provider is asked instead', async () => {
    const { home, sale, payment } = await started();
    const old = await orderToken(sale, payment, 'PAID', {}, { secondsAgo: 3600 });
    expect((await notify(home, old)).status).toBe(200);
    expect(await books(sale)).toMatchObject({ state: 'draft', received: 0 });
    // Within five minutes after its end it is believed.
    const late = await orderToken(sale, payment, 'PAID', {}, { secondsAgo: 600 + 290 });
    expect((await notify(home, late)).status).toBe(200);
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240 });
  });

  test('words nobody knows change nothing and are kept; other orders of the shop are no concern', async () => {
    const { home, sale, payment } = await started();
    expect((await notify(home, await orderToken(sale, payment, 'HALF_PAID'))).status).toBe(200);
    const elsewhere = { ...payment, id: 'order-17' };
    expect((await notify(home, await orderToken(sale, elsewhere, 'PAID'))).status).toBe(200);
    expect(await books(sale)).toMatchObject({ state: 'draft', received: 0 });
    const [kept] = await ask<{ body: { paymentStatus: string } }>(
      "select body from payment_messages where tenant_id = $1 and source = 'notified'",
      home.id,
    );
    expect(kept?.body.paymentStatus).toBe('HALF_PAID');
  });
});
