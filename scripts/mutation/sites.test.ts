import { describe, expect, test } from 'vitest';
import { apply } from './site.ts';
import { findSites, randomOf, shareOut, shuffle } from './sites.ts';

/** Every text that one change makes of a file, with the kind of the change where it is another than `kind`. */
function madeOf(path: string, text: string, kind: string): string[] {
  return findSites([{ path, text }])
    .filter((site) => site.kind === kind)
    .map((site) => apply(text, site));
}

const domain = 'src/shared/tickets/domain.ts';
const data = 'src/server/tickets/data.ts';

describe('code', () => {
  test.each([
    ['a comparison', 'f = a < b;', ['f = a <= b;']],
    ['an equality', 'f = a === b;', ['f = a !== b;']],
    ['a sum of numbers', 'f = a + b;', ['f = a - b;']],
    ['no sum of texts', "f = a + ' pieces';", []],
    ['both sides of an or', 'f = a || !b;', ['f = a && !b;', 'f = a || b;']],
    ['a number and a truth', 'f = g(7, true);', ['f = g(8, true);', 'f = g(7, false);']],
    [
      'an early return, both ways',
      '() => { if (a) return b; }',
      ['() => { if (false) return b; }', '() => { if (true) return b; }'],
    ],
    ['a condition', 'if (a) b = c;', ['if (false) b = c;']],
    ['a choice', 'f = a ? b : c;', ['f = !(a) ? b : c;']],
    [
      'a spread on a condition',
      'f = [...(a ? [b] : [])];',
      ['f = [...([])];', 'f = [...(!(a) ? [b] : [])];'],
    ],
    ['a filter', 'f = a.filter(b).map(c);', ['f = a.map(c);']],
    ['the larger of two', 'f = Math.max(a, b);', ['f = Math.min(a, b);']],
    ['no bound of a text', 'f = z.string().max(most);', []],
    ['some', 'f = a.some(b);', ['f = a.every(b);']],
    ['a call nobody listens to', 'refuse(a);', ['void 0;']],
    ['a call that is waited for', 'async () => { await save(a); }', ['async () => { void 0; }']],
    ['no number that only satisfies the compiler', 'f = list[1] ?? cents(0);', ['f = list[2] ?? cents(0);']],
    ['of an order only its turn', 'f = a < b ? -1 : 1;', ['f = a <= b ? -1 : 1;', 'f = !(a < b) ? -1 : 1;']],
    ['nothing of the log', 'ports.logger.warn(a > b);', []],
    ['nothing of types', 'type A = 1 | true; const f: 2 = g as 3;', []],
  ])('%s', (_, text, expected) => {
    expect(madeOf(domain, text, 'domain').toSorted()).toEqual(expected.toSorted());
  });

  test('demo data and other files have none', () => {
    for (const path of [
      'src/server/demo/domain.ts',
      'src/server/tickets/routes.ts',
      'src/web/tickets/domain.tsx',
    ])
      expect(findSites([{ path, text: 'f = a < b;' }])).toEqual([]);
  });
});

describe('roles', () => {
  test.each([
    ['admin', ['trainer']],
    ['trainer', ['client']],
    ['client', ['visitor']],
    ['visitor', []],
  ])('%s', (role, expected) => {
    const text = `endpoint({ method: 'GET', path: '/user/ticket', role: '${role}' });`;
    const sites = findSites([{ path: 'src/shared/tickets/contract.ts', text }]).filter(
      ({ kind }) => kind === 'roles',
    );
    expect(sites.map((site) => apply(text, site))).toEqual(
      expected.map((lower) => text.replace(`'${role}'`, `'${lower}'`)),
    );
    for (const { endpoint } of sites) expect(endpoint).toBe('GET /user/ticket');
  });

  test.each([
    ['path', 'GET /user/ticket'],
    [`\`${'$'}{path}/:id\``, 'GET /user/ticket/:id'],
    ['at', undefined],
  ])('of an address that is spelt %s', (spelt, endpoint) => {
    const text = `const path = '/user/ticket';\nf = (at) => endpoint({ method: 'GET', path: ${spelt}, role: 'client' });`;
    const [site] = findSites([{ path: 'src/shared/tickets/contract.ts', text }]).filter(
      ({ kind }) => kind === 'roles',
    );
    expect(site?.endpoint).toBe(endpoint);
  });
});

/** SQL in a template, with the rest of the file left out. */
function queriesOf(sql: string): string[] {
  const head = 'f = sql`';
  return madeOf(data, `${head}${sql}\`;`, 'sql').map((text) => text.slice(head.length, -2));
}

describe('SQL', () => {
  test.each([
    [
      'a predicate left out, or turned',
      'select a from b where c < $1',
      ['select a from b where (c < $1 or true)', 'select a from b where c <= $1'],
    ],
    [
      'the tenant stays',
      'select a from b join c on c.tenant_id = b.tenant_id where b.tenant_id = app_tenant() and d is null',
      [
        'select a from b join c on c.tenant_id = b.tenant_id where b.tenant_id = app_tenant() and (d is null or true)',
        'select a from b join c on c.tenant_id = b.tenant_id where b.tenant_id = app_tenant() and d is not null',
      ],
    ],
    [
      'one side of an or',
      'where (a = b or c is not null)',
      [
        'where ((a = b or c is not null) or true)',
        'where ((a = b and false) or c is not null)',
        'where (a <> b or c is not null)',
        'where (a = b or (c is not null and false))',
        'where (a = b or c is null)',
      ],
    ],
    [
      'a list',
      "where a in ('b', 'c')",
      [
        "where (a in ('b', 'c') or true)",
        "where a not in ('b', 'c')",
        "where a in ('c')",
        "where a in ('b')",
      ],
    ],
    [
      'a denial and a name',
      'where not a and b',
      ['where (not a or true) and b', 'where a and b', 'where not a and (b or true)'],
    ],
    [
      'the and of a between is none',
      'where a between b and c and d',
      ['where (a between b and c or true) and d', 'where a between b and c and (d or true)'],
    ],
    [
      'existence, and what is in it',
      'where exists (select 1 from a where b > 0)',
      [
        'where (exists (select 1 from a where b > 0) or true)',
        'where not exists (select 1 from a where b > 0)',
        'where exists (select 1 from a where (b > 0 or true))',
        'where exists (select 1 from a where b >= 0)',
        'where exists (select 1 from a where b > 1)',
      ],
    ],
    ['what is set is no predicate', 'update a set b = c', []],
    [
      'a filter of a count',
      'select count(*) filter (where a = b)',
      ['select count(*) filter (where (a = b or true))', 'select count(*) filter (where a <> b)'],
    ],
    [
      'what is put in',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
      'select a from b where ${c} and d',
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
        'select a from b where (${c} or true) and d',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
        'select a from b where ${c} and (d or true)',
      ],
    ],
  ])('%s', (_, sql, expected) => {
    expect(queriesOf(sql).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['a condition', "q.where('a', '<', b).limit(1);", ['q.limit(1);', "q.where('a', '<=', b).limit(1);"]],
    ['not the tenant', "f = q.where('t.tenant_id', '=', tenant);", []],
    ['one of several', "f = e.or([e('a', 'is', null)]);", ["f = e.or([e('a', 'is not', null)]);"]],
    [
      'a join keeps one',
      "f = j.onRef('a.b', '=', 'c.b').on('d', '=', e);",
      [
        "f = j.onRef('a.b', '!=', 'c.b').on('d', '=', e);",
        "f = j.onRef('a.b', '=', 'c.b');",
        "f = j.onRef('a.b', '=', 'c.b').on('d', '!=', e);",
      ],
    ],
  ])('of the builder: %s', (_, text, expected) => {
    expect(madeOf(data, text, 'sql').toSorted()).toEqual(expected.toSorted());
  });

  const first = 'db/migrations/000001_a.sql';
  test.each([
    [
      'a check',
      'create table a (b integer check (b > 0));',
      [
        'create table a (b integer check ((b > 0 or true)));',
        'create table a (b integer check (b >= 0));',
        'create table a (b integer check (b > 1));',
      ],
    ],
    [
      'uniqueness and whom it is for, not another index',
      'create unique index a on b (c) where d; create index e on f (g) where h;',
      [
        'create index a on b (c) where d; create index e on f (g) where h;',
        'create unique index a on b (c) where (d or true); create index e on f (g) where h;',
      ],
    ],
  ])('of migrations: %s', (_, text, expected) => {
    expect(madeOf(first, text, 'migrations').toSorted()).toEqual(expected.toSorted());
  });

  test('of migrations: a function that is made anew later counts as it is then', () => {
    const made = (test: string) =>
      `create or replace function f() as $$ begin if ${test} then end if; end $$;`;
    const sites = findSites([
      { path: 'db/migrations/000002_b.sql', text: made('b') },
      { path: first, text: made('a') },
    ]);
    expect(sites.map(({ file }) => file)).toEqual(['db/migrations/000002_b.sql']);
  });

  test('of migrations: an index that is dropped later counts as none', () => {
    const sites = findSites([
      { path: first, text: 'create unique index a on t (x) where y; create unique index b on t (x);' },
      { path: 'db/migrations/000002_b.sql', text: 'drop index a;' },
    ]);
    expect(sites.map(({ start }) => start)).toEqual([47]);
  });
});

describe('a sample', () => {
  test('is the same for a seed, and another for another', () => {
    const all = Array.from({ length: 50 }, (_, at) => at);
    expect(shuffle(all, 7)).toEqual(shuffle(all, 7));
    expect(shuffle(all, 7)).not.toEqual(shuffle(all, 8));
    expect(shuffle(all, 7).toSorted((a, b) => a - b)).toEqual(all);
    expect(randomOf(1)()).toBeLessThan(1);
  });

  test.each([
    [150, { domain: 45, commands: 40, sql: 40, roles: 15, contract: 5, migrations: 5 }],
    [10, { domain: 3, commands: 3, sql: 3, roles: 1, contract: 0, migrations: 0 }],
  ])('of %s', (count, expected) => {
    const kinds = ['domain', 'commands', 'sql', 'roles', 'contract', 'migrations'] as const;
    expect(Object.fromEntries(shareOut(count, kinds))).toEqual(expected);
  });
});
