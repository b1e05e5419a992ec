import { describe, expect, test, vi } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { type StatementEntry, statement, testAccount } from '#server/testing/statements.ts';
import {
  acceptBankEntry,
  ignoreBankEntry,
  importBankFile,
  listBankEntries,
} from '#shared/invoices/bank/contract.ts';
import { getInvoice, listInvoices } from '#shared/invoices/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { creditorReference } from '#shared/invoices/references/domain.ts';
import { cents } from '#shared/kernel/money.ts';

const running = withServer();
const { centre, call, ask } = running;
const { issued, draft, begunNote } = invoiceMeans(running);

async function furnished() {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const member = await home.account({ firstName: 'Mari', lastName: 'Mets' });
  const importing = (entries: readonly StatementEntry[]) =>
    call(importBankFile, { body: statement(entries) }, { actor: admin });
  const see = async (id: number) => (await call(getInvoice, { params: { id } }, { actor: member })).body;
  return { home, admin, member, clientId: member.clientId, importing, see };
}

/** What the ledger of a centre says, whatever was imported how often. */
const ledger = (home: Centre) =>
  ask(
    `select (select count(*)::integer from receipts where tenant_id = $1) as receipts,
      (select sum(amount_cents)::integer from receipts where tenant_id = $1) as received,
      (select sum(amount_cents)::integer from allocations where tenant_id = $1) as allocated,
      (select count(*)::integer from bank_entries where tenant_id = $1) as entries`,
    home.id,
  );

describe('importing', () => {
  test('reference and amount, reference alone, too much, name and amount, nothing', async () => {
    const { home, admin, member, clientId, importing, see } = await furnished();
    const [exact, less, more, named] = await Promise.all(
      [1, 2, 3, 4].map(() => issued(home, { clientId, payer: { name: 'Mari Mets' } })),
    );
    const { body } = await importing([
      { id: 'B1', amount: '72.40', reference: exact?.reference ?? '' },
      { id: 'B2', amount: '20.00', reference: creditorReference(less?.reference ?? '') },
      { id: 'B3', amount: '80.00', message: `Par rēķinu ${more?.number}`, name: 'Jüri Kask' },
      { id: 'B4', amount: '72.40', name: 'METS MARI' },
      { id: 'B5', amount: '3.33', name: 'Nobody' },
      { id: 'B6', amount: '9.99', direction: 'DBIT' },
    ]);
    expect(body).toEqual({
      newCount: 5,
      bookedCount: 3,
      proposedCount: 1,
      unmatchedCount: 1,
      knownCount: 0,
      skippedCount: 1,
    });
    expect(await see(exact?.id ?? 0)).toMatchObject({
      state: 'paid',
      balance: 0,
      payments: [{ kind: 'bank', amount: 72.4 }],
    });
    expect(await see(less?.id ?? 0)).toMatchObject({ state: 'partial', balance: 52.4 });
    expect(await see(more?.id ?? 0)).toMatchObject({ state: 'paid', balance: 0 });
    expect((await call(listInvoices, { query: {} }, { actor: member })).body.credit).toBe(7.6);
    const received =
      'select amount_cents as cents, kind, payer_name as payer from receipts where tenant_id = $1 order by id';
    expect(await ask(received, home.id)).toEqual([
      { cents: 7240, kind: 'bank', payer: null },
      { cents: 2000, kind: 'bank', payer: null },
      { cents: 8000, kind: 'bank', payer: 'Jüri Kask' },
    ]);
    const open = await call(listBankEntries, { query: {} }, { actor: admin });
    expect(open.body.total).toBe(2);
    expect(open.body.items).toMatchObject([
      { amount: 72.4, payerName: 'METS MARI', proposals: [{ invoiceNumber: named?.number, balance: 72.4 }] },
      { amount: 3.33, payerName: 'Nobody', proposals: [] },
    ]);
    // Mails of it: two paid, one over; the partly paid one says nothing.
    await vi.waitFor(async () => {
      const rows = await ask<{ key: string }>(
        "select split_part(dedupe_key, ':', 1) as key from invoice_messages where tenant_id = $1 and state = 'sent' order by 1",
        home.id,
      );
      expect(rows.map(({ key }) => key)).toEqual(['overpaid', 'paid', 'paid']);
    }, 12_000);
  });

  test('several receipts for one invoice are booked one after another', async () => {
    const { home, clientId, importing, see } = await furnished();
    const invoice = await issued(home, { clientId });
    const part = { reference: invoice.reference, amount: '30.00' };
    const { body } = await importing([
      { ...part, id: 'B1' },
      { ...part, id: 'B2' },
      { ...part, id: 'B3' },
    ]);
    expect(body.bookedCount).toBe(3);
    expect(await see(invoice.id)).toMatchObject({ state: 'paid', paid: 72.4 });
    expect(await ledger(home)).toEqual([{ receipts: 3, received: 9000, allocated: 7240, entries: 3 }]);
  });

  test('a part that came is not told as a paid invoice; the rest is, once', async () => {
    const { home, importing } = await furnished();
    const invoice = await issued(home);
    const told: string[] = [];
    running.server.app.ports.events.on((tenantId, event) => {
      if (tenantId === home.id) told.push(event.topic === 'invoice' ? event.kind : event.topic);
    });
    await importing([{ id: 'B1', amount: '72.39', reference: invoice.reference }]);
    expect(told).toEqual([]);
    await importing([{ id: 'B2', amount: '0.01', reference: invoice.reference }]);
    expect(told).toEqual(['paid', 'sale']);
    await importing([{ id: 'B3', amount: '0.01', reference: invoice.reference }]);
    expect(told).toEqual(['paid', 'sale', 'overpaid']);
  });

  test('the same file again, and a longer one, change only what is new', async () => {
    const { home, clientId, importing } = await furnished();
    const invoice = await issued(home, { clientId });
    const first = [
      { id: 'B1', amount: '72.40', reference: invoice.reference },
      { id: 'B2', amount: '1.00' },
    ];
    await importing(first);
    const before = await ledger(home);
    const again = await importing(first);
    expect(again.body).toEqual({
      ...{ newCount: 0, bookedCount: 0, proposedCount: 0, unmatchedCount: 0 },
      ...{ knownCount: 2, skippedCount: 0 },
    });
    expect(await ledger(home)).toEqual(before);
    const longer = await importing([...first, { id: 'B3', amount: '2.00' }]);
    expect(longer.body).toMatchObject({ newCount: 1, unmatchedCount: 1, knownCount: 2 });
  });

  test('a running number that begins anew in another file is another entry, at the same moment too', async () => {
    const { home, importing } = await furnished();
    const entries = ['Mari', 'Jüri', 'Liis'].map((name) => ({ running: '1', amount: '5.00', name }));
    const answers = await Promise.all(entries.map((entry) => importing([entry])));
    expect(answers.map(({ body }) => body.newCount)).toEqual([1, 1, 1]);
    const again = await importing(entries.toReversed());
    expect(again.body).toMatchObject({ newCount: 0, knownCount: 3 });
    expect(await ledger(home)).toMatchObject([{ entries: 3 }]);
  });

  test('what comes under an id that the bank gave to another is looked at before it is booked', async () => {
    const { home, clientId, importing } = await furnished();
    const [one, other] = await Promise.all([1, 2].map(() => issued(home, { clientId })));
    await importing([{ id: 'B1', amount: '72.40', reference: one?.reference ?? '' }]);
    const again = { id: 'B1', amount: '12.40', reference: other?.reference ?? '' };
    expect((await importing([again])).body).toMatchObject({ newCount: 1, bookedCount: 0, proposedCount: 1 });
    expect((await importing([again])).body).toMatchObject({ newCount: 0, knownCount: 1 });
    expect(await ledger(home)).toMatchObject([{ receipts: 1, received: 7240 }]);
  });

  test('eight times at once: booked once', async () => {
    const { home, clientId, importing } = await furnished();
    const invoices = await Promise.all(Array.from({ length: 6 }, () => issued(home, { clientId })));
    const entries = invoices.map(({ reference }, index) => ({ id: `B${index}`, amount: '72.40', reference }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => importing(turn % 2 ? entries.toReversed() : entries)),
    );
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
    expect(answers.reduce((sum, { body }) => sum + body.bookedCount, 0)).toBe(6);
    expect(await ledger(home)).toEqual([
      { receipts: 6, received: 6 * 7240, allocated: 6 * 7240, entries: 6 },
    ]);
  });

  test('what is refused', async () => {
    const { home, admin, member } = await furnished();
    await ask(
      `update tenants set company = company || '{"iban": "${testAccount}"}' where tenant_id = $1`,
      home.id,
    );
    await running.server.tenants.load();
    const tried = async (xml: string, actor = admin) =>
      (await call(importBankFile, { body: xml }, { actor })).error;
    expect(await tried('<html/>')).toBe('bankFileNotValid');
    expect(await tried(statement([], 'LV80BANK0000435195001'))).toBe('bankFileOtherAccount');
    expect(await tried(statement([]))).toBeUndefined();
    // One of two accounts is another's.
    const foreign = statement([], 'LV80BANK0000435195001');
    const other = foreign.slice(foreign.indexOf('<Stmt>'), foreign.indexOf('</BkToCstmrStmt>'));
    const both = statement([{ id: 'A1', amount: '1.00' }]).replace('</Stmt>', `</Stmt>${other}`);
    expect(await tried(both)).toBe('bankFileOtherAccount');
    expect(await ledger(home)).toEqual([{ receipts: 0, received: null, allocated: null, entries: 0 }]);
    expect(await tried(statement([]), member)).toBe('actionNotAllowed');
    expect(await tried('x'.repeat(5_000_001))).toBe('bodyTooLarge');
    expect(await tried('<a/>'.repeat(1_200_000))).toBe('bankFileTooLong');
    const entry = { id: 'A', amount: '1.00' };
    expect(await tried(statement(Array.from({ length: 5001 }, () => entry)))).toBe('bankFileTooLong');
    expect(await tried('x'.repeat(7_000_000))).toBe('bodyTooLarge');
  });

  test('a draft and a foreign centre’s invoice are no invoices to pay', async () => {
    const { home, importing } = await furnished();
    const elsewhere = await centre();
    const foreign = await issued(elsewhere);
    const { id } = await draft(home);
    // What is sold beside it is handed over once it is paid; this one is not.
    await saleMeans(running).draft(home);
    const [row] = await ask<{ reference: string }>('select reference from invoices where id = $1', id);
    const { body } = await importing([
      { id: 'B1', amount: '72.40', reference: row?.reference ?? '' },
      { id: 'B2', amount: '72.40', reference: foreign.reference },
    ]);
    expect(body).toMatchObject({ bookedCount: 0, unmatchedCount: 2 });
  });

  test('a credit note is not paid by its number, and takes off what it is issued for, not what was begun', async () => {
    const { home, admin, member, clientId, importing, see } = await furnished();
    const [credited, guessed, named] = [
      await issued(home, { clientId, payer: { name: 'Mari Mets' } }),
      await issued(home, { clientId: null, payer: { name: 'Liis Luik' } }),
      await issued(home, { clientId: null, payer: { name: 'Juta Jõgi' } }),
    ];
    for (const { id } of [credited, guessed, named]) await begunNote(home, id, 2000);
    const params = { id: credited.id };
    const body = { lines: [{ position: 1, amount: 10 }], reason: 'Late' };
    const note = await call(creditInvoice, { params, body }, { actor: admin });
    const first = await importing([
      { id: 'B1', amount: '5.00', message: `Tagasi ${note.body.invoiceNumber}` },
      { id: 'B2', amount: '72.40', name: 'Mari Mets' },
      { id: 'B3', amount: '62.40', name: 'Mari Mets' },
      { id: 'B4', amount: '72.40', name: 'Liis Luik' },
    ]);
    expect(first.body).toMatchObject({ newCount: 4, bookedCount: 0, proposedCount: 1, unmatchedCount: 3 });
    const { items } = (await call(listBankEntries, { query: {} }, { actor: admin })).body;
    expect(items.map(({ proposals }) => proposals.map(({ id, balance }) => [id, balance]))).toEqual([
      ...[[], [], []],
      [[guessed.id, 72.4]],
    ]);
    const accept = (invoiceNumber: string) =>
      call(acceptBankEntry, { params: { id: items[0]?.id ?? 0 }, body: { invoiceNumber } }, { actor: admin });
    expect((await accept(note.body.invoiceNumber)).error).toBe('invoiceNotFound');
    expect((await accept(named.number)).body).toEqual({ balance: 67.4 });
    await importing([{ id: 'B5', amount: '62.40', reference: credited.reference }]);
    expect(await see(credited.id)).toMatchObject({ paid: 62.4, credited: 10, balance: 0 });
    expect((await call(listInvoices, { query: {} }, { actor: member })).body.credit).toBe(0);
  });
});

describe('deciding', () => {
  test('booked to the proposed invoice, once, whoever presses at once', async () => {
    const { home, admin, clientId, importing, see } = await furnished();
    const invoice = await issued(home, { clientId, payer: { name: 'Mari Mets' } });
    await importing([{ id: 'B1', amount: '72.40', name: 'Mari Mets' }]);
    const [entry] = (await call(listBankEntries, { query: {} }, { actor: admin })).body.items;
    const params = { id: entry?.id ?? 0 };
    const body = { invoiceNumber: entry?.proposals[0]?.invoiceNumber ?? '' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(acceptBankEntry, { params, body }, { actor: admin })),
    );
    expect(answers.map(({ error }) => error ?? 'booked').sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'bankEntrySettled'),
      'booked',
    ]);
    expect(await see(invoice.id)).toMatchObject({ state: 'paid' });
    expect((await call(ignoreBankEntry, { params }, { actor: admin })).error).toBe('bankEntrySettled');
    expect((await call(listBankEntries, { query: {} }, { actor: admin })).body.total).toBe(0);
    const [kept] = await ask('select state, settled_by from bank_entries where tenant_id = $1', home.id);
    expect(kept).toEqual({ state: 'accepted', settled_by: admin.id });
  });

  test('one transfer for two invoices is booked to both, in their order; what is over is credit', async () => {
    const { home, admin, member, clientId, importing, see } = await furnished();
    const two = [
      await issued(home, { clientId, payer: { name: 'Mari Mets' }, lines: [{ unitCents: cents(1000) }] }),
      await issued(home, { clientId, payer: { name: 'Mari Mets' }, lines: [{ unitCents: cents(2000) }] }),
    ];
    const numbers = two.map(({ number }) => number);
    await importing([
      { id: 'B1', amount: '35.00', message: `arved ${numbers.join(' ja ')}` },
      { id: 'B2', amount: '1.00' },
    ]);
    const [first, second] = (await call(listBankEntries, { query: {} }, { actor: admin })).body.items;
    expect(first?.proposals.map(({ invoiceNumber }) => invoiceNumber)).toEqual(numbers);
    const accept = (id: number | undefined, [invoiceNumber = '', ...furtherNumbers]: string[]) =>
      call(
        acceptBankEntry,
        { params: { id: id ?? 0 }, body: { invoiceNumber, furtherNumbers } },
        { actor: admin },
      );
    expect((await accept(first?.id, [...numbers, 'A-2026-999999'])).error).toBe('invoiceNotFound');
    expect((await accept(first?.id, [...numbers, ...numbers])).body.balance).toBe(0);
    expect(await Promise.all(two.map(({ id }) => see(id)))).toMatchObject([
      { state: 'paid' },
      { state: 'paid' },
    ]);
    expect((await accept(second?.id, numbers)).error).toBeUndefined();
    expect((await call(listInvoices, { query: {} }, { actor: member })).body.credit).toBe(6);
    expect(await ledger(home)).toEqual([{ receipts: 2, received: 3600, allocated: 3000, entries: 2 }]);
  });

  test('one transfer for two clients is two receipts: what comes back later is whose it was', async () => {
    const { home, admin, member, clientId, importing } = await furnished();
    const other = await home.account();
    const mine = await issued(home, { clientId, lines: [{ unitCents: cents(4000) }] });
    const theirs = await issued(home, { clientId: other.clientId, lines: [{ unitCents: cents(6000) }] });
    await importing([{ id: 'B1', amount: '100.00' }]);
    const [entry] = (await call(listBankEntries, { query: {} }, { actor: admin })).body.items;
    const body = { invoiceNumber: mine.number, furtherNumbers: [theirs.number] };
    const accepted = await call(acceptBankEntry, { params: { id: entry?.id ?? 0 }, body }, { actor: admin });
    expect(accepted.body.balance).toBe(0);
    expect(await ledger(home)).toEqual([{ receipts: 2, received: 10_000, allocated: 10_000, entries: 1 }]);
    const sources = await ask('select source from receipts where tenant_id = $1 order by id', home.id);
    expect(sources).toEqual([{ source: `bank:${entry?.id}` }, { source: `bank:${entry?.id}:${theirs.id}` }]);
    const settled = 'select state, invoice_id as "invoiceId" from bank_entries where tenant_id = $1';
    expect(await ask(settled, home.id)).toEqual([{ state: 'accepted', invoiceId: mine.id }]);
    const credit = {
      params: { id: theirs.id },
      body: { lines: [{ position: 1, amount: 60 }], reason: 'Ill' },
    };
    expect((await call(creditInvoice, credit, { actor: admin })).status).toBe(200);
    const creditOf = async (actor: typeof member) =>
      (await call(listInvoices, { query: {} }, { actor })).body.credit;
    expect([await creditOf(member), await creditOf(other)]).toEqual([0, 60]);
  });

  test('of two clients only the one who owes something gets of it', async () => {
    const { home, admin, clientId, importing, see } = await furnished();
    const other = await home.account();
    const paid = await issued(home, { clientId: other.clientId, lines: [{ unitCents: cents(1000) }] });
    const open = await issued(home, { clientId, lines: [{ unitCents: cents(3000) }] });
    const bring = async (id: string, amount: string, numbers: readonly [string, ...string[]]) => {
      await importing([{ id, amount }]);
      const [entry] = (await call(listBankEntries, { query: {} }, { actor: admin })).body.items;
      const [invoiceNumber, ...furtherNumbers] = numbers;
      const body = { invoiceNumber, furtherNumbers };
      return call(acceptBankEntry, { params: { id: entry?.id ?? 0 }, body }, { actor: admin });
    };
    expect((await bring('B1', '10.00', [paid.number])).status).toBe(200);
    expect((await bring('B2', '30.00', [paid.number, open.number])).body).toEqual({ balance: 0 });
    expect(await see(open.id)).toMatchObject({ state: 'paid' });
    expect(await ledger(home)).toEqual([{ receipts: 2, received: 4000, allocated: 4000, entries: 2 }]);
    // Also where it is a cent.
    const least = await issued(home, { clientId, lines: [{ unitCents: cents(1) }] });
    expect((await bring('B3', '0.01', [paid.number, least.number])).body).toEqual({ balance: 0 });
    expect(await ledger(home)).toEqual([{ receipts: 3, received: 4001, allocated: 4001, entries: 3 }]);
  });

  test('booked to another invoice by its number, in any case of letters; what is over is credit', async () => {
    const { home, admin, member, clientId, importing } = await furnished();
    const invoice = await issued(home, { clientId, lines: [{ unitCents: cents(1000) }] });
    await importing([
      { id: 'B1', amount: '15.00' },
      { id: 'B2', amount: '1.00' },
    ]);
    const [first, second] = (await call(listBankEntries, { query: {} }, { actor: admin })).body.items;
    const accept = (id: number | undefined, invoiceNumber: string) =>
      call(acceptBankEntry, { params: { id: id ?? 0 }, body: { invoiceNumber } }, { actor: admin });
    expect((await accept(first?.id, 'A-2026-999999')).error).toBe('invoiceNotFound');
    expect((await accept(999_999, invoice.number)).error).toBe('itemNotFound');
    expect((await accept(first?.id, ` ${invoice.number.toLowerCase()} `)).body.balance).toBe(0);
    expect((await call(listInvoices, { query: {} }, { actor: member })).body.credit).toBe(5);
    expect(
      (await call(ignoreBankEntry, { params: { id: second?.id ?? 0 } }, { actor: admin })).error,
    ).toBeUndefined();
    expect((await call(ignoreBankEntry, { params: { id: 999_999 } }, { actor: admin })).error).toBe(
      'itemNotFound',
    );
    expect(await ledger(home)).toEqual([{ receipts: 1, received: 1500, allocated: 1000, entries: 2 }]);
  });

  test('what was set aside by a slip is found there and booked after all, once', async () => {
    const { home, admin, clientId, importing, see } = await furnished();
    const invoice = await issued(home, { clientId, lines: [{ unitCents: cents(1500) }] });
    await importing([{ id: 'B1', amount: '15.00' }]);
    const list = async (filter?: 'setAside') =>
      (await call(listBankEntries, { query: { filter } }, { actor: admin })).body;
    const params = { id: (await list()).items[0]?.id ?? 0 };
    await call(ignoreBankEntry, { params }, { actor: admin });
    expect([(await list()).total, (await list('setAside')).items]).toMatchObject([
      0,
      [{ ...params, amount: 15 }],
    ]);
    const body = { invoiceNumber: invoice.number };
    expect((await call(acceptBankEntry, { params, body }, { actor: admin })).body).toEqual({ balance: 0 });
    expect(await see(invoice.id)).toMatchObject({ state: 'paid' });
    expect((await list('setAside')).total).toBe(0);
    expect((await call(acceptBankEntry, { params, body }, { actor: admin })).error).toBe('bankEntrySettled');
  });
});
