import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { presentText } from '../lib/generated.ts';
import { root } from '../lib/run.ts';
import { asvsFile, readAsvs } from './asvs.ts';

const readFile = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;

describe('the answers to the standard', () => {
  const page = presentText(asvsFile);
  const { counts, faults } = readAsvs(page, readFile);

  test('each requirement of levels 1 and 2 is answered once, by tests that are there', () => {
    expect(faults.map(({ line, text }) => `${asvsFile}:${line ?? ''} ${text}`)).toEqual([]);
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(253);
  });

  test('the counts on top are those of the rows, and no more is open than was', () => {
    const told = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
    expect(/^Of 253: (.*)\.$/m.exec(page)?.[1]).toBe(told.join(', '));
    expect(counts.open).toBeLessThanOrEqual(12);
  });
});

describe('a row', () => {
  const files: Record<string, string> = { 'src/a.test.ts': "test('is done', () => {})", 'docs/a.md': '' };
  const read = (row: string) =>
    readAsvs(row, (path) => files[path])
      .faults.filter(({ line }) => line !== undefined)
      .map(({ text }) => text);

  test.each([
    '| 1.1.1 | Once | met | `src/a.test.ts` “is done”, “done” |',
    '| 1.1.1 | Once | met | `docs/a.md`, “Words” |',
    '| 1.1.1 | Once | not applicable | there is none |',
    '| 1.1.1 | Once | open | `src/a.test.ts` “is done”; the rest is a day |',
  ])('%s passes', (row) => {
    expect(read(row)).toEqual([]);
  });

  test.each([
    ['| 1.1.1 | Once | done | – |', '1.1.1 is neither met nor not applicable nor under way nor open'],
    ['| 1.1.9 | Once | open | – |', '1.1.9 is no requirement of levels 1 and 2'],
    ['| 1.1.1 | Once | met | |', '1.1.1 has no answer'],
    ['| 1.1.1 | Once | open | a | b |', '1.1.1 has not four cells'],
    ['| 1.1.1 | Once | met | believe us |', '1.1.1 is met without a test or a page'],
    ['| 1.1.1 | Once | met | `src/a.test.ts` |', '1.1.1 names no test of src/a.test.ts'],
    [
      '| 1.1.1 | Once | met | `src/a.test.ts` “is not” |',
      '1.1.1 names “is not”, which src/a.test.ts has not',
    ],
    ['| 1.1.1 | Once | met | `src/b.test.ts` “is done” |', '1.1.1 names src/b.test.ts, which is not there'],
    ['| 1.1.1 | Once | met | `docs/b.md` |', '1.1.1 names docs/b.md, which is not there'],
    ['| 1.1.1 | A | open | a |\n| 1.1.1 | A | open | a |', '1.1.1 stands here twice'],
  ])('%s is refused', (row, fault) => {
    expect(read(row)).toContain(fault);
  });

  test('what is not there is missed', () => {
    expect(readAsvs('', () => undefined).faults[0]?.text).toBe('1.1.1 is not answered');
  });
});
