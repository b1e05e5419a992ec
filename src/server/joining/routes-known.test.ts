import { describe, expect, test, vi } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addPackage, billContract, makeContract } from '#server/testing/contracts.ts';
import { billOf, joiningMeans } from '#server/testing/joining.ts';
import { saleMeans } from '#server/testing/sales.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import { listClients, updateClient } from '#shared/clients/contract.ts';
import * as status from '#shared/contracts/status/contract.ts';
import * as terminations from '#shared/contracts/terminations/contract.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';
import { startPayment } from '#shared/payments/contract.ts';

const running = withServer();
const { takeOver } = joiningMeans(running);
const { expectScrubbed } = scrubbingMeans(running);
const { centre, call, ask } = running;
const { notify, orderToken, payments } = saleMeans(running);
const patience = { timeout: 20_000, interval: 50 };

async function place() {
  const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };
  const home = await centre({ rules });
  const productId = await addPackage(running, home, { joiningFeeCents: 1000 });
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    productId,
    ...{ firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906', email: 'oie@test.test' },
    ...{
      phone: '+37255551234',
      address: 'Niine 3',
      city: 'Tallinn',
      zip: '10414',
      hasAgreed: true,
      startsEarly: true,
    },
  };
  return { home, form };
}

/** Joins up to the bank's page. */
async function start(home: Centre, form: JoinForm) {
  const { draftToken } = (
    await call(contract.openJoinDraft, { body: form }, { host: home.host, language: 'et' })
  ).body;
  const joined = await call(
    contract.join,
    { body: { draftToken, form } },
    { host: home.host, language: 'et' },
  );
  const invoiceToken = billOf(joined.body);
  const pay = { invoiceToken, method: 'cardPayments' } as const;
  expect((await call(startPayment, { body: pay }, { host: home.host })).status).toBe(200);
  const [row] = await ask<{ invoice_id: number; total_cents: number }>(
    `select j.invoice_id, i.total_cents from joins j
       join invoices i on i.tenant_id = j.tenant_id and i.id = j.invoice_id
     where j.tenant_id = $1 order by j.id desc limit 1`,
    home.id,
  );
  if (!row) throw new Error('nothing to pay');
  return { home, invoiceId: row.invoice_id, token: invoiceToken, cents: row.total_cents, draftToken };
}

/** The bank says that it is paid, and who joined is settled. */
async function pay(...sales: Awaited<ReturnType<typeof start>>[]) {
  const tokens = await Promise.all(
    sales.map(async (sale) => {
      const [payment] = await payments(sale);
      if (!payment) throw new Error('no payment');
      return orderToken(sale, payment, 'PAID');
    }),
  );
  await Promise.all(tokens.map((token) => notify(sales[0]?.home as Centre, token)));
  await vi.waitFor(async () => {
    const [left] = await ask<{ count: number }>(
      'select count(*)::integer as count from joins where tenant_id = $1 and invoice_id = any($2) and settled_at is null',
      sales[0]?.home.id,
      sales.map(({ invoiceId }) => invoiceId),
    );
    expect(left?.count).toBe(0);
  }, patience);
}

/** The account is the person's of the form, with or without a code. */
const isThe = (home: Centre, { clientId }: TestAccount, form: JoinForm, idCode: string | null) =>
  ask(
    `with c as (update clients set first_name = $3, last_name = $4, id_code = $6,
         id_country = case when $6::text is not null then 'EE' end where tenant_id = $1 and id = $2)
     update accounts set email = $5, username = $5 where tenant_id = $1 and client_id = $2`,
    ...[home.id, clientId, form.firstName.toUpperCase(), form.lastName, form.email, idCode],
  );

const contracts = (home: Centre) =>
  ask<{ client_id: number; state: string }>(
    `select client_id, state from contracts where tenant_id = $1 and state <> 'pending' order by id`,
    home.id,
  );
/** Money that is not spent, by client. */
const credit = (home: Centre) =>
  ask<{ client_id: number; cents: number }>(
    `select r.client_id, (sum(r.amount_cents) - coalesce(sum(a.spent), 0))::integer as cents from receipts r
       left join lateral (select sum(amount_cents) as spent from allocations a
         where a.tenant_id = r.tenant_id and a.receipt_id = r.id) a on true
     where r.tenant_id = $1 group by 1 having sum(r.amount_cents) <> coalesce(sum(a.spent), 0)`,
    home.id,
  );
/** Why each credit note was made, in order. */
const reasons = (home: Centre) =>
  ask("select reason from invoices where tenant_id = $1 and reason <> '' order by id", home.id);
const because = (words: string) => ({ reason: expect.stringContaining(words) });
const mailsTo = (home: Centre, recipient: string, text = '') =>
  vi.waitFor(async () => {
    const mails = await ask<{ subject: string; text: string }>(
      'select subject, text from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
      home.id,
      recipient,
    );
    expect(mails.map((mail) => mail.text).join()).toContain(text);
    expect(mails.length).toBeGreaterThan(0);
    return mails;
  }, patience);
/** By the link of the last mail that has one. */
async function withdraw(home: Centre, recipient: string) {
  const mails = await mailsTo(home, recipient, '/public/withdrawal?token=');
  const token =
    mails.map(({ text }) => /withdrawal\?token=([\w-]{43})/.exec(text)?.[1]).findLast(Boolean) ?? '';
  expect((await call(terminations.withdrawByLink, { body: { token } }, { host: home.host })).status).toBe(
    200,
  );
}
const officeOf = (home: Centre) => mailsTo(home, `info@${home.host}`);

describe('somebody who is a client already', { timeout: 60_000 }, () => {
  test('is not erased because whoever seemed to be new was to be; who else asked still is', async () => {
    const { home, form } = await place();
    const [known, other, admin] = [await home.account(), await home.account(), await home.account()];
    await isThe(home, known, form, null);
    const sale = await start(home, form);
    await ask(
      `insert into erasures (tenant_id, client_id, asked_by, asked_at, due_at, undone_at)
       select $1, c, $2, '2026-09-10', '2026-09-24', u from (select client_id, '2026-09-11'::timestamptz from joins
         where tenant_id = $1 union all select client_id, null from joins where tenant_id = $1 union all select $3, null) as e (c, u)`,
      ...[home.id, admin.id, other.clientId],
    );
    await pay(sale);
    const erasures = 'select client_id, undone_at from erasures where tenant_id = $1 order by id';
    expect(await ask(erasures, home.id)).toEqual([
      { client_id: known.clientId, undone_at: '2026-09-11T00:00:00Z' },
      { client_id: known.clientId, undone_at: '2026-09-14T09:00:00Z' },
      { client_id: other.clientId, undone_at: null },
    ]);
  });

  test.each([
    ['with another code typed than none', null],
    ['with the same code', '60001019906'],
  ])('has the contract as the client they are, %s, and the office hears of it', async (_, idCode) => {
    const { home, form } = await place();
    const known = await home.account();
    await isThe(home, known, form, idCode);
    await pay(await start(home, form));
    expect(await contracts(home)).toEqual([{ client_id: known.clientId, state: 'live' }]);
    expect(await ask('select id from clients where tenant_id = $1', home.id)).toEqual([
      { id: known.clientId },
    ]);
    const [client] = await ask('select first_name, city, id_code from clients where tenant_id = $1', home.id);
    expect(client).toEqual({ first_name: 'ÕIE', city: '', id_code: idCode });
    expect((await officeOf(home)).map(({ subject }) => subject)).toEqual(['Klient liitus uuesti']);
    await mailsTo(home, form.email, '/public/withdrawal');
    const told = await mailsTo(home, form.email, '/contracts');
    expect(told.filter(({ text }) => text.includes('/contracts')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('oled liitunud'),
    ]);
  });

  test('has their money as credit where they have a contract for those days', async () => {
    const { home, form } = await place();
    const known = await home.account();
    await isThe(home, known, form, null);
    await addContract(running, home, known, {});
    await pay(await start(home, form));
    expect(await contracts(home)).toEqual([
      { client_id: known.clientId, state: 'live' },
      { client_id: known.clientId, state: 'withdrawn' },
    ]);
    expect(await credit(home)).toEqual([{ client_id: known.clientId, cents: 5500 }]);
    expect(await reasons(home)).toEqual([because('samadel päevadel')]);
    expect(await ask('select id from clients where tenant_id = $1', home.id)).toHaveLength(1);
    const [office] = await officeOf(home);
    expect(office?.subject).toBe('Klient maksis teise lepingu eest');
    const told = (await mailsTo(home, form.email, '/contracts')).map(({ text }) => text).join();
    expect(told).not.toContain('/public/withdrawal');
    expect(told).toMatch(/55,00.€ on sinu ettemaks/);
  });

  test.each([
    ['is unpaid', 'debt', 'uus leping ei ole alanud', 'on veel maksmata arveid'],
    ['is blocked', 'block', 'uus leping ei ole alanud', 'Keskus on sinu lepingu'],
  ] as const)(
    'has no new contract where the one before %s, but the money as credit, and only their mail says why',
    async (_, why, subject, text) => {
      const { home, form } = await place();
      const [known, admin] = [await home.account(), await home.account({ role: 'admin' })];
      await isThe(home, known, form, null);
      const { contractId: id } = await makeContract(running, home, known, { termMonths: 1 });
      const of = { params: { id } };
      if (why === 'debt') {
        await billContract(running, home, id, { untilOn: '2026-11-13', dueOn: '2026-08-01' });
        await call(status.collectContract, { ...of, body: { reason: 'Silent' } }, { actor: admin });
      } else {
        const block = { reason: 'A fight', until: null };
        expect((await call(status.blockContract, { ...of, body: block }, { actor: admin })).status).toBe(200);
      }
      await pay(await start(home, { ...form, startsOn: '2026-10-20' }));
      expect(await contracts(home)).toEqual([
        { client_id: known.clientId, state: 'live' },
        { client_id: known.clientId, state: 'withdrawn' },
      ]);
      expect(await credit(home)).toEqual([{ client_id: known.clientId, cents: 5500 }]);
      expect(await reasons(home)).toEqual([because('ei alanud lepingu')]);
      const [office] = await officeOf(home);
      expect(office?.subject).toBe('Liitus keegi, kelle leping on maksmata või blokeeritud');
      const told = await mailsTo(home, form.email, text);
      expect(told.map((mail) => mail.subject).join()).toContain(subject);
      const texts = told.map((mail) => mail.text).join();
      expect(texts).toMatch(/55,00.€ on sinu ettemaks/);
      expect(texts).not.toContain('/public/withdrawal');
    },
  );

  test('of an unpaid contract takes no other over before it is paid; until then it stays where it was', async () => {
    const { home, form } = await place();
    const [parent, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const { contractId: id } = await makeContract(running, home, parent, { termMonths: 1 });
    await billContract(running, home, id, { untilOn: '2026-11-13', dueOn: '2026-08-01' });
    await call(status.collectContract, { params: { id }, body: { reason: 'Silent' } }, { actor: admin });
    const sale = await start(home, { ...form, email: parent.email, startsOn: '2026-10-20' });
    await pay(sale);
    const { draftToken } = sale;
    const take = () => takeOver(draftToken, parent);
    expect((await take()).error).toBe('contractUnpaid');
    const [, made] = await contracts(home);
    expect(made?.state).toBe('live');
    expect(made?.client_id).not.toBe(parent.clientId);
  });

  test('who withdraws and joins again with a code that each may use once has credit for what they paid, each time', async () => {
    const { home, form: typed } = await place();
    await campaignOf(running, home, { code: 'ONCE', value: 50, isOncePerClient: true });
    const form = { ...typed, code: 'ONCE' };
    await pay(await start(home, form));
    await withdraw(home, form.email);
    await pay(await start(home, form));
    const [first, again] = await contracts(home);
    expect([first?.state, again?.state]).toEqual(['withdrawn', 'withdrawn']);
    expect(again?.client_id).toBe(first?.client_id);
    const used = await ask(
      `select client_id from campaign_redemptions where tenant_id = $1 and released_at is null`,
      home.id,
    );
    expect(used).toEqual([{ client_id: first?.client_id }]);
    expect((await officeOf(home)).map(({ subject }) => subject)).toContain(
      'Klient liitus sooduskoodiga teist korda',
    );
    expect((await mailsTo(home, form.email, 'oled seda juba kasutanud')).length).toBeGreaterThan(1);
    expect((await credit(home)).map(({ client_id }) => client_id)).toEqual([first?.client_id]);
    expect((await reasons(home)).at(-1)).toEqual(because('sooduskood'));
    // Without the code they join like anybody.
    await pay(await start(home, typed));
    expect((await contracts(home)).at(-1)).toEqual({ client_id: first?.client_id, state: 'live' });
  });

  test('takes no contract over whose code they have used; the database moves none of its own', async () => {
    const { home, form } = await place();
    const parent = await home.account();
    await campaignOf(running, home, { code: 'ONCE', value: 50, isOncePerClient: true });
    const child = { ...form, email: parent.email, code: 'ONCE' };
    const sale = await start(home, child);
    await pay(sale);
    const [made] = await contracts(home);
    const born = { country: 'XX' as const, idCode: '', birthDate: '1980-05-05' };
    const own = { ...form, ...born, firstName: 'Mari', email: 'mari@test.test' };
    await pay(await start(home, { ...own, code: 'ONCE' }));
    const [, mari] = await contracts(home);
    const move = (to: number | undefined) =>
      ask(
        'update campaign_redemptions set client_id = $3 where tenant_id = $1 and client_id = $2',
        ...[home.id, mari?.client_id, to],
      );
    await expect(move(made?.client_id)).rejects.toThrow('a campaign once for each');
    await move(parent.clientId);
    const { draftToken } = sale;
    const taken = await takeOver(draftToken, parent);
    expect([taken.status, taken.error]).toEqual([409, 'campaignAlreadyUsed']);
    expect((await contracts(home))[0]).toEqual(made);
  });

  test('has one client without an account: the first login is that client’s', async () => {
    const { home, form } = await place();
    const clientId = await home.client({ firstName: 'Oie', lastName: 'Parn' });
    await ask(
      'update clients set email = $3 where tenant_id = $1 and id = $2',
      home.id,
      clientId,
      'OIE@test.test',
    );
    await pay(await start(home, form));
    expect(await contracts(home)).toEqual([{ client_id: clientId, state: 'live' }]);
    expect(await ask('select client_id, email from accounts where tenant_id = $1', home.id)).toEqual([
      { client_id: clientId, email: form.email },
    ]);
  });

  test.each([
    ['of the same name', 'Õie'],
    ['of another name', 'Kaja'],
  ])('whose login is closed is sent to no log-in, and makes no second one: %s', async (_, firstName) => {
    const { home, form } = await place();
    const known = await home.account();
    await isThe(home, known, { ...form, firstName }, null);
    await ask('update accounts set is_blocked = true where id = $1 returning 1', known.id);
    await pay(await start(home, form));
    const mails = await mailsTo(home, form.email, 'on suletud');
    const told = mails.map(({ text }) => text).filter((text) => !text.includes('/public/'));
    expect(told).toEqual([expect.stringContaining('on suletud')]);
    expect(told.join()).not.toMatch(/\/contracts|\/join\?|password/);
    expect(await ask('select 1 from accounts where tenant_id = $1', home.id)).toHaveLength(1);
    expect(await officeOf(home)).toHaveLength(1);
  });

  test('once they are erased, the trail says nothing of whom they joined as', async () => {
    const { home, form } = await place();
    const [known, admin] = [await home.account(), await home.account({ role: 'admin' })];
    await isThe(home, known, form, null);
    const sale = await start(home, form);
    const { items } = (await call(listClients, { query: {} }, { actor: admin })).body;
    const [joiner] = items.filter(({ values }) => values.email === form.email);
    if (!joiner) throw new Error('no such client');
    const { id, values, version } = joiner;
    const body = { values: { ...values, lastName: 'Zimmerzahn' }, version };
    const edited = await call(updateClient, { params: { id }, body }, { actor: admin });
    expect(edited.error).toBeUndefined();
    await pay(sale);
    await expectScrubbed(home, known.clientId, 'Zimmerzahn', 1);
  });

  test('three drafts of one new person, all paid, are one client with one contract and credit', async () => {
    const { home, form } = await place();
    const sales = [await start(home, form), await start(home, form), await start(home, form)];
    await pay(...sales);
    const rows = await contracts(home);
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['live', 'withdrawn', 'withdrawn']);
    const [client] = await ask<{ id: number }>('select id from clients where tenant_id = $1', home.id);
    expect(new Set(rows.map(({ client_id }) => client_id))).toEqual(new Set([client?.id]));
    expect(await credit(home)).toEqual([{ client_id: client?.id, cents: 11_000 }]);
    expect(await ask('select 1 from accounts where tenant_id = $1', home.id)).toHaveLength(1);
    expect(await ask('select 1 from clients where tenant_id = $1', home.id)).toHaveLength(1);
  });

  test('of another name is another person: their account may take the contract over, and the office hears of it', async () => {
    const { home, form } = await place();
    const parent = await home.account();
    const sale = await start(home, { ...form, email: parent.email });
    await pay(sale);
    const [made] = await contracts(home);
    expect(made?.client_id).not.toBe(parent.clientId);
    expect((await officeOf(home))[0]?.subject).toBe('Keegi liitus kliendi e-posti aadressiga');
    // They have one already: what was paid is their credit, and says so before.
    await addContract(running, home, parent, {});
    const { draftToken } = sale;
    const own = () => call(contract.getOwnJoin, { query: { token: draftToken } }, { actor: parent });
    expect((await own()).body.otherNumber).toMatch(/.+/);
    const taken = await takeOver(draftToken, parent);
    expect(taken.body).toEqual({ invoiceToken: null });
    expect(await credit(home)).toEqual([{ client_id: parent.clientId, cents: 5500 }]);
    expect((await own()).body).toMatchObject({ isTaken: true, otherNumber: null });
    expect(await ask('select id from clients where tenant_id = $1', home.id)).toEqual([
      { id: parent.clientId },
    ]);
  });

  test('whoever has only begun to join is nobody yet', async () => {
    const { home, form } = await place();
    const left = await start(home, form);
    await pay(await start(home, form));
    const [own] = await contracts(home);
    const [unpaid] = await ask<{ client_id: number }>(
      'select client_id from joins where tenant_id = $1 and invoice_id = $2',
      home.id,
      left.invoiceId,
    );
    expect(own?.state).toBe('live');
    expect(own?.client_id).not.toBe(unpaid?.client_id);
  });
});
