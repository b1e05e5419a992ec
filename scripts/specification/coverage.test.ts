import { describe, expect, test } from 'vitest';
import { presentText } from '../lib/generated.ts';
import type { Chapter } from './chapter.ts';
import { coverageFile, coverageOf } from './coverage.ts';

describe('the specification', () => {
  const { page, faults } = coverageOf();

  test('every sentence has an id of its own and a test that shows it, and every tag is a sentence’s', () => {
    expect(faults).toEqual([]);
  });

  test('the coverage is fresh; node scripts/specification.ts writes it', () => {
    expect(presentText(coverageFile) === page, `${coverageFile} is stale`).toBe(true);
  });

  test('no title of the coverage has a placeholder', () => {
    expect(page.match(/%[sdifjoc]|\$\w|\$\{/g)).toBeNull();
  });
});

describe('what is read', () => {
  const points: Record<string, Chapter> = { Booking: { Places: { 'keep-place': 'A place is kept' } } };
  const path = 'src/web/places.test.ts';
  const tag = '// shows: keep-place\n';
  const unshown =
    'scripts/specification: no test shows “keep-place”; one that does says so above itself: // shows: keep-place';
  const stray = (line: number) =>
    `${path}:${line}: “shows: keep-place” stands above no test and no case of one`;
  /** What is refused, and what the page says of the one sentence. */
  const read = (text: string, of = points, file = path) => {
    const { page, faults } = coverageOf([{ path: file, text }], of);
    return {
      row: page.match(/\| keep-place \| (.*) \|\n/)?.[1] ?? '',
      faults: faults.map((fault) => `${fault.file}${fault.line ? `:${fault.line}` : ''}: ${fault.text}`),
    };
  };

  test.each<[string, string, string]>([
    ['a test', `${tag}test('is kept', () => {});`, 'is kept'],
    ['its title on a line of its own', `${tag}it(\n  'is kept',\n  () => {});`, 'is kept'],
    ['a group', `${tag}test.describe('places', () => { test('a', () => {}) });`, 'places'],
    [
      'a test in a group',
      `test.describe('places', () => {\n  ${tag}test('are kept', () => {});\n});`,
      'places › are kept',
    ],
    [
      'a test in a loop',
      `${tag}for (const day of days) test(\`kept on \${day}\`, () => {});`,
      'kept on each day',
    ],
    [
      'the test of a loop',
      `for (const day of days) {\n  ${tag}test(\`kept on \${day}\`, () => {});\n}`,
      'kept on each day',
    ],
    [
      'a table',
      `${tag}test.each([['one', 1], ['two', 2]])('%s is %i', () => {});`,
      'one is 1, and 1 more like it',
    ],
    ['a case', `test.each([\n  ['one', 1],\n  ${tag}['two', 2],\n])('%s is %i %%', () => {});`, 'two is 2 %'],
    [
      'a named case',
      `const all = [\n  ${tag}{ name: 'late' },\n];\ntest.each(all)('$name', () => {});`,
      'late',
    ],
    ['a table from elsewhere', `${tag}test.each(days)('on %s', () => {});`, 'on each one'],
  ])('%s', (_, text, title) => {
    expect(read(text).row).toBe(`\`${path}\`: ${title}`);
  });

  test.each<[string, ReturnType<typeof read>['faults'], string, Record<string, Chapter>?]>([
    ['a sentence without a test', [unshown], `test('is kept', () => {});`],
    [
      'an id that no sentence has',
      [`${path}:2: the specification has no “keep-palce”`],
      `${tag}// shows: keep-palce\ntest('is kept', () => {});`,
    ],
    [
      'an id of two sentences',
      ['scripts/specification: “keep-place” is the id of two sentences'],
      `${tag}test('is kept', () => {});`,
      { ...points, Waiting: { Lines: { 'keep-place': 'A place in line is kept' } } },
    ],
    [
      'a tag above what is no test',
      [stray(1), unshown],
      `${tag}const place = 1;\ntest('is kept', () => {});`,
    ],
    ['a tag above a test that is left out', [stray(1), unshown], `${tag}test.skip('is kept', () => {});`],
    [
      'a tag above a row that no test is made of',
      [stray(2), unshown],
      `const rows = [\n  ${tag}  ['one', 1],\n];`,
    ],
  ])('%s is refused', (_, faults, text, of) => {
    expect(read(text, of).faults).toEqual(faults);
  });

  test('what stands in a file that is no test, or in a text, is no tag', () => {
    expect(read(`${tag}test('is kept', () => {});`, {}, 'src/web/places.ts').faults).toEqual([]);
    expect(read('const text = `\n// shows: keep-palce\n`;', {}).faults).toEqual([]);
  });
});
