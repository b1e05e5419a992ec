import { expect, test, vi } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { addPackage, billContract, makeContract } from '#server/testing/contracts.ts';
import { joiningMeans } from '#server/testing/joining.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import { listClients, updateClient } from '#shared/clients/contract.ts';
import { addContract } from '#shared/contracts/contract.ts';
import * as status from '#shared/contracts/status/contract.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';

const running = withServer();
const { see, takeOver, prove } = joiningMeans(running);
const patience = { timeout: 10_000, interval: 50 };
const { expectScrubbed } = scrubbingMeans(running);
const { ask, centre, call, clock } = running;
const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };

async function place() {
  const home = await centre({ rules });
  const form: JoinForm = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    ...{ firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906', email: 'oie@test.test' },
    ...{
      phone: '+372 5555 1234',
      address: 'Niine 3',
      city: 'Tallinn',
      zip: '10414',
      hasAgreed: true,
      startsEarly: true,
    },
  };
  return { home, form };
}

const open = async (home: Centre, form: JoinForm) =>
  (await call(contract.openJoinDraft, { body: form }, { host: home.host })).body.draftToken;
const joinWith = (home: Centre, draftToken: string, form: JoinForm) =>
  call(contract.join, { body: { draftToken, form } }, { host: home.host });
const draftOf = (home: Centre, token: string) =>
  call(contract.getJoinDraft, { query: { token } }, { host: home.host });

test('a draft’s link opens it, however many wrong ones were tried from there', async () => {
  const { home, form } = await place();
  const token = await open(home, form);
  for (let count = 0; count < 30; count += 1)
    expect((await draftOf(home, 'x'.repeat(43))).error).toBe('joinNotFound');
  expect((await draftOf(home, 'x'.repeat(43))).error).toBe('tooManyAttempts');
  expect((await draftOf(home, token)).status).toBe(200);
});

test.each(['contractUnpaid', 'contractIsBlocked'] as const)(
  'it is not taken over unpaid by whom nothing is sold to: %s',
  { timeout: 30_000 },
  async (refusal) => {
    const { home, form: typed } = await place();
    const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const { contractId, productId } = await makeContract(running, home, actor, { termMonths: 1 });
    clock.advance({ hours: 24 });
    const of = { params: { id: contractId } };
    if (refusal === 'contractUnpaid') {
      await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-08-01' });
      await call(status.collectContract, { ...of, body: { reason: 'Silent' } }, { actor: admin });
    } else
      await call(status.blockContract, { ...of, body: { reason: 'A fight', until: null } }, { actor: admin });
    const form = { ...typed, productId, email: actor.email, startsOn: '2026-09-20', startsEarly: true };
    const { startsOn, startsEarly, hasAgreed, code } = form;
    const request = { productId, unitId: home.clubId, startsOn, startsEarly, hasAgreed, code };
    expect((await call(addContract, { body: request }, { actor })).error).toBe(refusal);
    const token = await open(home, form);
    expect((await joinWith(home, token, form)).status).toBe(200);
    const taken = await takeOver(token, actor);
    expect(taken.error).toBe(refusal);
  },
);

test('an address that an account’s owner only typed makes no joining theirs until they have shown that it is', async () => {
  const { home, form: typed } = await place();
  const actor = await home.account();
  const form = { ...typed, productId: await addPackage(running, home), email: actor.email };
  const token = await open(home, form);
  expect((await joinWith(home, token, form)).status).toBe(200);
  const typedAt = (at: string | null) =>
    ask('update accounts set email_typed_at = $2 where id = $1 returning 1', actor.id, at);
  await typedAt(clock.now());
  expect((await see(token, actor)).error).toBe('joinNotFound');
  expect((await takeOver(token, actor)).error).toBe('joinNotFound');
  await typedAt(null);
  expect((await takeOver(token, actor)).status).toBe(200);
});

test('whoever holds the draft writes nothing into whom it belongs to since', async () => {
  const { home, form: typed } = await place();
  const actor = await home.account();
  const form = { ...typed, productId: await addPackage(running, home), email: actor.email };
  const token = await open(home, form);
  expect((await joinWith(home, token, form)).status).toBe(200);
  expect((await takeOver(token, actor)).status).toBe(200);
  const person = () =>
    ask('select first_name, last_name, email, phone from clients where tenant_id = $1', home.id);
  const before = await person();
  const evil = { ...form, firstName: 'Evil', email: 'evil@test.test', phone: '+37255550666' };
  expect((await joinWith(home, token, evil)).error).toBe('joinNotFound');
  const changed = { body: { draftToken: token, form: evil } };
  expect((await call(contract.changeJoinDraft, changed, { host: home.host })).error).toBe('joinNotFound');
  expect(await person()).toEqual(before);
  // Nor are they shown the invoice of it, by the same once more neither.
  expect((await joinWith(home, token, form)).error).toBe('joinNotFound');
  expect((await draftOf(home, token)).body).toMatchObject({ state: 'joined', invoiceToken: null });
});

test.each([
  ['taken over', 'taken_over_at = now()'],
  ['dropped', `state = 'dropped'`],
])('what is typed while a draft is being %s is not kept', async (_, change) => {
  const { home, form } = await place();
  const token = await open(home, form);
  const kept = () => ask<{ form: object }>('select form from joins where tenant_id = $1', home.id);
  const before = await kept();
  const body = { draftToken: token, form: { ...form, firstName: 'Late' } };
  await withOwner(running.databaseUrl, async (other) => {
    await other.query('begin');
    await other.query(`update joins set ${change} where tenant_id = $1`, [home.id]);
    const pressed = call(contract.changeJoinDraft, { body }, { host: home.host });
    await untilWaiting(running.databaseUrl);
    await other.query('commit');
    expect((await pressed).error).toBe('joinNotFound');
  });
  expect(await kept()).toEqual(before);
});

test('what is taken over is what was seen: another package agreed to since is looked at first', async () => {
  const { home, form: typed } = await place();
  const actor = await home.account();
  const [cheap, dear] = [
    await addPackage(running, home, { prices: [{ clubId: home.clubId, priceCents: 1000 }] }),
    await addPackage(running, home, { prices: [{ clubId: home.clubId, priceCents: 99_000 }] }),
  ];
  const form = { ...typed, productId: cheap, email: actor.email };
  const draftToken = await open(home, form);
  await joinWith(home, draftToken, form);
  const see = async () =>
    (await call(contract.getOwnJoin, { query: { token: draftToken } }, { actor })).body.agreement;
  const take = (agreement: string) =>
    call(contract.takeOverJoin, { body: { draftToken, agreement } }, { actor });
  const seen = await see();
  await joinWith(home, draftToken, { ...form, productId: dear });
  expect((await take(seen)).error).toBe('changedMeanwhile');
  expect(
    await ask('select from contracts where tenant_id = $1 and client_id = $2', home.id, actor.clientId),
  ).toHaveLength(0);
  expect((await take(await see())).status).toBe(200);
});

test.each([
  ['before it is paid', false],
  ['once it is settled', true],
])(
  'another’s draft beside stays as it is while one is taken over %s',
  { timeout: 30_000 },
  async (_, isSettled) => {
    const { home, form: typed } = await place();
    const actor = await home.account();
    const form = { ...typed, productId: await addPackage(running, home), email: actor.email };
    if (isSettled) await ask('update product_prices set price_cents = 0 where tenant_id = $1', home.id);
    const token = await open(home, form);
    expect((await joinWith(home, token, form)).status).toBe(200);
    const other = { ...form, email: 'other@test.test', firstName: 'Mall' };
    expect((await joinWith(home, await open(home, other), other)).status).toBe(200);
    if (isSettled) {
      await prove(home, actor.email);
      await vi.waitFor(async () => {
        const rows = await ask('select from joins where tenant_id = $1 and settled_at is not null', home.id);
        expect(rows).toHaveLength(1);
      }, patience);
    }
    const [before] = await ask('select * from joins where tenant_id = $1 order by id desc limit 1', home.id);
    expect((await takeOver(token, actor)).status).toBe(200);
    expect(await ask('select * from joins where tenant_id = $1 order by id desc limit 1', home.id)).toEqual([
      before,
    ]);
  },
);

test('what is taken over is what was agreed to; what was written into the draft since is looked at by nobody', async () => {
  const { home, form: typed } = await place();
  const actor = await home.account();
  const productId = await addPackage(running, home);
  const form = { ...typed, productId, email: actor.email };
  const token = await open(home, form);
  expect((await joinWith(home, token, form)).status).toBe(200);
  const since = {
    ...{ firstName: '<b>Win</b>\nhttps://x.test', email: 'one@x.test, two@x.test', phone: '?' },
    ...{ hasAgreed: false, startsEarly: false, startsOn: '2026-09-21', code: 'NONE' },
  };
  const body = { draftToken: token, form: { ...form, ...since } };
  expect((await call(contract.changeJoinDraft, { body }, { host: home.host })).status).toBe(200);
  const offered = (await call(contract.getOwnJoin, { query: { token } }, { actor })).body;
  expect([offered.startsOn, offered.price?.periodFrom]).toEqual(['2026-09-14', '2026-09-14']);
  expect((await takeOver(token, actor)).status).toBe(200);
  const made = await ask(
    `select c.payer ->> 'name' as name, c.payer ->> 'email' as email, c.starts_early as early, i.payer = c.payer as same
     from contracts c join invoices i on i.tenant_id = c.tenant_id and i.id = c.invoice_id
     where c.tenant_id = $1 and c.client_id = $2 and c.state = 'pending'`,
    home.id,
    actor.clientId,
  );
  expect(made).toEqual([{ name: 'Õie Pärn', email: actor.email, early: true, same: true }]);
});

test('whom an unpaid joining was made for is not left behind once its member takes it over, nor in the trail', async () => {
  const { home, form: typed } = await place();
  const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
  const form = { ...typed, productId: await addPackage(running, home), email: actor.email };
  const token = await open(home, form);
  expect((await joinWith(home, token, form)).status).toBe(200);
  const { items } = (await call(listClients, { query: {} }, { actor: admin })).body;
  const [joiner] = items.filter(({ values }) => values.email === form.email && values.lastName === 'Pärn');
  if (!joiner) throw new Error('no such client');
  const { id, values, version } = joiner;
  const body = { values: { ...values, city: 'Zahnlinn' }, version };
  expect((await call(updateClient, { params: { id }, body }, { actor: admin })).error).toBeUndefined();
  expect((await takeOver(token, actor)).status).toBe(200);
  expect(await ask('select from clients where tenant_id = $1 and id = $2', home.id, id)).toEqual([]);
  await expectScrubbed(home, actor.clientId, 'Zahnlinn', 1);
});

test('whom the office has served meanwhile stays who they are', async () => {
  const { home, form: typed } = await place();
  const actor = await home.account();
  const form = { ...typed, productId: await addPackage(running, home), email: actor.email };
  const token = await open(home, form);
  expect((await joinWith(home, token, form)).status).toBe(200);
  const [joiner] = await ask<{ id: number }>(
    `select client_id as id from joins where tenant_id = $1`,
    home.id,
  );
  const training = await home.training({ startsAt: '2026-09-20T15:00:00Z' });
  await home.registration(training, joiner?.id ?? 0, { place: 1 });
  expect((await takeOver(token, actor)).status).toBe(200);
  const rows = await ask(
    'select last_name from clients where tenant_id = $1 and id = $2',
    home.id,
    joiner?.id,
  );
  expect(rows).toEqual([{ last_name: 'Pärn' }]);
});

test('a bill that was given up is made anew by whoever has taken it over, and asks for its price', async () => {
  const { home, form: typed } = await place();
  const actor = await home.account();
  const form = { ...typed, productId: await addPackage(running, home), email: actor.email };
  const token = await open(home, form);
  await joinWith(home, token, form);
  const first = (await takeOver(token, actor)).body.invoiceToken;
  expect(first).not.toBeNull();
  expect((await takeOver(token, actor)).body.invoiceToken).toBe(first);
  clock.advance({ minutes: 61 });
  await running.runJob('payments');
  const second = (await takeOver(token, actor)).body.invoiceToken;
  expect([second === null, second === first]).toEqual([false, false]);
  const live = await ask(`select 1 from contracts where tenant_id = $1 and state = 'pending'`, home.id);
  expect(live).toHaveLength(1);
});
