import { describe, expect, test, vi } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { paying, saleMeans, type TestSale, TestSeller } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { togetherMeans } from '#server/testing/together.ts';
import { getInvoice } from '#shared/invoices/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { confirmPayment, listOwnPayable, startPayment } from '#shared/payments/contract.ts';
import { listPayableTogether } from '#shared/payments/parts/contract.ts';

const seller = new TestSeller();
const running = withServer({ fulfil: seller.fulfil });
const { centre, call, ask, clock } = running;
const { issued, payments, orderToken, atBank, notify } = saleMeans(running);
const { pay, issued: billOf } = invoiceMeans(running);
const { together, booked } = togetherMeans(running);
const patience = { timeout: 12_000, interval: 50 };

/** A member who owes these sums, in cents, the oldest debt first. */
async function owing(...sums: number[]) {
  const home = await centre(paying);
  const member = await home.account();
  const sales: TestSale[] = [];
  for (const cents of sums) {
    sales.push(await issued(home, { item: false, clientId: member.clientId, cents }));
  }
  const [first] = sales;
  if (!first) throw new Error('nothing is owed');
  return { home, member, sales, first };
}

/** Money of the member's that pays nothing. */
async function withCredit(home: Centre, member: TestAccount, cents: number) {
  const { invoiceId } = await issued(home, { item: false, clientId: member.clientId, cents });
  await pay(home, invoiceId, cents, `first ${invoiceId}`);
  await pay(home, invoiceId, cents, `second ${invoiceId}`);
}

async function onlyPayment(sale: TestSale) {
  const [payment, ...others] = await payments(sale);
  if (!payment || others.length > 0) throw new Error('not one payment');
  return payment;
}

const tell = async (sale: TestSale, status = 'PAID') =>
  notify(sale.home, await orderToken(sale, await onlyPayment(sale), status));

const officeMails = (home: Centre) =>
  ask<{ subject: string }>(
    'select subject from stand_in_mails where tenant_id = $1 and recipient = $2',
    home.id,
    `info@${home.host}`,
  );

describe('several invoices at once', () => {
  test('are paid by one order of their sum, each whole, however often that is told', async () => {
    const { home, member, sales, first } = await owing(13_500, 2800, 6301);
    const { body } = await together(member, sales.toReversed());
    expect(body.state).toBe('started');
    expect(await onlyPayment(first)).toMatchObject({ amount_cents: 22_601 });
    const back = await atBank(home, body.address, 'pay');
    const orderTokens = new URL(back).searchParams.get('order-token') ?? undefined;
    const returned = { orderToken: orderTokens, invoiceToken: first.token };
    await Promise.all([
      tell(first),
      call(confirmPayment, { body: returned }, { host: home.host }),
      tell(first),
      call(confirmPayment, { body: returned }, { host: home.host }),
    ]);
    await tell(first);
    expect(await booked(home, sales)).toEqual({ allocated: [13_500, 2800, 6301], credit: 0, receipts: 1 });
    const seen = await call(confirmPayment, { body: returned }, { host: home.host });
    expect(seen.body).toMatchObject({ state: 'success', total: 226.01, invoiceCount: 3, owed: 0 });
    expect(seen.body.isCredited).toBe(false);
    for (const { invoiceId, cents } of sales) {
      const { body: paid } = await call(getInvoice, { params: { id: invoiceId } }, { actor: member });
      expect(paid).toMatchObject({ state: 'paid', balance: 0 });
      expect(paid.payments).toMatchObject([{ amount: cents / 100, kind: 'online' }]);
    }
    expect(await officeMails(home)).toEqual([]);
  });

  test('are known by the return alone, and by asking alone', async () => {
    for (const way of ['returned', 'asked'] as const) {
      const { home, member, sales, first } = await owing(1000, 2000);
      const { body } = await together(member, sales);
      const back = await atBank(home, body.address, 'pay');
      const orderToken = new URL(back).searchParams.get('order-token') ?? undefined;
      await call(
        confirmPayment,
        { body: way === 'returned' ? { orderToken } : { invoiceToken: first.token } },
        { host: home.host },
      );
      expect([way, await booked(home, sales)]).toEqual([
        way,
        { allocated: [1000, 2000], credit: 0, receipts: 1 },
      ]);
    }
  });

  test('stand in a list with what was bought, the oldest debt first, none of anybody else', async () => {
    const { home, member, sales } = await owing(1000, 2000, 3000);
    const other = await home.account();
    const theirs = await issued(home, { item: false, clientId: other.clientId });
    const begun = { invoiceToken: theirs.token, method: 'cardPayments' } as const;
    expect((await call(startPayment, { body: begun }, { host: home.host })).status).toBe(200);
    const [first, second] = sales;
    await pay(home, first?.invoiceId ?? 0, 1000);
    await pay(home, second?.invoiceId ?? 0, 500);
    // All but a cent of one is paid, some of another is credited, and one is credited whole.
    await pay(home, sales[2]?.invoiceId ?? 0, 2999);
    await withCredit(home, member, 2190);
    const admin = await home.account({ role: 'admin' });
    const credit = async (
      sale: TestSale | undefined,
      lines: 'all' | { position: number; amount: number }[],
    ) =>
      call(
        creditInvoice,
        { params: { id: sale?.invoiceId ?? 0 }, body: { lines, reason: 'Ill' } },
        { actor: admin },
      );
    await credit(second, [{ position: 1, amount: 3 }]);
    await credit(await issued(home, { item: false, clientId: member.clientId }), 'all');
    // What a product is called is said in the reader's language, whatever else is sold.
    await addProduct(running, home, { name: 'Sauna' });
    const productId = await addProduct(running, home, { name: 'Pool' });
    const line = { productId, article: 'Pool et', unitCents: cents(700) };
    await billOf(home, { clientId: member.clientId, lines: [line] });
    const { body } = await call(listPayableTogether, {}, { actor: member });
    // They themselves have paid in no way yet.
    expect(body).toMatchObject({
      ...{ today: localDate(clock.now(), 'Europe/Tallinn'), credit: 21.9, last: null },
    });
    expect(body.invoices).toMatchObject([
      { invoiceId: second?.invoiceId, balance: 12, article: 'Kümme korda', lineCount: 1 },
      { invoiceId: sales[2]?.invoiceId, balance: 0.01 },
      { balance: 7, article: 'Pool', lineCount: 1 },
    ]);
    expect(body.invoices).toHaveLength(3);
    const alone = (await call(listOwnPayable, {}, { actor: member })).body;
    expect(alone.map(({ balance }) => balance)).toEqual([12, 0.01, 7]);
  });

  test('that nobody paid are as they were', async () => {
    const { home, member, sales, first } = await owing(1000, 2000);
    const { body } = await together(member, sales);
    await atBank(home, body.address, 'abandon');
    await tell(first, 'ABANDONED');
    expect(await booked(home, sales)).toEqual({ allocated: [0, 0], credit: 0, receipts: 0 });
    const seen = await call(confirmPayment, { body: { invoiceToken: first.token } }, { host: home.host });
    expect(seen.body).toMatchObject({ state: 'cancelled', invoiceCount: 2, owed: 30 });
  });

  test('carry goods that are handed over, each by itself: what is gone stops no other', async () => {
    const { home, member, sales, first } = await owing(1000);
    const parts = { clientId: member.clientId, cents: 2000 };
    const [good, gone] = [await issued(home, parts), await issued(home, parts)];
    seller.gone.add(gone.invoiceId);
    await together(member, [first, good, gone]);
    await tell(first);
    const handed = ({ invoiceId }: TestSale) =>
      seller.handed.filter((one) => one.invoiceId === invoiceId).length;
    await vi.waitFor(async () => {
      expect(handed(good)).toBe(1);
      expect(await officeMails(home)).toHaveLength(1);
    }, patience);
    expect(await booked(home, [...sales, good, gone])).toMatchObject({ allocated: [1000, 2000, 2000] });
    expect(handed(gone)).toBe(0);
  });
});

describe('asked for again', () => {
  test('the same is the same order, another choice another', async () => {
    const { home, member, sales, first } = await owing(1000, 2000, 3000);
    const pressed = await Promise.all([together(member, sales), together(member, sales.toReversed())]);
    expect(new Set(pressed.map(({ body }) => body.address)).size).toBe(1);
    await onlyPayment(first);
    clock.advance({ minutes: 1 });
    expect((await together(member, sales.slice(0, 2))).body.address).not.toBe(pressed[0]?.body.address);
    expect(await payments(first)).toHaveLength(2);
    // Each is the same again also beside a later one, be it of as much: 1000 and 2000 are not 1000 and another 2000.
    const twin = await issued(home, { item: false, clientId: member.clientId, cents: 2000 });
    clock.advance({ minutes: 1 });
    const other = (await together(member, [first, twin])).body.address;
    await together(member, sales);
    await together(member, sales.slice(0, 2));
    expect((await together(member, [first, twin])).body.address).toBe(other);
    expect(await payments(first)).toHaveLength(3);
  });

  test('an invoice alone is a payment of its own, without parts', async () => {
    const { home, member, sales, first } = await owing(1000);
    await together(member, sales);
    const parts = await ask('select from payment_parts where tenant_id = $1', home.id);
    expect([parts.length, (await onlyPayment(first)).amount_cents]).toEqual([0, 1000]);
    // And so the same as from the invoice's own page.
    const body = { invoiceToken: first.token, method: 'paymentInitiation', bank: 'HABAEE2X' } as const;
    await call(startPayment, { body: { ...body, country: 'EE' } }, { host: home.host });
    await onlyPayment(first);
  });
});

describe('refused, and nothing is begun', () => {
  test.each([
    ['another person’s invoice', 'invoiceNotFound'],
    ['one of another centre', 'invoiceNotFound'],
    ['one that is paid', 'invoiceAlreadyPaid'],
    ['one twice', 'dataValidationFailed'],
    ['none', 'dataValidationFailed'],
    ['another sum than was seen', 'changedMeanwhile'],
    ['credit that is not there', 'changedMeanwhile'],
  ])('%s', async (what, refusal) => {
    const { home, member, sales, first } = await owing(1000, 2000);
    const other = await home.account();
    const theirs = await issued(home, { item: false, clientId: other.clientId, cents: 500 });
    const abroad = (await owing(700)).first;
    if (what === 'one that is paid') await pay(home, first.invoiceId, 1000);
    const asked: Record<string, () => ReturnType<typeof together>> = {
      'another person’s invoice': () => together(member, [...sales, theirs]),
      'one of another centre': () => together(member, [...sales, abroad]),
      'one that is paid': () => together(member, sales),
      'one twice': () => together(member, [first, first]),
      none: () => together(member, []),
      'another sum than was seen': () => together(member, sales, { total: 29.99 }),
      'credit that is not there': () => together(member, sales, { total: 0, usesCredit: true }),
    };
    expect((await asked[what]?.())?.error).toBe(refusal);
    expect(await ask('select from payments where tenant_id = $1', home.id)).toEqual([]);
  });
});

describe('with credit', () => {
  test('the money pays the rest, and both are used when it comes, not before', async () => {
    const { home, member, sales, first } = await owing(13_500, 2800);
    await withCredit(home, member, 2190);
    await together(member, sales, { usesCredit: true, total: 141.1 });
    expect(await booked(home, sales)).toMatchObject({ allocated: [0, 0], credit: 2190 });
    await tell(first);
    expect(await booked(home, sales)).toMatchObject({ allocated: [13_500, 2800], credit: 0 });
    expect(await officeMails(home)).toHaveLength(0);
  });

  test('alone it pays at once, all or none', async () => {
    const { home, member, sales, first } = await owing(1000, 2000);
    await withCredit(home, member, 3500);
    const pressed = await Promise.all(
      [1, 2].map(() => together(member, sales, { usesCredit: true, total: 0 })),
    );
    expect(pressed.map(({ error }) => error).toSorted()).toEqual(['invoiceAlreadyPaid', undefined]);
    expect(await booked(home, sales)).toMatchObject({ allocated: [1000, 2000], credit: 500 });
    expect(await payments(first)).toEqual([]);
    // What is left does not reach for another.
    const third = await issued(home, { item: false, clientId: member.clientId, cents: 600 });
    expect((await together(member, [third], { usesCredit: true, total: 0 })).error).toBe('changedMeanwhile');
    expect(await booked(home, [third])).toMatchObject({ allocated: [0], credit: 500 });
  });

  test('that reaches for one of two, pressed at the same moment, pays one of them whole', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { home, member, sales } = await owing(1000, 1000);
      await withCredit(home, member, 1500);
      const pressed = await Promise.all(
        sales.map((sale) => together(member, [sale], { usesCredit: true, total: 0 })),
      );
      expect(pressed.map(({ error }) => error).toSorted()).toEqual(['changedMeanwhile', undefined]);
      const { allocated, credit } = await booked(home, sales);
      expect([allocated.toSorted(), credit]).toEqual([[0, 1000], 500]);
    }
  });

  test('that was spent elsewhere meanwhile: the oldest debt is paid, and the rest is said to be owed', async () => {
    const { home, member, sales, first } = await owing(13_500, 2800);
    await withCredit(home, member, 2190);
    await together(member, sales, { usesCredit: true, total: 141.1 });
    const other = await issued(home, { item: false, clientId: member.clientId, cents: 2190 });
    await together(member, [other], { usesCredit: true, total: 0 });
    await tell(first);
    expect(await booked(home, sales)).toMatchObject({ allocated: [13_500, 610], credit: 0 });
    const seen = await call(confirmPayment, { body: { invoiceToken: first.token } }, { host: home.host });
    expect(seen.body).toMatchObject({ state: 'success', isCredited: false, owed: 21.9, invoiceCount: 2 });
  });
});

describe('what became of an invoice meanwhile', () => {
  test('paid in two tabs at the same moment: what comes second is credit, and the office hears of it once', async () => {
    const { home, member, sales, first } = await owing(1000, 2000, 3000);
    await together(member, sales);
    const [whole] = await payments(first);
    await together(member, sales.slice(0, 2), { bank: 'EEUHEE2X' });
    const part = (await payments(first)).find(({ id }) => id !== whole?.id);
    if (!whole || !part) throw new Error('not two payments');
    const news = await Promise.all([whole, part, whole, part].map((one) => orderToken(first, one, 'PAID')));
    const answers = await Promise.all(news.map((one) => notify(home, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await booked(home, sales)).toEqual({ allocated: [1000, 2000, 3000], credit: 3000, receipts: 2 });
    await vi.waitFor(async () => expect(await officeMails(home)).toHaveLength(1), patience);
    const seen = await call(confirmPayment, { body: { invoiceToken: first.token } }, { host: home.host });
    expect(seen.body).toMatchObject({ state: 'success', owed: 0 });
  });

  test('credited: its part is credit', async () => {
    const { home, member, sales, first } = await owing(1000, 2000);
    const admin = await home.account({ role: 'admin' });
    await together(member, sales);
    await call(
      creditInvoice,
      { params: { id: first.invoiceId }, body: { lines: 'all', reason: 'Ill' } },
      { actor: admin },
    );
    await tell(first);
    expect(await booked(home, sales)).toMatchObject({ allocated: [0, 2000], credit: 1000 });
    const seen = await call(confirmPayment, { body: { invoiceToken: first.token } }, { host: home.host });
    expect(seen.body).toMatchObject({ state: 'success', isCredited: true, owed: 0 });
  });
});

describe('the database', () => {
  test.each([
    [
      'parts that are not the sum',
      'payment_parts_whole',
      (ids: number[]) => [
        [ids[0], 1, 1000],
        [ids[1], 2, 1999],
      ],
    ],
    ['without the first', 'payment_parts_whole', (ids: number[]) => [[ids[1], 1, 3000]]],
    [
      'of two people',
      'payment_parts_of_one',
      (ids: number[]) => [
        [ids[0], 1, 1000],
        [ids[2], 2, 2000],
      ],
    ],
    [
      'that get nothing',
      'payment_parts_something',
      (ids: number[]) => [
        [ids[0], 1, 3000],
        [ids[1], 2, 0],
      ],
    ],
  ])('keeps no %s', async (_, constraint, rowsOf) => {
    const { home, sales, first } = await owing(1000, 2000);
    const theirs = await issued(home, { item: false, clientId: (await home.account()).clientId });
    const ids = [...sales, theirs].map(({ invoiceId }) => invoiceId);
    const inserting = ask(
      `with made as (insert into payments (tenant_id, id, invoice_id, provider, method, amount_cents, status, created_at,
          expires_at, changed_at) values ($1, gen_random_uuid(), $2, 'x', 'cardPayments', 3000, 'PENDING', $3, $3, $3)
          returning id)
        insert into payment_parts (tenant_id, payment_id, invoice_id, position, amount_cents, credit_cents)
        select $1, made.id, v.invoice, v.position, v.cents, 0 from made, jsonb_to_recordset($4::jsonb)
          as v (invoice integer, position integer, cents integer)`,
      home.id,
      first.invoiceId,
      clock.now(),
      JSON.stringify(rowsOf(ids).map(([invoice, position, cents]) => ({ invoice, position, cents }))),
    );
    await expect(inserting).rejects.toMatchObject({ constraint });
  });

  test('keeps parts as they were begun', async () => {
    const { home, member, sales } = await owing(1000, 2000);
    await together(member, sales);
    const changing = ask(
      'update payment_parts set amount_cents = amount_cents + 1 where tenant_id = $1',
      home.id,
    );
    await expect(changing).rejects.toMatchObject({ constraint: 'payment_parts_whole' });
  });
});
