import { afterEach, expect, test, vi } from 'vitest';
import { changesOfQueries } from './builder.ts';
import { changesOfCode } from './code.ts';
import { parse } from './nodes.ts';
import { instrument } from './switches.ts';

type Told = readonly [id: number, changed?: () => unknown];

afterEach(() => vi.unstubAllGlobals());

/** A file of one function, with a switch for each change of it; its numbers are those of `changes`. */
function read(path: string, body: string) {
  const text = `const rule = ${body};`;
  const program = parse(path, text);
  if (!program) throw new Error(`no program: ${text}`);
  const found = path.endsWith('data.ts') ? changesOfQueries(program, text) : changesOfCode(program, text);
  const switches = found.map((change, id) => ({ ...change, id }));
  const plain = instrument(path, text, switches).replace(/<T>|: (number|boolean|any|T)|value\?/g, (part) =>
    part === 'value?' ? 'value' : '',
  );
  const sql = (parts: TemplateStringsArray, ...values: unknown[]) =>
    String.raw({ raw: parts.raw }, ...values);
  const rule = new Function('sql', `${plain} return rule;`)(sql) as (...of: unknown[]) => unknown;
  return { rule, changes: switches };
}

/** What a rule answers, and how each change would be another by what is told of it: `<= false`. */
function told(body: string, values: readonly unknown[]): { answer: unknown; told: string[] } {
  const { rule, changes } = read('src/shared/x/domain.ts', body);
  const all: string[] = [];
  vi.stubGlobal('tellValue', (each: readonly Told[], value: unknown) => {
    for (const [id, changed] of each) {
      const { replacement = '' } = changes[id] ?? {};
      all.push(changed ? `${replacement} ${JSON.stringify(changed())}` : replacement);
    }
    return value;
  });
  return { answer: rule(...values), told: all };
}

/** What a rule answers with each change switched on, by what stands there then; of values that are made anew for each. */
function switched(path: string, body: string, values: () => readonly unknown[]): Record<string, unknown> {
  const { rule, changes } = read(path, body);
  return Object.fromEntries(
    changes.map(({ id, replacement }) => {
      vi.stubGlobal('switchedOn', id);
      return [replacement, rule(...values())];
    }),
  );
}

test.each([
  ['(a, b) => a < b', [1, 2], true, ['<= true']],
  ['(a, b) => a < b', [2, 2], false, ['<= true']],
  // A number is looked at in what it is compared with.
  ['(a) => a > 4', [5], true, ['>= true', '5 false']],
  ['(list) => list.filter((one) => one > 1)', [[2]], [2], [' [2]', '>= true', '2 false']],
  ['(a) => a?.b.filter((one) => one).length', [undefined], undefined, [' undefined']],
  ['(a) => ({ ...(a ? [1] : []) })', [true], { 0: 1 }, ['!(a) false', '...([] []', '2 [2]']],
  // What does something is counted alone: it is not done twice.
  ['(list) => { list.push(1 + 1); return list; }', [[]], [2], ['void 0;', '- 0', '2 3', '2 3']],
])(
  '%s of %j, where nothing is switched on, answers as it did and tells what it would',
  (body, values, answer, all) => {
    const seen = told(body, values);
    expect(seen.answer).toEqual(answer);
    expect(seen.told.toSorted()).toEqual([...all].toSorted());
  },
);

const rules = 'src/shared/x/domain.ts';
const queries = 'src/server/x/data.ts';
const builder = { where: (...parts: unknown[]) => parts };
test.each<[path: string, body: string, values: () => unknown[], answers: Record<string, unknown>]>([
  [rules, '(a, b) => a < b && a > 0', () => [2, 2], { '<=': true, '||': true, '>=': false, '1': false }],
  [rules, '(a) => { if (a) return 1; return 2; }', () => [true], { false: 2, true: 1, '2': 2, '3': 1 }],
  [
    rules,
    '(list) => { if (list) list.push(7); return list.length; }',
    () => [[]],
    { false: 0, 'void 0;': 0, '8': 1 },
  ],
  // What stands behind `?.` is changed with it as a whole.
  [rules, '(a) => a?.b.filter((one) => one).length', () => [{ b: [0, 1] }], { '': 2 }],
  [
    queries,
    '(id) => sql`select from x where id = \u0024{id} and is_open`',
    () => [4],
    {
      '(id = \u0024{id} or true)': 'select from x where (id = 4 or true) and is_open',
      '<>': 'select from x where id <> 4 and is_open',
      '(is_open or true)': 'select from x where id = 4 and (is_open or true)',
    },
  ],
  [queries, "(list) => list.where('id', '=', 4)", () => [builder], { "'!='": ['id', '!=', 4], '': builder }],
])('in %s %s answers with each change as if it stood there', (path, body, values, answers) => {
  expect(switched(path, body, values)).toEqual(answers);
});

test('a file that runs outside the tests answers as it did', () => {
  const { rule } = read(rules, '(a) => a > 4');
  expect([rule(5), rule(4)]).toEqual([true, false]);
});
