import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { beginJoin } from '#server/testing/joining.ts';
import { withServer } from '#server/testing/server.ts';
import { checkImport, runImport } from '#shared/admin/importing/contract.ts';
import type { ImportKind } from '#shared/admin/importing/domain.ts';
import { estonianCheckDigit } from '#shared/joining/identity/domain.ts';

const running = withServer();
const { centre, call, ask } = running;

async function beginning(): Promise<{ home: Centre; admin: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin', firstName: 'Ada', lastName: 'Admin' }) };
}

const check = (actor: TestAccount, content: string, kind: ImportKind = 'clients') =>
  call(checkImport, { query: { kind }, body: content }, { actor });
const run = (actor: TestAccount, content: string, planId: string, kind: ImportKind = 'clients') =>
  call(runImport, { query: { kind, planId }, body: content }, { actor });

function idCodeOf(index: number): string {
  const ten = `39001${String((index % 28) + 1).padStart(2, '0')}${String(Math.floor(index / 28)).padStart(3, '0')}`;
  return ten + estonianCheckDigit(ten);
}

const titles = 'Eesnimi;Perekonnanimi;Isikukood;Sünniaeg;E-post;Telefon;Linn';
const count = async (home: Centre) =>
  (await ask<{ count: number }>('select count(*)::integer from clients where tenant_id = $1', home.id))[0]
    ?.count ?? 0;

describe('clients', () => {
  test('who only began to join is nobody yet: the one of the file is new', async () => {
    const { home, admin } = await beginning();
    const [begun, joined, kept] = [
      await home.client({ firstName: 'Mari', lastName: 'Õun' }),
      await home.client({ firstName: 'Jaan', lastName: 'Tamm' }),
      await home.client({ firstName: 'Ilze', lastName: 'Kalna' }),
    ];
    await ask("update clients set email = lower(first_name) || '@test.test' where id = any($1)", [
      begun,
      joined,
      kept,
    ]);
    await beginJoin(running, home, begun);
    await beginJoin(running, home, joined, { settledAt: '2026-09-14T08:00:00Z' });
    await beginJoin(running, home, kept, { takenOverAt: '2026-09-14T08:00:00Z' });
    const checked = async (line: string) => {
      const { body } = await check(admin, `${titles}\n${line}\n`);
      return [body.fresh, body.known];
    };
    expect(await checked(`Mari;Õun;${idCodeOf(1)};;mari@test.test;;`)).toEqual([1, 0]);
    expect(await checked('Jaan;Tamm;;;jaan@test.test;;')).toEqual([0, 1]);
    expect(await checked('Ilze;Kalna;;;ilze@test.test;;')).toEqual([0, 1]);
  });

  test('are checked without a change, taken over whole, and not doubled by the same file', async () => {
    const { home, admin } = await beginning();
    const before = await count(home);
    const file = `${titles}\nMari;Õun;${idCodeOf(1)};;MARI@test.test;5551 2345;Tartu\nJānis;Bērziņš;;31.12.1985;;+371 29123456;Rīga\n`;
    const { body: plan } = await check(admin, file);
    expect(plan).toMatchObject({
      encoding: 'utf-8',
      delimiter: ';',
      lines: 2,
      fresh: 2,
      known: 0,
      problemCount: 0,
      missing: [],
    });
    expect(await count(home)).toBe(before);

    expect((await run(admin, file, plan.planId)).body).toEqual({ fresh: 2, known: 0 });
    const rows = await ask(
      `select first_name, last_name, id_country, id_code, birth_date, email, phone, city from clients
        where tenant_id = $1 and last_name in ('Õun', 'Bērziņš') order by last_name`,
      home.id,
    );
    expect(rows).toEqual([
      {
        ...{ first_name: 'Jānis', last_name: 'Bērziņš', id_country: null, id_code: null },
        ...{ birth_date: '1985-12-31', email: '', phone: '+37129123456', city: 'Rīga' },
      },
      {
        ...{ first_name: 'Mari', last_name: 'Õun', id_country: 'EE', id_code: idCodeOf(1) },
        ...{ birth_date: '1990-01-02', email: 'mari@test.test', phone: '+37255512345', city: 'Tartu' },
      },
    ]);

    const again = await check(admin, file);
    expect(again.body).toMatchObject({ fresh: 0, known: 2, problemCount: 0 });
    expect((await run(admin, file, again.body.planId)).body).toEqual({ fresh: 0, known: 2 });
    // The plan from before sees what has changed since.
    expect((await run(admin, file, plan.planId)).error).toBe('importOutdated');
    expect(await count(home)).toBe(before + 2);
    const trail = JSON.stringify(
      await ask('select input, before, after from audit_trail where tenant_id = $1', home.id),
    );
    expect(trail).toContain('"imported": 2'.replace(' ', ''));
    expect(trail).not.toContain('Bērziņš');
  });

  test('with anything wrong in them are named by line and column, and none is taken over', async () => {
    const { home, admin } = await beginning();
    const before = await count(home);
    const file = [
      titles,
      `Mari;Õun;${idCodeOf(2)};;mari@test.test;55512345;`,
      ';Tamm;;;tamm@test.test;;',
      `Jaan;Tamm;3900101000${(estonianCheckDigit('3900101000') + 1) % 10};;;;`,
      'Jaan;Tamm;;32.01.1990;jaan@test.test;;',
      `Jaan;Tamm;${idCodeOf(3)};01.01.1999;;;`,
      'Jaan;Tamm;;;jaan@test;;',
      'Jaan;Tamm;;;jaan@test.test;123;',
      'Jaan;Tamm;;;;;Tartu',
      `Mari;Õun;${idCodeOf(2)};;;;`,
    ].join('\n');
    const { body: plan } = await check(admin, file);
    expect(plan.problems.map(({ line, column, code, other }) => [line, column, code, other])).toEqual([
      [3, 'firstName', 'required', null],
      [4, 'idCode', 'idCode', null],
      [5, 'birthDate', 'birthDate', null],
      [6, 'birthDate', 'birthDateOther', null],
      [7, 'email', 'email', null],
      [8, 'phone', 'phone', null],
      [9, null, 'nothingToTell', null],
      [10, null, 'duplicate', '2'],
    ]);
    const refused = await run(admin, file, plan.planId);
    expect([refused.status, refused.error]).toEqual([409, 'importHasProblems']);
    // One is enough.
    const single = file.split('\n').slice(0, 3).join('\n');
    const { body: one } = await check(admin, single);
    expect([one.fresh, one.problemCount]).toEqual([1, 1]);
    expect((await run(admin, single, one.planId)).error).toBe('importHasProblems');
    expect(await count(home)).toBe(before);
  });

  test('known by code, or by name with address, number or birth date, are let be', async () => {
    const { home, admin } = await beginning();
    const first = `${titles}\nMari;Õun;${idCodeOf(4)};;mari@test.test;55512345;\nIlze;Kalna;;01.02.1970;;;\n`;
    await run(admin, first, (await check(admin, first)).body.planId);
    const lines = [
      `Maria;Ploom;${idCodeOf(4)};;;;`,
      'MARI;Oun;;;Mari@Test.test;;',
      'Mari;Õun;;;;+372 5551 2345;',
      'Ilze;Kalna;;1970-02-01;ilze@test.test;;',
    ];
    const { body: plan } = await check(admin, [titles, ...lines].join('\n'));
    expect(plan.problems.map(({ line, code }) => [line, code])).toEqual([]);
    expect([plan.known, plan.fresh]).toEqual([4, 0]);
    // Each by itself too: what another line of the file finds does not help it.
    for (const line of lines)
      expect((await check(admin, `${titles}\n${line}\n`)).body, line).toMatchObject({ known: 1, fresh: 0 });
    // Who only typed an address is not known by it.
    const typist = await home.account({ firstName: 'Uku', lastName: 'Uustal' });
    const typed = `${titles}\nUku;Uustal;;;${typist.email};;\n`;
    await ask(
      `update clients c set email = a.email from accounts a where a.id = $1 and c.tenant_id = $2 and c.id = a.client_id`,
      ...[typist.id, home.id],
    );
    expect((await check(admin, typed)).body).toMatchObject({ known: 1, fresh: 0 });
    await ask('update accounts set email_typed_at = now() where id = $1', typist.id);
    expect((await check(admin, typed)).body).toMatchObject({ known: 0, fresh: 1 });
    // Father and son: one name and one address, two people.
    const third = `${titles}\nMari;Õun;${idCodeOf(5)};;mari@test.test;;\n`;
    const other = (await check(admin, third)).body;
    expect((await run(admin, third, other.planId)).body).toEqual({ fresh: 1, known: 0 });
    expect(
      await ask(`select 1 from clients where tenant_id = $1 and last_name = 'Õun'`, home.id),
    ).toHaveLength(2);
  });

  test('two who bring the same file at once bring each client once', async () => {
    const { home, admin } = await beginning();
    const file = `${titles}\nMari;Õun;${idCodeOf(6)};;;;\n`;
    const { body: plan } = await check(admin, file);
    const both = await Promise.all([run(admin, file, plan.planId), run(admin, file, plan.planId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      await ask('select 1 from clients where tenant_id = $1 and id_code = $2', home.id, idCodeOf(6)),
    ).toHaveLength(1);
  });

  test('ten thousand lines are checked and taken over', { timeout: 60_000 }, async () => {
    const { home, admin } = await beginning();
    const before = await count(home);
    const lines = Array.from(
      { length: 10_000 },
      (_, index) =>
        `Eesnimi${index};Perenimi${index};${idCodeOf(index)};;p${index}@test.test;5551${String(index).padStart(4, '0')};Tartu`,
    );
    const file = [titles, ...lines].join('\r\n');
    const { body: plan } = await check(admin, file);
    expect([plan.fresh, plan.problemCount, plan.samples.length]).toEqual([10_000, 0, 5]);
    expect((await run(admin, file, plan.planId)).body.fresh).toBe(10_000);
    expect(await count(home)).toBe(before + 10_000);
    expect((await check(admin, file)).body).toMatchObject({ fresh: 0, known: 10_000 });
  });

  test('a file without the needed columns, and one that is no table, take nothing over', async () => {
    const { admin } = await beginning();
    const { body: plan } = await check(admin, 'Nimi,E-post\nMari Õun,mari@test.test\n');
    expect(plan).toMatchObject({
      delimiter: ',',
      missing: ['firstName', 'lastName'],
      columns: [
        { title: 'Nimi', name: null },
        { title: 'E-post', name: 'email' },
      ],
    });
    expect((await run(admin, 'Nimi,E-post\nMari Õun,mari@test.test\n', plan.planId)).error).toBe(
      'importHasProblems',
    );
    const short = 'Eesnimi;E-post\nMari;mari@test.test\n';
    const { body: lacking } = await check(admin, short);
    expect(lacking.missing).toEqual(['lastName']);
    expect((await run(admin, short, lacking.planId)).error).toBe('importHasProblems');
    expect((await check(admin, 'x')).error).toBe('importFileNotValid');
  });

  test('in far too many lines are refused before anybody reads them, and others go on', async () => {
    const [{ home, admin }, other] = [await beginning(), await beginning()];
    const before = await count(home);
    const many = check(admin, `a;b\n${'1;2\n'.repeat(900_000)}`);
    const begun = performance.now();
    expect((await check(other.admin, `${titles}\nMari;Õun;${idCodeOf(8)};;;;\n`)).body.fresh).toBe(1);
    expect(performance.now() - begun).toBeLessThan(3000);
    const refused = await many;
    expect([refused.status, refused.error, refused.refusal?.details]).toEqual([
      ...[422, 'importFileTooLong', { limit: 20_000 }],
    ]);
    // A few more than may be, and cells without an end.
    const few = `${titles}\n${'Mari;Õun;;;;;\n'.repeat(20_001)}`;
    for (const file of [few, `a;b\n${';'.repeat(2_000_000)}`]) {
      expect((await check(admin, file)).error).toBe('importFileTooLong');
    }
    expect(await count(home)).toBe(before);
  });

  test('are brought a few times a minute, by each centre for itself', async () => {
    const [{ admin }, other] = [await beginning(), await beginning()];
    const small = `${titles}\nMari;Õun;${idCodeOf(9)};;;;\n`;
    const errors = [];
    for (let turn = 0; turn < 21; turn += 1) errors.push((await check(admin, small)).error);
    expect(errors.map((error) => error ?? 'done')).toEqual([...Array(20).fill('done'), 'tooManyRequests']);
    expect((await check(other.admin, small)).error).toBeUndefined();
  });

  test('of another centre are nobody here', async () => {
    const [one, other] = [await beginning(), await beginning()];
    const file = `${titles}\nMari;Õun;${idCodeOf(7)};;;;\n`;
    await run(one.admin, file, (await check(one.admin, file)).body.planId);
    expect((await check(other.admin, file)).body).toMatchObject({ fresh: 1, known: 0 });
  });
});
