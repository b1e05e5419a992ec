import type pg from 'pg';
import { type Call, callOf, type DataQuery, type Statement, Unanswerable } from './asking.ts';
import type { Column } from './columns.ts';
import { camel } from './neighbourhood.ts';
import type { Values } from './values.ts';

/** Where queries are asked: a centre full of rows. */
export interface World {
  readonly owner: pg.Client;
  readonly columns: readonly Column[];
  readonly read: Values;
  /** Puts in rows that are none of those the values name, in an open transaction. */
  addOthers(): Promise<void>;
}

interface Answer {
  readonly rows: readonly unknown[];
  /** How many rows there are, or were changed. */
  readonly count: number;
  /** No row, only empty ones, or none that was changed. */
  readonly isNothing: boolean;
}

interface Asked {
  readonly query: DataQuery;
  readonly call: Call;
  answer: Answer;
  /** What has to be set first, so that anything is found. */
  setting?: string;
  readonly lines: string[];
}

/** So many pairs of values are tried at most until a query finds something. */
const mostTries = 60;
/** So many settings of columns. */
const mostSettings = 200;

/** What each query depends on, by the folder it stands in, in words. */
export async function record(
  world: World,
  queries: readonly DataQuery[],
): Promise<ReadonlyMap<string, string>> {
  const asked: Asked[] = [];
  const unasked: { query: DataQuery; why: string }[] = [];
  for (const query of queries) {
    try {
      asked.push(await ask(world, query));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      unasked.push({
        query,
        why: error instanceof Unanswerable ? 'not asked' : `not asked: ${error.message}`,
      });
    }
  }
  await askAmongOthers(world, asked);
  for (const one of asked) if (one.answer.isNothing) await search(world, one);
  for (const column of world.columns) {
    const touched = asked.filter(({ call, answer }) => !answer.isNothing && names(call, column));
    for (const [setting, group] of Map.groupBy(touched, (one) => one.setting))
      await askWith(world, column, group, setting);
  }
  const parts = [
    ...asked.map(({ query, lines }) => ({
      query,
      text: [query.name, ...lines.map((line) => `  ${line}`)].join('\n'),
    })),
    ...unasked.map(({ query, why }) => ({ query, text: `${query.name}\n  ${why}` })),
  ];
  return new Map(
    [...Map.groupBy(parts, ({ query }) => query.folder)].map(([folder, own]) => [
      folder,
      `${own
        .toSorted((a, b) => (a.query.name < b.query.name ? -1 : 1))
        .map(({ text }) => text)
        .join('\n')}\n`,
    ]),
  );
}

/** Asks what is there, and once more about nothing in the place of each thing it is about. */
async function ask(world: World, query: DataQuery): Promise<Asked> {
  const { owner, read } = world;
  const call = await findCall(world, query);
  const answer = await answerTo(owner, call);
  const lines: string[] = [];
  const add = (what: string, names: readonly string[]) =>
    names.length > 0 && lines.push(`${what} ${names.join(', ')}`);
  const effects = new Map<string, string[]>([
    ['of', []],
    ['minds', []],
    ['whatever', []],
  ]);
  for (const name of call.given.keys()) {
    const value = read(query, name);
    if (!value || !('none' in value)) continue;
    const about = await answerTo(
      owner,
      callOf(query, read, new Map([...call.given, [name, value.none]])),
    ).catch(() => undefined);
    const effect = about?.isNothing ? 'of' : about && textOf(about) === textOf(answer) ? 'whatever' : 'minds';
    effects.get(effect)?.push(name);
  }
  lines.push(answer.isNothing ? 'finds nothing' : `finds ${answer.count}`);
  for (const [effect, names] of effects) add(effect, names);
  return { query, call, answer, lines };
}

/** The first choice of values that finds something. */
async function findCall({ owner, read }: World, query: DataQuery): Promise<Call> {
  const first = callOf(query, read, new Map());
  if (!(await answerTo(owner, first)).isNothing) return first;
  const choices = [...first.given.keys()].flatMap((name) =>
    (read(query, name)?.some ?? []).slice(1).map((value) => [name, value] as const),
  );
  const pairs = choices.flatMap((one) =>
    choices.filter(([name]) => name !== one[0]).map((other) => [one, other]),
  );
  for (const chosen of [...choices.map((one) => [one]), ...pairs].slice(0, mostTries)) {
    const call = callOf(query, read, new Map(chosen));
    if (!(await answerTo(owner, call)).isNothing) return call;
  }
  return first;
}

async function askAmongOthers({ owner, addOthers }: World, asked: readonly Asked[]): Promise<void> {
  await owner.query('begin');
  await addOthers();
  for (const { call, answer, lines } of asked)
    if (textOf(await answerTo(owner, call, true)) !== textOf(answer)) lines.push('hears of others');
  await owner.query('rollback');
}

const settingOf = ({ table, name }: Column, setting: string) =>
  `update ${table} set ${name} = ${setting} where tenant_id = app_tenant()`;

async function set(owner: pg.Client, settings: readonly string[]): Promise<boolean> {
  try {
    for (const setting of settings) await owner.query(setting);
    return true;
  } catch {
    return false;
  }
}

/** Looks for what has to be set in all rows so that a query finds something. */
async function search({ owner, columns }: World, one: Asked): Promise<void> {
  const mentioned = columns.filter((column) => names(one.call, column));
  const settings = mentioned.flatMap((column) =>
    [...column.settings].map(([word, setting]) => ({ column, word, setting: settingOf(column, setting) })),
  );
  const pairs = settings.flatMap((first, index) =>
    settings
      .slice(index + 1)
      .filter(({ column }) => column !== first.column)
      .map((second) => [first, second]),
  );
  for (const chosen of [...settings.map((each) => [each]), ...pairs].slice(0, mostSettings)) {
    await owner.query('begin');
    const isSet = await set(
      owner,
      chosen.map(({ setting }) => setting),
    );
    const answer = isSet ? await answerTo(owner, one.call, true).catch(() => undefined) : undefined;
    await owner.query('rollback');
    if (!answer || answer.isNothing) continue;
    one.answer = answer;
    one.setting = chosen.map(({ setting }) => setting).join('; ');
    one.lines.push(
      `finds ${answer.count} where ${chosen.map(({ column, word }) => `${column.table}.${column.name} is ${word}`).join(' and ')}`,
    );
    return;
  }
}

/** Asks everything that names a column once for each value it is set to, in all rows at once. */
async function askWith(
  { owner }: World,
  column: Column,
  touched: readonly Asked[],
  first?: string,
): Promise<void> {
  const { table, name, settings } = column;
  const answers = new Map<Asked, Map<string, Answer>>(touched.map((one) => [one, new Map()]));
  for (const [word, setting] of settings) {
    await owner.query('begin');
    const isSet = await set(owner, [...(first ? [first] : []), settingOf(column, setting)]);
    for (const one of isSet ? touched : []) {
      const answer = await answerTo(owner, one.call, true).catch(() => ({
        rows: ['an error'],
        count: 0,
        isNothing: false,
      }));
      answers.get(one)?.set(word, answer);
    }
    await owner.query('rollback');
  }
  for (const [{ lines, answer }, byWord] of answers) {
    const line = inWords(byWord, answer, name);
    if (line !== undefined) lines.push(`${table}.${name}: ${line}`);
  }
}

/**
 * Which values are answered alike, with more rows or fewer than as it is, or with nothing; undefined where the column is
 * only shown, or nothing depends on it.
 */
function inWords(byWord: ReadonlyMap<string, Answer>, asItIs: Answer, column: string): string | undefined {
  const textOf = ({ rows }: Answer) => textWithout(rows, column);
  const before = textOf(asItIs);
  const kinds = [...Map.groupBy(byWord, ([, answer]) => textOf(answer))].map(([text, group]) => ({
    words: group.map(([word]) => word).join(', '),
    how: group[0] ? comparedWith(asItIs, group[0][1], text === before) : '',
  }));
  if (kinds.every(({ how }) => how === 'same')) return undefined;
  return kinds.map(({ words, how }) => `${words} ${how}`).join('; ');
}

function comparedWith(asItIs: Answer, answer: Answer, isSame: boolean): string {
  if (isSame) return 'same';
  if (answer.isNothing) return 'nothing';
  if (answer.count !== asItIs.count) return answer.count > asItIs.count ? 'more' : 'fewer';
  return 'other';
}

/** Rows as text, without what only shows a column, the fields of its name; in whichever order they came. */
function textWithout(rows: readonly unknown[], column = ''): string {
  const shown = new Set([column, camel(column)]);
  const textOfOne = (one: unknown) =>
    JSON.stringify(one, (key, value) => (key !== '' && shown.has(key) ? undefined : value));
  return rows
    .map((each) => (Array.isArray(each) ? each.map(textOfOne).sort().join() : textOfOne(each)))
    .join(';');
}

const textOf = ({ rows }: Answer) => textWithout(rows);

const names = ({ statements }: Call, { table, name }: Column) =>
  statements.some(({ text }) => wordOf(table).test(text) && wordOf(name).test(text));

const words = new Map<string, RegExp>();
function wordOf(word: string): RegExp {
  const found = words.get(word) ?? new RegExp(`\\b${word}\\b`);
  words.set(word, found);
  return found;
}

/** What is answered; nothing of it stays. */
async function answerTo(owner: pg.Client, { statements }: Call, isOpen = false): Promise<Answer> {
  const isAlone = isOpen && statements.every(reads);
  if (!isAlone) await owner.query(isOpen ? 'savepoint asking' : 'begin');
  try {
    const all: unknown[] = [];
    let count = 0;
    let isNothing = true;
    for (const statement of statements) {
      const { text, values } = statement;
      const { rows, rowCount } = await owner.query({
        name: nameOf(text),
        text,
        values: values.map(asWritten),
      });
      all.push(reads(statement) ? rows : rowCount);
      count += rowCount ?? 0;
      if (reads(statement) ? !rows.every(isEmpty) : (rowCount ?? 0) > 0) isNothing = false;
    }
    return { rows: all, count, isNothing };
  } finally {
    if (!isAlone) await owner.query(isOpen ? 'rollback to asking' : 'rollback');
  }
}

function reads({ text }: Statement): boolean {
  return !/\b(update|delete from|insert into)\b/i.test(text.replace(/\bfor (no key )?update\b/gi, ''));
}

const statementNames = new Map<string, string>();
/** Planned once, asked thousands of times. */
function nameOf(text: string): string {
  const name = statementNames.get(text) ?? `query_${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

function asWritten(value: unknown): unknown {
  const isThing = (one: unknown) =>
    typeof one === 'object' && one !== null && !Buffer.isBuffer(one) && !Array.isArray(one);
  if (Array.isArray(value)) return value.map((one) => (isThing(one) ? JSON.stringify(one) : one));
  return value === undefined ? null : isThing(value) ? JSON.stringify(value) : value;
}

function isEmpty(value: unknown): boolean {
  if (value instanceof Date || Buffer.isBuffer(value)) return false;
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return (
    value === null || value === undefined || value === 0 || value === '0' || value === false || value === ''
  );
}
