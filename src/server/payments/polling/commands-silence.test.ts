import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { orderWith, providerMeans, refuses } from '#server/testing/providers.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { cents } from '#shared/kernel/money.ts';
import * as contract from '#shared/payments/contract.ts';
import { orderMinutes } from '#shared/payments/domain.ts';
import { confirmPayment } from '../commands.ts';
import { reconcile } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { begun, paid, portsWith, books, ctxOf, draft, payments, sign, notify } = providerMeans(running);

const refundsOf = (paymentId: string) =>
  ask<{ status: string }>('select status from refunds where payment_id = $1', paymentId);

/** A refund of 5 € that is due to be asked about. */
const refundOf = (paymentId: string, tenantId: number, providerId: string | null) =>
  ask(
    `insert into refunds (tenant_id, id, payment_id, provider_id, amount_cents, status, reason, created_at, changed_at, ask_at)
     values ($1, $2, $3, $4, 500, 'PENDING', 'Ill', $5, $5, $5)`,
    ...[tenantId, randomUUID(), paymentId, providerId, clock.now()],
  );

test('a payment without an order is asked of nobody, and given up once its time is over', async () => {
  const { home, sale, payment } = await begun(await centre(paying));
  await ask('update payments set provider_id = null where id = $1', payment.id);
  const ports = portsWith({ fetchOrder: () => Promise.reject(new Error('asked')) });
  clock.advance({ minutes: orderMinutes });
  await reconcile(() => ctxOf(home), ports);
  expect((await payments(sale))[0]?.status).toBe('PENDING');
  clock.advance({ minutes: 10 });
  await reconcile(() => ctxOf(home), ports);
  expect((await payments(sale))[0]?.status).toBe('ABANDONED');
  expect(await books(sale)).toMatchObject({ state: 'issued', received: 0 });
});

test('without a provider sales are given up all the same, and nothing is asked', async () => {
  const { home, sale } = await begun(await centre(paying));
  const forgotten = await draft(home);
  clock.advance({ minutes: 70 });
  await reconcile(() => ctxOf(home), portsWith(undefined));
  expect((await books(forgotten)).state).toBe('dropped');
  expect((await payments(sale))[0]?.status).toBe('PENDING');
});

test('a refund the provider has a name for is asked about with its order, and booked', async () => {
  const { home, sale, payment } = await paid(await centre(paying));
  await refundOf(payment.id, home.id, 'r-1');
  const again = () => Promise.reject(new Error('asked to send money once more'));
  await reconcile(() => ctxOf(home), portsWith({ fetchOrder: orderWith(500, 'r-1'), refund: again }));
  expect(await refundsOf(payment.id)).toEqual([{ status: 'SUCCESSFUL' }]);
  expect(await books(sale)).toMatchObject({ received: 6740, allocated: 6740 });
});

test('a refund of a payment without an order waits, and nothing is sent', async () => {
  const { home, sale, payment } = await paid(await centre(paying));
  await refundOf(payment.id, home.id, null);
  await ask('update payments set provider_id = null where id = $1', payment.id);
  await reconcile(
    () => ctxOf(home),
    portsWith({ refund: () => Promise.reject(new Error('sent')), fetchOrder: refuses('refused', 'none') }),
  );
  expect(await refundsOf(payment.id)).toEqual([{ status: 'PENDING' }]);
  expect(await books(sale)).toMatchObject({ received: 7240 });
});

test('a fault of ours while asking is told as such; silence is not', async () => {
  const { home } = await begun(await centre(paying));
  clock.advance({ minutes: 5 });
  const silent = portsWith({ fetchOrder: refuses('unknown', 'silence') });
  await expect(reconcile(() => ctxOf(home), silent)).resolves.toBeUndefined();
  clock.advance({ minutes: 10 });
  const broken = portsWith({ fetchOrder: () => Promise.reject(new TypeError('broken')) });
  await expect(reconcile(() => ctxOf(home), broken)).rejects.toThrow('broken');
});

test('news of a refund of nobody’s order is taken in and changes nothing', async () => {
  const { home, sale } = await paid(await centre(paying));
  const claims = { refundUuid: randomUUID(), orderUuid: randomUUID(), refundAmount: 5 };
  const token = await sign(home, { ...claims, refundStatus: 'SUCCESSFUL' });
  expect((await notify(home, token, 'refund-token')).status).toBe(200);
  expect(await books(sale)).toMatchObject({ received: 7240, allocated: 7240 });
  expect(await ask('select id from refunds where tenant_id = $1', home.id)).toEqual([]);
});

test('who waits has the provider asked once in four seconds, and hears of a fault of ours', async () => {
  const { home, sale } = await begun(await centre(paying));
  let asked = 0;
  const silent = portsWith({
    fetchOrder: () => {
      asked += 1;
      return refuses('unknown', 'silence')();
    },
  });
  const confirm = (ports = silent) => confirmPayment(ctxOf(home), ports, { invoiceToken: sale.token });
  expect((await confirm()).state).toBe('waiting');
  await confirm();
  clock.advance({ seconds: 4 });
  await confirm();
  expect(asked).toBe(1);
  clock.advance({ seconds: 1 });
  await confirm();
  expect(asked).toBe(2);
  clock.advance({ seconds: 5 });
  const broken = portsWith({ fetchOrder: () => Promise.reject(new TypeError('broken')) });
  await expect(confirm(broken)).rejects.toThrow('broken');
});

test('who returns from nowhere is told so, and who returns before paying waits', async () => {
  const { home, sale } = await begun(await centre(paying));
  const nowhere = await call(contract.confirmPayment, { body: { orderToken: 'x' } }, { host: home.host });
  expect([nowhere.status, nowhere.error]).toEqual([404, 'paymentNotFound']);
  const order = { ...(await orderWith(1, 'r')()), status: 'PENDING', amountCents: cents(7240) } as const;
  const ports = portsWith({ fetchOrder: () => Promise.resolve({ ...order, refunds: order.refunds }) });
  const waiting = await confirmPayment(ctxOf(home), ports, { invoiceToken: sale.token });
  expect([waiting.state, waiting.isCredited, waiting.tickets, waiting.trainingIds]).toEqual([
    ...['waiting', false],
    ...[[], []],
  ]);
  // Money goes back only where it came.
  expect(await ask('select id from refunds where tenant_id = $1', home.id)).toEqual([]);
});
