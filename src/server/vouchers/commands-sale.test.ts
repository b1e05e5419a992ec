import { describe, expect, test, vi } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import { addProduct } from '#server/testing/products.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherProduct } from '#server/testing/vouchers.ts';
import { confirmPayment, startPayment } from '#shared/payments/contract.ts';
import {
  buyVoucher,
  buyVoucherAsVisitor,
  getPublicVoucher,
  listVouchers,
} from '#shared/vouchers/contract.ts';

// From the form to the voucher in the mail, as one sale: draft, payment, hand-over.
const running = withServer();
const { centre, call, ask, clock } = running;
const means = saleMeans(running);
const visitor = { firstName: 'Kai', lastName: 'Kask', email: 'Kai@Test.test', phone: '+372 5555 1234' };

async function shop() {
  const home = await centre(paying);
  await addProduct(running, home);
  const productId = await voucherProduct(running, home, { visits: 3, isShareable: true });
  const request = { productId, unitId: home.clubId };
  return { home, productId, request, there: { host: home.host, language: 'et' } as const };
}

type Shop = Awaited<ReturnType<typeof shop>>;

async function pay({ home, there }: Shop, invoiceToken: string) {
  const body = { invoiceToken, method: 'cardPayments' } as const;
  const { address } = (await call(startPayment, { body }, there)).body;
  const [row] = await ask<{ id: number }>('select max(id) as id from invoices where tenant_id = $1', home.id);
  const sale = { home, invoiceId: row?.id ?? 0 };
  const [payment] = await means.payments(sale);
  if (!payment) throw new Error('no payment');
  const told = await means.notify(home, await means.orderToken(sale, payment, 'PAID'));
  expect(told.status).toBe(200);
  return { address, confirmed: (await call(confirmPayment, { body: { invoiceToken } }, there)).body };
}

const vouchersOf = ({ home }: Shop) =>
  ask(
    'select client_id, holder_name, holder_email, uses, club_id from vouchers where tenant_id = $1',
    home.id,
  );

describe('a voucher that is bought', () => {
  test('by a visitor: nothing before it is paid, then opened at once, and mailed', async () => {
    const at = await shop();
    const { body } = await call(buyVoucherAsVisitor, { body: { ...at.request, ...visitor } }, at.there);
    expect(body).toMatchObject({ total: 25 });
    expect(body.invoiceToken).toMatch(/^[\w-]{43}$/);
    expect(await vouchersOf(at)).toEqual([]);
    const { confirmed } = await pay(at, body.invoiceToken);
    expect(confirmed).toMatchObject({
      state: 'success',
      tickets: [],
      vouchers: [{ name: 'Vesivõimlemine', token: expect.any(String) }],
    });
    expect(await vouchersOf(at)).toEqual([
      {
        client_id: null,
        holder_name: 'Kai Kask',
        holder_email: 'kai@test.test',
        uses: 3,
        club_id: at.home.clubId,
      },
    ]);
    const token = confirmed.vouchers[0]?.token ?? '';
    const opened = await call(getPublicVoucher, { query: { token } }, at.there);
    expect(opened.body).toMatchObject({
      kind: 'voucher',
      holderName: 'Kai Kask',
      state: 'active',
      usesLeft: 3,
      validUntil: '2026-10-13',
    });
    await vi.waitFor(async () => {
      const mails = await ask<{ text: string }>(
        "select text from stand_in_mails where tenant_id = $1 and recipient = 'kai@test.test'",
        at.home.id,
      );
      const texts = mails.map(({ text }) => text).join();
      expect(texts).toContain(`/public/vouchers?token=${token}`);
    }, 12_000);
  });

  test('by a member is among her own', async () => {
    const at = await shop();
    const actor = await at.home.account({ firstName: 'Mari', lastName: 'Mets' });
    const { body } = await call(buyVoucher, { body: at.request }, { actor });
    await pay(at, body.invoiceToken);
    const own = await call(listVouchers, {}, { actor });
    expect(own.body).toMatchObject([{ usesLeft: 3, isShareable: true, state: 'active' }]);
    expect(await vouchersOf(at)).toMatchObject([{ client_id: actor.clientId, holder_name: 'Mari Mets' }]);
  });

  test('with a campaign code costs less', async () => {
    const at = await shop();
    await campaignOf(running, at.home, { code: 'SYGIS', effect: 'percent', value: 20, places: 1 });
    const bought = await call(
      buyVoucherAsVisitor,
      { body: { ...at.request, ...visitor, code: 'sygis' } },
      at.there,
    );
    expect(bought.body.total).toBe(20);
    const again = await call(
      buyVoucherAsVisitor,
      { body: { ...at.request, ...visitor, code: 'sygis' } },
      at.there,
    );
    expect(again.error).toBe('codePlacesFull');
  });

  test('pressed twice is one draft', async () => {
    const at = await shop();
    const press = () =>
      call(
        buyVoucherAsVisitor,
        { body: { ...at.request, ...visitor } },
        { ...at.there, headers: { 'idempotency-key': `key-${at.home.id}-of-the-press` } },
      );
    const answers = [...(await Promise.all([press(), press()])), await press()];
    expect(new Set(answers.map(({ body }) => body.invoiceToken)).size).toBe(1);
    expect(await ask('select 1 from invoices where tenant_id = $1', at.home.id)).toHaveLength(1);
  });
});

test('a code that each may use once gives one voucher, however long its drafts wait', async () => {
  const { home, request, there } = await shop();
  await campaignOf(running, home, { code: 'TASUTA', effect: 'percent', value: 100, isOncePerClient: true });
  const actor = await home.account();
  const drafts: string[] = [];
  for (let draft = 0; draft < 3; draft += 1) {
    const bought = await call(buyVoucher, { body: { ...request, code: 'TASUTA' } }, { actor });
    drafts.push(bought.body.invoiceToken);
    clock.advance({ minutes: 16 });
  }
  const answers: unknown[] = [];
  for (const invoiceToken of drafts) {
    const body = { invoiceToken, method: 'cardPayments' } as const;
    answers.push((await call(startPayment, { body }, there)).error);
  }
  expect((await call(listVouchers, {}, { actor })).body).toHaveLength(1);
  expect(answers).toEqual([undefined, 'campaignAlreadyUsed', 'campaignAlreadyUsed']);
});

describe('what cannot be bought', () => {
  test('a ticket as a voucher, a voucher elsewhere, a field that is wrong', async () => {
    const at = await shop();
    const ticket = await addProduct(running, at.home);
    const asTicket = { ...at.request, productId: ticket, ...visitor };
    expect((await call(buyVoucherAsVisitor, { body: asTicket }, at.there)).error).toBe('noProductsFound');
    const second = await at.home.club();
    const elsewhere = { ...at.request, unitId: second, ...visitor };
    expect((await call(buyVoucherAsVisitor, { body: elsewhere }, at.there)).error).toBe('noProductsFound');
    const faulty = await call(
      buyVoucherAsVisitor,
      { body: { ...at.request, ...visitor, email: 'kai' } },
      at.there,
    );
    expect(faulty.refusal).toMatchObject({
      errors: ['dataValidationFailed'],
      details: { field: 'email', problem: 'emailInvalid' },
    });
  });

  test('anything, where nothing is paid in the app', async () => {
    const home = await centre();
    const productId = await voucherProduct(running, home);
    const request = { productId, unitId: home.clubId };
    const visitors = await call(
      buyVoucherAsVisitor,
      { body: { ...request, ...visitor } },
      { host: home.host },
    );
    const members = await call(buyVoucher, { body: request }, { actor: await home.account() });
    expect([visitors.error, members.error]).toEqual(['itemNotFound', 'itemNotFound']);
  });
});

test('a voucher is what was bought, whatever its product has become before the money came', async () => {
  const at = await shop();
  const { body } = await call(buyVoucherAsVisitor, { body: { ...at.request, ...visitor } }, at.there);
  await ask(
    `update products set visits = 1, valid_count = 1, valid_unit = 'day', is_shareable = false
     where tenant_id = $1 and id = $2`,
    at.home.id,
    at.productId,
  );
  await pay(at, body.invoiceToken);
  const made = await ask<{ days: number }>(
    'select uses, is_shareable, valid_until - valid_from as days from vouchers where tenant_id = $1',
    at.home.id,
  );
  expect(made).toEqual([{ uses: 3, is_shareable: true, days: expect.any(Number) }]);
  expect(made[0]?.days).toBeGreaterThan(1);
});
