import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { paying, saleMeans, type TestSale } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import * as contract from '#shared/payments/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { issued, payments, orderToken, atBank, books, notify, sign } = saleMeans(running);
const patience = { timeout: 8000, interval: 25 };

/** A paid invoice with its payment and an administrator. */
async function paid(parts: { cents?: number; home?: Centre; isNumberedTwice?: boolean } = {}) {
  const home = parts.home ?? (await centre(paying));
  const admin = await home.account({ role: 'admin' });
  const sale = await issued(home, { item: false, cents: parts.cents ?? 7240 });
  const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
  const { address } = (await call(contract.startPayment, { body }, { host: home.host })).body;
  await atBank(home, address, 'pay');
  const [payment] = await payments(sale);
  if (!payment) throw new Error('no payment');
  // Another provider has an order of the same number.
  if (parts.isNumberedTwice)
    await ask(
      `insert into payments (tenant_id, id, invoice_id, provider, provider_id, method, amount_cents, status, created_at,
         expires_at, changed_at) values ($1, gen_random_uuid(), $2, 'another', $3, 'cardPayments', 7240, 'PENDING', $4, $4, $4)`,
      ...[home.id, (await issued(home, { item: false })).invoiceId, payment.provider_id, clock.now()],
    );
  await notify(home, await orderToken(sale, payment, 'PAID'));
  const refund = (amount: number, more: object = {}) =>
    call(
      contract.refundPayment,
      { params: { id: payment.id }, body: { amount, reason: 'Moved away', ...more } },
      { actor: admin },
    );
  return { home, admin, sale, payment, refund };
}

const refunds = ({ home }: Pick<TestSale, 'home'>) =>
  ask<{ status: string; amount_cents: number; reason: string; provider_id: string | null }>(
    'select status, amount_cents, reason, provider_id from refunds where tenant_id = $1 order by amount_cents',
    home.id,
  );
const statusOf = async (sale: TestSale) => (await payments(sale))[0]?.status;

describe('refunds', () => {
  test('a part, then the rest: booked when the money is back, once, and taken from the invoice', async () => {
    const { sale, home, refund } = await paid();
    const first = await refund(20);
    // The news may be quicker than the answer.
    expect(['PENDING', 'SUCCESSFUL']).toContain(first.body.status);
    await vi.waitFor(async () => expect(await statusOf(sale)).toBe('PARTIALLY_REFUNDED'), patience);
    expect(await books(sale)).toMatchObject({ received: 5240, allocated: 5240 });
    const tooMuch = await refund(52.41);
    expect([tooMuch.status, tooMuch.error, tooMuch.refusal?.details]).toEqual([
      409,
      'refundNotPossible',
      { most: '52.40' },
    ]);
    await refund(52.4);
    await vi.waitFor(async () => expect(await statusOf(sale)).toBe('REFUNDED'), patience);
    expect(await books(sale)).toMatchObject({ received: 0, allocated: 0, receipts: 1 });
    expect((await refunds({ home })).map(({ status }) => status)).toEqual(['SUCCESSFUL', 'SUCCESSFUL']);
    expect((await refund(0.05)).error).toBe('refundNotPossible');
  });

  test('of a credit note of another invoice is refused, and nothing is sent', async () => {
    const { home, refund } = await paid();
    const other = await issued(home, { item: false });
    const refused = await refund(20, { creditNoteId: other.invoiceId });
    expect([refused.status, refused.error]).toEqual([404, 'invoiceNotFound']);
    expect(await refunds({ home })).toEqual([]);
  });

  test('an administrator sees what came, what is back and what may still go', async () => {
    const { sale, admin, payment, refund } = await paid();
    const params = { id: sale.invoiceId };
    const read = async () => (await call(contract.listRefundable, { params }, { actor: admin })).body;
    const one = { id: payment.id, method: 'cardPayments', amount: 72.4, onItsWay: 0 };
    expect(await read()).toMatchObject([{ ...one, refunded: 0, left: 72.4, credit: 0 }]);
    // What is credited pays nothing any more, and goes back first.
    const body = { lines: [{ position: 1, amount: 62.4 }], reason: 'Moved away' };
    await call(creditInvoice, { params, body }, { actor: admin });
    expect(await read()).toMatchObject([{ ...one, refunded: 0, left: 72.4, credit: 62.4 }]);
    await refund(20);
    await vi.waitFor(
      async () => expect(await read()).toMatchObject([{ ...one, refunded: 20, left: 52.4, credit: 42.4 }]),
      patience,
    );
    const stranger = await (await centre()).account({ role: 'admin' });
    expect((await call(contract.listRefundable, { params }, { actor: stranger })).error).toBe(
      'invoiceNotFound',
    );
  });

  test('money that went back before a credit note counts against the invoice, not against that credit', async () => {
    const { sale, admin, refund } = await paid();
    await refund(20);
    await vi.waitFor(async () => expect(await statusOf(sale)).toBe('PARTIALLY_REFUNDED'), patience);
    const params = { id: sale.invoiceId };
    const body = { lines: [{ position: 1, amount: 62.4 }], reason: 'Moved away' };
    await call(creditInvoice, { params, body }, { actor: admin });
    // 10 are owed and 52.40 are here: 42.40 are the client's, and go back without touching the invoice.
    expect(await books(sale)).toMatchObject({ received: 5240, allocated: 1000 });
    const read = async () => (await call(contract.listRefundable, { params }, { actor: admin })).body;
    expect(await read()).toMatchObject([{ refunded: 20, left: 52.4, credit: 42.4 }]);
    await refund(42.4);
    // What is on its way counts before it stands in the books.
    const isInBooks = (sums: object) =>
      vi.waitFor(async () => expect(await books(sale)).toMatchObject(sums), patience);
    await vi.waitFor(async () => expect(await read()).toMatchObject([{ left: 10, credit: 0 }]), patience);
    await isInBooks({ received: 1000, allocated: 1000 });
    await refund(10);
    await isInBooks({ received: 0, allocated: 0 });
    expect(await statusOf(sale)).toBe('REFUNDED');
  });

  test('pressed twice at once: no more goes back than came', async () => {
    const { sale, home, refund } = await paid();
    const answers = await Promise.all([refund(50), refund(50), refund(50)]);
    expect(answers.map(({ error }) => error ?? 'sent').sort()).toEqual([
      'refundNotPossible',
      'refundNotPossible',
      'sent',
    ]);
    await vi.waitFor(async () => expect(await statusOf(sale)).toBe('PARTIALLY_REFUNDED'), patience);
    expect(await refunds({ home })).toHaveLength(1);
    expect(await books(sale)).toMatchObject({ received: 2240 });
  });

  test('pressed three times with one key, and once more later, it is one refund', async () => {
    const { sale, home, payment, admin } = await paid();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { amount: 30, reason: 'Moved away' };
    const press = (more: object = {}) =>
      call(
        contract.refundPayment,
        { params: { id: payment.id }, body: { ...body, ...more } },
        { actor: admin, headers },
      );
    const answers = await Promise.all([press(), press(), press()]);
    await vi.waitFor(async () => expect(await books(sale)).toMatchObject({ received: 4240 }), patience);
    const later = await press();
    const ids = [...answers, later].map((answer) => answer.body.refundId);
    expect(new Set(ids).size).toBe(1);
    expect(later.body.status).toBe('SUCCESSFUL');
    expect((await press({ amount: 31 })).error).toBe('idempotencyKeyReused');
    expect(await refunds({ home })).toHaveLength(1);
    expect(await books(sale)).toMatchObject({ received: 4240 });
  });

  test('a large sum is asked for who it is also when it goes in small ones', async () => {
    const { refund, payment, home } = await paid({ cents: 30_000 });
    // What came to nothing does not count, nor what went back a day ago.
    const other = await paid({ home, cents: 30_000 });
    const put = (status: string, hoursAgo: number) =>
      ask(
        `insert into refunds (tenant_id, id, payment_id, amount_cents, status, reason, created_at, changed_at)
         values ($1, gen_random_uuid(), $2, 6000, $3, 'Ill', $4, $4) returning 1`,
        ...[home.id, other.payment.id, status, addMinutes(clock.now(), -60 * hoursAgo)],
      );
    await put('REJECTED', 1);
    await put('CANCELED', 1);
    await put('SUCCESSFUL', 24);
    await put('SUCCESSFUL', 25);
    const { claims, host } = await home.account({ role: 'admin' });
    // A session that showed who it is hours ago.
    const token = await running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 });
    const body = { amount: 60, reason: 'Moved away' };
    const parts = { params: { id: payment.id }, body };
    const asked = () => call(contract.refundPayment, parts, { host, token });
    expect((await asked()).error).toBeUndefined();
    const again = await asked();
    expect([again.status, again.error]).toEqual([403, 'proofNeeded']);
    expect((await refund(60)).error).toBeUndefined();
  });

  test('several of one sum at once: each goes back once, whichever is named first', async () => {
    const { sale, home, refund } = await paid();
    const answers = await Promise.all([refund(10), refund(10), refund(10)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await vi.waitFor(async () => expect(await books(sale)).toMatchObject({ received: 4240 }), patience);
    const made = await refunds({ home });
    expect(made.map(({ status }) => status)).toEqual(['SUCCESSFUL', 'SUCCESSFUL', 'SUCCESSFUL']);
    expect(new Set(made.map(({ provider_id }) => provider_id)).size).toBe(3);
  });

  test('a refund the provider rejects leaves the books as they are, and may be tried again', async () => {
    const { sale, home, refund } = await paid();
    await refund(10.13);
    await vi.waitFor(
      async () => expect((await refunds({ home })).map(({ status }) => status)).toEqual(['REJECTED']),
      patience,
    );
    expect(await statusOf(sale)).toBe('PAID');
    expect(await books(sale)).toMatchObject({ received: 7240, allocated: 7240 });
    expect((await refund(72.4)).status).toBe(200);
  });

  test('news of a refund come twice, out of order and forged: booked once', async () => {
    const { sale, home, payment, refund } = await paid();
    await refund(30);
    const told = async (refundStatus: string, how?: { secret: string }) => {
      const [row] = await refunds({ home });
      const claims = {
        refundUuid: row?.provider_id,
        orderUuid: payment.provider_id,
        refundStatus,
        refundAmount: 30,
      };
      return notify(home, await sign(home, claims, how), 'refund-token');
    };
    expect((await told('SUCCESSFUL', { secret: 'guessed' })).status).toBe(403);
    const answers = await Promise.all([
      told('SUCCESSFUL'),
      told('PROCESSING'),
      told('SUCCESSFUL'),
      told('REJECTED'),
      told('SOMETHING_NEW'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await refunds({ home })).toMatchObject([{ status: 'SUCCESSFUL', amount_cents: 3000 }]);
    expect(await books(sale)).toMatchObject({ received: 4240, allocated: 4240 });
    expect(await statusOf(sale)).toBe('PARTIALLY_REFUNDED');
  });

  test('a refund made in the provider’s own office is booked as well', async () => {
    const { sale, home, payment } = await paid({ isNumberedTwice: true });
    const claims = {
      refundUuid: randomUUID(),
      orderUuid: payment.provider_id,
      refundStatus: 'SUCCESSFUL',
      refundAmount: 72.4,
    };
    const token = await sign(home, claims);
    await Promise.all([notify(home, token, 'refund-token'), notify(home, token, 'refund-token')]);
    expect(await refunds({ home })).toMatchObject([{ amount_cents: 7240, reason: 'made at the provider' }]);
    expect(await books(sale)).toMatchObject({ received: 0, allocated: 0 });
    expect(await statusOf(sale)).toBe('REFUNDED');
  });

  test('news of a refund before those of its payment: the order is asked for, and both are booked', async () => {
    const home = await centre(paying);
    const sale = await issued(home, { item: false });
    const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
    const { address } = (await call(contract.startPayment, { body }, { host: home.host })).body;
    await atBank(home, address, 'pay');
    const [payment] = await payments(sale);
    if (!payment) throw new Error('no payment');
    // At the provider the money came and went; nobody has told us of either.
    const refundUuid = randomUUID();
    await ask(
      `insert into stand_in_refunds (tenant_id, id, order_id, idempotency_key, amount_cents, status, created_at)
       values ($1, $2, $3, 'office', 1000, 'SUCCESSFUL', now())`,
      home.id,
      refundUuid,
      payment.provider_id,
    );
    await ask("update stand_in_orders set status = 'PARTIALLY_REFUNDED' where id = $1", payment.provider_id);
    const claims = {
      refundUuid,
      orderUuid: payment.provider_id,
      refundStatus: 'SUCCESSFUL',
      refundAmount: 10,
    };
    expect((await notify(home, await sign(home, claims), 'refund-token')).status).toBe(200);
    expect(await statusOf(sale)).toBe('PARTIALLY_REFUNDED');
    expect(await books(sale)).toMatchObject({ received: 6240, allocated: 6240, receipts: 1 });
  });

  test('an order that the provider does not know: refused, and nothing is booked', async () => {
    const { sale, home, refund } = await paid();
    await ask('delete from stand_in_orders where tenant_id = $1', home.id);
    for (const answer of [await refund(20), await refund(20)])
      expect([answer.status, answer.error]).toEqual([409, 'refundFailed']);
    expect((await refunds({ home })).map(({ status }) => status)).toEqual(['REJECTED', 'REJECTED']);
    // Each try is kept, though the answer is word for word the same.
    const [one, two, ...more] = await ask<{ body: object }>(
      "select body from payment_messages where tenant_id = $1 and source = 'refunded'",
      home.id,
    );
    expect([two, more]).toEqual([one, []]);
    expect(await books(sale)).toMatchObject({ received: 7240, allocated: 7240 });
  });

  test('what is no payment of the centre, or was not paid, is refunded by nobody', async () => {
    const { payment, admin, home } = await paid();
    const stranger = await (await centre(paying)).account({ role: 'admin' });
    const ask_ = (id: string, actor: typeof admin) =>
      call(contract.refundPayment, { params: { id }, body: { amount: 1, reason: 'x' } }, { actor });
    expect((await ask_(payment.id, stranger)).error).toBe('paymentNotFound');
    expect((await ask_('17', admin)).error).toBe('paymentNotFound');
    expect((await ask_(payment.id, await home.account())).error).toBe('actionNotAllowed');
    const open = await issued(home, { item: false });
    await call(
      contract.startPayment,
      { body: { invoiceToken: open.token, method: 'cardPayments' } },
      { host: home.host },
    );
    const [started] = await payments(open);
    expect((await ask_(started?.id ?? '', admin)).error).toBe('refundNotPossible');
  });
});
