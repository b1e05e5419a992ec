import { parseSync } from 'vite';
import { type Fault, lineAt, type SourceFile } from '../check/tree.ts';

/** What a test, or one case of its table, says above itself that it shows: `// shows: wait-in-line, buy-ticket`. */
export interface Tag {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** In words, without placeholders, behind the titles of the groups around it. */
  readonly title: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const tests = ['test', 'it', 'describe'];
/** What is left out shows nothing. */
const leftOut = ['skip', 'fixme', 'todo'];
const isTestFile = /^(src\/.+\.test\.tsx?|e2e\/.+\.spec\.ts|scripts\/.+\.test\.ts)$/;
/** What Vitest puts a value of the case in the place of. */
const placeholder = /%[sdifjoOc#]|\$[\w.]+/g;

/** The tags of every file with tests, in their order, and those that stand above no test and no case. */
export function readTags(files: readonly SourceFile[]): { tags: Tag[]; faults: Fault[] } {
  const read = files
    .filter(({ path, text }) => isTestFile.test(path) && text.includes('// shows:'))
    .map(readFile);
  return { tags: read.flatMap(({ tags }) => tags), faults: read.flatMap(({ faults }) => faults) };
}

function readFile({ path, text }: SourceFile): { tags: Tag[]; faults: Fault[] } {
  const { program, comments } = parseSync(path, text);
  const ids = new Map(
    comments
      .filter(({ value, start }) => value.startsWith(' shows:') && /(^|\n) *$/.test(text.slice(0, start)))
      .map(({ value, start }) => [lineAt(text, start), value.slice(' shows:'.length).trim().split(/, */)]),
  );
  const titles = titlesByLine(program as unknown as Node, text);
  const tags: Tag[] = [];
  const faults: Fault[] = [];
  for (const [line, own] of ids) {
    let below = line + 1;
    while (ids.has(below)) below += 1;
    const title = titles.get(below);
    if (title === undefined) {
      faults.push({
        file: path,
        line,
        text: `“shows: ${own.join(', ')}” stands above no test and no case of one`,
      });
    } else tags.push(...own.map((id) => ({ id, file: path, line, title })));
  }
  return { tags, faults };
}

/** The title of every test and of every case of a table, by the line on which it begins. */
function titlesByLine(program: Node, text: string): ReadonlyMap<number, string> {
  const titles = new Map<number, string>();
  const tables = new Map<string, Node>();
  const add = (at: Node, groups: readonly string[], title: string) => {
    const line = lineAt(text, at.start);
    if (!titles.has(line)) titles.set(line, [...groups, title].join(' › '));
  };
  const visit = (node: Node, groups: readonly string[]): void => {
    const table = node.type === 'VariableDeclarator' && (node.id as Node).name;
    if (typeof table === 'string' && isNode(node.init)) tables.set(table, node.init);
    const written = node.type === 'CallExpression' ? titleOf(node, text) : undefined;
    if (written === undefined) {
      for (const child of childrenOf(node)) visit(child, groups);
      return;
    }
    const cases = casesOf(tableOf(node), tables);
    const [first] = cases;
    const filled = first ? fill(written, first, text) : withoutPlaceholders(written);
    const others = cases.length - 1;
    const title = others > 0 && filled !== written ? `${filled}, and ${others} more like it` : filled;
    add(node, groups, title);
    for (const one of cases) add(one, groups, fill(written, one, text));
    const isGroup = namesOf(node).includes('describe');
    for (const child of childrenOf(node)) visit(child, isGroup ? [...groups, title] : groups);
  };
  visit(program, []);
  return titles;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** The names of a chain: `test` and `each` of `test.each(…)(…)`. */
function namesOf(node: Node): unknown[] {
  if (node.type === 'CallExpression') return namesOf(node.callee as Node);
  if (node.type !== 'MemberExpression') return [node.name];
  return [...namesOf(node.object as Node), (node.property as Node).name];
}

/** The title of a test as it is written; undefined for what is no test. */
function titleOf(call: Node, text: string): string | undefined {
  const [first, ...rest] = namesOf(call);
  if (!tests.some((name) => name === first) || leftOut.some((name) => rest.includes(name))) return undefined;
  const [title] = call.arguments as Node[];
  if (typeof title?.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? text.slice(title.start + 1, title.end - 1) : undefined;
}

/** What stands in the brackets of `.each(…)`. */
function tableOf({ callee }: Node): Node | undefined {
  const { type, callee: each, arguments: given } = callee as Node;
  const isTable = type === 'CallExpression' && ((each as Node).property as Node | undefined)?.name === 'each';
  return isTable ? (given as Node[])[0] : undefined;
}

/** The cases of a table: as it stands there, by name, with others spread in, or mapped from another. */
function casesOf(table: Node | undefined, tables: ReadonlyMap<string, Node>): Node[] {
  switch (table?.type) {
    case 'ArrayExpression':
      return (table.elements as Node[]).flatMap((one) =>
        one.type === 'SpreadElement' ? casesOf(one.argument as Node, tables) : [one],
      );
    case 'Identifier':
      return casesOf(tables.get(table.name as string), tables);
    case 'CallExpression':
      return madeCase(table) ?? casesOf((table.callee as Node).object as Node | undefined, tables);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return casesOf(table.expression as Node, tables);
    default:
      return [];
  }
}

/** The case that `.map(…)` makes of each value, where its first property is a title: its line is this property's. */
function madeCase(call: Node): Node[] | undefined {
  const body = (call.arguments as Node[])[0]?.body;
  const made = isNode(body) && body.type === 'ParenthesizedExpression' ? body.expression : body;
  if (!isNode(made) || made.type !== 'ObjectExpression') return undefined;
  const [first] = made.properties as Node[];
  const type = (first?.value as Node | undefined)?.type;
  return first && (type === 'Literal' || type === 'TemplateLiteral')
    ? [{ ...made, start: first.start }]
    : undefined;
}

/** A title with a case of its table in the place of its placeholders. */
function fill(title: string, one: Node, text: string): string {
  const properties = one.type === 'ObjectExpression' ? (one.properties as Node[]) : [];
  const named = new Map(properties.map(({ key, value }) => [(key as Node | undefined)?.name, value as Node]));
  const values = one.type === 'ArrayExpression' ? (one.elements as Node[]) : [...named.values(), one];
  let next = 0;
  const filled = title.replace(placeholder, (found) =>
    words(found.startsWith('%') ? values[next++] : (named.get(found.slice(1)) ?? values[0]), text),
  );
  return withoutPlaceholders(filled);
}

/** What a value is called in a title: a text itself, what is short as it is written. */
function words(value: Node | undefined, text: string): string {
  if (typeof value?.value === 'string') return value.value || '“”';
  const written = value ? text.slice(value.start, value.end).replace(/\s+/g, ' ') : '…';
  if (value?.type === 'TemplateLiteral') return written.slice(1, -1);
  return written.length > 60 ? '…' : written;
}

/** What is not said in the table, such as the variable of a loop, is each of its kind: `${language}` is “each language”. */
function withoutPlaceholders(title: string): string {
  const each = title.replace(/\$\{\W*(\w+)[^}]*\}/g, 'each $1');
  return each.replace(placeholder, 'each one').replaceAll('%%', '%');
}
