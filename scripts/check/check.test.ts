import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { findEndpointFaults } from './endpoints.ts';
import { zones } from './house.ts';
import { findCycles, findImportFaults } from './imports.ts';
import { toLine } from './report.ts';
import { findStructureFaults } from './structure.ts';
import { findTextFaults, flatten } from './texts.ts';
import type { SourceFile } from './tree.ts';
import { findForbiddenWords } from './words.ts';

const tree = (files: Record<string, string>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, text }));

const structure = (...paths: string[]) =>
  findStructureFaults(tree(Object.fromEntries(paths.map((path) => [path, ''])))).map(toLine);
const imports = (files: Record<string, string>) => findImportFaults(tree(files)).map(toLine);
const cycles = (files: Record<string, string>) => findCycles(tree(files)).map(toLine);
const words = (path: string, text: string) => findForbiddenWords(tree({ [path]: text })).map(toLine);
const texts = (en: object, et: object, lv: object, files: SourceFile[] = []) =>
  findTextFaults({ en: flatten(en), et: flatten(et), lv: flatten(lv) }, files).map(toLine);

describe('file names', () => {
  test('the vocabulary passes, parts and tests included', () => {
    expect(
      structure(
        'src/shared/registrations/domain.ts',
        'src/shared/registrations/waiting-list/domain.test.ts',
        'src/server/registrations/routes.ts',
        'src/server/registrations/routes-cancelling.test.ts',
        'src/server/registrations/races.test.ts',
        'src/server/account/passwords.ts',
        'src/server/demo/timetable/weeks/domain.ts',
        'src/web/schedule/day-screen.tsx',
        'src/web/schedule/components/date-strip.module.css',
        'src/web/routes/public/$id.tsx',
        'i18n/lv/schedule.ts',
        'db/migrations/000002_contracts.sql',
        'docs/decisions/0009-a-name.md',
        'vitest.config.ts',
      ),
    ).toEqual([]);
  });

  test.each([
    ['src/shared/registrations/helpers.ts', 'may hold contract.ts'],
    ['src/server/rooms/service.ts', 'may hold routes.ts'],
    ['src/server/rooms/passwords.ts', 'may hold routes.ts'],
    ['src/server/rooms/helpers.test.ts', 'may hold routes.ts'],
    ['src/server/gadgets/routes.ts', 'there is no folder src/server/gadgets'],
    ['src/shared/account/deep/er/domain.ts', 'there is no folder'],
    ['src/web/schedule/dayScreen.tsx', 'may hold queries.ts'],
    ['src/web/schedule/hooks.ts', 'may hold queries.ts'],
    ['src/web/ui/Button.tsx', 'may hold'],
    ['src/server/kernel/invoices.ts', 'knows no nouns'],
    ['i18n/de/schedule.ts', 'there is no folder i18n/de'],
    ['db/migrations/2_contracts.sql', 'may hold 000000_*.sql'],
    ['scratch.ts', 'may hold'],
  ])('%s is refused', (path, reason) => {
    expect(structure(path)).toEqual([expect.stringContaining(reason)]);
  });

  test('a crowded kernel is refused, its tests not counted', () => {
    const names = (count: number, ending: string) =>
      Array.from({ length: count }, (_, index) => `src/server/kernel/part${index}${ending}`);
    expect(structure(...names(24, '.ts'), ...names(24, '.test.ts'))).toEqual([]);
    expect(structure(...names(25, '.ts'))).toEqual([expect.stringContaining('25 files; at most 24')]);
  });

  test('a long file is refused where it grows too long, generated ones and catalogues are not', () => {
    const long = 'x;\n'.repeat(401);
    const lengths = (path: string, text: string) => findStructureFaults(tree({ [path]: text })).map(toLine);
    expect(lengths('src/server/schedule/data.ts', 'x;\n'.repeat(400))).toEqual([]);
    expect(lengths('src/server/schedule/data.ts', long)).toEqual([
      'src/server/schedule/data.ts:401: 401 lines; at most 400',
    ]);
    const shown = `  // shows: wait-in-line\n${'x;\n'.repeat(400)}`;
    expect(lengths('src/server/schedule/data.test.ts', shown)).toEqual([]);
    for (const path of [
      'src/web/routes.gen.ts',
      'src/server/kernel/rows.ts',
      'i18n/en/a.ts',
      'db/schema.sql',
    ]) {
      expect(lengths(path, long)).toEqual([]);
    }
  });
});

describe('imports', () => {
  const refused = (path: string, line: string, target?: string) =>
    imports({ [path]: `\n${line}\n`, ...(target ? { [target]: '' } : {}) });

  test.each([
    ['src/shared/account/contract.ts', "import { z } from 'zod';"],
    ['src/server/account/data.ts', "import { sql } from 'kysely';"],
    ['src/server/account/commands.ts', "import { randomUUID } from 'node:crypto';"],
    ['src/web/account/components/form.tsx', "import { useState } from 'react';"],
    ['src/server/account/routes.test.ts', "import { expect } from 'vitest';"],
  ])('%s may say %s', (path, line) => {
    expect(refused(path, line)).toEqual([]);
  });

  test.each([
    [
      'src/shared/account/domain.ts',
      'src/server/account/data.ts',
      '#server/account/data.ts',
      'domain may not import data',
    ],
    [
      'src/shared/account/domain.ts',
      'src/shared/account/contract.ts',
      './contract.ts',
      'domain may not import contract',
    ],
    [
      'src/shared/account/policy.ts',
      'src/shared/rooms/domain.ts',
      '#shared/rooms/domain.ts',
      "another noun's domain",
    ],
    [
      'src/server/account/data.ts',
      'src/server/account/commands.ts',
      './commands.ts',
      'data may not import commands',
    ],
    [
      'src/server/account/routes.ts',
      'src/server/rooms/data.ts',
      '#server/rooms/data.ts',
      "another noun's data",
    ],
    [
      'src/server/kernel/mount.ts',
      'src/server/account/data.ts',
      '../account/data.ts',
      'server kernel may not',
    ],
    [
      'src/server/account/commands.ts',
      'src/server/testing/call.ts',
      '../testing/call.ts',
      'may not import testing',
    ],
    [
      'src/web/rooms/room-screen.tsx',
      'src/server/rooms/data.ts',
      '#server/rooms/data.ts',
      'screen may not import data',
    ],
    [
      'src/web/rooms/room-screen.tsx',
      'src/web/account/components/form.tsx',
      '#web/account/components/form.tsx',
      "another noun's component",
    ],
    [
      'src/web/rooms/room-screen.tsx',
      'src/web/app/router.tsx',
      '#web/app/router.tsx',
      'screen may not import app',
    ],
    [
      'src/web/ui/button.tsx',
      'src/web/kernel/texts.tsx',
      '#web/kernel/texts.tsx',
      'ui may not import web kernel',
    ],
    [
      'src/web/kernel/call.ts',
      'src/web/rooms/queries.ts',
      '#web/rooms/queries.ts',
      'web kernel may not import queries',
    ],
    [
      'e2e/booking.spec.ts',
      'src/server/rooms/data.ts',
      '#server/rooms/data.ts',
      'journeys may not import data',
    ],
  ])('%s may not import %s', (path, target, written, reason) => {
    expect(refused(path, `import { x } from '${written}';`, target)).toEqual([
      expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}:2: .*${reason}`)),
    ]);
  });

  test('types may cross where the table says so', () => {
    const target = 'src/shared/account/contract.ts';
    expect(
      refused('src/shared/account/domain.ts', "import type { Token } from './contract.ts';", target),
    ).toEqual([]);
    expect(
      refused('src/shared/account/domain.ts', "export { Token } from './contract.ts';", target),
    ).toHaveLength(1);
    expect(
      refused('src/shared/account/domain.ts', "const x = import('./contract.ts');", target),
    ).toHaveLength(1);
  });

  test.each([
    ['src/shared/account/domain.ts', "import 'react';", 'package react'],
    ['src/shared/account/domain.ts', "import 'node:fs';", "Node's modules"],
    ['src/server/account/data.ts', "import 'pg';", 'package pg'],
    ['src/server/account/routes.ts', "import 'fastify';", 'package fastify'],
    ['src/web/account/queries.ts', "import '@mantine/core/styles.css';", 'package @mantine/core'],
    ['src/server/kernel/env.ts', "import 'fs';", 'write node:fs'],
    ['src/server/kernel/env.ts', "import './gone.ts';", 'is not there'],
    ['src/server/kernel/env.ts', "import '#servers/gone.ts';", 'leads nowhere'],
  ])('%s may not say %s', (path, line, reason) => {
    expect(refused(path, line)).toEqual([expect.stringContaining(reason)]);
  });

  test('every zone the table names exists', () => {
    const names = zones.map(({ name }) => name);
    for (const { from, own = [], types = [] } of zones) {
      expect(names).toEqual(expect.arrayContaining([...from, ...own, ...types]));
    }
  });
});

describe('cycles', () => {
  const a = 'src/server/account/commands.ts';
  const b = 'src/server/rooms/commands.ts';

  test('a way round is refused once, with its stations', () => {
    const files = {
      'src/server/main.ts': "import './account/commands.ts';",
      [a]: "\nimport { b } from '../rooms/commands.ts';",
      [b]: "import { a } from '#server/account/commands.ts';",
    };
    expect(cycles(files)).toEqual([`${a}:2: imports itself: ${a} → ${b} → ${a}`]);
  });

  test('a file that imports itself is refused', () => {
    expect(cycles({ [a]: "import './commands.ts';" })).toHaveLength(1);
  });

  test('types and lazy imports make no cycle', () => {
    expect(
      cycles({
        [a]: "import type { B } from '../rooms/commands.ts'; import { type C } from '../rooms/commands.ts';",
        [b]: "import { a } from '#server/account/commands.ts';",
      }),
    ).toEqual([]);
    expect(
      cycles({
        [a]: "const b = () => import('../rooms/commands.ts');",
        [b]: "import { a } from '../account/commands.ts';",
      }),
    ).toEqual([]);
  });

  test('two ways to one file are no cycle', () => {
    const files = {
      'src/server/main.ts': "import './account/commands.ts'; import './rooms/commands.ts';",
      [a]: "import './data.ts';",
      [b]: "import '../account/data.ts';",
      'src/server/account/data.ts': '',
    };
    expect(cycles(files)).toEqual([]);
  });
});

describe('forbidden words', () => {
  test.each([
    ['src/web/ui/tag.tsx', 'x.toLocaleString()'],
    ['src/server/account/mails.ts', 'new Intl.DateTimeFormat()'],
    ['src/server/account/data.ts', 'const now = new Date();'],
    ['src/web/app/boot.ts', 'Date.now()'],
    ['e2e/booking.spec.ts', 'Date.now()'],
    ['src/web/ui/tag.tsx', 'const tag = <i style={{ color }} />;'],
    ['src/web/account/profile-screen.tsx', 'const x = <i dangerouslySetInnerHTML={html} />;'],
    ['src/shared/account/domain.ts', 'export async function decide() {}'],
    ['src/server/account/routes.ts', 'const x = sql`select 1`;'],
    ['src/web/account/profile-screen.tsx', "fetch('/api');"],
    ['src/server/account/routes.test.ts', 'test.only();'],
    ['src/server/account/data.ts', '// @ts-ignore'],
    ['src/web/ui/tag.tsx', 'const field = <TextField label="" type="date" />;'],
    ['src/web/ui/tag.tsx', 'const field = <input type="number" />;'],
    ['src/web/ui/tag.tsx', "const field = <input type={isDate ? 'date' : 'text'} />;"],
    ['src/web/account/profile-screen.tsx', "const time = { type: 'time', step: 300 } as const;"],
    ['src/web/account/profile-screen.tsx', 'const when = <input type="datetime-local" />;'],
    ['src/web/account/profile-screen.tsx', 'const when = <input type="month" />;'],
  ])('%s may not say %s', (path, line) => {
    expect(words(path, `\n${line}\n`)).toEqual([expect.stringMatching(/:2: “/)]);
  });

  test('comments, the one module and programs are free', () => {
    expect(words('src/web/app/boot.ts', '// never Date.now()\n/* nor new Date( */')).toEqual([]);
    expect(words('src/server/kernel/clock.ts', 'new Date(1)')).toEqual([]);
    expect(words('scripts/check.ts', 'Date.now()')).toEqual([]);
    expect(words('src/web/ui/tag.tsx', '<input type="email" inputMode="numeric" />')).toEqual([]);
    expect(words('src/shared/kernel/money.ts', "const schema = { type: 'number' };")).toEqual([]);
  });
});

describe('texts', () => {
  const lv = { n_zero: '{{count}} vietu', n_one: '{{count}} vieta', n_other: '{{count}} vietas' };
  const en = { n_one: '{{count}} place', n_other: '{{count}} places' };

  test('complete catalogues pass; a singular may leave its number out', () => {
    expect(
      texts(
        { a: { ...en, t: 'at {{time}}' } },
        { a: { ...en, t: 'kell {{time}}' } },
        { a: { ...lv, t: '{{time}}' } },
      ),
    ).toEqual([]);
    expect(texts({ ...en, n_one: 'one place' }, en, lv)).toEqual([]);
  });

  test('values that differ are refused in the file and line where they stand', () => {
    const file = { path: 'i18n/et/menu.ts', text: "export const menu = {\n  t: 'kell {{tim}}',\n};" };
    expect(
      texts({ menu: { t: 'at {{time}}' } }, { menu: { t: 'kell {{tim}}' } }, { menu: { t: '{{time}}' } }, [
        file,
      ]),
    ).toEqual([
      'i18n/et/menu.ts:2: menu.t lacks {{time}}, which English has',
      'i18n/et/menu.ts:2: menu.t has {{tim}}, which English lacks',
    ]);
  });

  test.each([
    ['an English singular without plural', { n_one: 'one' }, en, lv],
    ['an Estonian singular without plural', en, { n_one: '{{count}} koht' }, lv],
    ['a Latvian plural without zero', en, en, { n_one: lv.n_one, n_other: lv.n_other }],
    ['a zero without singular', en, en, { n_zero: lv.n_zero, n_other: lv.n_other }],
    ['an empty text', { t: 'a' }, { t: ' ' }, { t: 'a' }],
    ['a key English does not have', {}, { t: 'a' }, {}],
    ['a plural that lost a value', { n_one: '{{x}}', n_other: '{{x}}' }, en, lv],
  ])('%s is refused', (_, english, estonian, latvian) => {
    expect(texts(english, estonian, latvian)).not.toEqual([]);
  });
});

describe("the specification's endpoints", () => {
  const declared = [{ method: 'GET', path: '/user/comment/:id', role: 'client' }];
  const entry = { family: 'user', path: 'comment/:trainingId' } as const;
  const faults = (state: 'mounted' | 'planned', found = declared, method?: 'POST') =>
    findEndpointFaults(found, [], [{ ...entry, state, ...(method ? { method } : {}) }]).map(
      ({ text }) => text,
    );

  test('mounted and declared, planned and absent agree; parameters may be called anything', () => {
    expect(faults('mounted')).toEqual([]);
    expect(faults('planned', [])).toEqual([]);
    expect(faults('planned', declared, 'POST')).toEqual([]);
  });

  test('said to be mounted but not declared, planned but declared: both are refused', () => {
    expect(faults('mounted', [])).toEqual([expect.stringContaining('does not declare it')]);
    expect(faults('planned')).toEqual([expect.stringContaining('say mounted')]);
  });

  test('an endpoint outside the families, for another role or declared twice is refused', () => {
    const strange = (path: string, role: string) =>
      findEndpointFaults([{ method: 'GET', path, role }], [], []).map(({ text }) => text);
    expect(strange('/private/x', 'client')).toEqual([expect.stringContaining('no family')]);
    expect(strange('/admin/x', 'client')).toEqual([expect.stringContaining('is for client')]);
    expect(findEndpointFaults([...declared, ...declared], [], [])).toHaveLength(1);
  });

  test('the catalogue names each call once', () => {
    const names = catalogue.map(({ family, path }) => `${family}/${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
