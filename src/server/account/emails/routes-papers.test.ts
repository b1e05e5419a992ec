import { expect, test, vi } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { changeEmail, confirmEmail } from '#shared/account/emails/contract.ts';
import { listUsers, updateUser } from '#shared/account/users/contract.ts';
import { listClients, updateClient } from '#shared/clients/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';

const running = withServer();
const { merging } = mergingMeans(running);
const { centre, call, ask } = running;
const { contract, night } = billingMeans(running);
const { issued, draft } = invoiceMeans(running);

async function mailsTo(home: Centre, to: string, words = '') {
  const actor = await home.account({ role: 'admin' });
  const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, { actor })).body;
  return items.filter(({ recipient, text }) => recipient === to && text.includes(words));
}

/** The member asks for another address, and uses the link. */
async function byMember(home: Centre, actor: TestAccount, email: string) {
  await call(changeEmail, { body: { email, password: testPassword } }, { actor });
  const emailToken = await vi.waitFor(
    async () => {
      const [mail] = await mailsTo(home, email, 'email/confirm?token=');
      const [, token] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
      if (!token) throw new Error('not mailed yet');
      return token;
    },
    { timeout: 20_000, interval: 100 },
  );
  return (await call(confirmEmail, { body: { emailToken } }, { actor })).status;
}

async function byOffice(home: Centre, { id }: TestAccount, email: string) {
  const actor = await home.account({ role: 'admin' });
  const { items } = (await call(listUsers, { query: { id } }, { actor })).body;
  const item = items.find((each) => each.id === id);
  if (!item) throw new Error('the user is not there');
  const body = { version: item.version, values: { ...item.values, email } };
  return (await call(updateUser, { params: { id }, body }, { actor })).status;
}

async function ofClient(home: Centre, { clientId: id }: TestAccount, email: string) {
  const actor = await home.account({ role: 'admin' });
  const { items } = (await call(listClients, { query: { id } }, { actor })).body;
  const item = items.find((each) => each.id === id);
  if (!item) throw new Error('the client is not there');
  const body = { version: item.version, values: { ...item.values, email } };
  return (await call(updateClient, { params: { id }, body }, { actor })).status;
}

const payerOf = async (table: 'contracts' | 'invoices', id: number) =>
  (await ask<{ email: string }>(`select payer ->> 'email' as email from ${table} where id = $1`, id))[0]
    ?.email;

test.each([
  ['a member chooses', byMember],
  ['the office gives', byOffice],
  ['the office writes down of the client', ofClient],
])(
  'with another address that %s papers go there, but for those that somebody else pays',
  { timeout: 90_000 },
  async (_, move) => {
    const home = await centre();
    const person = await home.account();
    const { clientId, email } = person;
    await ask('update clients set email = $2 where id = $1', clientId, email);
    const [next, guardian] = [`next-${email}`, `parent-${email}`];
    const startsOn = '2026-08-20';
    const own = { name: 'Kai Kask', email: email.toUpperCase() };
    const paid = await contract(home, { clientId, startsOn, payer: own });
    const guarded = await contract(home, {
      ...{ clientId, startsOn, category: 'webapp_pilates' },
      payer: { name: 'Piret Kask', email: guardian },
    });
    const strange = await contract(home, { startsOn, payer: { name: 'Kai Kask', email } });
    const invoice = await issued(home, { clientId, payer: own });
    const broken = await issued(home, { clientId, payer: own });
    const begun = await draft(home, { clientId, payer: own });
    const voucher = await voucherOf(running, home, { clientId, holderEmail: email });
    expect(await move(home, person, next)).toBe(200);

    expect(await payerOf('contracts', paid.id)).toBe(next);
    expect(await payerOf('contracts', guarded.id)).toBe(guardian);
    // Of another client, who has it by somebody's will.
    expect(await payerOf('contracts', strange.id)).toBe(email);
    // A document is what was sent.
    expect(await payerOf('invoices', invoice.id)).toBe(own.email);
    expect(await ask('select mail_to from invoices where id = $1', begun.id)).toEqual([{ mail_to: next }]);
    const holders = await ask('select holder_email as email from vouchers where id = $1', voucher.id);
    expect(holders).toEqual([{ email: next }]);

    const actor = await home.account({ role: 'admin' });
    const event = {
      topic: 'invoice',
      kind: 'issued',
      dedupeKey: `issued:${invoice.id}`,
      invoiceId: invoice.id,
    };
    await ask(`insert into outbox (tenant_id, topic, payload) values ($1, 'invoice', $2)`, home.id, event);
    const credited = { params: { id: broken.id }, body: { lines: 'all' as const, reason: 'Broken' } };
    expect((await call(creditInvoice, credited, { actor })).status).toBe(200);
    await night(home, '2026-09-20');
    const papers = (to: string) => async () =>
      (await mailsTo(home, to)).filter(({ subject }) => / [AK]-2026-/.test(subject)).length;
    await expect.poll(papers(next), { timeout: 30_000 }).toBe(3);
    await expect.poll(papers(guardian), { timeout: 30_000 }).toBe(1);
    // The bill of the other client alone.
    await expect.poll(papers(email), { timeout: 30_000 }).toBe(1);
    const notes = await ask<{ email: string }>(
      `select payer ->> 'email' as email from invoices where credits_id = $1`,
      broken.id,
    );
    expect(notes).toEqual([{ email: next }]);
  },
);

/** Where papers of a client go. */
async function papersOf(home: Centre, person: TestAccount, payer: { name: string; email: string }) {
  const { clientId } = person;
  const agreed = await contract(home, { clientId, startsOn: '2026-08-20', payer });
  const invoice = await issued(home, { clientId, payer });
  const voucher = await voucherOf(running, home, { clientId, holderEmail: payer.email });
  return async () => {
    const [row] = await ask<{ contract: string; invoice: string; voucher: string }>(
      `select k.payer ->> 'email' as contract, coalesce(i.mail_to, i.payer ->> 'email') as invoice,
         v.holder_email as voucher
       from contracts k, invoices i, vouchers v where k.id = $1 and i.id = $2 and v.id = $3`,
      ...[agreed.id, invoice.id, voucher.id],
    );
    return row;
  };
}

test('papers of a client whose address the office empties go nowhere until it writes one down, and those of another payer go on', async () => {
  const home = await centre();
  const person = await home.account();
  const { clientId, email } = person;
  const [named] = await ask<{ name: string }>(
    `update clients set email = $2 where id = $1 returning first_name || ' ' || last_name as name`,
    ...[clientId, email],
  );
  const own = await papersOf(home, person, { name: named?.name ?? '', email });
  const nobodys = await contract(home, {
    ...{ clientId, startsOn: '2026-08-20', category: 'webapp_pilates' },
    payer: { name: 'Klubi OÜ', email: '' },
  });
  expect(await ofClient(home, person, '')).toBe(200);
  expect(await own()).toEqual({ contract: '', invoice: '', voucher: '' });
  const next = `next-${email}`;
  expect(await ofClient(home, person, next)).toBe(200);
  expect(await own()).toEqual({ contract: next, invoice: next, voucher: next });
  expect(await payerOf('contracts', nobodys.id)).toBe('');
});

test('who reads the address before is nobody of the client’s any more; of somebody else with that address they are', async () => {
  const home = await centre();
  const [person, sibling] = [await home.account(), await home.account()];
  const { clientId, email } = person;
  await ask('update clients set email = $2 where id = $1 returning 1', clientId, email);
  for (const [id, name] of [
    [clientId, 'one'],
    [sibling.clientId, 'two'],
  ] as const)
    await ask(
      `insert into visitors (tenant_id, client_id, email, name, created_at) values ($1, $2, $3, $4, now()) returning 1`,
      ...[home.id, id, email, name],
    );
  expect(await ofClient(home, person, `next-${email}`)).toBe(200);
  expect(await ask('select client_id as id from visitors where tenant_id = $1', home.id)).toEqual([
    { id: sibling.clientId },
  ]);
});

test.each([
  ['goes to the one who is left', 'kept@test.test', 'kept@test.test'],
  ['stays where it went, where the one who is left has no address', '', 'own'],
] as const)(
  'of two clients who are one, what went to the one %s; a payer’s goes on',
  async (_, address, to) => {
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const [kept, gone] = [await home.account(), await home.account()];
    for (const [{ clientId }, email] of [
      [kept, address],
      [gone, gone.email],
    ] as const)
      await ask('update clients set email = $2 where id = $1 returning 1', clientId, email);
    const own = await papersOf(home, gone, { name: 'Tiiu Tamm', email: gone.email });
    const paid = await issued(home, {
      clientId: gone.clientId,
      payer: { name: 'Klubi OÜ', email: 'klubi@test.test' },
    });
    expect((await merging(admin, kept, gone)).status).toBe(200);
    const all = to === 'own' ? gone.email : to;
    expect(await own()).toEqual({ contract: all, invoice: all, voucher: all });
    expect(await ask('select client_id, mail_to from invoices where id = $1', paid.id)).toEqual([
      { client_id: kept.clientId, mail_to: null },
    ]);
  },
);

test('whoever logs in by their own address, and is written to at a parent’s, changes their own alone', async () => {
  const home = await centre();
  const child = await home.account();
  const parent = `parent-${child.email}`;
  await ask('update clients set email = $2 where id = $1', child.clientId, parent);
  const papers = await papersOf(home, child, { name: 'Piret Kask', email: parent });
  const next = `next-${child.email}`;
  expect(await byMember(home, child, next)).toBe(200);
  expect(await papers()).toEqual({ contract: parent, invoice: parent, voucher: parent });
  const contacts = await ask(
    'select a.email, c.email as contact from accounts a join clients c on c.id = a.client_id where a.id = $1',
    child.id,
  );
  expect(contacts).toEqual([{ email: next, contact: parent }]);
  expect(await mailsTo(home, parent)).toEqual([]);
});
