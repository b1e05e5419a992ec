import { describe, expect, test } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withOwner } from '#server/testing/owner.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { getInvoice, getPublicInvoiceFile, listInvoices, payByCredit } from '#shared/invoices/contract.ts';
import { creditInvoice, writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { endpointAddress } from '#shared/kernel/endpoint.ts';
import { cents } from '#shared/kernel/money.ts';

const running = withServer();
const { centre, call, send, ask } = running;
const { issued, draft, pay } = invoiceMeans(running);

const reason = 'Training cancelled';

async function furnished() {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const member = await home.account();
  return { home, admin, member, clientId: member.clientId };
}

describe('crediting', () => {
  test('all of a paid invoice: a note of its own series, and the money is the client’s credit', async () => {
    const { home, admin, member, clientId } = await furnished();
    const invoice = await issued(home, { clientId, lines: [{ quantity: 3, unitCents: cents(990) }] });
    await pay(home, invoice.id, 2970);
    const { body } = await call(
      creditInvoice,
      { params: { id: invoice.id }, body: { lines: 'all', reason } },
      { actor: admin },
    );
    expect(body).toMatchObject({ invoiceNumber: 'K-2026-000001', total: -29.7 });
    const original = await call(getInvoice, { params: { id: invoice.id } }, { actor: member });
    expect(original.body).toMatchObject({
      state: 'credited',
      isPaid: true,
      balance: 0,
      credited: 29.7,
      paid: 0,
      creditNotes: [{ id: body.id, invoiceNumber: 'K-2026-000001', total: -29.7 }],
      payments: [
        { amount: 29.7, kind: 'bank' },
        { amount: -29.7, kind: 'released' },
      ],
    });
    const note = await call(getInvoice, { params: { id: body.id } }, { actor: member });
    expect(note.body).toMatchObject({
      kind: 'creditNote',
      referenceNumber: '',
      reason,
      balance: 0,
      credits: { id: invoice.id, invoiceNumber: invoice.number },
      lines: [{ quantity: 3, price: -9.9, total: -29.7, vatPercent: 24 }],
      vatRows: [{ totalWithoutVat: -23.95, vatTotal: -5.75 }],
    });
    expect((await call(listInvoices, { query: {} }, { actor: member })).body).toMatchObject({
      total: 1,
      credit: 29.7,
    });
    const pdf = endpointAddress(getPublicInvoiceFile, { params: { token: body.invoiceToken } });
    expect((await send({ method: 'GET', path: pdf, host: home.host })).status).toBe(200);
    const again = { params: { id: invoice.id }, body: { lines: 'all' as const, reason } };
    await expectRefused(running, home, () => call(creditInvoice, again, { actor: admin }), [
      409,
      'creditTooLarge',
    ]);
  });

  test('a part of an unpaid invoice lowers what is owed', async () => {
    const { home, admin, member, clientId } = await furnished();
    const invoice = await issued(home, {
      clientId,
      lines: [{}, { article: 'Book', unitCents: cents(2000) }],
    });
    const lines = [{ position: 2, amount: 5.01 }];
    await call(creditInvoice, { params: { id: invoice.id }, body: { lines, reason } }, { actor: admin });
    const { body } = await call(getInvoice, { params: { id: invoice.id } }, { actor: member });
    expect(body).toMatchObject({ state: 'issued', balance: 87.39, credited: 5.01 });
  });

  test('money of several payments pays, each once and the oldest first', async () => {
    const { home, admin, member, clientId } = await furnished();
    for (const amountCents of [3000, 1000]) {
      const { id } = await issued(home, {
        clientId,
        lines: [{ quantity: 1, unitCents: cents(amountCents) }],
      });
      await pay(home, id, amountCents);
      await call(creditInvoice, { params: { id }, body: { lines: 'all', reason } }, { actor: admin });
    }
    const paid: number[] = [];
    for (const amountCents of [2000, 1500, 900]) {
      const { id } = await issued(home, {
        clientId,
        lines: [{ quantity: 1, unitCents: cents(amountCents) }],
      });
      const answer = await call(payByCredit, { params: { id } }, { actor: member });
      paid.push(answer.body.paid, answer.body.balance);
    }
    expect(paid).toEqual([20, 0, 15, 0, 5, 4]);
    const { id } = await issued(home, { clientId });
    await expectRefused(running, home, () => call(payByCredit, { params: { id } }, { actor: member }), [
      409,
      'noCredit',
    ]);
    expect((await call(listInvoices, { query: {} }, { actor: member })).body.credit).toBe(0);
  });

  test('what cannot be credited', async () => {
    const { home, admin, member, clientId } = await furnished();
    const invoice = await issued(home, { clientId });
    const open = await draft(home, { clientId });
    const ofAnswer = ({ status, error }: { status: number; error?: string | undefined }) => [status, error];
    const tried = async (id: number, lines: { position: number; amount?: number }[] | 'all', actor = admin) =>
      ofAnswer(await call(creditInvoice, { params: { id }, body: { lines, reason } }, { actor }));
    expect(await tried(open.id, 'all')).toEqual([404, 'invoiceNotFound']);
    expect(await tried(999_999, 'all')).toEqual([404, 'invoiceNotFound']);
    expect(await tried(invoice.id, [{ position: 1, amount: 72.41 }])).toEqual([409, 'creditTooLarge']);
    expect(await tried(invoice.id, [{ position: 2 }])).toEqual([400, 'dataValidationFailed']);
    expect(await tried(invoice.id, [{ position: 1, amount: -1 }])).toEqual([400, 'dataValidationFailed']);
    expect(await tried(invoice.id, 'all', member)).toEqual([403, 'actionNotAllowed']);
    const note = await call(
      creditInvoice,
      { params: { id: invoice.id }, body: { lines: 'all', reason } },
      { actor: admin },
    );
    expect(await tried(note.body.id, 'all')).toEqual([404, 'invoiceNotFound']);
  });

  test('twelve at once: as much as was charged and not a cent more, numbers without gap', async () => {
    const { home, admin, member, clientId } = await furnished();
    const invoice = await issued(home, { clientId, lines: [{ unitCents: cents(1000) }] });
    const body = { lines: [{ position: 1, amount: 1.5 }], reason };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        call(creditInvoice, { params: { id: invoice.id }, body }, { actor: admin }),
      ),
    );
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(6);
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([undefined, 'creditTooLarge']));
    const { body: seen } = await call(getInvoice, { params: { id: invoice.id } }, { actor: member });
    expect(seen).toMatchObject({ credited: 9, balance: 1 });
    expect(seen.creditNotes.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `K-2026-00000${number}`),
    );
  });

  test('the database’s own guard: without it, two notes written past the rule stand; with it, one does', async () => {
    const { home, clientId } = await furnished();
    const issueNote = async (id: number, creditsId: number) => {
      await ask(
        `with note as (insert into invoices (tenant_id, id, kind, state, salt, token_hash, payer, language, total_cents,
            credits_id, created_at) values ($1, $2::integer, 'creditNote', 'draft', '', decode(md5($2::integer::text), 'hex'), '{}', 'en', -7240, $3, now()) returning id)
          select id from note`,
        home.id,
        id,
        creditsId,
      );
      await ask(
        `insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents,
            vat_cents, vat_kind, vat_rate, supply_on, credits_position)
          values ($1, $2, 1, 'x', 1, -7240, -7240, -5839, -1401, 'standard', 2400, '2026-09-14', 1)`,
        home.id,
        id,
      );
      return ask(
        "update invoices set state = 'issued', number = 'X' || id, issued_on = '2026-09-14', due_on = '2026-09-28', issued_at = now(), seller = '{}' where tenant_id = $1 and id = $2",
        home.id,
        id,
      ).then(
        () => 'issued',
        (error: { constraint?: string }) => error.constraint,
      );
    };
    const guarded = await issued(home, { clientId });
    const both = [await issueNote(900_001, guarded.id), await issueNote(900_002, guarded.id)];
    expect(both).toEqual(['issued', 'invoices_credited']);
    const off = (state: string) =>
      withOwner(running.databaseUrl, (owner) =>
        owner.query(`alter table invoices ${state} trigger keep_credits`),
      );
    await off('disable');
    const open = await issued(home, { clientId });
    expect([await issueNote(900_003, open.id), await issueNote(900_004, open.id)]).toEqual([
      'issued',
      'issued',
    ]);
    await off('enable');
  });
});

describe('writing off', () => {
  test('ends what is owed, once; money that comes later is taken all the same', async () => {
    const { home, admin, member, clientId } = await furnished();
    const invoice = await issued(home, { clientId });
    const params = { id: invoice.id };
    expect((await call(writeOffInvoice, { params }, { actor: admin })).body.balance).toBe(72.4);
    expect((await call(writeOffInvoice, { params }, { actor: admin })).error).toBe('invoiceAlreadyPaid');
    const list = await call(listInvoices, { query: {} }, { actor: member });
    expect(list.body).toMatchObject({
      unpaidCount: 0,
      toPay: 0,
      items: [{ state: 'writtenOff', isPaid: false }],
    });
    await pay(home, invoice.id, 7240);
    expect((await call(getInvoice, { params }, { actor: member })).body).toMatchObject({
      state: 'paid',
      balance: 0,
    });
    const open = await draft(home, { clientId });
    expect((await call(writeOffInvoice, { params: { id: open.id } }, { actor: admin })).error).toBe(
      'invoiceNotFound',
    );
  });
});

type Kinds = Readonly<Record<'draft' | 'note' | 'paid' | 'foreign' | 'open', number>>;

test.each<[string, (of: Kinds) => number, Refusal, Refusal | undefined]>([
  ['a draft', (of) => of.draft, [404, 'invoiceNotFound'], [404, 'invoiceNotFound']],
  ['a credit note', (of) => of.note, [404, 'invoiceNotFound'], [404, 'invoiceNotFound']],
  ['what is paid', (of) => of.paid, [409, 'invoiceAlreadyPaid'], [409, 'invoiceAlreadyPaid']],
  ['somebody else’s', (of) => of.foreign, [404, 'invoiceNotFound'], undefined],
  ['nothing', () => 9_999_999, [404, 'invoiceNotFound'], [404, 'invoiceNotFound']],
])('%s is not paid by credit and not written off', async (_, choose, ofCredit, ofWriting) => {
  const { home, admin, member, clientId } = await furnished();
  const [paid, credited] = [await issued(home, { clientId }), await issued(home, { clientId })];
  // Twice as much as is owed: there is credit.
  await pay(home, paid.id, 14_480);
  const body = { lines: 'all', reason } as const;
  const note = await call(creditInvoice, { params: { id: credited.id }, body }, { actor: admin });
  const kinds: Kinds = {
    ...{ draft: (await draft(home, { clientId })).id, note: note.body.id, paid: paid.id },
    ...{ foreign: (await issued(home)).id, open: (await issued(home, { clientId })).id },
  };
  const params = { id: choose(kinds) };
  await expectRefused(running, home, () => call(payByCredit, { params }, { actor: member }), ofCredit);
  if (ofWriting)
    await expectRefused(running, home, () => call(writeOffInvoice, { params }, { actor: admin }), ofWriting);
  const own = await call(payByCredit, { params: { id: kinds.open } }, { actor: member });
  expect(own.body).toEqual({ paid: 72.4, balance: 0 });
});

test('a credit note is nothing to pay, as who gets it sees it', async () => {
  const { home, admin, member, clientId } = await furnished();
  const { id } = await issued(home, { clientId });
  const body = { lines: 'all', reason } as const;
  const note = await call(creditInvoice, { params: { id }, body }, { actor: admin });
  const seen = await call(getInvoice, { params: { id: note.body.id } }, { actor: member });
  expect(seen.body).toMatchObject({ state: 'paid', balance: 0, isPaid: true });
});
