import { expect, test, vi } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { Centre } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { billOf } from '#server/testing/joining.ts';
import { withOwner } from '#server/testing/owner.ts';
import { saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { visitorMeans } from '#server/testing/visitors.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';
import { startPayment } from '#shared/payments/contract.ts';
import { dropExpired, remindUnpaid } from '../leaving/commands.ts';
import { settle } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { notify, orderToken, payments } = saleMeans(running);
const { book } = visitorMeans(running);
const patience = { timeout: 10_000, interval: 50 };

async function left(parts: Partial<JoinForm> = {}) {
  const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };
  const home = await centre({ rules });
  const productId = await addPackage(running, home);
  await campaignOf(running, home, { code: 'AUTUMN', places: 1 });
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    productId,
    firstName: 'Õie',
    lastName: 'Pärn',
    idCode: '60001019906',
    email: 'oie@test.test',
    phone: '55551234',
    address: 'Niine 3',
    city: 'Tallinn',
    zip: '10414',
    hasAgreed: true,
    startsEarly: true,
    code: 'AUTUMN',
    ...parts,
  };
  const { draftToken } = (await call(contract.openJoinDraft, { body: form }, { host: home.host })).body;
  const join = (one: JoinForm) =>
    call(contract.join, { body: { draftToken, form: one } }, { host: home.host });
  return { home, form, draftToken, join, joined: await join(form) };
}

async function night(home: Centre) {
  const ctx = () => contextOf(running, home);
  const { tokens } = running.server.app.ports;
  await remindUnpaid(ctx(), { tokens, originOf: () => 'https://centre.test' });
  await dropExpired(ctx());
}

const mails = (home: Centre) =>
  ask<{ text: string }>('select text from stand_in_mails where tenant_id = $1 order by id', home.id);
const states = async (home: Centre) =>
  (
    await ask<{ joins: string; contracts: string; invoices: string; released: boolean }>(
      `select j.state as joins, c.state as contracts, i.state as invoices, r.released_at is not null as released
       from joins j join contracts c on c.tenant_id = j.tenant_id and c.id = j.contract_id
         join invoices i on i.tenant_id = j.tenant_id and i.id = j.invoice_id
         join campaign_redemptions r on r.tenant_id = j.tenant_id and r.invoice_id = i.id
       where j.tenant_id = $1`,
      home.id,
    )
  )[0];

test('how often an address joined does not say whether it is known here', async () => {
  const { home, form } = await left({ code: '' });
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  const member = await home.account();
  const asked = [member.email, 'nobody@test.test'].map(async (email) => {
    const one = { ...form, email };
    for (let count = 0; count < 6; count += 1) {
      const { draftToken } = (await call(contract.openJoinDraft, { body: one }, { host: home.host })).body;
      await call(contract.join, { body: { draftToken, form: one } }, { host: home.host });
    }
    await vi.waitFor(async () => {
      const [left] = await ask<{ count: number }>(
        'select count(*)::integer as count from outbox where tenant_id = $1',
        home.id,
      );
      expect(left?.count).toBe(0);
    }, patience);
    return (await book(home, training.id, { email })).error;
  });
  expect(await Promise.all(asked)).toEqual([undefined, undefined]);
});

test('whose address strangers type is mailed six times a day, however often they join with it', async () => {
  const { home, form } = await left({ code: '' });
  const typed = [
    ...Array.from({ length: 8 }, (_, n) => (n % 2 ? form.email : 'OIE@test.test')),
    'last@test.test',
  ];
  for (const email of typed) {
    const one = { ...form, email };
    const { draftToken } = (await call(contract.openJoinDraft, { body: one }, { host: home.host })).body;
    const joined = await call(contract.join, { body: { draftToken, form: one } }, { host: home.host });
    expect(joined.status).toBe(200);
  }
  clock.advance({ minutes: 31 });
  await night(home);
  const mailed = (recipient: string) =>
    ask(
      'select 1 from stand_in_mails where tenant_id = $1 and lower(recipient) = $2',
      ...[home.id, recipient],
    );
  await vi.waitFor(async () => expect(await mailed('last@test.test')).toHaveLength(1), patience);
  await vi.waitFor(async () => expect(await mailed(form.email)).toHaveLength(6), patience);
});

test('what is left unpaid is reminded of once, and dropped after 24 hours with its place of the code', async () => {
  const { home, draftToken, joined } = await left();
  expect(joined.body.total).toBe(40.5);
  await night(home);
  clock.advance({ minutes: 30 });
  await night(home);
  const reminded = 'select 1 from joins where tenant_id = $1 and reminded_at is not null';
  expect(await ask(reminded, home.id)).toEqual([]);
  clock.advance({ minutes: 1 });
  await night(home);
  await night(home);
  await vi.waitFor(async () => expect(await mails(home)).toHaveLength(1), patience);
  expect((await mails(home))[0]?.text).toContain(`https://centre.test/public/join?token=${draftToken}`);
  clock.advance({ hours: 23, minutes: 28 });
  await night(home);
  expect((await states(home))?.joins).toBe('paying');
  clock.advance({ minutes: 1 });
  await night(home);
  expect(await states(home)).toEqual({
    joins: 'dropped',
    contracts: 'dropped',
    invoices: 'dropped',
    released: true,
  });
  expect(await ask('select form from joins where tenant_id = $1', home.id)).toEqual([{ form: {} }]);
});

test('what was only begun is dropped as what is left unpaid, to the second', async () => {
  const { home, form } = await left();
  await call(contract.openJoinDraft, { body: form }, { host: home.host });
  const joins = () => ask('select state, form from joins where tenant_id = $1 order by id', home.id);
  clock.advance({ hours: 23, minutes: 59, seconds: 59 });
  await night(home);
  expect(await joins()).toMatchObject([
    { state: 'paying', form: { city: 'Tallinn' } },
    { state: 'open', form: { city: 'Tallinn' } },
  ]);
  clock.advance({ seconds: 1 });
  await night(home);
  expect(await joins()).toEqual([
    { state: 'dropped', form: {} },
    { state: 'dropped', form: {} },
  ]);
});

test('who pays while the way back is about to be mailed is mailed no way back', async () => {
  const { home } = await left();
  clock.advance({ minutes: 31 });
  await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query("update joins set state = 'joined' where tenant_id = $1", [home.id]);
    const { tokens } = running.server.app.ports;
    const reminding = remindUnpaid(contextOf(running, home), { tokens, originOf: () => '' });
    const waiting =
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBeGreaterThan(0);
    await owner.query('commit');
    await reminding;
  });
  expect(await ask('select reminded_at from joins where tenant_id = $1', home.id)).toEqual([
    { reminded_at: null },
  ]);
});

test('what is not paid yet is nobody’s, whoever says that it was joined', async () => {
  const { home, form } = await left();
  const [join] = await ask<{ id: number }>('select id from joins where tenant_id = $1', home.id);
  const { tokens } = running.server.app.ports;
  await settle(contextOf(running, home), { tokens, originOf: () => 'https://centre.test' }, join?.id ?? 0);
  expect(
    await ask('select 1 from accounts where tenant_id = $1 and email = $2', home.id, form.email),
  ).toEqual([]);
  expect(await ask('select settled_at from joins where tenant_id = $1', home.id)).toEqual([
    { settled_at: null },
  ]);
});

test('changed before it is paid: the one place of the code goes along', async () => {
  const { form, join } = await left();
  const changed = await join({ ...form, city: 'Tartu' });
  expect([changed.status, changed.body.total]).toEqual([200, 40.5]);
});

test('what is typed while the payment is under way changes nothing of who joined', async () => {
  const { home, form, draftToken, joined } = await left();
  const [{ id: invoiceId } = { id: 0 }] = await ask<{ id: number }>(
    'select invoice_id as id from joins where tenant_id = $1',
    home.id,
  );
  const invoiceToken = billOf(joined.body);
  const pay = { invoiceToken, method: 'cardPayments' } as const;
  expect((await call(startPayment, { body: pay }, { host: home.host })).status).toBe(200);
  const typed = { ...form, ...{ firstName: 'Keegi', email: 'keegi@test.test', idCode: '', birthDate: '' } };
  const body = { draftToken, form: typed };
  expect((await call(contract.changeJoinDraft, { body }, { host: home.host })).status).toBe(200);
  const sale = { home, invoiceId, token: invoiceToken, cents: 4050 };
  const [payment] = await payments(sale);
  if (!payment) throw new Error('no payment');
  await notify(home, await orderToken(sale, payment, 'PAID'));
  await vi.waitFor(async () => {
    const rows = await ask(
      `select c.first_name, c.birth_date::text, a.email, j.form, j.agreed from joins j
         join clients c on c.tenant_id = j.tenant_id and c.id = j.client_id
         join accounts a on a.tenant_id = c.tenant_id and a.client_id = c.id
       where j.tenant_id = $1 and j.settled_at is not null`,
      home.id,
    );
    const own = { first_name: 'Õie', birth_date: '2000-01-01', email: 'oie@test.test' };
    expect(rows).toEqual([{ ...own, form: {}, agreed: null }]);
  }, patience);
});

test('whose own contract begins later is told on which day the new one ends for it', async () => {
  const { home, form, joined } = await left({ code: '' });
  const known = await home.account();
  await ask(
    `with c as (update clients set first_name = $3, last_name = $4 where tenant_id = $1 and id = $2)
     update accounts set email = $5, username = $5 where tenant_id = $1 and client_id = $2`,
    ...[home.id, known.clientId, form.firstName, form.lastName, form.email],
  );
  await addContract(running, home, known, { startsOn: '2026-10-01' });
  const invoiceToken = billOf(joined.body);
  const pay = { invoiceToken, method: 'cardPayments' } as const;
  expect((await call(startPayment, { body: pay }, { host: home.host })).status).toBe(200);
  const [{ id: invoiceId } = { id: 0 }] = await ask<{ id: number }>(
    'select invoice_id as id from joins where tenant_id = $1',
    home.id,
  );
  const sale = { home, invoiceId, token: invoiceToken, cents: 4500 };
  const [payment] = await payments(sale);
  if (!payment) throw new Error('no payment');
  await notify(home, await orderToken(sale, payment, 'PAID'));
  const texts = async () => (await mails(home)).map(({ text }) => text).join();
  await expect.poll(texts, patience).toContain('It ends on 30.09.2026.');
});

test('nothing is dropped while the bank has the payer', async () => {
  const { home, joined } = await left();
  const body = {
    invoiceToken: billOf(joined.body),
    method: 'paymentInitiation',
    bank: 'HABAEE2X',
    country: 'EE',
  } as const;
  expect((await call(startPayment, { body }, { host: home.host })).status).toBe(200);
  clock.advance({ hours: 25 });
  for (const [status, state] of [
    ['PENDING', 'paying'],
    ['AUTHORIZED', 'paying'],
    ['VOIDED', 'dropped'],
  ]) {
    await ask('update payments set status = $2 where tenant_id = $1', home.id, status);
    await night(home);
    expect((await states(home))?.joins).toBe(state);
  }
});
