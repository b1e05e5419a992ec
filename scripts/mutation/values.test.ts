import { afterEach, expect, test, vi } from 'vitest';
import { mergeValues, reportValues } from './valued.ts';
import { instrument, type Seen } from './values.ts';

type Told = readonly [key: string, changed?: () => unknown];

const path = 'src/shared/x/domain.ts';

afterEach(() => vi.unstubAllGlobals());

/** What a rule answers, run with everything told of it, and by how each change would be another: `≤ false`. */
function run(body: string, ...values: readonly unknown[]): { answer: unknown; told: string[] } {
  const told: string[] = [];
  vi.stubGlobal('tellValue', (all: readonly Told[], value: unknown) => {
    for (const [key, changed] of all) {
      const replacement = String((JSON.parse(key) as unknown[])[3]);
      told.push(changed ? `${replacement} ${JSON.stringify(changed())}` : replacement);
    }
    return value;
  });
  const rule = new Function(`${instrument(path, `const rule = ${body};`)} return rule;`)() as (
    ...of: unknown[]
  ) => unknown;
  return { answer: rule(...values), told };
}

test.each([
  ['(a, b) => a < b', [1, 2], true, ['<= true']],
  ['(a, b) => a < b', [2, 2], false, ['<= true']],
  // A number is looked at in what it is compared with.
  ['(a) => a > 4', [5], true, ['>= true', '5 false']],
  ['(list) => list.filter((one) => one > 1)', [[2]], [2], [' [2]', '>= true', '2 false']],
  ['(a) => a?.b.filter((one) => one).length', [undefined], undefined, []],
  ['(a) => ({ ...(a ? [1] : []) })', [true], { 0: 1 }, ['([] []', '!(a) false', '2 [2]']],
  // What does something is counted alone: it is not done twice.
  ['(list) => { list.push(1 + 1); return list; }', [[]], [2], ['void 0;', '- 0', '2 3', '2 3']],
])('%s of %j', (body, values, answer, told) => {
  const seen = run(body, ...(values as unknown[]));
  expect(seen.answer).toEqual(answer);
  expect(seen.told.toSorted()).toEqual(told.toSorted());
});

test('what no process told is named with its line and how often it was come to, and what nothing came to', () => {
  const text = 'export const isLate = (a: number) =>\n  a > 4;\n';
  const at = (start: number, replacement: string, seen: Seen) => [
    JSON.stringify([path, start, start + 1, replacement]),
    seen,
  ];
  const start = text.indexOf('>', text.indexOf('a > 4'));
  const of = (tries: number, isTold: boolean) =>
    JSON.stringify([at(start, '>=', { tries, isTold }), at(start + 2, '5', { tries: 1, isTold: false })]);
  const files = [
    { path, text },
    { path: 'src/shared/x/contract.ts', text },
  ];
  expect(reportValues(files, mergeValues([of(1, false), of(2, true)]))).toBe(
    `\n${path}\n  2  2x  a > 4;  →  a > 5;\n\n1 of 2 changes of rules are told by values (50 %)`,
  );
  expect(reportValues(files, mergeValues([]))).toContain('  2  0x  a > 4;  →  a >= 4;');
});
