import { expect, test } from 'vitest';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { providerMeans } from '#server/testing/providers.ts';
import { paying, type TestSale, TestSeller, transferFor } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { cents, formatMoney } from '#shared/kernel/money.ts';
import type { Fulfilment } from '../ports.ts';
import { applyPaymentStatus, type News } from '../status-updates/commands.ts';
import { completeSale } from './commands.ts';

const running = withServer();
const { centre, ask } = running;
const { draft, issued, begun, books, ctxOf } = providerMeans(running);
const broken: Fulfilment = { ticket: () => Promise.reject(new TypeError('broken')) };

/** Events of a centre from now on, by their keys: what has the same is told once. */
function listen({ id }: Centre) {
  const told: string[] = [];
  running.server.app.ports.events.on((tenantId, event: DomainEvent) => {
    if (tenantId === id) told.push('dedupeKey' in event ? event.dedupeKey : event.topic);
  });
  return told;
}

const transferred = (sale: TestSale, amount: number) => transferFor(running, sale, amount);

/** What came for an issued sale and pays it. */
const paidUp = ({ home, invoiceId, cents: amount }: TestSale) =>
  ask(
    `with receipt as (insert into receipts (tenant_id, kind, amount_cents, source, booked_on, created_at)
       values ($1, 'cash', $3, 'cash:' || $2::text, '2026-09-14', now()) returning tenant_id, id)
     insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at)
     select tenant_id, id, $2::integer, $3, now() from receipt returning 1`,
    ...[home.id, invoiceId, amount],
  );

const kindsOf = (keys: readonly string[]) => keys.map((key) => key.split(':')[0]);

const officeMails = ({ home }: TestSale) =>
  ask<{ text: string }>(
    'select text from stand_in_mails where tenant_id = $1 and recipient = $2',
    home.id,
    `info@${home.host}`,
  );

test.each([
  ['nothing came', 0, { state: 'draft', allocated: 0, handed: 0 }, []],
  ['a cent is missing', 7239, { state: 'draft', allocated: 0, handed: 0 }, []],
  ['all came', 7240, { state: 'issued', allocated: 7240, handed: 1 }, ['paid']],
  ['a cent more came', 7241, { state: 'issued', allocated: 7240, handed: 1 }, ['paid', 'overpaid']],
])('a draft for which %s', async (_, came, after, told) => {
  const sale = await draft(await centre(paying));
  // What was sent for another sale is not for this one.
  await transferred(await draft(sale.home), 7240);
  if (came > 0) await transferred(sale, came);
  const heard = listen(sale.home);
  const seller = new TestSeller();
  await completeSale(ctxOf(sale.home), seller.fulfil, sale.invoiceId);
  expect(await books(sale)).toMatchObject(after);
  expect(kindsOf(heard)).toEqual(told);
  await completeSale(ctxOf(sale.home), seller.fulfil, sale.invoiceId);
  expect(await books(sale)).toMatchObject(after);
  expect(seller.handed).toHaveLength(after.handed);
  expect(kindsOf([...new Set(heard)])).toEqual(told);
});

test.each([
  ['to the cent', 3240, ['paid']],
  ['with a cent too much', 3241, ['paid', 'overpaid']],
])('two transfers that pay a draft together %s are told as that', async (_, second, told) => {
  const sale = await draft(await centre(paying));
  for (const amount of [4000, second]) await transferred(sale, amount);
  const heard = listen(sale.home);
  await completeSale(ctxOf(sale.home), new TestSeller().fulfil, sale.invoiceId);
  expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240, handed: 1 });
  expect(kindsOf(heard)).toEqual(told);
});

test('an issued sale is handed over once it is paid, once; what comes by transfer after that is told as too much', async () => {
  const sale = await issued(await centre(paying));
  const heard = listen(sale.home);
  const seller = new TestSeller();
  const complete = (of = sale) => completeSale(ctxOf(sale.home), seller.fulfil, of.invoiceId);
  await complete();
  expect([seller.handed.length, (await books(sale)).handed]).toEqual([0, 0]);
  // Whoever paid before them has what they bought.
  const earlier = await issued(sale.home);
  await paidUp(earlier);
  await complete(earlier);
  expect(seller.handed.splice(0)).toEqual([{ invoiceId: earlier.invoiceId, position: 1 }]);
  await paidUp(sale);
  await complete();
  await complete();
  expect([seller.handed.length, (await books(sale)).handed]).toEqual([1, 1]);
  expect(heard).toEqual([]);
  await transferred(sale, 100);
  await complete();
  expect(kindsOf(heard)).toEqual(['overpaid']);
  expect(seller.handed).toHaveLength(1);
});

test.each(['draft', 'fulfilled'])(
  'what several transfers brought too much is told once, with its whole sum (%s)',
  async (state) => {
    const sale = await draft(await centre(paying));
    const seller = new TestSeller();
    const complete = () => completeSale(ctxOf(sale.home), seller.fulfil, sale.invoiceId);
    await transferred(sale, 7240);
    if (state === 'fulfilled') await complete();
    const heard = listen(sale.home);
    await transferred(sale, 111);
    await transferred(sale, 222);
    await complete();
    expect(kindsOf(heard).filter((kind) => kind === 'overpaid')).toHaveLength(1);
    const texts = async () => (await officeMails(sale)).map(({ text }) => text);
    await expect.poll(texts).toEqual([expect.stringContaining(formatMoney(cents(333), 'et'))]);
  },
);

test('a paid sale of nothing to hand over is no hand-over', async () => {
  const sale = await issued(await centre(paying), { item: false });
  await paidUp(sale);
  await completeSale(ctxOf(sale.home), {}, sale.invoiceId);
  expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240, handed: 0 });
});

const forget = (home: Centre, { id, clientId }: TestAccount, isClosed: boolean) =>
  ask(
    `insert into erasures (tenant_id, client_id, asked_at, asked_by, due_at, closed_at)
     values ($1, $2, $3, $4, $3::timestamptz + interval '3 days', $5::timestamptz) returning 1`,
    ...[home.id, clientId, running.clock.now(), id, isClosed ? running.clock.now() : null],
  );

test('a draft whose buyer may still think again is theirs, whoever else is forgotten', async () => {
  const home = await centre(paying);
  const client = await home.account();
  const sale = await draft(home, { clientId: client.clientId });
  await forget(home, client, false);
  await forget(home, await home.account(), true);
  await transferred(sale, 7240);
  await completeSale(ctxOf(home), new TestSeller().fulfil, sale.invoiceId);
  expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240, handed: 1 });
});

test.each([
  ['whose buyer asked to be forgotten', true],
  ['that is of a kind nobody hands over any more', false],
])('a draft %s stands as nobody’s, its money as credit, and the office is told', async (_, isForgotten) => {
  const home = await centre(paying);
  const client = await home.account();
  const sale = await draft(home, { clientId: client.clientId });
  if (isForgotten) await forget(home, client, true);
  await transferred(sale, 7240);
  const seller = new TestSeller();
  await completeSale(ctxOf(home), isForgotten ? seller.fulfil : {}, sale.invoiceId);
  expect(await books(sale)).toMatchObject({ state: 'dropped', allocated: 0, handed: 0 });
  expect(seller.handed).toEqual([]);
  await expect.poll(() => officeMails(sale)).toHaveLength(1);
});

test('a draft with nothing to hand over is paid, though its buyer is forgotten by now', async () => {
  const home = await centre(paying);
  const client = await home.account();
  const sale = await draft(home, { clientId: client.clientId, item: false });
  await forget(home, client, true);
  await transferred(sale, 7240);
  await completeSale(ctxOf(home), {}, sale.invoiceId);
  expect(await books(sale)).toMatchObject({ state: 'issued', allocated: 7240 });
});

test('a second transfer for what cannot be had any more is told too, with its own sum, once', async () => {
  const sale = await draft(await centre(paying));
  const seller = new TestSeller();
  seller.gone.add(sale.invoiceId);
  const texts = async () => (await officeMails(sale)).map(({ text }) => text);
  for (const amount of [7240, 8000]) {
    await transferred(sale, amount);
    await completeSale(ctxOf(sale.home), seller.fulfil, sale.invoiceId);
    await expect.poll(texts).toContainEqual(expect.stringContaining(formatMoney(amount, 'et')));
  }
  await completeSale(ctxOf(sale.home), seller.fulfil, sale.invoiceId);
  expect(await texts()).toHaveLength(2);
});

test('a fault of ours at handing over books nothing, and is told as such', async () => {
  const home = await centre(paying);
  const sale = await draft(home);
  await transferred(sale, 7240);
  await expect(completeSale(ctxOf(home), broken, sale.invoiceId)).rejects.toThrow('broken');
  expect(await books(sale)).toMatchObject({ state: 'draft', allocated: 0, handed: 0 });
  const unknown = completeSale(ctxOf(home), broken, sale.invoiceId + 1_000_000);
  await expect(unknown).rejects.toMatchObject({ code: 'invoiceNotFound' });
});

const news = (amountCents: number): News => ({
  ...{ source: 'asked', status: 'PAID', amountCents: cents(amountCents), currency: 'EUR' },
  ...{ providerId: null, raw: {} },
});

test('a fault of ours at news of a payment books nothing either', async () => {
  const { home, sale, payment } = await begun(await centre(paying), {});
  const of = { id: payment.id, invoiceId: sale.invoiceId };
  await expect(applyPaymentStatus(ctxOf(home), broken, of, news(7240))).rejects.toThrow('broken');
  expect(await books(sale)).toMatchObject({ state: 'issued', received: 0, allocated: 0, handed: 0 });
  const unknown = applyPaymentStatus(ctxOf(home), {}, { ...of, id: crypto.randomUUID() }, news(7240));
  await expect(unknown).rejects.toMatchObject({ code: 'paymentNotFound' });
});

test('a payment of a part of what is owed pays that part, is no payment of the whole, and hands over nothing', async () => {
  const { home, sale, payment } = await begun(await centre(paying), {});
  await ask('update payments set amount_cents = 7239 where id = $1 returning 1', payment.id);
  const heard = listen(home);
  const seller = new TestSeller();
  const of = { id: payment.id, invoiceId: sale.invoiceId };
  const applied = await applyPaymentStatus(ctxOf(home), seller.fulfil, of, news(7239));
  expect(applied.status).toBe('PAID');
  expect(await books(sale)).toMatchObject({ received: 7239, allocated: 7239, handed: 0 });
  expect([heard, seller.handed]).toEqual([[], []]);
});
