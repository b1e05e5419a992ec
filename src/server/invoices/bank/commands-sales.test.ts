import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { paying, saleMeans, type TestSale, TestSeller } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { type StatementEntry, statement } from '#server/testing/statements.ts';
import { acceptBankEntry, importBankFile, listBankEntries } from '#shared/invoices/bank/contract.ts';
import { payByCredit } from '#shared/invoices/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { startPayment } from '#shared/payments/contract.ts';

// A sale that is paid by a transfer is handed over as one that is paid in the app.
const seller = new TestSeller();
const running = withServer({ fulfil: seller.fulfil });
const { centre, call, ask, clock } = running;
const means = saleMeans(running);
beforeEach(() => {
  seller.handed.length = 0;
});

async function furnished() {
  const home = await centre(paying);
  const admin = await home.account({ role: 'admin' });
  const importing = async (...entries: StatementEntry[]) =>
    (await call(importBankFile, { body: statement(entries) }, { actor: admin })).body;
  return { home, admin, importing };
}

async function referenceOf({ home, invoiceId }: TestSale): Promise<string> {
  const [row] = await ask<{ reference: string }>(
    'select reference from invoices where tenant_id = $1 and id = $2',
    home.id,
    invoiceId,
  );
  return row?.reference ?? '';
}

const timesFulfilled = ({ invoiceId }: TestSale) =>
  seller.handed.filter((fulfilled) => fulfilled.invoiceId === invoiceId).length;

/** What the books say once everything that was queued is done. */
async function books({ home, invoiceId }: TestSale) {
  const [row] = await ask(
    `select state, number is not null as "isNumbered",
      (select coalesce(sum(amount_cents), 0)::int from receipts where tenant_id = $1) as received,
      (select coalesce(sum(amount_cents), 0)::int from allocations where tenant_id = $1 and invoice_id = $2) as allocated,
      (select count(*)::int from hand_overs where tenant_id = $1 and invoice_id = $2) as handed
     from invoices where tenant_id = $1 and id = $2`,
    home.id,
    invoiceId,
  );
  return row;
}

const mailsTo = async (home: Centre, recipient: string) =>
  (
    await ask<{ subject: string }>(
      'select subject from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
      home.id,
      recipient,
    )
  ).map(({ subject }) => subject);

const within = { timeout: 12_000, interval: 100 };
const jobsAreDone = (home: Centre) =>
  vi.waitFor(async () => {
    const [left] = await ask<{ count: number }>(
      `select (select count(*) from outbox where tenant_id = $1)::int
         + (select count(*) from graphile_worker.jobs where key like '%:' || $1 || ':%' and run_at <= now())::int as count`,
      home.id,
    );
    expect(left?.count).toBe(0);
  }, within);

describe('a sale paid by transfer', () => {
  test('a draft is issued, paid and handed over; the same file again changes nothing', async () => {
    const { home, importing } = await furnished();
    const sale = await means.draft(home);
    const entry = { id: 'B1', amount: '72.40', reference: await referenceOf(sale) };
    expect(await importing(entry)).toMatchObject({ bookedCount: 1, unmatchedCount: 0 });
    await vi.waitFor(() => expect(timesFulfilled(sale)).toBe(1), within);
    const done = { state: 'issued', isNumbered: true, received: 7240, allocated: 7240, handed: 1 };
    await jobsAreDone(home);
    expect(await books(sale)).toEqual(done);
    expect(await importing(entry)).toMatchObject({ newCount: 0 });
    await jobsAreDone(home);
    expect(await books(sale)).toEqual(done);
    expect(timesFulfilled(sale)).toBe(1);
    expect(await mailsTo(home, 'mari@demo.test')).toHaveLength(1);
  });

  test('one that was given up meanwhile is taken up again', async () => {
    const { home, importing } = await furnished();
    const sale = await means.draft(home);
    clock.advance({ hours: 26 });
    await ask(
      "update invoices set state = 'dropped', dropped_at = $3 where tenant_id = $1 and id = $2",
      home.id,
      sale.invoiceId,
      clock.now(),
    );
    await importing({ id: 'B1', amount: '72.40', reference: await referenceOf(sale) });
    await vi.waitFor(() => expect(timesFulfilled(sale)).toBe(1), within);
    await jobsAreDone(home);
    expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240, handed: 1 });
  });

  test.each([
    [14, { state: 'issued', allocated: 7240, handed: 1 }, 0],
    [15, { state: 'dropped', allocated: 0, handed: 0 }, 1],
  ])('%i days after it was made: %o', async (days, outcome, mailCount) => {
    const { home, importing } = await furnished();
    const sale = await means.draft(home);
    clock.advance({ hours: days * 24 });
    await importing({ id: 'B1', amount: '72.40', reference: await referenceOf(sale) });
    await jobsAreDone(home);
    await vi.waitFor(async () => expect(await books(sale)).toMatchObject(outcome), within);
    await jobsAreDone(home);
    expect(await books(sale)).toMatchObject({ received: 7240, ...outcome });
    expect(await mailsTo(home, `info@${home.host}`)).toHaveLength(mailCount);
  });

  test('an issued invoice in two parts: with the second one', async () => {
    const { home, importing } = await furnished();
    const sale = await means.issued(home);
    const reference = await referenceOf(sale);
    await importing({ id: 'B1', amount: '40.00', reference });
    await jobsAreDone(home);
    expect(timesFulfilled(sale)).toBe(0);
    await importing({ id: 'B2', amount: '32.40', reference });
    await vi.waitFor(() => expect(timesFulfilled(sale)).toBe(1), within);
    await jobsAreDone(home);
    expect(await books(sale)).toMatchObject({ allocated: 7240, handed: 1 });
  });

  test('too little for a draft waits for a decision, too much is credit', async () => {
    const { home, importing } = await furnished();
    const [less, more] = [await means.draft(home), await means.draft(home)];
    const counts = await importing(
      { id: 'B1', amount: '72.39', reference: await referenceOf(less) },
      { id: 'B2', amount: '80.00', reference: await referenceOf(more) },
    );
    expect(counts).toMatchObject({ bookedCount: 1, unmatchedCount: 1 });
    await vi.waitFor(() => expect(timesFulfilled(more)).toBe(1), within);
    await jobsAreDone(home);
    expect(await books(less)).toMatchObject({ state: 'draft', allocated: 0, handed: 0 });
    expect(await books(more)).toMatchObject({ state: 'issued', received: 8000, allocated: 7240 });
    expect(await mailsTo(home, `info@${home.host}`)).toHaveLength(1);
  });

  test('digits in the words of a transfer are a sale of just its sum, whatever was paid and credited of others', async () => {
    const { home, admin, importing } = await furnished();
    const [paid, sale] = [await means.issued(home, { item: false }), await means.draft(home)];
    await importing({ id: 'B1', amount: '72.40', reference: await referenceOf(paid) });
    const params = { id: paid.invoiceId };
    const credit = { lines: [{ position: 1, amount: 20 }], reason: 'Late' };
    await call(creditInvoice, { params, body: credit }, { actor: admin });
    const worded = { amount: '72.40', message: `Tasun ${await referenceOf(sale)} eest` };
    expect(await importing({ id: 'B2', ...worded })).toMatchObject({ bookedCount: 1 });
    await vi.waitFor(() => expect(timesFulfilled(sale)).toBe(1), within);
    await jobsAreDone(home);
    expect(await books(sale)).toMatchObject({ state: 'issued', received: 14_480, allocated: 7240 });
  });

  test.each(['gone', 'clashing'] as const)(
    'what is %s is not sold: the money is credit, and the office hears of it',
    async (fault) => {
      const { home, importing } = await furnished();
      const sale = await means.draft(home);
      seller[fault].add(sale.invoiceId);
      await importing({ id: 'B1', amount: '72.40', reference: await referenceOf(sale) });
      await vi.waitFor(async () => expect(await mailsTo(home, `info@${home.host}`)).toHaveLength(1), within);
      await jobsAreDone(home);
      expect(await books(sale)).toEqual({
        state: 'dropped',
        isNumbered: false,
        received: 7240,
        allocated: 0,
        handed: 0,
      });
    },
  );

  test('an issued invoice whose goods are gone is paid all the same, and the office hears of it', async () => {
    const { home, importing } = await furnished();
    const sale = await means.issued(home);
    seller.gone.add(sale.invoiceId);
    await importing({ id: 'B1', amount: '72.40', reference: await referenceOf(sale) });
    await vi.waitFor(async () => expect(await mailsTo(home, `info@${home.host}`)).toHaveLength(1), within);
    expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240, handed: 0 });
  });
});

test('by transfer and in the app at the same moment: handed over once, the other money is credit', async () => {
  const { home, importing } = await furnished();
  for (const make of [means.draft, means.issued, means.draft, means.issued]) {
    const sale = await make(home);
    const request = { invoiceToken: sale.token, method: 'cardPayments' } as const;
    await call(startPayment, { body: request }, { host: home.host });
    const [payment] = await means.payments(sale);
    if (!payment) throw new Error('no payment');
    const token = await means.orderToken(sale, payment, 'PAID');
    const entry = { id: `B${sale.invoiceId}`, amount: '72.40', reference: await referenceOf(sale) };
    const [counts, ...told] = await Promise.all([
      importing(entry),
      means.notify(home, token),
      means.notify(home, token),
    ]);
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    expect(counts.bookedCount).toBe(1);
    await vi.waitFor(() => expect(timesFulfilled(sale)).toBeGreaterThan(0), within);
    await jobsAreDone(home);
    expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240, handed: 1 });
    expect(timesFulfilled(sale)).toBe(1);
  }
  const [sums] = await ask(
    'select sum(amount_cents)::int as sum from receipts where tenant_id = $1',
    home.id,
  );
  expect(sums).toEqual({ sum: 8 * 7240 });
});

test('a draft that is issued while its transfer is looked up is booked', async () => {
  const { home, importing } = await furnished();
  const sale = await means.draft(home);
  const entry = { id: 'B1', amount: '72.40', reference: await referenceOf(sale) };
  const issuing = means.issuingOf(sale);
  const counts = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query("select set_config('app.tenant_id', $1, true)", [String(home.id)]);
    // Held up where drafts are looked for; what is issued already is either looked up before or still to be.
    await owner.query('lock table invoice_lines in access exclusive mode');
    const imported = importing(entry);
    await untilWaiting(running.databaseUrl);
    await owner.query(issuing.text, [...issuing.values]);
    await owner.query('commit');
    return imported;
  });
  expect(counts).toMatchObject({ newCount: 1, bookedCount: 1 });
  await jobsAreDone(home);
  expect(await books(sale)).toMatchObject({ state: 'issued', received: 7240, allocated: 7240 });
});

test('an invoice that is issued while its receipt is being booked to others was not there yet', async () => {
  const { home, admin, importing } = await furnished();
  const [issued, late] = [await means.issued(home), await means.draft(home)];
  const issuing = means.issuingOf(late);
  await importing({ id: 'B1', amount: '144.80' });
  const [entry] = (await call(listBankEntries, { query: {} }, { actor: admin })).body.items;
  const [row] = await ask<{ number: string }>('select number from invoices where id = $1', issued.invoiceId);
  const invoiceNumber = row?.number ?? '';
  const furtherNumbers = [invoiceNumber.replace(/\d$/, (digit) => String(Number(digit) + 1))];
  const answer = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query("select set_config('app.tenant_id', $1, true)", [String(home.id)]);
    await owner.query('select from invoices where id = $1 for update', [issued.invoiceId]);
    const params = { id: entry?.id ?? 0 };
    const accepted = call(
      acceptBankEntry,
      { params, body: { invoiceNumber, furtherNumbers } },
      { actor: admin },
    );
    await untilWaiting(running.databaseUrl);
    await owner.query(issuing.text, [...issuing.values]);
    await owner.query('commit');
    return accepted;
  });
  const [later] = await ask<{ number: string }>('select number from invoices where id = $1', late.invoiceId);
  expect(later?.number).toBe(furtherNumbers[0]);
  expect(answer.error).toBe('invoiceNotFound');
  await jobsAreDone(home);
  expect(await books(late)).toMatchObject({ received: 0, allocated: 0 });
});

describe('money that comes by a person’s decision', () => {
  test('a receipt booked by hand hands over', async () => {
    const { home, admin, importing } = await furnished();
    const sale = await means.issued(home);
    await importing({ id: 'B1', amount: '72.40' });
    const [entry] = (await call(listBankEntries, { query: {} }, { actor: admin })).body.items;
    const [row] = await ask<{ number: string }>('select number from invoices where id = $1', sale.invoiceId);
    await call(
      acceptBankEntry,
      { params: { id: entry?.id ?? 0 }, body: { invoiceNumber: row?.number ?? '' } },
      { actor: admin },
    );
    await vi.waitFor(() => expect(timesFulfilled(sale)).toBe(1), within);
    await jobsAreDone(home);
    expect(await books(sale)).toMatchObject({ allocated: 7240, handed: 1 });
  });

  test('a client’s credit hands over', async () => {
    const { home, importing } = await furnished();
    const { clientId, ...member } = await home.account();
    const actor = { clientId, ...member };
    const [first, second] = [
      await means.issued(home, { clientId, item: false }),
      await means.issued(home, { clientId }),
    ];
    await importing({ id: 'B1', amount: '144.80', reference: await referenceOf(first) });
    await call(payByCredit, { params: { id: second.invoiceId } }, { actor });
    await vi.waitFor(() => expect(timesFulfilled(second)).toBe(1), within);
    await jobsAreDone(home);
    expect(await books(second)).toMatchObject({ allocated: 7240, handed: 1 });
  });
});
