import { describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import {
  getInvoice,
  getInvoiceFile,
  getProductTranslations,
  getPublicInvoiceFile,
  listInvoices,
  payByCredit,
} from '#shared/invoices/contract.ts';
import { apiBase, endpointAddress } from '#shared/kernel/endpoint.ts';
import { cents } from '#shared/kernel/money.ts';

const running = withServer();
const { centre, call, send, logIn, clock } = running;
const { issued, draft, pay } = invoiceMeans(running);

describe('the list', () => {
  // shows: call-user-invoice
  test('unpaid ones first, the most urgent on top, with their sum; then the rest, latest first', async () => {
    const home = await centre();
    const actor = await home.account();
    const { clientId } = actor;
    const old = await issued(home, { clientId });
    clock.advance({ hours: 24 });
    const paid = await issued(home, { clientId, lines: [{ unitCents: cents(1000) }] });
    await pay(home, paid.id, 1000);
    clock.advance({ hours: 24 });
    const partly = await issued(home, { clientId, lines: [{ unitCents: cents(5000) }] });
    await pay(home, partly.id, 2000);
    const last = await issued(home, { clientId, lines: [{ unitCents: cents(300) }] });
    await pay(home, last.id, 500);
    await draft(home, { clientId });
    await issued(home, { clientId: await home.client() });
    const { body } = await call(listInvoices, { query: {} }, { actor });
    expect(body.items.map(({ id, state, balance, isPaid }) => [id, state, balance, isPaid])).toEqual([
      [old.id, 'issued', 72.4, false],
      [partly.id, 'partial', 30, false],
      [last.id, 'paid', 0, true],
      [paid.id, 'paid', 0, true],
    ]);
    expect(body).toMatchObject({ total: 4, unpaidCount: 2, toPay: 102.4, credit: 2 });
    expect(body.items[0]).toMatchObject({
      invoiceNumber: old.number,
      date: '2026-09-14',
      dueDate: '2026-09-21',
    });
    const second = await call(listInvoices, { query: { filter: 'paid', offset: 1, limit: 1 } }, { actor });
    expect(second.body).toMatchObject({ total: 2, offset: 1, limit: 1, items: [{ id: paid.id }] });
    const unpaid = await call(listInvoices, { query: { filter: 'unpaid' } }, { actor });
    expect(unpaid.body.items).toHaveLength(2);
  });
});

describe('one invoice', () => {
  // shows: invoice-fields
  test('has every field, and its balance comes from receipts', async () => {
    const home = await centre();
    const actor = await home.account({ firstName: 'Mari', lastName: 'Mets' });
    const invoice = await issued(home, {
      clientId: actor.clientId,
      payer: { name: 'Tööandja OÜ', address: 'Pikk 1' },
      lines: [
        { article: 'Round', quantity: 2, unitCents: cents(1360) },
        { article: 'Book', vatKind: 'reduced', unitCents: cents(4000), discountCents: cents(500) },
      ],
    });
    await pay(home, invoice.id, 2720);
    const { body } = await call(getInvoice, { params: { id: invoice.id } }, { actor });
    expect(body).toMatchObject({
      kind: 'invoice',
      invoiceNumber: invoice.number,
      referenceNumber: invoice.reference,
      date: '2026-09-14',
      dueDate: '2026-09-21',
      payer: { name: 'Tööandja OÜ', address: 'Pikk 1' },
      client: { name: 'Mari Mets' },
      lines: [
        { article: 'Round', quantity: 2, price: 13.6, discount: 0, total: 27.2, vatPercent: 24 },
        { article: 'Book', quantity: 1, price: 40, discount: 5, total: 35, vatPercent: 13 },
      ],
      vatRows: [
        { vatKind: 'standard', vatPercent: 24, totalWithoutVat: 21.94, vatTotal: 5.26 },
        { vatKind: 'reduced', vatPercent: 13, totalWithoutVat: 30.97, vatTotal: 4.03 },
      ],
      totalWithoutVat: 52.91,
      vatTotal: 9.29,
      total: 62.2,
      paid: 27.2,
      credited: 0,
      balance: 35,
      state: 'partial',
      isPaid: false,
      payments: [{ date: '2026-09-14', amount: 27.2, kind: 'bank' }],
      creditNotes: [],
      credits: null,
      usableCredit: 0,
      invoiceToken: invoice.token,
    });
  });

  test('somebody else’s, a draft and a number that is none are not found', async () => {
    const home = await centre();
    const actor = await home.account();
    const other = await issued(home, { clientId: await home.client() });
    const own = await draft(home, { clientId: actor.clientId });
    for (const endpoint of [getInvoice, getInvoiceFile]) {
      for (const id of [other.id, own.id, 999_999]) {
        const address = endpointAddress(endpoint, { params: { id } });
        const headers = { authorization: `Bearer ${await logIn(actor)}` };
        const answer = await send({ method: 'GET', path: address, host: home.host, headers });
        expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('invoiceNotFound')]);
      }
    }
    expect((await call(payByCredit, { params: { id: other.id } }, { actor })).error).toBe('invoiceNotFound');
    expect((await call(payByCredit, { params: { id: own.id } }, { actor })).error).toBe('invoiceNotFound');
  });
});

describe('the paper', () => {
  test('opens by its token and for its owner, as a file to keep, and for nobody by a number', async () => {
    const home = await centre();
    const actor = await home.account();
    const invoice = await issued(home, { clientId: actor.clientId });
    const byToken = endpointAddress(getPublicInvoiceFile, { params: { token: invoice.token } });
    const headers = { authorization: `Bearer ${await logIn(actor)}` };
    const byOwner = endpointAddress(getInvoiceFile, { params: { id: invoice.id } });
    for (const answer of [
      await send({ method: 'GET', path: byToken, host: home.host }),
      await send({ method: 'GET', path: byOwner, host: home.host, headers }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.text.startsWith('%PDF-1.7')).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
      });
    }
    const open = await draft(home, { clientId: actor.clientId });
    const elsewhere = await centre();
    const closed = [
      [home.host, `/public/invoice/${invoice.number}/pdf`],
      [home.host, `/public/invoice/${invoice.id}/pdf`],
      [home.host, `/public/invoice/${'x'.repeat(43)}/pdf`],
      [home.host, `/public/invoice/${open.token}/pdf`],
      [elsewhere.host, `/public/invoice/${invoice.token}/pdf`],
    ] as const;
    for (const [host, path] of closed) {
      const answer = await send({ method: 'GET', path: apiBase + path, host });
      expect([path, answer.status, answer.text]).toEqual([
        path,
        404,
        expect.stringContaining('invoiceNotFound'),
      ]);
    }
    expect((await send({ method: 'GET', path: byOwner, host: home.host })).status).toBe(401);
  });
});

describe('credit', () => {
  test('what was paid too much pays another invoice, once, and never more than there is', async () => {
    const home = await centre();
    const actor = await home.account();
    const { clientId } = actor;
    const first = await issued(home, { clientId, lines: [{ unitCents: cents(1000) }] });
    await pay(home, first.id, 6000);
    const open = await Promise.all(
      [2000, 4000, 3000].map((unit) => issued(home, { clientId, lines: [{ unitCents: cents(unit) }] })),
    );
    const detail = await call(getInvoice, { params: { id: open[0]?.id ?? 0 } }, { actor });
    expect(detail.body.usableCredit).toBe(20);
    const answers = await Promise.all(open.map(({ id }) => call(payByCredit, { params: { id } }, { actor })));
    const paid = answers.map((answer) => (answer.error ? 0 : answer.body.paid));
    expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(50);
    expect(answers.filter(({ error }) => error).every(({ error }) => error === 'noCredit')).toBe(true);
    const { body } = await call(listInvoices, { query: {} }, { actor });
    expect(body).toMatchObject({ credit: 0, toPay: 40 });
    expect((await call(payByCredit, { params: { id: first.id } }, { actor })).error).toBe(
      'invoiceAlreadyPaid',
    );
  });
});

/** A ticket that is called otherwise in each language. */
async function ticketProduct(home: Centre): Promise<number> {
  const [product] = await running.ask<{ id: number }>(
    `insert into products (tenant_id, kind, category, client_type, names, vat_kind, valid_count, valid_unit, start_mode)
      values ($1, 'ticket', 'webapp_fitness', 'gym', '{"et": "Pilet", "en": "Ticket", "lv": "Biļete"}', 'standard', 1, 'month', 'purchase')
      returning id`,
    home.id,
  );
  return product?.id ?? 0;
}

describe('names of what is on an invoice', () => {
  test('in a list the first line, in the reader’s language, and how many lines there are', async () => {
    const home = await centre();
    const actor = await home.account();
    const product = await ticketProduct(home);
    const lines = [{ productId: product, article: 'Ticket, Kesklinn' }, { article: 'Towel' }];
    const two = await issued(home, { clientId: actor.clientId, lines });
    clock.advance({ hours: 24 });
    const one = await issued(home, { clientId: actor.clientId, lines: lines.slice(1) });
    const { body } = await call(listInvoices, { query: {} }, { actor, language: 'et' });
    expect(body.items.map(({ id, article, lineCount }) => [id, article, lineCount])).toEqual([
      [two.id, 'Pilet, Kesklinn', 2],
      [one.id, 'Towel', 1],
    ]);
  });

  // shows: call-public-product-translation-invoice-invoice-number
  test('in three languages, by token; a number, a dropped draft and another centre’s token open nothing', async () => {
    const home = await centre();
    const product = await ticketProduct(home);
    const lines = [{ productId: product, article: 'Ticket' }, { article: 'Towel' }];
    const sold = await draft(home, { lines });
    const ask = (invoiceNumber: string, host = home.host) =>
      call(getProductTranslations, { params: { invoiceNumber } }, { host });
    expect((await ask(sold.token)).body).toEqual([
      { position: 1, productId: product, names: { et: 'Pilet', en: 'Ticket', lv: 'Biļete' } },
      { position: 2, productId: null, names: { et: 'Towel', en: 'Towel', lv: 'Towel' } },
    ]);
    const invoice = await issued(home, { lines });
    expect((await ask(invoice.token)).body).toHaveLength(2);
    const elsewhere = await centre();
    await running.ask("update invoices set state = 'dropped' where id = $1", sold.id);
    for (const answer of [
      await ask(invoice.number),
      await ask(String(invoice.id)),
      await ask(sold.token),
      await ask(invoice.token, elsewhere.host),
    ]) {
      expect([answer.status, answer.error]).toEqual([404, 'invoiceNotFound']);
    }
  });
});
