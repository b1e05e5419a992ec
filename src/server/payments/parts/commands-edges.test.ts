import { expect, test, vi } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { paying, saleMeans, TestSeller } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { togetherMeans } from '#server/testing/together.ts';

const running = withServer({ fulfil: new TestSeller().fulfil });
const { centre, ask } = running;
const { issued, payments, orderToken, notify } = saleMeans(running);
const { pay } = invoiceMeans(running);
const { together, booked } = togetherMeans(running);

async function owing(cents: number) {
  const home = await centre(paying);
  const member = await home.account();
  const bill = (sum: number) => issued(home, { item: false, clientId: member.clientId, cents: sum });
  return { home, member, bill, sale: await bill(cents) };
}

test.each([
  [1, 9.99],
  [999, 0.01],
])(
  'one invoice of 10 € and %i cents of credit: the rest is asked for, and it is paid whole',
  async (credit, total) => {
    const { home, member, bill, sale } = await owing(1000);
    const before = await bill(credit);
    for (const source of ['first', 'second']) await pay(home, before.invoiceId, credit, source);
    expect((await together(member, [sale], { usesCredit: true, total })).error).toBeUndefined();
    const [payment] = await payments(sale);
    if (!payment) throw new Error('no payment');
    expect(payment.amount_cents).toBe(Math.round(total * 100));
    await notify(home, await orderToken(sale, payment, 'PAID'));
    expect(await booked(home, [sale])).toMatchObject({ allocated: [1000], credit: 0 });
  },
);

test('of several invoices one got a cent meanwhile: it is credit, and the office hears of it', async () => {
  const { home, member, bill, sale } = await owing(1000);
  const sales = [sale, await bill(2000)];
  await together(member, sales);
  const [payment] = await payments(sale);
  if (!payment) throw new Error('no payment');
  await pay(home, sale.invoiceId, 1);
  await notify(home, await orderToken(sale, payment, 'PAID'));
  expect(await booked(home, sales)).toMatchObject({ allocated: [1000, 2000], credit: 1 });
  const subjects = () =>
    ask(
      'select subject from stand_in_mails where tenant_id = $1 and recipient = $2',
      home.id,
      `info@${home.host}`,
    );
  await vi.waitFor(async () => expect(await subjects()).toHaveLength(1), { timeout: 8000, interval: 25 });
  expect(await subjects()).toEqual([{ subject: 'Laekus 0,01\u00a0€, mille eest pole enam midagi anda' }]);
});
