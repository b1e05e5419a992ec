import { expect, test } from 'vitest';
import { billContracts } from '#server/contracts/billing/commands.ts';
import { makeCtx } from '#server/kernel/ctx.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { beginJoin } from '#server/testing/joining.ts';
import { withServer } from '#server/testing/server.ts';
import { checkImport, runImport } from '#shared/admin/importing/contract.ts';
import { listContracts } from '#shared/contracts/contract.ts';
import { askClientErasure } from '#shared/privacy/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function beginning(): Promise<{ home: Centre; admin: TestAccount; client: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin' }), client: await clientOf(home) };
}

/** A login whose client has its address. */
async function clientOf(home: Centre): Promise<TestAccount> {
  const account = await home.account();
  await ask(
    'update clients set email = $3 where tenant_id = $1 and id = $2',
    home.id,
    account.clientId,
    account.email,
  );
  return account;
}

const kind = 'contracts';
const check = (actor: TestAccount, content: string) =>
  call(checkImport, { query: { kind }, body: content }, { actor });
const run = (actor: TestAccount, content: string, planId: string) =>
  call(runImport, { query: { kind, planId }, body: content }, { actor });
const titles = 'E-post;Pakett;Algus;Lõpp;Hind;Makstud kuni;Lepingu number';

test('a contract comes with its price and its dates, what was paid elsewhere is not billed, and it is billed on', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  // Today is 14.09.2026.
  const file = `${titles}\n${client.email};kuupakett;20.06.2026;;39,90;19.09.2026;VANA-7\n`;
  const { body: plan } = await check(admin, file);
  expect(plan).toMatchObject({ fresh: 1, known: 0, problemCount: 0 });
  expect((await run(admin, file, plan.planId)).body).toEqual({ fresh: 1, known: 0 });
  const { body } = await call(listContracts, {}, { actor: client });
  expect(JSON.stringify(body)).toContain('VANA-7');
  const periods = await ask(
    `select from_on, until_on, amount_cents, invoice_id from contract_periods where tenant_id = $1 order by from_on`,
    home.id,
  );
  expect(periods).toEqual([
    { from_on: '2026-06-20', until_on: '2026-07-19', amount_cents: 0, invoice_id: null },
    { from_on: '2026-07-20', until_on: '2026-08-19', amount_cents: 0, invoice_id: null },
    { from_on: '2026-08-20', until_on: '2026-09-19', amount_cents: 0, invoice_id: null },
  ]);

  // On the day the next period begins it is billed, for what the file said.
  const { db, groups, events, tokens, tenants } = running.server.app.ports;
  const tenant = tenants.all().find(({ id }) => id === home.id);
  if (!tenant) throw new Error('no tenant');
  const ctx = makeCtx({
    ...{ db, groups, events, tenant, language: 'et', actor: { kind: 'visitor' } },
    ...{ now: '2026-09-20T01:00:00.000Z', requestId: 'night' },
  });
  expect(await billContracts(ctx, tokens, '2026-09-19')).toMatchObject({ invoices: 0 });
  expect(await billContracts(ctx, tokens, '2026-09-20')).toMatchObject({ invoices: 1, totalCents: 3990 });

  expect((await check(admin, file)).body).toMatchObject({ fresh: 0, known: 1, problemCount: 0 });
  expect(await ask('select 1 from contracts where tenant_id = $1', home.id)).toHaveLength(1);
});

test('what cannot be is named by line', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  const second = await clientOf(home);
  const row = (...cells: string[]) => cells.join(';');
  const file = [
    titles,
    row(client.email, 'Kuupakett', '01.09.2026', '', '', '', 'A'),
    row('keegi@mujal.test', 'Kuupakett', '01.09.2026', '', '', '', ''),
    row(second.email, 'Aastapakett', '01.09.2026', '', '', '', ''),
    row(second.email, 'Kuupakett', '31.02.2026', '', '', '', ''),
    row(second.email, 'Kuupakett', '01.09.2026', '01.08.2026', '', '', ''),
    row(second.email, 'Kuupakett', '01.09.2026', '', 'odav', '', ''),
    row('', 'Kuupakett', '01.09.2026', '', '', '', ''),
    row(client.email, 'Kuupakett', '10.09.2026', '', '', '', 'B'),
    row(second.email, 'Kuupakett', '01.09.2026', '', '', '', 'A'),
  ].join('\n');
  const { body: plan } = await check(admin, file);
  expect(plan.problems.map(({ line, column, code, other }) => [line, column, code, other])).toEqual([
    [3, 'email', 'clientUnknown', null],
    [4, 'package', 'packageUnknown', null],
    [5, 'startsOn', 'date', null],
    [6, 'endsOn', 'endsBefore', null],
    [7, 'price', 'price', null],
    [8, null, 'noClient', null],
    [9, null, 'overlaps', '2'],
    [10, 'number', 'numberTaken', null],
  ]);
  expect((await run(admin, file, plan.planId)).error).toBe('importHasProblems');
  expect(await ask('select 1 from contracts where tenant_id = $1', home.id)).toEqual([]);
});

test('of one client’s contracts those are refused that meet another of the file by a day, in whatever order they stand', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  const row = (from: string, until: string) => `${client.email};Kuupakett;${from}.2025;${until};;;`;
  const file = [
    titles,
    row('01.06', '30.06.2025'),
    row('01.03', '31.03.2025'),
    row('01.04', '31.05.2025'),
    // Its last day is another's first, its first day another's last, it lies within one, it lies around several.
    row('10.02', '01.03.2025'),
    row('30.06', '10.07.2025'),
    row('05.04', '06.04.2025'),
    row('02.02', '20.12.2025'),
    row('01.07', '31.07.2025'),
    row('01.09', ''),
    row('01.12', '31.12.2025'),
    row('01.08', '31.08.2025'),
  ].join('\n');
  const { body: plan } = await check(admin, file);
  expect(plan.problems.map(({ line, code, other }) => [line, code, other])).toEqual([
    [5, 'overlaps', '3'],
    [6, 'overlaps', '2'],
    [7, 'overlaps', '4'],
    [8, 'overlaps', '3'],
    [11, 'overlaps', '10'],
  ]);
  expect(plan.fresh).toBe(6);
});

test('a contract of a club that nobody knows, or of one of two without its name, is refused', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  const line = (club: string) => `E-post;Pakett;Algus;Klubi\n${client.email};Kuupakett;01.09.2026;${club}\n`;
  const problemsOf = async (club: string) =>
    (await check(admin, line(club))).body.problems.map(({ column, code }) => [column, code]);
  expect(await problemsOf('Mujal')).toEqual([['club', 'clubUnknown']]);
  expect(await problemsOf('')).toEqual([]);
  await home.club();
  await running.server.tenants.load();
  expect(await problemsOf('')).toEqual([['club', 'clubUnknown']]);
});

test('a term ends as the package says, or as the file does, and goes on where the package does', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Aasta', termMonths: 12, bindingMonths: 12, renews: true });
  await addPackage(running, home, { name: 'Pool aastat', termMonths: 6 });
  const [second, third] = [await clientOf(home), await clientOf(home)];
  const file = [
    titles,
    `${client.email};Aasta;01.03.2026;;;;`,
    `${second.email};Aasta;01.03.2026;31.10.2026;;;`,
    `${third.email};Pool aastat;01.06.2026;;;;\n`,
  ].join('\n');
  await run(admin, file, (await check(admin, file)).body.planId);
  const rows = await ask(
    'select ends_on, renews, number, starts_early from contracts where tenant_id = $1 order by client_id',
    home.id,
  );
  expect(rows).toMatchObject([
    // Agreed to elsewhere: days that were used are not given back for nothing.
    { ends_on: '2027-02-28', renews: true, number: expect.stringMatching(/^26-\d{5}$/), starts_early: true },
    { ends_on: '2026-10-31', renews: true },
    { ends_on: '2026-11-30', renews: false },
  ]);
  expect(await ask('select ends_on from contract_terms where tenant_id = $1', home.id)).toHaveLength(3);
});

test('of whoever has the id code but another mail address the number is asked for: anybody may have typed the code', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  await ask(
    "update clients set id_country = 'EE', id_code = '60001019906' where tenant_id = $1 and id = $2 returning 1",
    home.id,
    client.clientId,
  );
  const [row] = await ask<{ code: string }>('select code from clients where id = $1', client.clientId);
  const checked = async (code: string, email: string, number = '') => {
    const line = [code, email, number, 'Kuupakett', '20.06.2026'].join(';');
    const { body } = await check(admin, `isikukood;e-post;kliendinumber;pakett;algus\n${line}\n`);
    return [body.fresh, body.problems.map(({ column, code: problem, other }) => [column, problem, other])];
  };
  expect(await checked('60001019906', 'other@mujal.test')).toEqual([0, [['email', 'otherEmail', row?.code]]]);
  expect(await checked('60001019906', 'other@mujal.test', row?.code)).toEqual([1, []]);
  expect(await checked('60001019906', client.email.toUpperCase())).toEqual([1, []]);
});

test('an id code alone is nobody’s contract: with the name of whoever has it here, or with their number, it is', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  await ask(
    `update clients set id_country = 'EE', id_code = '60001019906', first_name = 'Õie-Mai', last_name = 'Pärn'
      where tenant_id = $1 and id = $2 returning 1`,
    home.id,
    client.clientId,
  );
  const [row] = await ask<{ code: string }>('select code from clients where id = $1', client.clientId);
  const unsure = [0, [['idCode', 'nameUnsure', row?.code]]];
  const checked = async (firstName: string, lastName: string, email = '', number = '') => {
    const line = ['60001019906', firstName, lastName, email, number, 'Kuupakett', '20.06.2026'].join(';');
    const file = `isikukood;eesnimi;perenimi;e-post;kliendinumber;pakett;algus\n${line}\n`;
    const { body } = await check(admin, file);
    return [body.fresh, body.problems.map(({ column, code: problem, other }) => [column, problem, other])];
  };
  expect(await checked('', '')).toEqual(unsure);
  expect(await checked('Mari', 'Mets')).toEqual(unsure);
  expect(await checked('', '', '', row?.code)).toEqual([1, []]);
  expect(await checked('oie mai', 'PARN')).toEqual([1, []]);
  // An address says nothing where none is known to compare it with.
  await ask(`update clients set email = '' where tenant_id = $1 and id = $2`, home.id, client.clientId);
  expect(await checked('', '', 'other@mujal.test')).toEqual(unsure);
  expect(await checked('Õie Mai', 'Pärn', 'other@mujal.test')).toEqual([1, []]);
});

test('a contract comes for whoever is a client, by code, address or number: who only joins, is to be erased or only typed the address is none', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  const people = {
    joins: await clientOf(home),
    joined: await clientOf(home),
    kept: await clientOf(home),
    leaving: await clientOf(home),
    typist: await clientOf(home),
    stayed: await clientOf(home),
    coded: await home.account({ firstName: 'Õie', lastName: 'Pärn' }),
    numbered: await home.account(),
  };
  const { joins, joined, kept, leaving, typist, stayed, coded, numbered } = people;
  await ask('update accounts set email_typed_at = now() where id = $1', typist.id);
  const earlier = '2026-09-14T08:00:00Z';
  await beginJoin(running, home, joins.clientId);
  await beginJoin(running, home, joined.clientId, { settledAt: earlier });
  await beginJoin(running, home, kept.clientId, { takenOverAt: earlier });
  for (const { clientId } of [leaving, stayed])
    await call(askClientErasure, { params: { id: clientId }, body: {} }, { actor: admin });
  await ask('update erasures set undone_at = $2 where client_id = $1', stayed.clientId, earlier);
  await ask("update clients set id_country = 'EE', id_code = '60001019906' where id = $1", coded.clientId);
  const [row] = await ask<{ code: string }>('select code from clients where id = $1', numbered.clientId);
  const line = ({ email }: TestAccount) => `;;;${email};;Kuupakett;01.09.2026`;
  const [first, ...sound] = [
    'isikukood;eesnimi;perenimi;e-post;kliendinumber;pakett;algus',
    ...[client, joined, kept, stayed].map(line),
    '60001019906;Õie;Pärn;;;Kuupakett;01.09.2026',
    `;;;;${row?.code};Kuupakett;01.09.2026`,
  ];
  const whole = [first, ...sound, line(joins), line(leaving), line(typist)].join('\n');
  const { body: plan } = await check(admin, whole);
  expect([plan.fresh, plan.problems.map(({ line: at, code }) => [at, code])]).toEqual([
    6,
    [
      [8, 'clientUnknown'],
      [9, 'clientUnknown'],
      [10, 'clientUnknown'],
    ],
  ]);
  expect((await run(admin, whole, plan.planId)).error).toBe('importHasProblems');
  // By any one of these alone as well.
  for (const one of sound)
    expect((await check(admin, `${first}\n${one}\n`)).body, one).toMatchObject({ fresh: 1, problemCount: 0 });
  const some = [first, ...sound].join('\n');
  await run(admin, some, (await check(admin, some)).body.planId);
  const rows = await ask<{ id: number }>(
    'select client_id as id from contracts where tenant_id = $1 order by id',
    home.id,
  );
  expect(rows.map(({ id }) => id)).toEqual(
    [client, joined, kept, stayed, coded, numbered].map(({ clientId }) => clientId),
  );
});

test('a number that somebody else’s contract has is taken, whoever the file is about', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  const other = await clientOf(home);
  const file = ({ email }: TestAccount, number: string) =>
    `${titles}\n${email};kuupakett;20.06.2026;;39,90;;${number}\n`;
  const brought = file(other, 'VANA-7');
  await run(admin, brought, (await check(admin, brought)).body.planId);
  const { body } = await check(admin, file(client, 'VANA-7'));
  expect([body.fresh, body.problems.map(({ line, code }) => [line, code])]).toEqual([
    0,
    [[2, 'numberTaken']],
  ]);
  expect((await check(admin, file(client, 'VANA-8'))).body).toMatchObject({ fresh: 1, problemCount: 0 });
});

test('a contract comes for nobody who is to be erased', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  const asked = await call(askClientErasure, { params: { id: client.clientId }, body: {} }, { actor: admin });
  expect(asked.error).toBeUndefined();
  const { body } = await check(admin, `${titles}\n${client.email};kuupakett;20.06.2026;;39,90;;\n`);
  expect(body).toMatchObject({ fresh: 0, problems: [{ line: 2, code: 'clientUnknown' }] });
});

test('more periods than are written at once are told by their line before anything is', {
  timeout: 60_000,
}, async () => {
  const { home, admin } = await beginning();
  await addPackage(running, home, { name: 'Kuupakett' });
  const count = 150;
  const codes = await ask<{ code: string }>(
    `insert into clients (tenant_id, code, first_name, last_name, email, phone)
      select $1, 'Z' || n, 'Liis', 'Lepp', '', '' from generate_series(1, $2::integer) n returning code`,
    ...[home.id, count],
  );
  // Thirty years are settled with each line, but with one that fills up what there may be to the last period.
  const line = (code: string, index: number) =>
    `${code};kuupakett;${index === 138 ? '20.08.2011' : '20.09.1996'};31.08.2031;13.09.2026`;
  const file = (of: number) =>
    `Kliendi number;Pakett;Algus;Lõpp;Makstud kuni\n${codes
      .slice(0, of)
      .map(({ code }, index) => line(code, index))
      .join('\n')}\n`;
  const { body } = await check(admin, file(count));
  // 361 months of each of 138 lines, and 182 of the next, are 50 000: as many as there may be.
  expect([body.fresh, body.problemCount]).toEqual([139, 11]);
  expect(body.problems[0]).toMatchObject({ line: 141, code: 'historyTooLong' });
  const some = file(12);
  const { planId } = (await check(admin, some)).body;
  expect((await run(admin, some, planId)).body).toEqual({ fresh: 12, known: 0 });
  const [row] = await ask<{ count: number }>(
    'select count(*)::integer as count from contract_periods where tenant_id = $1',
    home.id,
  );
  expect(row?.count).toBe(12 * 360);
});

test('one that goes on by itself comes in its present term; what was withdrawn from stands in no line’s way', async () => {
  const { home, admin, client } = await beginning();
  await addPackage(running, home, { name: 'Aastapakett', termMonths: 12, renews: true });
  const file = `${titles}\n${client.email};aastapakett;01.03.2023;;39,90;;\n`;
  const { body: plan } = await check(admin, file);
  expect((await run(admin, file, plan.planId)).body).toEqual({ fresh: 1, known: 0 });
  const contracts = () =>
    ask('select starts_on, ends_on, state from contracts where tenant_id = $1 order by id', home.id);
  const present = { starts_on: '2023-03-01', ends_on: '2027-02-28', state: 'live' };
  expect(await contracts()).toEqual([present]);
  expect((await check(admin, file)).body).toMatchObject({ fresh: 0, known: 1 });
  await ask(
    "update contracts set state = 'withdrawn', withdrawn_at = now() where tenant_id = $1 returning 1",
    home.id,
  );
  const again = (await check(admin, file)).body;
  expect(again).toMatchObject({ fresh: 1, known: 0, problemCount: 0 });
});
