import { expect, test } from 'vitest';
import { reportCensus, testsOf } from './census.ts';
import { readCode } from './near.ts';
import type { Site } from './site.ts';

const texts: Record<string, string> = {
  'src/shared/tickets/domain.ts': 'export const isOver = (a: number) =>\n  a > 4;\n',
  'src/shared/tickets/domain.test.ts': "import { isOver } from './domain.ts';",
  'src/server/tickets/commands.ts': "import { isOver } from '#shared/tickets/domain.ts';",
  'src/server/tickets/routes.test.ts': '',
  'src/server/tickets/main.test.ts': '',
  'src/server/vouchers/commands.ts': "import { b } from '#server/tickets/commands.ts';",
  'src/server/vouchers/commands.test.ts': '',
  'src/shared/tickets/contract.ts': '',
  'src/server/wallet/routes.test.ts': "import { c } from '#shared/tickets/contract.ts';",
};
const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
const rule = texts['src/shared/tickets/domain.ts'] ?? '';
const at = rule.indexOf('> 4');
const sites: Site[] = [
  { kind: 'domain', file: 'src/shared/tickets/domain.ts', start: at, end: at + 1, replacement: '>=' },
  { kind: 'domain', file: 'src/shared/tickets/domain.ts', start: at + 2, end: at + 3, replacement: '5' },
  { kind: 'commands', file: 'src/server/tickets/commands.ts', start: 0, end: 6, replacement: '' },
];

test('tests try what is near to them and lives still, and no whole programs do', () => {
  const plan = (project: 'unit' | 'api', isFar: boolean) =>
    testsOf(sites, { killed: { 1: 'a test' } }, { project, isFar }, readCode(files));
  expect(plan('unit', false)).toEqual({ 'src/shared/tickets/domain.test.ts': [0] });
  expect(plan('api', false)).toEqual({ 'src/server/tickets/routes.test.ts': [0, 2] });
  expect(plan('api', true)).toEqual({
    'src/server/vouchers/commands.test.ts': [0, 2],
    'src/server/wallet/routes.test.ts': [0, 2],
  });
});

test('what lives is listed by its line with how many tests tried it, and the share of what does not by kind', () => {
  const seen = { killed: { 1: 'a test', 2: 'another' }, tries: { 0: 3 }, unsteady: ['x', 'x'] };
  expect(reportCensus(sites, files, seen)).toBe(
    [
      '\nsrc/shared/tickets/domain.ts',
      '  2  3x  a > 4;  →  a >= 4;',
      '\nFails without any change: x',
      '\ndomain: 1 of 2 killed (50 %)',
      '\ncommands: 1 of 1 killed (100 %)',
    ].join('\n'),
  );
});
