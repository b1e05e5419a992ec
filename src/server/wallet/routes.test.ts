import { describe, expect, test, vi } from 'vitest';
import { addContract, addUnpaidPeriod } from '#server/testing/benefits.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import { creditInvoice, writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { adjustTicket, listTickets } from '#shared/tickets/contract.ts';
import { adjustVoucher, listVouchers } from '#shared/vouchers/contract.ts';
import { getWalletLedger, listWallet } from '#shared/wallet/contract.ts';

// Passwords are dear on purpose, and each test makes a centre with everything.
vi.setConfig({ testTimeout: 60_000 });

const running = withServer();
const { centre, call, ask, clock } = running;
const { draft, issued, pay } = invoiceMeans(running);

/** A member with one of everything: tickets used and corrected, invoices paid, in part, credited, written off. */
async function furnished() {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const actor = await home.account();
  const admin = await home.account({ role: 'admin' });
  const { clientId } = actor;
  const productId = await addProduct(running, home, {});
  const ticket = await fulfil(running, home, { productId, owner: actor });
  await call(
    adjustTicket,
    { params: { id: ticket.id }, body: { visits: -3, reason: 'Moved' } },
    { actor: admin },
  );
  const packaged = await addProduct(running, home, {
    kind: 'personalTraining',
    clientType: 'personalTraining',
  });
  await fulfil(running, home, { productId: packaged, owner: actor });
  const contractId = await addContract(running, home, actor, {});
  await addUnpaidPeriod(running, home, contractId, '2026-10-01');
  const paid = await issued(home, { clientId });
  await pay(home, paid.id, 7240);
  const part = await issued(home, { clientId });
  await pay(home, part.id, 2000);
  const credited = await issued(home, { clientId });
  await pay(home, credited.id, 7240);
  await call(
    creditInvoice,
    { params: { id: credited.id }, body: { lines: 'all', reason: 'Cancelled' } },
    { actor: admin },
  );
  const lost = await issued(home, { clientId });
  await pay(home, lost.id, 240);
  await call(writeOffInvoice, { params: { id: lost.id } }, { actor: admin });
  return { home, actor, admin, contractId };
}

describe('purchases in one place', () => {
  test('every balance is the last line of its ledger and the sum of its lines, and what its own screen says', async () => {
    const { actor } = await furnished();
    const { body: list } = await call(listWallet, {}, { actor });
    for (const item of list.items) {
      const params = { kind: item.kind, id: item.id };
      const { body } = await call(getWalletLedger, { params }, { actor });
      const sum = body.lines.reduce((all, { change }) => all + Math.round(change * 100), 0);
      const last = body.lines.at(-1)?.left ?? 0;
      expect([item.kind, item.id, body.unit, sum / 100, last]).toEqual([
        item.kind,
        item.id,
        item.unit,
        item.balance,
        item.balance,
      ]);
    }
    expect(new Set(list.items.map(({ kind }) => kind))).toEqual(
      new Set(['contract', 'ticket', 'package', 'invoice', 'credit']),
    );
    const owed = list.items.filter(({ kind, isValid }) => kind === 'invoice' && isValid);
    const invoices = (await call(listInvoices, { query: {} }, { actor })).body;
    expect(list).toMatchObject({
      owed: invoices.toPay,
      credit: invoices.credit,
      openCount: invoices.unpaidCount,
      payId: invoices.items[0]?.id,
    });
    expect(owed.reduce((all, { balance }) => all + Math.round((balance ?? 0) * 100), 0) / 100).toBe(
      invoices.toPay,
    );
    expect(list.credit).toBeGreaterThan(0);
    const own = (await call(listTickets, { query: {} }, { actor })).body.items;
    expect(
      list.items
        .filter(({ kind }) => kind === 'ticket' || kind === 'package')
        .map(({ balance }) => balance)
        .sort(),
    ).toEqual(own.map(({ visitsLeft }) => visitsLeft).sort());
    expect(list.items.filter(({ kind }) => kind === 'contract')).toMatchObject([{ balance: 45 }]);
  });

  test('a contract owes nothing any more once its invoice is written off', async () => {
    const home = await centre();
    const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const contractId = await addContract(running, home, actor, {});
    const id = await addUnpaidPeriod(running, home, contractId, '2026-10-01');
    // What is not issued is not owed.
    const drafted = await draft(home, { clientId: actor.clientId });
    await ask(
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, invoice_id, position, created_at)
       values ($1, $2, '2026-12-01', '2026-12-05', '2026-12-05', $3, 1, $4)`,
      ...[home.id, contractId, drafted.id, clock.now()],
    );
    const owed = async () => {
      const { items } = (await call(listWallet, {}, { actor })).body;
      return items.filter(({ kind }) => kind === 'contract').map(({ balance }) => balance);
    };
    expect(await owed()).toEqual([45]);
    await call(writeOffInvoice, { params: { id } }, { actor: admin });
    expect(await owed()).toEqual([0]);
  });

  test('of vouchers too, with what was given on and corrected', async () => {
    const home = await centre();
    const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const voucher = await voucherOf(running, home, { clientId: actor.clientId, uses: 3 });
    await call(
      adjustVoucher,
      { params: { id: voucher.id }, body: { uses: 1, reason: 'Sorry' } },
      { actor: admin },
    );
    const { body: list } = await call(listWallet, {}, { actor });
    const [own] = (await call(listVouchers, {}, { actor })).body;
    const { usesLeft: balance, uses: granted } = own ?? {};
    expect(granted).toBe(4);
    expect(list.items).toMatchObject([{ kind: 'voucher', isValid: true, balance, granted }]);
    const params = { kind: 'voucher', id: voucher.id } as const;
    const { body } = await call(getWalletLedger, { params }, { actor });
    expect(body.lines.map(({ kind }) => kind)).toEqual(['granted', 'corrected']);
    expect(body.lines.at(-1)?.left).toBe(own?.usesLeft);
  });

  test('valid ones come first, then what is past', async () => {
    const { actor } = await furnished();
    const { body } = await call(listWallet, {}, { actor });
    const valid = body.items.map(({ isValid }) => isValid);
    expect(valid).toEqual(valid.toSorted((one, other) => Number(other) - Number(one)));
    expect(body.items[0]?.kind).toBe('contract');
    expect(body.items.filter(({ kind, isValid }) => kind === 'invoice' && !isValid)).toHaveLength(3);
  });

  test('nobody reads another’s ledger', async () => {
    const { home, actor } = await furnished();
    const other = await home.account();
    const { body } = await call(listWallet, {}, { actor });
    for (const { kind, id } of body.items.filter((item) => item.kind !== 'credit')) {
      const answer = await call(getWalletLedger, { params: { kind, id } }, { actor: other });
      expect([kind, answer.status, answer.error]).toEqual([kind, 404, 'itemNotFound']);
    }
    const credit = await call(getWalletLedger, { params: { kind: 'credit', id: 0 } }, { actor: other });
    expect(credit.body.lines).toEqual([]);
    expect((await call(listWallet, {}, { actor: other })).body).toMatchObject({
      items: [],
      owed: 0,
      payId: null,
    });
    expect(await ask('select 1')).toHaveLength(1);
  });
});
