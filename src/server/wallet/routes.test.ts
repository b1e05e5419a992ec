import { describe, expect, test, vi } from 'vitest';
import { addContract, addUnpaidPeriod } from '#server/testing/benefits.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import { creditInvoice, writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { cents } from '#shared/kernel/money.ts';
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

/** A contract whose making, a freeze of 5,00 € and a period of 45,00 € are billed, and none of it is paid. */
async function billed(
  home: Centre,
  owner: TestAccount,
  category: 'webapp_fitness' | 'webapp_pilates',
  madeCents: number,
) {
  const contractId = await addContract(running, home, owner, { category });
  await addUnpaidPeriod(running, home, contractId, '2026-10-01');
  const invoiceOf = async (amount: number) =>
    (await issued(home, { clientId: owner.clientId, lines: [{ unitCents: cents(amount) }] })).id;
  const [made, frozen] = [await invoiceOf(madeCents), await invoiceOf(500)];
  await ask(
    'update contracts set invoice_id = $3, position = 1 where tenant_id = $1 and id = $2',
    ...[home.id, contractId, made],
  );
  await freeze(home, contractId, frozen, '2026-12-01');
  return { contractId, made, frozen };
}

/** A day on which a contract stands still, billed on the first line of an invoice. */
const freeze = (home: Centre, contractId: number, invoiceId: number, on: string) =>
  ask(
    `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, invoice_id, position, created_at)
     values ($1, $2, $5, $5, $5, $3, 1, $4)`,
    ...[home.id, contractId, invoiceId, clock.now(), on],
  );

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
    await freeze(home, contractId, drafted.id, '2026-12-01');
    const owed = async () => {
      const { items } = (await call(listWallet, {}, { actor })).body;
      return items.filter(({ kind }) => kind === 'contract').map(({ balance }) => balance);
    };
    expect(await owed()).toEqual([45]);
    await call(writeOffInvoice, { params: { id } }, { actor: admin });
    expect(await owed()).toEqual([0]);
  });

  test('what each of two contracts owes is its own: by its making, a freeze and a period, less credit and payments', async () => {
    const home = await centre({ rules: { payment: { isPaymentActive: true } } });
    const [actor, other] = [await home.account(), await home.account()];
    const admin = await home.account({ role: 'admin' });
    const [one, two] = [
      await billed(home, actor, 'webapp_fitness', 3000),
      await billed(home, actor, 'webapp_pilates', 4000),
    ];
    await billed(home, other, 'webapp_fitness', 9000);
    await pay(home, one.made, 1);
    const { body: note } = await call(
      creditInvoice,
      { params: { id: one.frozen }, body: { lines: [{ position: 1, amount: 2 }], reason: 'Ill' } },
      { actor: admin },
    );
    // A credit note that is not issued credits nothing.
    const [begun] = await ask<{ id: number }>(
      `insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, credits_id,
         created_at)
       values ($1, 'creditNote', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), $2, '{}', 'et', -100, $3, $4)
       returning id`,
      ...[home.id, actor.clientId, one.frozen, clock.now()],
    );
    // Nor is anything owed by what is no invoice yet, or none at all.
    const drafted = await draft(home, { clientId: actor.clientId });
    await freeze(home, one.contractId, drafted.id, '2026-12-10');
    await freeze(home, one.contractId, note.id, '2026-12-20');
    const { body: list } = await call(listWallet, {}, { actor });
    const owed = list.items.filter(({ kind }) => kind === 'contract').map(({ id, balance }) => [id, balance]);
    expect(new Map(owed as [number, number][])).toEqual(
      new Map([
        [one.contractId, 77.99],
        [two.contractId, 90],
      ]),
    );
    const ledgerOf = (kind: 'contract' | 'invoice', id: number) =>
      call(getWalletLedger, { params: { kind, id } }, { actor });
    const { lines } = (await ledgerOf('contract', one.contractId)).body;
    expect(lines.map(({ kind, change, left }) => [kind, change, left])).toEqual([
      ['issued', 45, 45],
      ['issued', 30, 75],
      ['issued', 5, 80],
      ['credited', -2, 78],
      ['paid', -0.01, 77.99],
    ]);
    const linesOf = async (id: number) =>
      (await ledgerOf('invoice', id)).body.lines.map(({ kind, change }) => [kind, change]);
    expect([await linesOf(one.frozen), await linesOf(one.made)]).toEqual([
      [
        ['issued', 5],
        ['credited', -2],
      ],
      [
        ['issued', 30],
        ['paid', -0.01],
      ],
    ]);
    for (const id of [note.id, begun?.id ?? 0, drafted.id])
      expect((await ledgerOf('invoice', id)).error).toBe('itemNotFound');
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

  test('a contract is valid through its last day; one that is not signed yet is not there', async () => {
    const home = await centre();
    const actor = await home.account();
    const [last, past, begun] = [
      await addContract(running, home, actor, { endsOn: '2026-09-14' }),
      await addContract(running, home, actor, { endsOn: '2026-09-13', category: 'webapp_pilates' }),
      await addContract(running, home, actor, { startsOn: '2026-10-01' }),
    ];
    await ask(
      `update contracts set state = 'pending', activated_at = null
        where tenant_id = $1 and id = $2 returning 1`,
      ...[home.id, begun],
    );
    const { items } = (await call(listWallet, {}, { actor })).body;
    expect(items.map(({ id, isValid }) => [id, isValid])).toEqual([
      [last, true],
      [past, false],
    ]);
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
