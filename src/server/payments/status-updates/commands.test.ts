import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Centre } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { paying, saleMeans, type TestSale, TestSeller } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import * as contract from '#shared/payments/contract.ts';
import { hasMoneyCome, movePayment, type PaymentStatus } from '#shared/payments/domain.ts';

const seller = new TestSeller();
const running = withServer({ fulfil: seller.fulfil });
const { centre, call, ask } = running;
const { draft, issued, payments, orderToken, atBank, books, notify } = saleMeans(running);
const { pay } = invoiceMeans(running);
const patience = { timeout: 8000, interval: 25 };

async function startAt(sale: TestSale, bank = 'HABAEE2X') {
  const before = new Set((await payments(sale)).map(({ id }) => id));
  const body = { invoiceToken: sale.token, method: 'paymentInitiation', bank, country: 'EE' } as const;
  const { address } = (await call(contract.startPayment, { body }, { host: sale.home.host })).body;
  const payment = (await payments(sale)).find(({ id }) => !before.has(id));
  if (!payment) throw new Error('no payment');
  return { address, payment };
}

const fulfilment = ({ invoiceId }: TestSale) =>
  seller.handed.filter((fulfilled) => fulfilled.invoiceId === invoiceId).length;

/** Events of a centre from now on. */
function listen({ id }: Centre) {
  const told: DomainEvent[] = [];
  running.server.app.ports.events.on((tenantId, event) => {
    if (tenantId === id) told.push(event);
  });
  return (kind: string) =>
    told.filter((event) => (event.topic === 'invoice' ? event.kind === kind : event.topic === kind)).length;
}

/** What the office was told; the payer's own mails are others. */
const officeMails = (home: Centre) =>
  ask<{ subject: string; text: string; recipient: string }>(
    'select subject, text, recipient from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
    home.id,
    `info@${home.host}`,
  );

interface Of {
  readonly home: Centre;
  readonly sale: TestSale;
}
async function credit({ home, sale }: Of, amount: number) {
  const params = { id: sale.invoiceId };
  const body = { lines: [{ position: 1, amount }], reason: 'Ill' };
  const { status } = await call(
    creditInvoice,
    { params, body },
    { actor: await home.account({ role: 'admin' }) },
  );
  expect(status).toBe(200);
}

describe('news of a payment', () => {
  test('in any order, any number of times, at once, before or after the return: the money is booked once', {
    timeout: 60_000,
  }, async () => {
    const home = await centre(paying);
    const heard = fc.array(
      fc.constantFrom<PaymentStatus>('PENDING', 'AUTHORIZED', 'PAID', 'ABANDONED', 'VOIDED'),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    for (const news of fc.sample(heard, 25)) {
      const told = listen(home);
      const sale = await draft(home);
      const { payment } = await startAt(sale);
      const tokens = await Promise.all(news.map((status) => orderToken(sale, payment, status)));
      const returned = { orderToken: tokens[0] ?? '', invoiceToken: sale.token };
      const answers = await Promise.all([
        ...tokens.map((token) => notify(home, token)),
        call(contract.confirmPayment, { body: returned }, { host: home.host }),
        ...tokens.toReversed().map((token) => notify(home, token)),
      ]);
      expect([news, answers.map(({ status }) => status).filter((status) => status !== 200)]).toEqual([
        news,
        [],
      ]);
      const end = news.reduce<PaymentStatus>((at, next) => movePayment(at, next).status, 'PENDING');
      const isPaid = hasMoneyCome(end);
      const [now] = await payments(sale);
      expect([news, now?.status]).toEqual([news, end]);
      expect([news, await books(sale)]).toMatchObject([
        news,
        isPaid
          ? { state: 'issued', received: 7240, receipts: 1, allocated: 7240, handed: 1 }
          : { state: 'draft', received: 0, receipts: 0, allocated: 0, handed: 0 },
      ]);
      expect(fulfilment(sale)).toBe(isPaid ? 1 : 0);
      expect(told('paid')).toBe(isPaid ? 1 : 0);
    }
  });

  test('two attempts are both paid: the second is credit, and the office is told once', async () => {
    const home = await centre(paying);
    const told = listen(home);
    const sale = await draft(home);
    const { payment: first } = await startAt(sale);
    const { payment: second } = await startAt(sale, 'LHVBEE22');
    const tokens = [await orderToken(sale, first, 'PAID'), await orderToken(sale, second, 'PAID')];
    await Promise.all([...tokens, ...tokens].map((token) => notify(home, token)));
    expect(await books(sale)).toEqual({
      state: 'issued',
      number: 'A-2026-000001',
      received: 14_480,
      receipts: 2,
      allocated: 7240,
      handed: 1,
    });
    expect(fulfilment(sale)).toBe(1);
    expect(told('paid')).toBe(1);
    await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(1), patience);
    const [mail] = await officeMails(home);
    expect(mail?.recipient).toBe(`info@${home.host}`);
    expect(mail?.subject).toBe('Laekus 72,40\u00a0€, mille eest pole enam midagi anda');
    expect(mail?.text).toContain('Mari Maasikas (mari@demo.test)');
    expect(mail?.text).toContain('Arve A-2026-000001');
    const credited = await call(
      contract.confirmPayment,
      { body: { orderToken: tokens[1] ?? '' } },
      { host: home.host },
    );
    expect([credited.body.state, credited.body.invoiceState]).toEqual(['success', 'paid']);
  });

  test('paid after it was given up and the sale dropped: taken up again where it can be', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { payment } = await startAt(sale);
    await notify(home, await orderToken(sale, payment, 'ABANDONED'));
    await ask(
      "update invoices set state = 'dropped', dropped_at = now() where tenant_id = $1 and id = $2",
      home.id,
      sale.invoiceId,
    );
    await notify(home, await orderToken(sale, payment, 'PAID'));
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, allocated: 7240, handed: 1 });
    expect(fulfilment(sale)).toBe(1);
    expect(await officeMails(home)).toEqual([]);
  });

  test.each([
    ['what was bought is gone', seller.gone],
    ['what was bought meets a rule of the database at the last moment', seller.clashing],
  ])('%s: the whole sum is credit, nothing is sold, the office is told', async (_, refused) => {
    const home = await centre(paying);
    const told = listen(home);
    const sale = await draft(home);
    refused.add(sale.invoiceId);
    const { payment } = await startAt(sale);
    const token = await orderToken(sale, payment, 'PAID');
    await Promise.all([notify(home, token), notify(home, token)]);
    expect(await books(sale)).toEqual({
      state: 'dropped',
      number: null,
      received: 7240,
      receipts: 1,
      allocated: 0,
      handed: 0,
    });
    expect([told('paid'), told('lineDue')]).toEqual([0, 0]);
    await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(1), patience);
    expect((await officeMails(home))[0]?.text).toContain('ost ilma arveta');
    const { body } = await call(
      contract.confirmPayment,
      { body: { orderToken: token } },
      { host: home.host },
    );
    expect(body).toMatchObject({ state: 'success', invoiceState: 'dropped', isCredited: true });
    const again = await call(
      contract.startPayment,
      { body: { invoiceToken: sale.token, method: 'cardPayments' } },
      { host: home.host },
    );
    expect(again.error).toBe('invoiceNotFound');
  });

  test('an invoice that stands is paid even where its goods cannot be handed over; the office does it', async () => {
    const home = await centre(paying);
    const sale = await issued(home);
    seller.gone.add(sale.invoiceId);
    const { payment } = await startAt(sale);
    await notify(home, await orderToken(sale, payment, 'PAID'));
    expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240, handed: 0 });
    await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(1), patience);
    expect((await officeMails(home))[0]?.subject).toBe('Arve A-2026-000001 on makstud, kuid üle andmata');
  });

  test('another sum or currency than asked for is booked by nobody but a person', async () => {
    const home = await centre(paying);
    for (const wrong of [{ grandTotal: 1 }, { currency: 'PLN' }, { grandTotal: '72.405' }]) {
      const sale = await draft(home);
      const { payment } = await startAt(sale);
      const token = await orderToken(sale, payment, 'PAID', wrong);
      for (let count = 0; count < 2; count += 1) expect((await notify(home, token)).status).toBe(200);
      expect(await books(sale)).toMatchObject({ state: 'draft', received: 0 });
      expect((await payments(sale))[0]?.status).toBe('PENDING');
    }
    await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(3), patience);
    // As a text it is the same sum.
    const sale = await draft(home);
    const { payment } = await startAt(sale);
    await notify(home, await orderToken(sale, payment, 'PAID', { grandTotal: '72.40' }));
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240 });
  });

  test('a bank takes back what was paid: only what the provider confirms alarms the office, once', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { payment, address } = await startAt(sale);
    await atBank(home, address, 'pay');
    await notify(home, await orderToken(sale, payment, 'PAID'));
    const voided = await orderToken(sale, payment, 'VOIDED');
    await notify(home, voided);
    const alerted = () =>
      ask<{ alerted_at: string | null }>('select alerted_at from payments where id = $1', payment.id);
    expect(await alerted()).toEqual([{ alerted_at: null }]);
    await ask("update stand_in_orders set status = 'VOIDED' where id = $1", payment.provider_id);
    await Promise.all([notify(home, voided), notify(home, voided)]);
    expect((await alerted())[0]?.alerted_at).not.toBeNull();
    await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(1), patience);
    expect((await officeMails(home))[0]?.subject).toBe('Pank võttis tagasi 72,40\u00a0€');
    expect((await payments(sale))[0]?.status).toBe('PAID');
    expect(await books(sale)).toMatchObject({ received: 7240, handed: 1 });
  });

  test('part of an invoice was paid by transfer: the rest is asked for, and paid exactly', async () => {
    const home = await centre(paying);
    const sale = await issued(home, { item: false });
    await ask(
      `with receipt as (insert into receipts (tenant_id, kind, amount_cents, source, booked_on, created_at)
         values ($1, 'bank', 3000, 'bank:1', '2026-09-14', now()) returning tenant_id, id)
       insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at)
         select tenant_id, id, $2, 3000, now() from receipt`,
      home.id,
      sale.invoiceId,
    );
    const { payment } = await startAt(sale);
    expect(payment.amount_cents).toBe(4240);
    // Meanwhile another transfer leaves less to pay: what is too much is credit.
    await ask(
      `with receipt as (insert into receipts (tenant_id, kind, amount_cents, source, booked_on, created_at)
         values ($1, 'bank', 240, 'bank:2', '2026-09-14', now()) returning tenant_id, id)
       insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at)
         select tenant_id, id, $2, 240, now() from receipt`,
      home.id,
      sale.invoiceId,
    );
    const told = listen(home);
    await notify(home, await orderToken(sale, payment, 'PAID'));
    expect(await books(sale)).toMatchObject({ received: 4240, allocated: 7240 });
    expect(told('paid')).toBe(1);
  });

  test.each([
    ['a cent of it came', '0,01', (of: Of) => pay(of.home, of.sale.invoiceId, 1)],
    ['ten euros of it were credited', '10,00', (of: Of) => credit(of, 10)],
  ])(
    'while it is being paid %s: just that is too much, and the office hears of it',
    async (_, sum, meanwhile) => {
      const home = await centre(paying);
      const sale = await issued(home, { item: false });
      const { payment } = await startAt(sale);
      await meanwhile({ home, sale });
      await notify(home, await orderToken(sale, payment, 'PAID'));
      expect(await books(sale)).toMatchObject({ received: 7240 });
      await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(1), patience);
      const [mail] = await officeMails(home);
      expect(mail?.subject).toBe(`Laekus ${sum}\u00a0€, mille eest pole enam midagi anda`);
    },
  );

  test('a draft that became a cent cheaper while being paid is sold, the cent told as credit', async () => {
    const home = await centre(paying);
    const sale = await draft(home);
    const { payment } = await startAt(sale);
    await ask(
      `update invoice_lines set gross_cents = gross_cents - 1, net_cents = net_cents - 1, discount_cents = 1
        where invoice_id = $1 returning 1`,
      sale.invoiceId,
    );
    await ask('update invoices set total_cents = total_cents - 1 where id = $1 returning 1', sale.invoiceId);
    await notify(home, await orderToken(sale, payment, 'PAID'));
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, allocated: 7239, handed: 1 });
    await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(1), patience);
    expect((await officeMails(home))[0]?.subject).toBe(
      'Laekus 0,01\u00a0€, mille eest pole enam midagi anda',
    );
  });
});
