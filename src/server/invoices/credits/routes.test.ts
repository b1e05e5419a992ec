import { describe, expect, test } from 'vitest';
import type { CentreParts } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import * as credits from '#shared/invoices/credits/contract.ts';
import { cents } from '#shared/kernel/money.ts';
import { listOwnPayable } from '#shared/payments/contract.ts';
import { getHome } from '#shared/registrations/home/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const { issued, pay, begunNote } = invoiceMeans(running);

async function managed(parts: CentreParts = {}) {
  const home = await centre(parts);
  const owner = await home.account();
  const actor = await home.account({ role: 'admin' });
  const invoice = await issued(home, {
    clientId: owner.clientId,
    lines: [{ unitCents: cents(4000) }, { article: 'Towel', unitCents: cents(1000) }],
  });
  const params = { id: invoice.id };
  const read = async () => (await call(credits.getManagedInvoice, { params }, { actor })).body;
  const credit = (body: { lines: 'all' | { position: number; amount?: number }[] }) =>
    call(credits.creditInvoice, { params, body: { ...body, reason: 'Broken' } }, { actor });
  return { home, owner, actor, invoice, params, read, credit };
}

describe('a client’s invoices, for administrators', () => {
  test('are listed with their balances, those to be paid first', async () => {
    const { home, owner, actor, invoice } = await managed();
    const paid = await issued(home, { clientId: owner.clientId });
    await pay(home, paid.id, 7240);
    await issued(home, {});
    await begunNote(home, invoice.id, 1500);
    const input = { params: { id: owner.clientId }, query: {} };
    const { body } = await call(credits.listClientInvoices, input, { actor });
    expect(body).toMatchObject({
      total: 2,
      toPay: 50,
      items: [
        { id: invoice.id, balance: 50, state: 'issued' },
        { id: paid.id, balance: 0, state: 'paid' },
      ],
    });
    const page = await call(
      credits.listClientInvoices,
      { ...input, query: { offset: 1, limit: 1 } },
      { actor },
    );
    expect(page.body.items.map(({ id }) => id)).toEqual([paid.id]);
  });

  test('of another centre, or of nobody, are not there', async () => {
    const { owner, params } = await managed();
    const actor = await (await centre()).account({ role: 'admin' });
    const input = { params: { id: owner.clientId }, query: {} };
    expect((await call(credits.listClientInvoices, input, { actor })).error).toBe('clientNotFound');
    expect((await call(credits.getManagedInvoice, { params }, { actor })).error).toBe('invoiceNotFound');
  });
});

describe('what may be done about an invoice', () => {
  test('what is left of each line is credited, and no more', async () => {
    const { home, invoice, read, credit } = await managed();
    await begunNote(home, invoice.id, 1500);
    expect(await read()).toMatchObject({
      canCredit: true,
      canWriteOff: true,
      lines: [{ left: 40 }, { left: 10 }],
    });
    await credit({ lines: [{ position: 1, amount: 15 }, { position: 2 }] });
    expect(await read()).toMatchObject({ balance: 25, canCredit: true, lines: [{ left: 25 }, { left: 0 }] });
    expect((await credit({ lines: [{ position: 1, amount: 25.01 }] })).error).toBe('creditTooLarge');
    await credit({ lines: [{ position: 1, amount: 24.99 }] });
    expect(await read()).toMatchObject({ balance: 0.01, canCredit: true });
    await credit({ lines: 'all' });
    expect(await read()).toMatchObject({
      balance: 0,
      canCredit: false,
      canWriteOff: false,
      state: 'credited',
    });
  });

  test('what is paid is not written off; what was written off can still be credited', async () => {
    const { home, actor, params, read } = await managed();
    expect((await call(credits.writeOffInvoice, { params }, { actor })).body).toEqual({ balance: 50 });
    expect(await read()).toMatchObject({ canCredit: true, canWriteOff: false, state: 'writtenOff' });
    const paid = await issued(home, {});
    await pay(home, paid.id, 7240);
    const other = await call(credits.getManagedInvoice, { params: { id: paid.id } }, { actor });
    expect(other.body).toMatchObject({ canCredit: true, canWriteOff: false });
  });

  test('what was written off is asked for no more: not in what is to be paid, not in the list, not at home', async () => {
    const { home, owner, actor, invoice, params } = await managed(paying);
    const other = await issued(home, { clientId: owner.clientId });
    const asked = async () => {
      const [payable, listed, start] = [
        (await call(listOwnPayable, {}, { actor: owner })).body,
        (await call(listInvoices, { query: { filter: 'unpaid' } }, { actor: owner })).body,
        (await call(getHome, {}, { actor: owner })).body,
      ];
      return {
        payable: payable.map(({ invoiceId }) => invoiceId),
        listed: listed.items.map(({ id }) => id).toSorted((a, b) => a - b),
        sums: [listed.toPay, start.invoices.toPay],
      };
    };
    const both = [invoice.id, other.id];
    expect(await asked()).toEqual({ payable: both, listed: both, sums: [122.4, 122.4] });
    await call(credits.writeOffInvoice, { params }, { actor });
    expect(await asked()).toEqual({ payable: [other.id], listed: [other.id], sums: [72.4, 72.4] });
  });

  test('nothing about a credit note', async () => {
    const { actor, credit } = await managed();
    const note = (await credit({ lines: 'all' })).body;
    const { body } = await call(credits.getManagedInvoice, { params: { id: note.id } }, { actor });
    expect(body).toMatchObject({ kind: 'creditNote', canCredit: false, canWriteOff: false });
  });

  test('what was done stands in the trail with who and why', async () => {
    const { home, actor, params, credit } = await managed();
    await credit({ lines: [{ position: 2 }] });
    await call(credits.writeOffInvoice, { params }, { actor });
    expect((await credit({ lines: [{ position: 2 }] })).error).toBe('creditTooLarge');
    const trail = await ask(
      'select action, account_id as "accountId", input from audit_trail where tenant_id = $1 order by id',
      home.id,
    );
    expect(trail).toMatchObject([
      {
        action: 'POST /admin/invoice/:id/credit',
        accountId: actor.id,
        input: { body: { reason: 'Broken' } },
      },
      { action: 'POST /admin/invoice/:id/write-off', accountId: actor.id, input: { params } },
    ]);
  });
});
