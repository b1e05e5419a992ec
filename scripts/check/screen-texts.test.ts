import { describe, expect, test } from 'vitest';
import { toLine } from './report.ts';
import { findScreenTextFaults } from './screen-texts.ts';

const parts = {
  all: ['common', 'contracts', 'errors', 'tickets', 'vouchers'],
  first: ['common'],
  firstErrors: ['unknown'],
  officeErrors: ['cardScanFailed'],
  late: ['errors', 'tickets', 'vouchers'],
};
const screen = 'src/web/tickets/tickets-screen.tsx';
const route = (texts: string) =>
  `import { TicketsScreen } from '#web/tickets/tickets-screen.tsx';
   export const Route = createFileRoute('/tickets')({ ${texts} component: TicketsScreen });`;

const faults = (files: Record<string, string>) =>
  findScreenTextFaults(
    parts,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  ).map(toLine);
const faultsOf = (texts: string, said: string) =>
  faults({ 'src/web/routes/tickets.tsx': route(texts), [screen]: said });

describe('texts of screens', () => {
  test.each([
    ['first texts alone', '', "t('common.back'); t('errors.unknown')"],
    ['a section that is brought', "staticData: { texts: ['tickets'] },", "t('tickets.title')"],
    ['a key with a name in it', "staticData: { texts: ['tickets'] },", `t(\`tickets.\${kind}\`)`],
    ['words in a comment', '', "// as t('tickets.title') has it"],
    ['no answer at all', '', "new ApiError(0, ['unanswered'])"],
    [
      "the office's codes beside the others",
      "staticData: { texts: ['errors', 'officeErrors'] },",
      `t(\`errors.\${code}\`)`,
    ],
  ])('%s passes', (_, texts, said) => {
    expect(faultsOf(texts, said)).toEqual([]);
  });

  test('a section that is not brought is refused, with the list to write', () => {
    expect(faultsOf("staticData: { texts: ['tickets'] },", "t('tickets.a'); t('vouchers.a')")).toEqual([
      `src/web/routes/tickets.tsx: its screen says texts of vouchers (${screen}). Right: staticData: { texts: ['tickets', 'vouchers'] }`,
    ]);
  });

  test.each([
    [
      "the office's codes where no code is said",
      "staticData: { texts: ['officeErrors', 'tickets'] },",
      "t('tickets.a')",
    ],
    ['a section that nobody says', "staticData: { texts: ['tickets', 'vouchers'] },", "t('tickets.a')"],
    ['a section that has no part in the browser', '', "t('contracts.title')"],
    ['a code of one noun', '', "t('errors.ticketUsed')"],
    ['any code', '', `t(\`errors.\${code}\`)`],
    ['a refusal of the screen itself', '', "new ApiError(409, ['ticketUsed'])"],
    [
      "a code of the office's that a screen names",
      "staticData: { texts: ['errors'] },",
      "new ApiError(0, ['cardScanFailed']); t('errors.ticketUsed')",
    ],
  ])('%s is refused', (_, texts, said) => {
    expect(faultsOf(texts, said)).toHaveLength(1);
  });

  test('a part that comes by itself brings its own texts, where it is nothing else’s too', () => {
    const files = {
      'src/web/routes/tickets.tsx': route(''),
      [screen]: "const part = () => Promise.all([import('./components/part.tsx'), bring(['vouchers'])]);",
      'src/web/tickets/components/part.tsx': "t('vouchers.title')",
    };
    expect(faults(files)).toEqual([]);
    expect(
      faults({ ...files, [screen]: "const part = () => import('./components/part.tsx');" }),
    ).toHaveLength(1);
    const also = `${files[screen]} import { Part } from './components/part.tsx';`;
    expect(faults({ ...files, [screen]: also })).toHaveLength(1);
    expect(faults({ ...files, [screen]: `${files[screen]} t('vouchers.own')` })).toHaveLength(1);
  });

  test('what a screen leads to counts, types and what other sides say do not', () => {
    const files = {
      'src/web/routes/tickets.tsx': route(''),
      [screen]:
        "import { Card } from './components/card.tsx'; import type { A } from '../vouchers/queries.ts';",
      'src/web/vouchers/queries.ts': "t('vouchers.title')",
    };
    expect(faults({ ...files, 'src/web/tickets/components/card.tsx': "t('common.back')" })).toEqual([]);
    expect(faults({ ...files, 'src/web/tickets/components/card.tsx': "t('tickets.left')" })).toHaveLength(1);
  });

  test('the root of all routes brings nothing', () => {
    expect(faults({ 'src/web/routes/__root.tsx': "t('tickets.title')" })).toHaveLength(1);
  });
});
