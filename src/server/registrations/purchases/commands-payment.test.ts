import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { paying, saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { getInvoice, listInvoices } from '#shared/invoices/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import * as payments from '#shared/payments/contract.ts';
import * as contract from '#shared/registrations/contract.ts';

// The commands as they are put together, and the provider’s stand-in over HTTP.
const running = withServer();
const { centre, call, ask, clock } = running;
const { atBank } = saleMeans(running);

const swedbank = { method: 'paymentInitiation', bank: 'HABAEE2X', country: 'EE' } as const;

const buy = (actor: TestAccount, { id }: TestTraining) =>
  call(contract.purchasePlace, { body: { trainingId: id } }, { actor });
const mine = async (actor: TestAccount) =>
  (await call(contract.listRegistrations, { query: { period: 'upcoming' } }, { actor })).body.items;

async function scene(maxPlaces = 5) {
  const home = await centre(paying);
  const training = await home.training({
    startsAt: '2026-09-16T15:00:00Z',
    payment: 'paid',
    priceCents: 900,
    maxPlaces,
  });
  return { home, training, actor: await home.account() };
}

/** From the pay page to the bank and back, as the browser goes. Answers what the confirmation says. */
async function payAtBank(home: Centre, invoiceToken: string) {
  const { host } = home;
  const started = await call(payments.startPayment, { body: { invoiceToken, ...swedbank } }, { host });
  const back = new URL(await atBank(home, started.body.address, 'pay'));
  expect(back.pathname).toBe('/public/payment-waiting');
  const body = { orderToken: back.searchParams.get('order-token') ?? '', invoiceToken };
  return (await call(payments.confirmPayment, { body }, { host })).body;
}

const unfinished = `select 1 from graphile_worker.jobs where task_identifier in ('line', 'lines') and run_at <= now()
  union all select 1 from outbox where topic = 'lineDue'`;

/** Lets the job of each minute run once. */
async function sweep() {
  await ask("select graphile_worker.add_job('lines', '{}')");
  await expect.poll(async () => (await ask(unfinished)).length, { timeout: 10_000, interval: 20 }).toBe(0);
}

describe('a place that is bought singly', () => {
  test('held, paid at the bank, booked; given back in time, credited by one note', async () => {
    const { home, training, actor } = await scene();
    const { invoiceToken, total, heldUntil } = (await buy(actor, training)).body;
    expect([total, heldUntil]).toEqual([9, '2026-09-14T09:15:00Z']);
    expect(await mine(actor)).toMatchObject([{ trainingId: training.id, state: 'offered', coverKind: null }]);

    const confirmed = await payAtBank(home, invoiceToken);
    expect(confirmed).toMatchObject({
      state: 'success',
      invoiceState: 'paid',
      total: 9,
      isCredited: false,
      tickets: [],
      trainingIds: [training.id],
    });
    const [own] = await mine(actor);
    expect(own).toMatchObject({ trainingId: training.id, state: 'booked', coverKind: 'invoice' });
    expect((await buy(actor, training)).error).toBe('alreadyRegistered');

    const id = own?.registrationId ?? 0;
    const told = await call(contract.previewCancelling, { params: { id } }, { actor });
    expect(told.body).toMatchObject({ penalty: 'none', visitReturned: true, paid: 9, credit: 9 });
    await call(contract.cancelRegistration, { params: { id } }, { actor });
    // While it can be taken back, nothing is credited.
    await sweep();
    const invoices = async () => (await call(listInvoices, { query: {} }, { actor })).body;
    expect(await invoices()).toMatchObject({ total: 1, credit: 0, items: [{ state: 'paid' }] });

    clock.advance({ seconds: 61 });
    await sweep();
    await sweep();
    const { items, credit } = await invoices();
    expect([credit, items.map(({ state }) => state)]).toEqual([9, ['credited']]);
    const { body } = await call(getInvoice, { params: { id: items[0]?.id ?? 0 } }, { actor });
    expect(body).toMatchObject({ state: 'credited', credited: 9, paid: 0, creditNotes: [{ total: -9 }] });
    expect(body.creditNotes).toHaveLength(1);
    const [note] = body.creditNotes;
    const read = await call(getInvoice, { params: { id: note?.id ?? 0 } }, { actor });
    expect(read.body.reason).not.toBe('');
  });

  test('of a training that is made free is credited once it is over, for whoever came too', async () => {
    const { home, training, actor } = await scene();
    await payAtBank(home, (await buy(actor, training)).body.invoiceToken);
    await ask(`update trainings set payment = 'free' where id = $1 returning 1`, training.id);
    await ask('update registrations set presence = true where training_id = $1 returning 1', training.id);
    const invoices = async () => (await call(listInvoices, { query: {} }, { actor })).body;
    await sweep();
    expect(await invoices()).toMatchObject({ credit: 0, items: [{ state: 'paid' }] });
    clock.set('2026-09-16T18:00:00Z');
    await sweep();
    await sweep();
    expect(await invoices()).toMatchObject({ credit: 9, items: [{ state: 'credited' }] });
  });

  test('what the office has credited already is not credited again, and stands in nobody’s way', async () => {
    const { home, training, actor } = await scene();
    const other = await home.account();
    const admin = await home.account({ role: 'admin' });
    for (const one of [actor, other]) {
      await payAtBank(home, (await buy(one, training)).body.invoiceToken);
      const [own] = await mine(one);
      await call(contract.cancelRegistration, { params: { id: own?.registrationId ?? 0 } }, { actor: one });
    }
    const listed = async (one: TestAccount) =>
      (await call(listInvoices, { query: {} }, { actor: one })).body.items[0];
    const params = { id: (await listed(actor))?.id ?? 0 };
    const body = { lines: 'all', reason: 'Asked for it' } as const;
    expect((await call(creditInvoice, { params, body }, { actor: admin })).error).toBeUndefined();
    clock.advance({ seconds: 61 });
    await sweep();
    await sweep();
    for (const one of [actor, other]) expect(await listed(one)).toMatchObject({ state: 'credited' });
    const notes = "select 1 from invoices where tenant_id = $1 and kind = 'creditNote'";
    expect(await ask(notes, home.id)).toHaveLength(2);
    const open = 'select 1 from registration_covers where tenant_id = $1 and credited_at is null';
    expect(await ask(open, home.id)).toEqual([]);
  });

  test('what the office credited of it before is neither lost nor becomes credit once more', async () => {
    const { home, training, actor } = await scene();
    await payAtBank(home, (await buy(actor, training)).body.invoiceToken);
    const [own] = await mine(actor);
    const params = { id: own?.registrationId ?? 0 };
    const [invoice] = await ask<{ id: number }>('select id from invoices where tenant_id = $1', home.id);
    const body = { lines: [{ position: 1, amount: 4 }], reason: 'The room was cold' };
    const admin = await home.account({ role: 'admin' });
    await call(creditInvoice, { params: { id: invoice?.id ?? 0 }, body }, { actor: admin });
    const told = await call(contract.previewCancelling, { params }, { actor });
    expect(told.body).toMatchObject({ paid: 5, credit: 5 });
  });

  test('given back late it costs the money, and says so before', async () => {
    const { home, training, actor } = await scene();
    await payAtBank(home, (await buy(actor, training)).body.invoiceToken);
    const [own] = await mine(actor);
    const params = { id: own?.registrationId ?? 0 };
    clock.set('2026-09-16T13:00:00Z');
    const told = await call(contract.previewCancelling, { params }, { actor });
    expect(told.body).toMatchObject({ penalty: 'late', visitReturned: false, paid: 9, credit: null });
    await call(contract.cancelRegistration, { params }, { actor });
    clock.set('2026-09-16T15:01:00Z');
    await sweep();
    expect((await call(listInvoices, { query: {} }, { actor })).body).toMatchObject({
      credit: 0,
      items: [{ state: 'paid' }],
    });
  });

  test('moving to another training says that the money comes back', async () => {
    const { home, training, actor } = await scene();
    await payAtBank(home, (await buy(actor, training)).body.invoiceToken);
    const [own] = await mine(actor);
    const free = await home.training({ startsAt: '2026-09-17T15:00:00Z' });
    const { body } = await call(
      contract.previewSwap,
      { params: { id: own?.registrationId ?? 0, trainingId: free.id } },
      { actor },
    );
    expect(body).toMatchObject({ cover: null, givingBack: { paid: 9, credit: 9, visitReturned: true } });
  });
});

describe('the last place', () => {
  test('of two who buy it at once one holds it; let go, the other buys it, and money that comes late is credit', async () => {
    const { home, training, actor } = await scene(1);
    const other = await home.account();
    const [one, two] = await Promise.all([buy(actor, training), buy(other, training)]);
    expect([one.error, two.error].toSorted()).toEqual(['noFreePlaces', undefined]);
    const [first, second] = one.error === undefined ? [actor, other] : [other, actor];
    const late = (one.error === undefined ? one : two).body.invoiceToken;

    clock.advance({ minutes: 16 });
    const { invoiceToken } = (await buy(second, training)).body;
    expect(await payAtBank(home, invoiceToken)).toMatchObject({
      state: 'success',
      trainingIds: [training.id],
    });
    expect(await mine(second)).toMatchObject([{ state: 'booked', coverKind: 'invoice' }]);

    expect(await payAtBank(home, late)).toMatchObject({ state: 'success', isCredited: true });
    expect(await mine(first)).toEqual([]);
    expect((await call(listInvoices, { query: {} }, { actor: first })).body.credit).toBe(9);
    const booked = "select 1 from registrations where training_id = $1 and state = 'booked'";
    expect(await ask(booked, training.id)).toHaveLength(1);
  });
});
