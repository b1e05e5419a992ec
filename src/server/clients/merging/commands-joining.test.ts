import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { beginJoin, billOf } from '#server/testing/joining.ts';
import { addProduct } from '#server/testing/products.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { saleMeans } from '#server/testing/sales.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { mergeClients } from '#shared/clients/merging/contract.ts';
import { changeJoinDraft, join, openJoinDraft } from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';
import { startPayment } from '#shared/payments/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const { notify, orderToken, payments } = saleMeans(running);

async function furnished() {
  const home = await centre({
    rules: { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } },
  });
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    productId: await addPackage(running, home),
    ...{ firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906', email: 'stranger@test.test' },
    ...{ phone: '+37255551234', address: 'Niine 3', city: 'Tallinn', zip: '10414' },
    ...{ hasAgreed: true, startsEarly: true },
  };
  return { home, form, admin: await home.account({ role: 'admin' }), member: await home.account() };
}

/** Joins up to the bank's page. */
async function begin(home: Centre, form: JoinForm) {
  const at = { host: home.host };
  const { draftToken } = (await call(openJoinDraft, { body: form }, at)).body;
  const invoiceToken = billOf((await call(join, { body: { draftToken, form } }, at)).body);
  const [row] = await ask<{ clientId: number; invoiceId: number; cents: number }>(
    `select j.client_id as "clientId", i.id as "invoiceId", i.total_cents as cents from joins j
       join invoices i on i.tenant_id = j.tenant_id and i.id = j.invoice_id where j.tenant_id = $1 order by j.id desc limit 1`,
    home.id,
  );
  if (!row) throw new Error('nothing was begun');
  return { ...row, home, draftToken, token: invoiceToken };
}

async function pay(sale: Awaited<ReturnType<typeof begin>>) {
  const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
  expect((await call(startPayment, { body }, { host: sale.home.host })).status).toBe(200);
  const [payment] = await payments(sale);
  if (!payment) throw new Error('no payment');
  await notify(sale.home, await orderToken(sale, payment, 'PAID'));
  await vi.waitFor(
    async () => {
      const [left] = await ask<{ settled: boolean }>(
        'select settled_at is not null as settled from joins where tenant_id = $1 and invoice_id = $2',
        sale.home.id,
        sale.invoiceId,
      );
      expect(left).toEqual({ settled: true });
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** What an evil holder of a draft writes into whom it is of. */
const evil = { first_name: 'Evil', last_name: 'Holder', email: 'evil@test.test', id_code: null };

const mergeInto = (admin: TestAccount, id: number, otherId: number) =>
  call(mergeClients, { params: { id }, body: { otherId } }, { actor: admin });

/** Who a client is, and who opens them. */
const personOf = async (home: Centre, clientId: number) => {
  const [person] = await ask(
    `select first_name, last_name, email, phone, id_code, address,
       array(select a.email from accounts a where a.tenant_id = c.tenant_id and a.client_id = c.id) as logins
     from clients c where tenant_id = $1 and id = $2`,
    home.id,
    clientId,
  );
  return person;
};

describe('who began to join and is made one with somebody', () => {
  test.each(['goes', 'stays'] as const)('and %s has no hold on them', { timeout: 40_000 }, async (side) => {
    const { home, form, admin, member } = await furnished();
    const begun = await begin(home, form);
    const [keptId, goneId] =
      side === 'goes' ? [member.clientId, begun.clientId] : [begun.clientId, member.clientId];
    expect((await mergeInto(admin, keptId, goneId)).status).toBe(200);
    const merged = await personOf(home, keptId);
    expect(merged).toMatchObject({ logins: [member.email] });

    // The draft's holder writes no other form into them.
    const other = { ...form, firstName: 'Evil', email: 'evil@test.test', idCode: '', country: 'XX' as const };
    const changed = { ...other, birthDate: '01.01.1990' };
    const of = { body: { draftToken: begun.draftToken, form: changed } };
    expect((await call(join, of, { host: home.host })).error).toBe('joinNotFound');
    expect((await call(changeJoinDraft, of, { host: home.host })).error).toBe('joinNotFound');
    expect(await personOf(home, keptId)).toEqual(merged);

    // What is paid for is theirs, and no login comes of it.
    await pay(begun);
    expect(await personOf(home, keptId)).toEqual(merged);
    const contracts = 'select client_id, state from contracts where tenant_id = $1';
    expect(await ask(contracts, home.id)).toEqual([{ client_id: keptId, state: 'live' }]);
  });

  test('as the other did has a login once it is paid', { timeout: 40_000 }, async () => {
    const { home, form, admin } = await furnished();
    const first = await begin(home, form);
    const second = await begin(home, { ...form, phone: '+37255559999' });
    expect((await mergeInto(admin, second.clientId, first.clientId)).status).toBe(200);
    await pay(second);
    expect(await personOf(home, second.clientId)).toMatchObject({ logins: [form.email] });
  });
});

test.each([
  ['who only joins too: the draft of the one that stays goes on', {}, false],
  ['who has joined: nobody writes a draft into them', { settledAt: '2026-09-13T09:00:00Z' }, true],
  ['whose draft was taken over: nobody writes one into them', { takenOverAt: '2026-09-13T09:00:00Z' }, true],
] as const)('who began to join is made one with somebody %s', async (_, parts, isOver) => {
  const { home, admin } = await furnished();
  const [kept, gone] = [await home.client(), await home.client()];
  await beginJoin(running, home, kept);
  await beginJoin(running, home, gone, parts);
  expect((await mergeInto(admin, kept, gone)).status).toBe(200);
  const [draft] = await ask<{ isOver: boolean }>(
    'select taken_over_at is not null as "isOver" from joins where tenant_id = $1 order by id limit 1',
    home.id,
  );
  expect(draft).toEqual({ isOver });
});

test('of two joiners who are made one no holder of a draft that went writes them, before or after one has paid', {
  timeout: 60_000,
}, async () => {
  const { home, form, admin } = await furnished();
  const productId = await addPackage(running, home, { category: 'webapp_pilates', name: 'Other' });
  const stranger = await begin(home, { ...form, productId, phone: '+37255559999' });
  const victim = await begin(home, form);
  expect((await mergeInto(admin, victim.clientId, stranger.clientId)).status).toBe(200);
  const other = { ...form, productId, firstName: 'Evil', lastName: 'Holder', email: 'evil@test.test' };
  const rewrite = () =>
    call(join, { body: { draftToken: stranger.draftToken, form: other } }, { host: home.host });
  await expectRefused(running, home, rewrite, [404, 'joinNotFound']);
  await pay(victim);
  await expectRefused(running, home, rewrite, [404, 'joinNotFound']);
  const { email, firstName: first_name } = form;
  expect(await personOf(home, victim.clientId)).toMatchObject({ first_name, email, logins: [email] });
});

test('whom the centre has had to do with meanwhile a draft leaves as they are: it is of somebody else from then on; nobody is still written', {
  timeout: 60_000,
}, async () => {
  const { home, form, admin, member } = await furnished();
  const { add } = rowsOf(running, home);
  const productId = await addProduct(running, home, { clientType: 'gym', visits: 5 });
  const [sessionId, made] = [randomUUID(), { created_at: testNow }];
  await add('sessions', {
    ...{ ...made, id: sessionId, account_id: member.id, salt: randomBytes(32), device: {} },
    ...{ rotated_at: testNow, proved_at: testNow, expires_at: '2026-09-20T09:00:00Z', keep: false },
  });
  const doorId = await add('doors', {
    ...{ club_id: home.clubId, name: 'Front', direction: 'in', client_type: 'gym' },
  });
  const served: Readonly<Record<string, (clientId: number) => Promise<unknown>>> = {
    ticket: (clientId) => fulfil(running, home, { productId, owner: { ...member, clientId } }),
    entry: (client_id) =>
      add('entries', {
        ...{ scan_id: randomUUID(), door_id: doorId, club_id: home.clubId, client_id, direction: 'in' },
        ...{ at: testNow, local_date: '2026-09-14', received_at: testNow, is_offline: false },
        ...{ result: 'refused', reason: 'entryNotAllowed' },
      }),
    phone: (client_id) =>
      add('entry_devices', { ...made, client_id, session_id: sessionId, public_key: randomBytes(64) }),
    erasure: (client_id) =>
      add('erasures', {
        ...{ client_id, asked_by: admin.id, asked_at: testNow, due_at: '2026-09-28T09:00:00Z' },
      }),
    login: (clientId) => ask('update accounts set client_id = $2 where id = $1', member.id, clientId),
    nothing: () => Promise.resolve(),
  };
  for (const [by, serve] of Object.entries(served)) {
    const { clientId, draftToken } = await begin(home, { ...form, email: `${by}@test.test` });
    await serve(clientId);
    const before = await personOf(home, clientId);
    const other = { ...form, firstName: 'Evil', lastName: 'Holder', email: 'evil@test.test', idCode: '' };
    const body = { draftToken, form: { ...other, country: 'XX' as const, birthDate: '01.01.1990' } };
    expect((await call(join, { body }, { host: home.host })).error).toBeUndefined();
    const after = await personOf(home, clientId);
    expect([by, after]).toEqual([by, by === 'nothing' ? { ...(before as object), ...evil } : before]);
    const [row] = await ask<{ clientId: number }>(
      'select client_id as "clientId" from joins where tenant_id = $1 order by id desc limit 1',
      home.id,
    );
    expect([by, row?.clientId === clientId]).toEqual([by, by === 'nothing']);
  }
});
