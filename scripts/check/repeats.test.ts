import { describe, expect, test } from 'vitest';
import { root } from '../lib/run.ts';
import { findRepeats } from './repeats.ts';
import { toLine } from './report.ts';
import { readTree } from './tree.ts';

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, index) => `  const ${word}${index} = ${index};`).join('\n');
const repeats = (...texts: readonly string[]) =>
  findRepeats(texts.map((text, index) => ({ path: `src/web/schedule/part-${index}.ts`, text }))).map(toLine);

describe('what is written twice', () => {
  test('nothing of the product is', () => {
    expect(findRepeats(readTree(root)).map(toLine)).toEqual([]);
  });

  test('twelve equal lines in two files are refused once, where the second begins', () => {
    expect(repeats(lines(14), `const one = 1;\n${lines(14)}`)).toEqual([
      'src/web/schedule/part-1.ts:2: stands in src/web/schedule/part-0.ts:1 already',
    ]);
  });

  test('so are twelve within a file, and ones that are indented or parted otherwise', () => {
    const parted = lines(12).replaceAll('\n', '\n\n').replaceAll('  const', '      const');
    expect(repeats(`${lines(12)}\nconst between = 0;\n${parted}`)).toHaveLength(1);
  });

  test.each([
    ['eleven lines', lines(11), lines(11)],
    ['the same shape with other names', lines(14), lines(14, 'other')],
    ['brackets and blank lines', '{\n'.repeat(20), '{\n'.repeat(20)],
    ['imports', `import {\n${lines(14)}\n} from 'x';`, `import {\n${lines(14)}\n} from 'x';`],
  ])('%s may stand twice', (_, one, other) => {
    expect(repeats(one, other)).toEqual([]);
  });

  test('tests and lists of data are spared', () => {
    const twice = ['src/web/a.test.ts', 'src/web/b.test.ts', 'src/server/demo/built-in.ts'];
    expect(findRepeats(twice.map((path) => ({ path, text: lines(14) })))).toEqual([]);
  });
});
