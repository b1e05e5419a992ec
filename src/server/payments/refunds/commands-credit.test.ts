import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { providerMeans } from '#server/testing/providers.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { listInvoices, payByCredit } from '#shared/invoices/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { listRefundable, refundPayment, startPayment } from '#shared/payments/contract.ts';
import { getWalletLedger, listWallet } from '#shared/wallet/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { issued, payments, orderToken, atBank, notify } = saleMeans(running);

/** A member whose paid invoice of 72.40 was credited, and who owes another of as much. */
async function credited(shared?: Centre) {
  const home = shared ?? (await centre(paying));
  const [admin, member] = [await home.account({ role: 'admin' }), await home.account()];
  const { clientId } = member;
  const sale = await issued(home, { item: false, clientId });
  const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
  const { address } = (await call(startPayment, { body }, { host: home.host })).body;
  await atBank(home, address, 'pay');
  const [payment] = await payments(sale);
  if (!payment) throw new Error('no payment');
  await notify(home, await orderToken(sale, payment, 'PAID'));
  const params = { id: sale.invoiceId };
  await call(creditInvoice, { params, body: { lines: 'all', reason: 'Ill' } }, { actor: admin });
  const other = await issued(home, { item: false, clientId });
  const creditOf = async () => (await call(listInvoices, { query: {} }, { actor: member })).body.credit;
  const payOther = () => call(payByCredit, { params: { id: other.invoiceId } }, { actor: member });
  /** A refund that the provider has not answered yet. */
  const sendBack = (amount: number, status = 'PENDING') =>
    ask(
      `insert into refunds (tenant_id, id, payment_id, amount_cents, status, reason, created_at, changed_at)
        values ($1, $2, $3, $4, $6, 'Moved away', $5, $5) returning id`,
      ...[home.id, randomUUID(), payment.id, amount, clock.now(), status],
    ).then(
      () => 'sent',
      (error: { constraint?: string }) => error.constraint,
    );
  return { home, admin, member, sale, payment, other, creditOf, payOther, sendBack };
}

test('credit that is on its way back pays nothing, and is no credit any more', async () => {
  const { member, creditOf, payOther, sendBack } = await credited();
  expect(await creditOf()).toBe(72.4);
  expect(await sendBack(5000)).toBe('sent');
  expect(await creditOf()).toBe(22.4);
  // The list of what somebody has, and the lines behind it, say the same.
  const { body: wallet } = await call(listWallet, {}, { actor: member });
  expect(wallet.credit).toBe(22.4);
  const ledger = await call(getWalletLedger, { params: { kind: 'credit', id: 0 } }, { actor: member });
  expect(ledger.body.lines.at(-1)?.left).toBe(22.4);
  expect((await payOther()).body).toEqual({ paid: 22.4, balance: 50 });
  expect((await payOther()).error).toBe('noCredit');
});

test('what goes back is said since it was last asked for, and nothing of what others have or what was refused', async () => {
  const { home, member, other, payOther, sendBack } = await credited();
  const theirs = await credited(home);
  await invoiceMeans(running).pay(home, other.invoiceId, 1);
  clock.advance({ minutes: 1 });
  await sendBack(500);
  clock.advance({ minutes: 1 });
  await sendBack(240, 'PROCESSING');
  clock.advance({ minutes: 1 });
  await sendBack(7000, 'REJECTED');
  await theirs.sendBack(300, 'PROCESSING');
  await payOther();
  const linesOf = async (actor: TestAccount) =>
    (await call(getWalletLedger, { params: { kind: 'credit', id: 0 } }, { actor })).body.lines;
  const lines = await linesOf(member);
  expect(lines.map(({ kind, change, left }) => [kind, change, left])).toEqual([
    ['received', 72.4, 72.4],
    ['received', 0.01, 72.41],
    ['usedFor', -72.4, 0.01],
    ['usedFor', 72.4, 72.41],
    ['usedFor', -0.01, 72.4],
    ['paidBack', -7.4, 65],
    ['usedFor', -65, 0],
  ]);
  expect(lines[5]?.dateTime).toBe('2026-09-14T09:02:00Z');
  expect((await linesOf(theirs.member)).map(({ kind, change }) => [kind, change])).toEqual([
    ['received', 72.4],
    ['usedFor', -72.4],
    ['usedFor', 72.4],
    ['paidBack', -3],
  ]);
});

test('what went back of a credit is told from what went back of what others paid', async () => {
  const { home, admin, payment, creditOf, payOther } = await credited();
  const other = await home.account();
  const theirs = await providerMeans(running).paid(home, { item: false, clientId: other.clientId });
  const sendBack = (id: string, amount: number) =>
    call(refundPayment, { params: { id }, body: { amount, reason: 'Moved away' } }, { actor: admin });
  await sendBack(payment.id, 20);
  // It paid an invoice, and is taken from there.
  await sendBack(theirs.payment.id, 30);
  await sendBack(theirs.payment.id, 5);
  const done = "select from refunds where tenant_id = $1 and status = 'SUCCESSFUL'";
  await vi.waitFor(async () => expect(await ask(done, home.id)).toHaveLength(3), { timeout: 8000 });
  expect(await creditOf()).toBe(52.4);
  expect((await call(listWallet, {}, { actor: other })).body.credit).toBe(0);
  expect((await payOther()).body).toEqual({ paid: 52.4, balance: 20 });
});

test('what pays another invoice is not sent back', async () => {
  const { admin, sale, payment, payOther, sendBack } = await credited();
  await payOther();
  const body = { amount: 10, reason: 'Moved away' };
  const refused = await call(refundPayment, { params: { id: payment.id }, body }, { actor: admin });
  expect([refused.error, refused.refusal?.details]).toEqual(['refundNotPossible', { most: '0.00' }]);
  const seen = await call(listRefundable, { params: { id: sale.invoiceId } }, { actor: admin });
  expect(seen.body).toMatchObject([{ left: 0, credit: 0 }]);
  expect(await sendBack(1000)).toBe('refunds_received');
});

test('the database lets nobody spend what goes back', async () => {
  const { home, other, payment, sendBack } = await credited();
  await sendBack(7240);
  const spending = ask(
    `insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at)
      select tenant_id, id, $2, 5, now() from receipts where tenant_id = $1 and source = $3 returning id`,
    ...[home.id, other.invoiceId, `payment:${payment.id}`],
  );
  await expect(spending).rejects.toMatchObject({ constraint: 'allocations_going_back' });
});

test('a credit that is spent while it is sent back, at one moment, does one of both', async () => {
  const { admin, member, payment, other, sale } = await credited();
  const body = { amount: 72.4, reason: 'Moved away' };
  const [spent, sent] = await Promise.all([
    call(payByCredit, { params: { id: other.invoiceId } }, { actor: member }),
    call(refundPayment, { params: { id: payment.id }, body }, { actor: admin }),
  ]);
  expect([
    ['noCredit', undefined],
    [undefined, 'refundNotPossible'],
  ]).toContainEqual([spent.error, sent.error]);
  const paidOf = async (id: number) => {
    const [row] = await ask<{ paid: number }>(
      'select coalesce(sum(amount_cents), 0)::integer as paid from allocations where invoice_id = $1',
      id,
    );
    return row?.paid;
  };
  // The invoice that was credited is owed by nobody again.
  expect(await paidOf(sale.invoiceId)).toBe(0);
});
