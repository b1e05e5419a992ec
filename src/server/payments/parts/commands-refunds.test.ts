import { expect, test, vi } from 'vitest';
import { providerMeans } from '#server/testing/providers.ts';
import { paying, saleMeans, type TestSale } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { togetherMeans } from '#server/testing/together.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { listRefundable, refundPayment } from '#shared/payments/contract.ts';
import { getWalletLedger } from '#shared/wallet/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { issued, payments, orderToken, atBank, notify, sign } = saleMeans(running);
const { together, booked } = togetherMeans(running);

/** A member who paid three invoices at once: 100, 50 and 30. */
async function paid() {
  const home = await centre(paying);
  const [admin, member] = [await home.account({ role: 'admin' }), await home.account()];
  const sales: TestSale[] = [];
  for (const cents of [10_000, 5000, 3000]) {
    sales.push(await issued(home, { item: false, clientId: member.clientId, cents }));
  }
  const [first, second] = sales;
  if (!first || !second) throw new Error('nothing is owed');
  const { body } = await together(member, sales);
  await atBank(home, body.address, 'pay');
  const [payment] = await payments(first);
  if (!payment) throw new Error('no payment');
  await notify(home, await orderToken(first, payment, 'PAID'));
  const refund = (amount: number, more: { invoiceId?: number; creditNoteId?: number } = {}) =>
    call(
      refundPayment,
      { params: { id: payment.id }, body: { amount, reason: 'Ill', ...more } },
      { actor: admin },
    );
  const leftOf = async ({ invoiceId }: TestSale) =>
    (await call(listRefundable, { params: { id: invoiceId } }, { actor: admin })).body.map(
      ({ left, credit, amount }) => ({ left, credit, amount }),
    );
  const credit = ({ invoiceId }: TestSale, lines: 'all' | { position: number; amount: number }[] = 'all') =>
    call(creditInvoice, { params: { id: invoiceId }, body: { lines, reason: 'Ill' } }, { actor: admin });
  const allocated = async () => (await booked(home, sales)).allocated;
  const fromOutside = async (cents: number, refundId: string) =>
    notify(
      home,
      await sign(home, {
        refundUuid: refundId,
        orderUuid: payment.provider_id,
        refundStatus: 'SUCCESSFUL',
        refundAmount: cents / 100,
      }),
      'refund-token',
    );
  return {
    home,
    admin,
    member,
    sales,
    first,
    second,
    payment,
    refund,
    leftOf,
    credit,
    allocated,
    fromOutside,
  };
}

const patience = { timeout: 8000, interval: 25 };

test('each invoice gives back what it got, and no more', async () => {
  const { second, first, refund, leftOf, allocated } = await paid();
  expect(await leftOf(second)).toEqual([{ left: 50, credit: 0, amount: 180 }]);
  const refused = await refund(50.01, { invoiceId: second.invoiceId });
  expect([refused.error, refused.refusal?.details]).toEqual(['refundNotPossible', { most: '50.00' }]);
  expect((await refund(20, { invoiceId: second.invoiceId })).error).toBeUndefined();
  await vi.waitFor(async () => expect(await allocated()).toEqual([10_000, 3000, 3000]), patience);
  expect(await leftOf(second)).toMatchObject([{ left: 30 }]);
  expect(await leftOf(first)).toMatchObject([{ left: 100 }]);
});

test('what was credited of one goes back of that one, first as its client’s credit', async () => {
  const { home, member, second, first, sales, refund, leftOf, credit } = await paid();
  await credit(await issued(home, { item: false, clientId: member.clientId }));
  const note = (await credit(second)).body;
  expect(await booked(home, sales)).toMatchObject({ allocated: [10_000, 0, 3000], credit: 5000 });
  expect(await leftOf(second)).toMatchObject([{ left: 50, credit: 50 }]);
  expect(await leftOf(first)).toMatchObject([{ left: 150, credit: 50 }]);
  await refund(50, { creditNoteId: note.id });
  await vi.waitFor(
    async () => expect(await booked(home, sales)).toMatchObject({ allocated: [10_000, 0, 3000], credit: 0 }),
    patience,
  );
  const ledger = await call(getWalletLedger, { params: { kind: 'credit', id: 0 } }, { actor: member });
  expect(ledger.body.lines.at(-1)?.left).toBe(0);
  expect(ledger.body.lines.filter(({ kind }) => kind === 'received')).toHaveLength(1);
});

test('an invoice that the payment is not for, or another than was credited, is refused', async () => {
  const { home, admin, member, first, second, refund, credit } = await paid();
  // Nor is a payment for one invoice for those that others pay.
  const alone = await providerMeans(running).paid(home, { item: false, clientId: member.clientId });
  const takenOf = async (invoiceId: number) => {
    const body = { amount: 1, reason: 'Ill', invoiceId };
    return (await call(refundPayment, { params: { id: alone.payment.id }, body }, { actor: admin })).error;
  };
  expect(await takenOf(first.invoiceId)).toBe('invoiceNotFound');
  expect(await takenOf(alone.sale.invoiceId)).toBeUndefined();
  const other = await issued(home, { item: false, clientId: member.clientId, cents: 700 });
  expect((await refund(1, { invoiceId: other.invoiceId })).error).toBe('invoiceNotFound');
  const note = (await credit(other)).body;
  expect((await refund(1, { creditNoteId: note.id })).error).toBe('invoiceNotFound');
  const own = (await credit(second)).body;
  expect((await refund(1, { creditNoteId: own.id, invoiceId: first.invoiceId })).error).toBe(
    'invoiceNotFound',
  );
});

test('what was asked for with a credit note alone is taken of the invoice that was credited', async () => {
  const { home, member, sales, second, payment, leftOf, credit } = await paid();
  await credit(await issued(home, { item: false, clientId: member.clientId }));
  const note = (await credit(second, [{ position: 1, amount: 20 }])).body;
  await ask(
    `insert into refunds (tenant_id, id, payment_id, credit_note_id, amount_cents, status, reason, created_at, changed_at)
     values ($1, gen_random_uuid(), $2, $3, 4000, 'PENDING', 'Ill', $4, $4)`,
    ...[home.id, payment.id, note.id, clock.now()],
  );
  const [, , third] = sales;
  if (!third) throw new Error('not three');
  // First the 20 that are the client's credit, then 20 of the 30 that it still has.
  expect(await leftOf(second)).toMatchObject([{ left: 10, credit: 0 }]);
  expect(await leftOf(third)).toMatchObject([{ left: 30, credit: 0 }]);
});

test('without a name the least urgent gives back first, up to all there is', async () => {
  const { refund, allocated } = await paid();
  await refund(40);
  await vi.waitFor(async () => expect(await allocated()).toEqual([10_000, 4000, 0]), patience);
  expect((await refund(140.01)).error).toBe('refundNotPossible');
  await refund(40);
  await vi.waitFor(async () => expect(await allocated()).toEqual([10_000, 0, 0]), patience);
});

test('what the provider’s own office sent back is taken likewise, once', async () => {
  const { fromOutside, allocated, first, payment } = await paid();
  const refundId = crypto.randomUUID();
  await fromOutside(4000, refundId);
  await fromOutside(4000, refundId);
  expect(await allocated()).toEqual([10_000, 4000, 0]);
  const [now] = await payments(first);
  expect([now?.id, now?.status]).toEqual([payment.id, 'PARTIALLY_REFUNDED']);
});
