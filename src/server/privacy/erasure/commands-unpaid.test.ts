import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { dropExpired } from '#server/joining/leaving/commands.ts';
import { campaignOf } from '#server/testing/campaigns.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addPackage, makeContract } from '#server/testing/contracts.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { addProduct } from '#server/testing/products.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import { listClients, updateClient } from '#shared/clients/contract.ts';
import { addContract } from '#shared/contracts/contract.ts';
import { join, openJoinDraft } from '#shared/joining/contract.ts';
import { emptyForm } from '#shared/joining/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { askErasure } from '#shared/privacy/contract.ts';
import { grantTicket } from '#shared/wallet/grants/contract.ts';
import { erasuresTask } from './jobs.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { tablesWith } = scrubbingMeans(running);
const mark = 'Lendorav';

/** The job, for one centre. */
const work = (home: Centre) =>
  erasuresTask({
    system: running.server.system,
    originOf: () => 'http://test.test',
    tenants: () => running.server.tenants.all().filter(({ id }) => id === home.id),
    ctxOf: () => contextOf(running, home),
  })(undefined);

/** A member who began to buy a package and did not pay it. */
async function begun() {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const actor = await home.account({ firstName: mark, lastName: `${mark}-Kask` });
  const productId = await addPackage(running, home);
  const body = {
    ...{ productId, unitId: home.clubId, startsOn: '2026-09-14' },
    ...{ startsEarly: true, hasAgreed: true },
  };
  const made = await call(addContract, { body }, { actor });
  expect(made.error).toBeUndefined();
  expect(await tablesWith(home, mark)).toEqual(['clients', 'contracts', 'invoices']);
  return { home, actor };
}

const forget = (actor: TestAccount) => call(askErasure, { body: { password: testPassword } }, { actor });

test('a contract that was never paid names nobody once its buyer is erased', async () => {
  const { home, actor } = await begun();
  expect((await forget(actor)).error).toBeUndefined();
  clock.advance({ hours: 24 * 14 });
  await work(home);
  expect(
    (await tablesWith(home, mark)).filter((name) => !['stand_in_mails', 'outbox'].includes(name)),
  ).toEqual([]);
});

test('one that was paid once names its payer as long as the law has it', async () => {
  const home = await centre();
  const actor = await home.account({ firstName: mark });
  await makeContract(running, home, actor);
  await ask(
    'update contracts set payer = payer || $2 where tenant_id = $1 returning 1',
    home.id,
    JSON.stringify({ name: mark }),
  );
  await ask("update contracts set ends_on = '2026-09-15' where tenant_id = $1 returning 1", home.id);
  clock.advance({ hours: 48 });
  expect((await forget(actor)).error).toBeUndefined();
  clock.advance({ hours: 24 * 14 });
  await work(home);
  expect(await tablesWith(home, mark)).toContain('contracts');
});

test('ninety days after nobody paid it a contract names nobody, of a member who stays', async () => {
  const { home } = await begun();
  await ask(
    "update invoices set state = 'dropped', dropped_at = $2 where tenant_id = $1",
    home.id,
    clock.now(),
  );
  clock.advance({ hours: 24 * 89 });
  await dropExpired(contextOf(running, home));
  await work(home);
  expect(await tablesWith(home, mark)).toContain('contracts');
  clock.advance({ hours: 24 * 2 });
  await work(home);
  expect(await tablesWith(home, mark)).toEqual(['clients']);
});

/** Ninety days before the tests' clock, as a day begins in UTC. */
const bound = '2026-06-16T00:00:00Z';
const justBefore = '2026-06-15T23:59:59Z';

/** People who began to join, and all that was made ready for each with the bill. */
async function joiners(home: Centre) {
  const { add } = rowsOf(running, home);
  const productId = await addPackage(running, home);
  const campaignId = await campaignOf(running, home, { code: 'SUVI' });
  const of = { created_at: '2026-06-01T09:00:00Z', language: 'et' };
  const key = () => ({ salt: randomBytes(32), token_hash: randomBytes(32) });

  const billOf = (name: string, clientId: number | null, droppedAt: string | null) =>
    add('invoices', {
      ...{ ...of, ...key(), kind: 'invoice', client_id: clientId, payer: { name }, total_cents: 4500 },
      mail_to: `to${name}@test.test`,
      ...{ state: droppedAt === null ? 'draft' : 'dropped', dropped_at: droppedAt },
    });

  const lineOf = (invoiceId: number, position: number, item: object) =>
    add('invoice_lines', {
      ...{ invoice_id: invoiceId, position, article: 'Month', quantity: 1, unit_cents: 4500, item },
      ...{ gross_cents: 4500, net_cents: 4500, vat_cents: 0, vat_kind: 'zero', vat_rate: 0 },
      supply_on: '2026-06-01',
    });

  const contractOf = (name: string, clientId: number, parts: object) =>
    add('contracts', {
      ...{ ...of, ...key(), number: name, client_id: clientId, product_id: productId, club_id: home.clubId },
      ...{ category: 'webapp_fitness', names: {}, benefits: '[]', payer: { name }, period_months: 1 },
      ...{ anchor_day: 1, vat_kind: 'zero', starts_on: '2026-06-01', agreed_at: of.created_at, ...parts },
    });

  /** Somebody begins, and their bill is dropped; answers the client. */
  async function begin(name: string, droppedAt: string, joined: object = {}): Promise<number> {
    const clientId = await home.client({ firstName: name });
    const invoiceId = await billOf(name, clientId, droppedAt);
    await lineOf(invoiceId, 1, { kind: 'contract', holder: { firstName: name } });
    await lineOf(invoiceId, 2, { kind: 'contract', clientId });
    const contractId = await contractOf(name, clientId, {
      ...{ state: 'dropped', invoice_id: invoiceId, position: 1 },
    });
    await add('campaign_redemptions', {
      ...{ invoice_id: invoiceId, campaign_id: campaignId, client_id: clientId, discount_cents: 0 },
      ...{ email: name.toLowerCase(), created_at: of.created_at, held_until: of.created_at },
    });
    await add('joins', {
      ...{ ...of, ...key(), state: 'dropped', form: {}, client_id: clientId, contract_id: contractId },
      ...{ invoice_id: invoiceId, changed_at: of.created_at, expires_at: of.created_at, ...joined },
    });
    return clientId;
  }
  return { begin, billOf, contractOf };
}

test('who began to join is forgotten with the bill they never paid, but for whoever has come since, and what is younger', async () => {
  const home = await centre();
  const { begin, billOf, contractOf } = await joiners(home);
  await begin('Longago', justBefore);
  await begin('Lately', bound);
  await begin('Stillpaying', justBefore, { state: 'paying' });
  await begin('Knownsince', justBefore, { taken_over_at: bound });
  const live = { state: 'live', activated_at: bound };
  await contractOf('Otherwise', await begin('Member', justBefore), live);
  await billOf('Anotherbill', await begin('Buyer', justBefore), null);
  // A thousand at a time, the oldest first: those that name nobody any more stand in nobody's way.
  await ask(
    `insert into invoices (tenant_id, kind, state, salt, token_hash, payer, language, total_cents, created_at, dropped_at)
     select $1, 'invoice', 'dropped', '', sha256(n::text::bytea), '{"name": ""}', 'et', 0, '2026-05-01', '2026-05-02'
       from generate_series(1, 1000) n`,
    home.id,
  );
  await work(home);
  const named = async (table: string, name: string) =>
    (
      await ask<{ name: string }>(
        `select ${name} as name from ${table} k where tenant_id = $1 and ${name} <> '' order by 1`,
        home.id,
      )
    ).map((row) => row.name);
  const people = ['Buyer', 'Knownsince', 'Lately', 'Member', 'Stillpaying'];
  expect(await named('clients', 'first_name')).toEqual(people);
  expect(await named('clients', `case when not is_blocked then first_name end`)).toEqual(people);
  expect(await named('invoices', `payer ->> 'name'`)).toEqual(['Anotherbill', 'Lately']);
  expect(await named('invoices', 'mail_to')).toEqual(['toAnotherbill@test.test', 'toLately@test.test']);
  expect(await named('invoice_lines', `item -> 'holder' ->> 'firstName'`)).toEqual(['Lately']);
  expect(await named('invoice_lines', `case when item ? 'clientId' then position::text end`)).toHaveLength(6);
  expect(await named('contracts', `payer ->> 'name'`)).toEqual(['Lately', 'Otherwise']);
  expect(await named('campaign_redemptions', 'email')).toEqual(['lately']);
});

test.each([
  ['is forgotten with the draft', false],
  ['stays known by what they were given at the desk', true],
])('who began to join and never paid %s', async (_, isServed) => {
  const home = await centre({
    rules: { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } },
  });
  const productId = await addPackage(running, home);
  const form = {
    ...emptyForm('EE', localDate(clock.now(), home.timeZone), home.clubId),
    ...{ productId, firstName: mark, lastName: mark, idCode: '60001019906', email: 'juggler@test.test' },
    ...{ phone: '+37255559876', address: 'Niine 3', city: 'Tallinn', zip: '10414' },
    ...{ hasAgreed: true, startsEarly: true },
  };
  const of = { host: home.host } as const;
  const { draftToken } = (await call(openJoinDraft, { body: form }, of)).body;
  expect((await call(join, { body: { draftToken, form } }, of)).status).toBe(200);
  clock.advance({ hours: 25 });
  await dropExpired(contextOf(running, home));
  expect(await tablesWith(home, mark)).toEqual(['clients', 'contracts', 'invoices']);
  const given = await addProduct(running, home, { visits: 10 });
  const [begun] = await ask<{ id: number }>(
    'select max(client_id) as id from joins where tenant_id = $1',
    home.id,
  );
  const gift = { productId: given, unitId: home.clubId, startsOn: null, terms: 'gift', reason: 'Won' };
  const [params, admin] = [{ id: begun?.id ?? 0 }, await home.account({ role: 'admin' })];
  const [joiner] = (await call(listClients, { query: { q: mark } }, { actor: admin })).body.items;
  const body = { values: { ...joiner?.values, phone: '+37255550001' }, version: joiner?.version };
  await call(updateClient, { params, body } as never, { actor: admin });
  expect(await tablesWith(home, mark)).toContain('audit_trail');
  // Of a room with the same number.
  const other = 'select before from audit_trail where tenant_id = $1 and noun = $2 and noun_id = $3';
  await ask(
    `insert into audit_trail (tenant_id, at, account_id, request_id, action, input, noun, noun_id, before)
     values ($1, $2, $3, 'x', 'updateRoom', '{}', 'rooms', $4, '{"name": "Hall"}') returning 1`,
    ...[home.id, clock.now(), admin.id, params.id],
  );
  if (isServed) await call(grantTicket, { params, body: gift } as never, { actor: admin });
  clock.advance({ hours: 24 * 91 });
  await work(home);
  expect((await tablesWith(home, mark)).includes('clients')).toBe(isServed);
  if (isServed) return;
  for (const text of [mark, 'juggler@test.test']) expect(await tablesWith(home, text)).toEqual([]);
  expect(await ask(other, home.id, 'rooms', params.id)).toEqual([{ before: { name: 'Hall' } }]);
});
