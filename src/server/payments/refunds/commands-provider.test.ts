import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { orderWith, providerMeans, refuses } from '#server/testing/providers.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { unaskedRefundCents } from '#shared/account/proofs/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import * as contract from '#shared/payments/contract.ts';
import type { RefundStatus } from '#shared/payments/domain.ts';
import type { PaymentPorts } from '../ports.ts';
import { applyRefund, listRefundable, type RefundNews, refund, sendRefund } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { paid, portsWith, books, ctxOf } = providerMeans(running);

const refundsOf = (home: Centre) =>
  ask<{ id: string; status: RefundStatus; provider: string | null; askAt: string | null }>(
    `select id, status, provider_id as provider, ask_at as "askAt" from refunds where tenant_id = $1 order by created_at, id`,
    home.id,
  );
const toldOf = (home: Centre) =>
  ask<{ body: unknown }>(
    `select body from payment_messages where tenant_id = $1 and source = 'refunded' order by id`,
    home.id,
  );
const untouched = { received: 7240, allocated: 7240, receipts: 1 };
describe('what the provider answers to a refund', () => {
  const unheard = refuses('unknown', 'silence');
  const keyKnown = refuses('refused', 'key known');
  const noOrder = refuses('refused', 'no order');
  test.each([
    ['is lost: it waits', { refund: unheard, fetchOrder: orderWith(2000, 'r') }],
    ['is a refusal, and its order is not told: it waits', { refund: keyKnown, fetchOrder: unheard }],
  ])('%s, and is asked about in a minute', async (_, provider) => {
    const { home, sale, payment } = await paid(await centre(paying));
    const sent = await refund(ctxOf(home), portsWith(provider), payment.id, cents(2000), { reason: 'Ill' });
    expect(sent.status).toBe('PENDING');
    const askAt = addMinutes(clock.now(), 1);
    expect(await refundsOf(home)).toEqual([{ id: sent.refundId, status: 'PENDING', provider: null, askAt }]);
    expect(await toldOf(home)).toEqual([]);
    expect(await books(sale)).toMatchObject(untouched);
  });

  test.each([
    ['its order is unknown', noOrder, 2000],
    ['its order has another sum', orderWith(2001, 'of-another'), 2000],
    ['its order has this sum under the name of an earlier one', orderWith(1000, 'earlier'), 1000],
  ])('is a refusal, and %s: refused, asked about no more', async (_, fetchOrder, amount) => {
    const { home, sale, payment } = await paid(await centre(paying));
    await applyRefund(ctxOf(home), payment.id, {
      ...{ providerId: 'earlier', amountCents: cents(1000), status: 'SUCCESSFUL', raw: {} },
    });
    clock.advance({ minutes: 1 });
    const ports = portsWith({ refund: refuses('refused', 'no'), fetchOrder });
    const pressed = refund(ctxOf(home), ports, payment.id, cents(amount), { reason: 'Ill' });
    await expect(pressed).rejects.toMatchObject({ code: 'refundFailed', status: 409 });
    expect(await refundsOf(home)).toMatchObject([
      { status: 'SUCCESSFUL', provider: 'earlier', askAt: null },
      { status: 'REJECTED', provider: null, askAt: null },
    ]);
    expect(await toldOf(home)).toEqual([{ body: {} }, { body: { refused: 'no' } }]);
    expect(await books(sale)).toMatchObject({ received: 6240, allocated: 6240 });
  });

  test('is a refusal of a key it knows: what its order says of that sum is booked', async () => {
    const { home, sale, payment } = await paid(await centre(paying));
    const ports = portsWith({ refund: keyKnown, fetchOrder: orderWith(2000, 'known') });
    const sent = await refund(ctxOf(home), ports, payment.id, cents(2000), { reason: 'Ill' });
    expect(await refundsOf(home)).toEqual([
      { id: sent.refundId, status: 'SUCCESSFUL', provider: 'known', askAt: null },
    ]);
    expect(await toldOf(home)).toEqual([{ body: { known: 'known' } }]);
    expect(await books(sale)).toMatchObject({ received: 5240, allocated: 5240 });
  });

  test.each([
    ['the refund', { refund: () => Promise.reject(new TypeError('broken')) }],
    ['the order', { refund: keyKnown, fetchOrder: () => Promise.reject(new TypeError('broken')) }],
  ])('breaks by a fault of ours at %s: it is told as such, and the refund waits', async (_, provider) => {
    const { home, sale, payment } = await paid(await centre(paying));
    const pressed = refund(ctxOf(home), portsWith(provider), payment.id, cents(2000), { reason: 'Ill' });
    await expect(pressed).rejects.toThrow('broken');
    expect(await refundsOf(home)).toMatchObject([{ status: 'PENDING', provider: null }]);
    expect(await books(sale)).toMatchObject(untouched);
  });

  test('never came, for there is no payment, no provider or no order: refused, and nothing is noted', async () => {
    const { home, sale, payment } = await paid(await centre(paying));
    const press = (ports: PaymentPorts, id = payment.id) =>
      refund(ctxOf(home), ports, id, cents(2000), { reason: 'Ill' });
    await expect(press(portsWith({}), randomUUID())).rejects.toMatchObject({ code: 'paymentNotFound' });
    await expect(press(portsWith(undefined))).rejects.toMatchObject({ code: 'refundFailed' });
    await ask('update payments set provider_id = null where tenant_id = $1 and id = $2', home.id, payment.id);
    await expect(press(portsWith({}))).rejects.toMatchObject({ code: 'refundFailed' });
    expect(await refundsOf(home)).toEqual([]);
    expect(await books(sale)).toMatchObject(untouched);
    const again = { id: randomUUID(), paymentId: payment.id, orderProviderId: 'x', amountCents: cents(2000) };
    expect(await sendRefund(ctxOf(home), portsWith(undefined), again)).toBe('PENDING');
  });
});

describe('news of a refund', () => {
  const news = (more: Partial<RefundNews> = {}): RefundNews => ({
    ...{ providerId: 'r-1', amountCents: cents(1000), status: 'PENDING', raw: {}, ...more },
  });

  test.each([
    ['without a sum', undefined],
    ['of nothing', cents(0)],
    ['of less than nothing', cents(-1)],
  ])('%s that is none of ours changes nothing', async (_, amountCents) => {
    const { home, sale, payment } = await paid(await centre(paying));
    const told = { amountCents, status: 'SUCCESSFUL' } as const;
    expect(await applyRefund(ctxOf(home), payment.id, news(told))).toBe('SUCCESSFUL');
    expect(await applyRefund(ctxOf(home), payment.id, news({ amountCents, status: undefined }))).toBe(
      'PENDING',
    );
    expect(await refundsOf(home)).toEqual([]);
    expect(await toldOf(home)).toEqual([]);
    expect(await books(sale)).toMatchObject(untouched);
  });

  test('of a cent is booked, of a payment nobody knows refused', async () => {
    const { home, sale, payment } = await paid(await centre(paying));
    await applyRefund(ctxOf(home), payment.id, news({ amountCents: cents(1), status: 'SUCCESSFUL' }));
    expect(await books(sale)).toMatchObject({ received: 7239, allocated: 7239 });
    const unknown = applyRefund(ctxOf(home), randomUUID(), news());
    await expect(unknown).rejects.toMatchObject({ code: 'paymentNotFound' });
    expect(await refundsOf(home)).toHaveLength(1);
  });

  test('is kept where it says something new, and asked about until it is over', async () => {
    const { home, payment } = await paid(await centre(paying));
    const soon = addMinutes(clock.now(), 30);
    const steps = [
      ['PENDING', 1, soon],
      ['PENDING', 1, soon],
      ['PROCESSING', 2, soon],
      ['PROCESSING', 2, soon],
      ['CANCELED', 3, null],
      ['CANCELED', 3, null],
    ] as const;
    for (const [status, kept, askAt] of steps) {
      await applyRefund(ctxOf(home), payment.id, news({ status }));
      expect(await refundsOf(home)).toMatchObject([{ status, provider: 'r-1', askAt }]);
      expect(await toldOf(home)).toHaveLength(kept);
    }
  });

  test('that names one of two of another sum is that one’s, and a name is had by one alone', async () => {
    const { home, payment } = await paid(await centre(paying));
    const ports = portsWith({ refund: refuses('unknown', 'silence') });
    const press = (amount: number) =>
      refund(ctxOf(home), ports, payment.id, cents(amount), { reason: 'Ill' });
    const first = await press(500);
    clock.advance({ minutes: 1 });
    const second = await press(1000);
    await applyRefund(ctxOf(home), payment.id, news());
    expect(await refundsOf(home)).toMatchObject([
      { id: first.refundId, provider: null },
      { id: second.refundId, provider: 'r-1' },
    ]);
    // The answer to the first comes with the name that the second got meanwhile.
    await applyRefund(ctxOf(home), payment.id, news({ id: first.refundId, status: 'PROCESSING' }));
    expect(await refundsOf(home)).toMatchObject([
      { id: first.refundId, provider: null, status: 'PROCESSING' },
      { id: second.refundId, provider: 'r-1', status: 'PENDING' },
    ]);
    expect(await toldOf(home)).toHaveLength(2);
  });
});

test('what may go back is told of paid payments alone, with what is on its way and without what was refused', async () => {
  const { home, sale, payment } = await paid(await centre(paying));
  const { invoiceId } = sale;
  await ask(
    `insert into payments (tenant_id, id, invoice_id, provider, method, bank_name, country, amount_cents, status, created_at,
       changed_at, expires_at) values ($1, gen_random_uuid(), $2, 'stand-in', 'cardPayments', '', 'EE', 7240, 'ABANDONED', $3, $3,
       $3)`,
    ...[home.id, invoiceId, clock.now()],
  );
  for (const [index, status] of (['REJECTED', 'CANCELED', 'PROCESSING', 'SUCCESSFUL'] as const).entries())
    await applyRefund(ctxOf(home), payment.id, {
      ...{ providerId: `r-${index}`, amountCents: cents(1000 * (index + 1)), status, raw: {} },
    });
  expect(await listRefundable(ctxOf(home), invoiceId)).toMatchObject([
    { payment: { id: payment.id }, refundedCents: 4000, onItsWayCents: 3000, leftCents: 240 },
  ]);
});

test('as much as needs no question needs none, a cent more does', async () => {
  const home = await centre(paying);
  const { payment } = await paid(home, { item: false, cents: 30_000 });
  const { claims, host } = await home.account({ role: 'admin' });
  const token = await running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 });
  const press = (amount: number) =>
    call(
      contract.refundPayment,
      { params: { id: payment.id }, body: { amount, reason: 'Moved away' } },
      { host, token },
    );
  const tooMuch = await press((unaskedRefundCents + 1) / 100);
  expect([tooMuch.status, tooMuch.error]).toEqual([403, 'proofNeeded']);
  expect(await refundsOf(home)).toEqual([]);
  expect((await press(unaskedRefundCents / 100)).error).toBeUndefined();
});

test('of several payments at one moment no more goes back unasked than of one', async () => {
  const home = await centre(paying);
  const press = async () => {
    const { payment } = await paid(home, { item: false });
    const { claims, host } = await home.account({ role: 'admin' });
    const token = await running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 });
    const body = { amount: 60, reason: 'Moved away' };
    return () => call(contract.refundPayment, { params: { id: payment.id }, body }, { host, token });
  };
  const presses = [await press(), await press(), await press(), await press()];
  const answers = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select from invoices where tenant_id = $1 for update', [home.id]);
    const pressed = presses.map((one) => one());
    await untilWaiting(running.databaseUrl, presses.length);
    await owner.query('commit');
    return Promise.all(pressed);
  });
  const refused = answers.flatMap(({ error }) => error ?? []);
  expect(refused).toEqual(['proofNeeded', 'proofNeeded', 'proofNeeded']);
});
