import { expect, test } from 'vitest';
import { readCode, stagesFor } from './near.ts';
import type { Site } from './site.ts';

const texts: Record<string, string> = {
  'src/shared/tickets/domain.ts': '',
  'src/shared/tickets/domain.test.ts': "import { a } from './domain.ts';",
  'src/shared/tickets/contract.ts': '',
  'src/web/tickets/tickets-screen.test.tsx': "import { a } from '#shared/tickets/domain.ts';",
  'src/server/tickets/commands.ts': "import { a } from '#shared/tickets/domain.ts';",
  'src/server/tickets/routes.test.ts': '',
  'src/server/tickets/ledger/commands.test.ts': '',
  'src/server/vouchers/commands.ts': "import { b } from '#server/tickets/commands.ts';",
  'src/server/vouchers/commands.test.ts': '',
  'src/server/rooms/routes.test.ts': 'select from tickets',
  'src/server/kernel/access.test.ts': '',
  'src/server/kernel/access-sessions.test.ts': '',
  'src/server/testing/guards.test.ts': '',
  'src/shared/endpoints.test.ts': '',
  'src/server/testing/recorded.test.ts': '',
  'db/migrations/000001_a.sql': 'create table tickets (visits integer check (visits > 0));',
};
const code = readCode(Object.entries(texts).map(([path, text]) => ({ path, text })));

function stagesOf(file: string, rest: Partial<Site> = {}): string[][] {
  const site: Site = { kind: 'domain', file, start: 45, end: 46, replacement: '', ...rest };
  return stagesFor(site, code).map(({ project, files, titles = [] }) => [project, ...files].concat(titles));
}

test.each<[string, string, Partial<Site>, string[][]]>([
  [
    'a rule: itself, screens, its API, who uses it, its noun',
    'src/shared/tickets/domain.ts',
    {},
    [
      ['unit', 'src/shared/tickets/domain.test.ts'],
      ['unit', 'src/web/tickets/tickets-screen.test.tsx'],
      ['api', 'src/server/tickets/routes.test.ts'],
      ['api', 'src/server/vouchers/commands.test.ts'],
      ['api', 'src/server/tickets/ledger/commands.test.ts'],
    ],
  ],
  [
    'what asks or changes: its API, what is written down of all endpoints, who uses it, its noun',
    'src/server/tickets/commands.ts',
    { kind: 'commands' },
    [
      ['api', 'src/server/tickets/routes.test.ts'],
      ['api', 'src/server/testing/recorded.test.ts'],
      ['api', 'src/server/vouchers/commands.test.ts'],
      ['api', 'src/server/tickets/ledger/commands.test.ts'],
    ],
  ],
  [
    'a role: its endpoint in the tests of access first',
    'src/shared/tickets/contract.ts',
    { kind: 'roles', endpoint: 'GET /user/ticket/:id' },
    [
      ['api', 'src/server/kernel/access.test.ts', '(GET \\/user\\/ticket\\/:id)( |$)'],
      ['api', 'src/server/tickets/routes.test.ts'],
      ['api', 'src/server/tickets/ledger/commands.test.ts'],
    ],
  ],
  [
    'what a contract says: what is written down of all contracts first',
    'src/shared/tickets/contract.ts',
    { kind: 'contract' },
    [
      ['unit', 'src/shared/endpoints.test.ts'],
      ['api', 'src/server/tickets/routes.test.ts'],
      ['api', 'src/server/tickets/ledger/commands.test.ts'],
    ],
  ],
  [
    'a migration: what guards every table, what names its own',
    'db/migrations/000001_a.sql',
    { kind: 'migrations' },
    [
      ['api', 'src/server/testing/guards.test.ts'],
      ['api', 'src/server/rooms/routes.test.ts'],
    ],
  ],
])('%s', (_, file, rest, expected) => {
  expect(stagesOf(file, rest)).toEqual(expected);
});
