import { expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherProduct } from '#server/testing/vouchers.ts';
import { startPayment } from '#shared/payments/contract.ts';
import { buyVoucher, buyVoucherAsVisitor } from '#shared/vouchers/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const means = saleMeans(running);

/** A centre with a code that each may use once, a member, and somebody who knows the member's address. */
async function furnished() {
  const home = await centre(paying);
  const productId = await voucherProduct(running, home);
  await campaignOf(running, home, { code: 'ONCE', isOncePerClient: true });
  const member = await home.account();
  await ask('update clients set email = $2 where id = $1 returning 1', member.clientId, member.email);
  const bought = { productId, unitId: home.clubId, code: 'ONCE' };
  const asVisitor = (email: string) => {
    const body = { ...bought, firstName: 'Kai', lastName: 'Kask', email, phone: '+372 5555 1234' };
    return call(buyVoucherAsVisitor, { body }, { host: home.host });
  };
  const asMember = () => call(buyVoucher, { body: bought }, { actor: member });
  const newest = async () => {
    const text = 'select max(id) as id from invoices where tenant_id = $1';
    return (await ask<{ id: number }>(text, home.id))[0]?.id ?? 0;
  };
  const open = (invoiceToken: string) =>
    call(startPayment, { body: { invoiceToken, method: 'cardPayments' } }, { host: home.host });
  const pay = async (invoiceToken: string, invoiceId: number) => {
    expect((await open(invoiceToken)).error).toBeUndefined();
    const [payment] = await means.payments({ home, invoiceId });
    if (!payment) throw new Error('no payment');
    await means.notify(home, await means.orderToken({ home }, payment, 'PAID'));
  };
  const vouchers = async () => (await ask('select id from vouchers where tenant_id = $1', home.id)).length;
  return { member, asVisitor, asMember, newest, open, pay, vouchers };
}

test('whether the owner of an address used a code is told to no visitor; paid a second time it is credit', async () => {
  const { member, asVisitor, asMember, newest, open, pay, vouchers } = await furnished();
  await pay((await asMember()).body.invoiceToken, await newest());
  const plus = member.email.replace('@', '+more@');
  for (const email of [member.email, plus]) {
    const before = await vouchers();
    const { invoiceToken } = (await asVisitor(email)).body;
    const invoiceId = await newest();
    clock.advance({ minutes: 16 });
    expect((await open(invoiceToken)).error).toBeUndefined();
    await pay(invoiceToken, invoiceId);
    expect(await vouchers()).toBe(before);
  }
  expect((await asMember()).error).toBe('campaignAlreadyUsed');
});

test('what a visitor left unpaid is held against nobody; what they paid is', async () => {
  const { member, asVisitor, asMember, newest, pay, vouchers } = await furnished();
  await asVisitor(member.email);
  const [first, second] = [await asVisitor(member.email), await asVisitor(member.email)];
  expect([first.status, second.status]).toEqual([200, 200]);
  const last = await newest();
  expect((await asMember()).status).toBe(200);
  // The member's own hold stands until its time is over.
  clock.advance({ minutes: 16 });
  await pay(second.body.invoiceToken, last);
  expect(await vouchers()).toBe(1);
  expect((await asMember()).error).toBe('campaignAlreadyUsed');
  await pay(first.body.invoiceToken, last - 1);
  expect(await vouchers()).toBe(1);
});
