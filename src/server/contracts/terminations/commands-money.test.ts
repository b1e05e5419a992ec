import { expect, test, vi } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addPackage, billContract } from '#server/testing/contracts.ts';
import { addUnissuedNote } from '#server/testing/invoices.ts';
import { paying, saleMeans, type TestSale } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { togetherMeans } from '#server/testing/together.ts';
import { addContract, listContracts } from '#shared/contracts/contract.ts';
import { grantContract } from '#shared/contracts/grants/contract.ts';
import { withdraw } from '#shared/contracts/terminations/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { startPayment } from '#shared/payments/contract.ts';

// Whatever a withdrawal gives back is on its way to where it came from, or its client's credit: to the cent.
const running = withServer();
const { centre, call, ask, clock, runJob } = running;
const means = saleMeans(running);
const { together } = togetherMeans(running);
const { freeze, night } = billingMeans(running);

async function furnished(priceCents = 4500) {
  const home = await centre(paying);
  const productId = await addPackage(running, home, { prices: [{ clubId: home.clubId, priceCents }] });
  const [admin, member] = [await home.account({ role: 'admin' }), await home.account()];
  return { home, productId, admin, member };
}
type Scene = Awaited<ReturnType<typeof furnished>>;

/** A contract the member bought, with what opens its first invoice. */
async function buy({ home, productId, member }: Scene, cents = 4500): Promise<TestSale> {
  const body = {
    ...{ productId, unitId: home.clubId, startsOn: '2026-09-20', startsEarly: true, hasAgreed: true },
    code: '',
  };
  const { invoiceToken } = (await call(addContract, { body }, { actor: member })).body;
  return { home, invoiceId: await lastInvoice(home), token: invoiceToken ?? '', cents };
}

/** One made at the desk, whose first invoice is owed. */
async function grant({ home, productId, admin, member }: Scene) {
  const body = { productId, unitId: home.clubId, startsOn: '2026-09-16', startsEarly: true };
  const given = await call(grantContract, { params: { id: member.clientId }, body }, { actor: admin });
  const sale: TestSale = { home, invoiceId: await lastInvoice(home), token: '', cents: 4500 };
  return { contractId: given.body.id, sale };
}

async function lastInvoice(home: Centre): Promise<number> {
  const [row] = await ask<{ id: number }>('select max(id) as id from invoices where tenant_id = $1', home.id);
  return row?.id ?? 0;
}

async function payAt(home: Centre, sale: TestSale, address: string): Promise<void> {
  await means.atBank(home, address, 'pay');
  for (const payment of await means.payments(sale))
    await means.notify(home, await means.orderToken(sale, payment, 'PAID'));
}

const ways = [
  { method: 'paymentInitiation', bank: 'HABAEE2X', country: 'EE' },
  { method: 'cardPayments' },
] as const;

/** By one way, or by both at once. */
async function pay(sale: TestSale, times: 1 | 2 = 1): Promise<void> {
  const addresses: string[] = [];
  for (const way of ways.slice(0, times)) {
    const body = { invoiceToken: sale.token, ...way };
    addresses.push((await call(startPayment, { body }, { host: sale.home.host })).body.address);
    clock.advance({ minutes: 2 });
  }
  for (const address of addresses) await means.atBank(sale.home, address, 'pay');
  for (const payment of await means.payments(sale))
    await means.notify(sale.home, await means.orderToken(sale, payment, 'PAID'));
}

async function contractOf(actor: TestAccount): Promise<number> {
  return (await call(listContracts, {}, { actor })).body.valid[0]?.id ?? 0;
}

/** What became of all that came: with the client, with an invoice beyond what it costs, sent back. */
async function whereabouts({ id }: Centre) {
  const [row] = await ask(
    `select (select coalesce(sum(credit_left(r)), 0)::int from receipts r where tenant_id = $1) as credit,
       (select coalesce(sum(greatest(0, paid - owed)), 0)::int from (select
          (select coalesce(sum(a.amount_cents), 0) from allocations a where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as paid,
          i.total_cents + (select coalesce(sum(n.total_cents), 0) from invoices n where n.tenant_id = i.tenant_id
            and n.credits_id = i.id and n.state = 'issued') as owed
        from invoices i where i.tenant_id = $1 and i.kind = 'invoice' and i.state = 'issued') s) as overpaid,
       (select coalesce(sum(amount_cents), 0)::int from refunds where tenant_id = $1 and status = 'SUCCESSFUL') as back,
       (select coalesce(sum(amount_cents), 0)::int from refunds where tenant_id = $1 and status in ('REJECTED', 'CANCELED')) as refused`,
    id,
  );
  return row;
}

/** Until what goes back has gone, or was refused. */
async function settle(home: Centre): Promise<void> {
  await vi.waitFor(
    async () => {
      clock.advance({ minutes: 31 });
      await runJob('payments');
      const open = await ask(
        "select from refunds where tenant_id = $1 and status in ('PENDING', 'PROCESSING')",
        home.id,
      );
      expect(open).toEqual([]);
    },
    { timeout: 15_000, interval: 500 },
  );
}

test('what was paid twice is back once, and credit once', { timeout: 40_000 }, async () => {
  const scene = await furnished();
  const { home, member } = scene;
  const sale = await buy(scene);
  await pay(sale, 2);
  // One that was begun later, and came to nothing.
  await ask(
    `insert into payments (tenant_id, id, invoice_id, provider, method, amount_cents, status, created_at, expires_at, changed_at)
     values ($1, gen_random_uuid(), $2, 'x', 'cardPayments', 4500, 'ABANDONED', $3, $3, $3) returning 1`,
    ...[home.id, sale.invoiceId, clock.now()],
  );
  expect(await whereabouts(home)).toMatchObject({ credit: 4500, overpaid: 0 });
  const params = { id: await contractOf(member) };
  expect((await call(withdraw, { params }, { actor: member })).body).toMatchObject({ paidBack: 45 });
  await settle(home);
  expect(await whereabouts(home)).toEqual({ credit: 4500, overpaid: 0, back: 4500, refused: 0 });
});

test('a withdrawal takes the fee of a freeze off too, on whatever invoice it stands', async () => {
  const scene = await furnished();
  const { home, admin, member } = scene;
  const other = await home.account();
  const { contractId } = await grant(scene);
  // Two fees on one invoice, and as many of somebody else's.
  for (const id of [contractId, (await grant({ ...scene, member: other })).contractId]) {
    await freeze(home, { id }, '2026-09-17', '2026-09-17', 500);
    await freeze(home, { id }, '2026-09-18', '2026-10-02', 300);
  }
  await night(home, '2026-09-18');
  const owed = async ({ clientId }: TestAccount) => {
    const [row] = await ask<{ cents: number; last: number }>(
      `select sum(total_cents)::integer as cents, max(id) filter (where kind = 'invoice') as last from invoices
       where tenant_id = $1 and client_id = $2 and state = 'issued'`,
      ...[home.id, clientId],
    );
    return row ?? { cents: 0, last: 0 };
  };
  // The office has taken a part off one of each, and begun to take something off the other.
  for (const [of, amount] of [
    [member, 1],
    [other, 2],
  ] as const) {
    const { cents, last } = await owed(of);
    expect(cents).toBe(4500 + 500 + 300);
    const body = { lines: [{ position: 1, amount }], reason: 'Ill' };
    expect((await call(creditInvoice, { params: { id: last }, body }, { actor: admin })).status).toBe(200);
    await addUnissuedNote(running, home, last, { position: 2, amountCents: 50 });
  }
  const params = { id: contractId };
  const { used } = (await call(withdraw, { params }, { actor: member })).body;
  // One day of thirty; two were frozen.
  expect(used).toBe(1.5);
  expect((await owed(member)).cents).toBe(150);
  expect((await owed(other)).cents).toBe(4500 + 300 + 300);
});

test('of a payment for several invoices the other one’s credit stays', { timeout: 40_000 }, async () => {
  const scene = await furnished();
  const { home, admin, member } = scene;
  const { contractId, sale } = await grant(scene);
  const other = await means.issued(home, { item: false, clientId: member.clientId, cents: 3000 });
  await payAt(home, sale, (await together(member, [sale, other])).body.address);
  const credit = { params: { id: other.invoiceId }, body: { lines: 'all' as const, reason: 'A mistake' } };
  await call(creditInvoice, credit, { actor: admin });
  expect((await call(withdraw, { params: { id: contractId } }, { actor: member })).status).toBe(200);
  await settle(home);
  expect(await whereabouts(home)).toEqual({ credit: 3000, overpaid: 0, back: 4500, refused: 0 });
});

test('what the service refuses to send back is credit, and the office hears of it', {
  timeout: 40_000,
}, async () => {
  // The stand-in refuses sums that end so.
  const scene = await furnished(4513);
  const { home, member } = scene;
  await pay(await buy(scene, 4513));
  const params = { id: await contractOf(member) };
  expect((await call(withdraw, { params }, { actor: member })).body).toMatchObject({ paidBack: 45.13 });
  await settle(home);
  expect(await whereabouts(home)).toEqual({ credit: 4513, overpaid: 0, back: 0, refused: 4513 });
  const told = () =>
    ask(
      'select subject from stand_in_mails where tenant_id = $1 and recipient = $2',
      ...[home.id, `info@${home.host}`],
    );
  await expect.poll(told).toEqual([{ subject: expect.stringContaining('45,13') }]);
});

test('two invoices of one payment are promised no cent twice', { timeout: 40_000 }, async () => {
  const scene = await furnished();
  const { home, admin, member } = scene;
  // Credit of before, and another invoice: a part of what is paid together comes of it.
  const old = await means.issued(home, { item: false, clientId: member.clientId, cents: 6000 });
  await pay(old, 2);
  const other = await means.issued(home, { item: false, clientId: member.clientId, cents: 5000 });
  const { contractId, sale: first } = await grant(scene);
  const invoiceId = await billContract(running, home, contractId, {
    untilOn: '2026-11-15',
    dueOn: '2026-09-25',
  });
  const second: TestSale = { home, invoiceId, token: '', cents: 4500 };
  const started = await together(member, [other, first, second], { usesCredit: true, total: 80 });
  await payAt(home, other, started.body.address);
  const credit = { params: { id: other.invoiceId }, body: { lines: 'all' as const, reason: 'A mistake' } };
  await call(creditInvoice, credit, { actor: admin });
  const done = await call(withdraw, { params: { id: contractId } }, { actor: member });
  expect(done.body).toMatchObject({ back: 90 });
  await settle(home);
  const after = (await whereabouts(home)) as { credit: number; back: number };
  expect(after).toMatchObject({ overpaid: 0, refused: 0 });
  // All that came but what the old invoice costs.
  expect(after.credit + after.back).toBe(6000 + 8000);
});

test.each([
  ['the whole price', 1, undefined, 0.01],
  ['the joining fee beside it', 4500, 1, 45.01],
])('a cent goes back where it came from like any sum: %s', async (_, priceCents, joiningFeeCents, back) => {
  const scene = await furnished(priceCents);
  const { home, member } = scene;
  const prices = [{ clubId: home.clubId, priceCents }];
  const parts = { prices, ...(joiningFeeCents !== undefined && { joiningFeeCents }) };
  const productId = await addPackage(running, home, parts);
  await pay(await buy({ ...scene, productId }, Math.round(back * 100)));
  const params = { id: await contractOf(member) };
  expect((await call(withdraw, { params }, { actor: member })).body).toMatchObject({ paidBack: back });
  const sent = await ask('select amount_cents as cents from refunds where tenant_id = $1', home.id);
  expect(sent).toEqual([{ cents: Math.round(back * 100) }]);
});
