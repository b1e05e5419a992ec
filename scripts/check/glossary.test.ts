import { expect, test } from 'vitest';
import { drawGlossary } from '../lib/glossary.ts';
import { findOldWords } from './glossary.ts';
import type { Term } from './terms.ts';

const known: readonly Term[] = [
  {
    name: 'waitlist',
    meaning: 'Who waits.',
    text: 'a.waiting',
    table: 'registrations',
    old: [{ word: 'lineEntry' }, { word: 'queue', where: /\/registrations\// }],
  },
];
const faults = (path: string, text: string) => findOldWords([{ path, text }], known);

test.each([
  ['src/shared/rooms/domain.ts', 'export interface LineEntry {}', 1],
  ['src/shared/rooms/domain.ts', 'const a = 1;\nexport function toLineEntries() {}', 0],
  ['src/shared/rooms/domain.ts', 'const a = 1;\nexport function toLineEntry() {}', 2],
  ['src/shared/rooms/domain.ts', "export const lineEntry = 'x';", 1],
  ['src/shared/rooms/domain.ts', 'class OldLineEntry {}', 1],
  ['src/server/registrations/data.ts', 'type QueueRow = string;', 1],
  ['src/server/registrations/line-entry/data.ts', '', undefined],
  ['e2e/line-entry.spec.ts', '', undefined],
] as const)('%s: %s is refused in line %s', (path, text, line) => {
  const found = faults(path, text);
  if (line === 0) expect(found).toEqual([]);
  else expect(found.map(({ file, line: at }) => [file, at])).toEqual([[path, line]]);
});

test.each([
  ['src/server/kernel/data.ts', 'const queue = 1;'],
  ['src/shared/rooms/domain.ts', 'export function f(lineEntry: number) { return { lineEntry }; }'],
  ['src/shared/rooms/domain.ts', 'export interface Row { readonly lineEntry: string }'],
  ['src/shared/rooms/domain.ts', "// LineEntry\nexport const words = 'lineEntry';"],
  ['src/server/kernel/rows.ts', 'export interface LineEntry {}'],
  ['docs/decisions/0014-line-entry.md', '# LineEntry'],
])('%s: %s is nobody’s business', (path, text) => expect(faults(path, text)).toEqual([]));

test('the page says each term with its words in three languages, as the catalogues have them', () => {
  const texts = (word: string) => new Map([['a.waiting', word]]);
  const catalogues = { en: texts('Waiting list'), et: texts('Ootejärjekord'), lv: texts('Rinda') };
  expect(drawGlossary(catalogues, known)).toContain(
    '| waitlist | Who waits. | `registrations` | Waiting list | Ootejärjekord | Rinda | lineEntry, queue |',
  );
  const unknown = { name: 'x', meaning: 'y', text: 'a.missing' };
  expect(() => drawGlossary(catalogues, [unknown])).toThrow('a.missing');
});
