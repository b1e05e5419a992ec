// Loaded before every file of tests by `npm run mutate -- --rows`: what a query answers is compared with what it would answer
// with one of its conditions changed, on the rows that are there, and taken back at once.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { Db } from '#server/kernel/db.ts';
import { apply } from './site.ts';
import { changesOfSql } from './sql.ts';
import type { Condition } from './told.ts';

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows?: Record<string, unknown>[] }>;
}

/** What a statement came to: its rows, in no order, or the code of its refusal. */
type Answer = { readonly rows: readonly string[] } | { readonly refused: string };

const folder = process.env.TEST_TELLING ?? '';
/** Of each statement, so many changes at a time; all where a part of the tests is looked at, which asks it seldom. */
const mostAtOnce = process.env.TEST_TELLING_OF === 'all' ? 14 : Number.POSITIVE_INFINITY;
/** A condition that so many rows did not tell is tried more and more seldom. */
const often = 15;
const most = 300;
/** A join of everything with everything is not waited for: so many milliseconds. */
const longest = 300;
/** A statement that is none, and what says nothing of a condition: a number too large, a lock, a time that is over. */
const senseless = /^(42|0A)/;
const beside = /^(22|40|54|55|57)/;
/** Whose queries are not the product's: a test's own, and the demo's. */
const besideProduct = /\/(testing|demo)\/|\.test\.ts$/;
const plain = /^(begin|commit|rollback|select set_config|notify|listen)/;

/** This file is read anew for every file of tests of a process: what was seen before is kept beside it. */
declare global {
  var conditionsTold: Map<string, Condition[]> | undefined;
}
globalThis.conditionsTold ??= new Map();
const conditions = globalThis.conditionsTold;
// A query is sent deep below who asks it.
Error.stackTraceLimit = 60;
/** Connections in the middle of a transaction. */
const open = new WeakMap<Client, boolean>();

/** The nearest file of the server that a query was asked in, but for what passes it on; '' where a test asks it. */
function askedFrom(): string {
  const stack = String(new Error('asked').stack);
  const files = [...stack.matchAll(/\/(src\/server\/[^\s:)]+)/g)].map((found) => found[1] ?? '');
  const own = files.find((file) => !file.startsWith('src/server/kernel/'));
  const asking = own ?? files.at(-1) ?? '';
  return besideProduct.test(asking) ? '' : asking;
}

function conditionsOf(text: string): readonly Condition[] {
  const known = conditions.get(text);
  if (known) return known;
  const from = askedFrom();
  // Asked by the product as well, it comes again.
  if (from === '') return [];
  const found = changesOfSql(text).map(
    (change): Condition => ({ ...change, text, from, tries: 0, isTold: false }),
  );
  conditions.set(text, found);
  return found;
}

function isWanted({ isTold, isSenseless, tries }: Condition): boolean {
  if (isTold || isSenseless || tries >= most) return false;
  return tries < often || Math.random() < often / tries;
}

/** What is written is read as well. */
function answering(text: string): string {
  const isWrite = /^\s*(insert|update|delete)\b/i.test(text);
  return isWrite && !/\breturning\b[^)]*$/i.test(text) ? `${text.trim()} returning *` : text;
}

/** Runs a statement and takes it back. */
async function tryOut(client: Client, text: string, values: unknown[]): Promise<Answer> {
  await client.query('savepoint telling');
  try {
    await client.query(`set local statement_timeout = ${longest}`);
    const { rows = [] } = await client.query(text, values);
    return { rows: rows.map((row) => JSON.stringify(row)).toSorted() };
  } catch (error) {
    return { refused: String((error as { code?: unknown }).code) };
  } finally {
    await client.query('rollback to savepoint telling');
    await client.query('release savepoint telling');
  }
}

const isSame = (one: Answer, other: Answer) => JSON.stringify(one) === JSON.stringify(other);
const countOf = (answer: Answer) => ('rows' in answer ? answer.rows.length : -1);

async function compare(client: Client, { text, values }: Statement): Promise<void> {
  // Whatever was tried least comes first: a scene that tells all of a long statement is asked for all of it.
  const wanted = conditionsOf(text)
    .filter(isWanted)
    .toSorted((one, other) => one.tries - other.tries)
    .slice(0, mostAtOnce);
  if (wanted.length === 0) return;
  const usual = await tryOut(client, answering(text), values);
  // What differs by itself, as numbers that are dealt out do, is compared by how much there is of it.
  const isSteady = isSame(usual, await tryOut(client, answering(text), values));
  for (const condition of wanted) {
    condition.tries += 1;
    const other = await tryOut(client, answering(apply(text, condition)), values);
    if ('refused' in other && !isSame(usual, other)) {
      condition.isSenseless ||= senseless.test(other.refused);
      if (senseless.test(other.refused) || beside.test(other.refused)) continue;
    }
    condition.isTold ||= isSteady ? !isSame(usual, other) : countOf(usual) !== countOf(other);
  }
}

/** Instead of the product's own: one statement after another, each compared first. */
async function send(client: Client, statements: readonly Statement[]): Promise<unknown[]> {
  const isAlone = !open.get(client) && statements[0]?.text !== 'begin';
  const answers: unknown[] = [];
  if (isAlone) await client.query('begin');
  try {
    for (const statement of statements) {
      const { text, values } = statement;
      if (!plain.test(text)) await compare(client, statement);
      if (text === 'begin') open.set(client, true);
      if (text === 'commit' || text === 'rollback') open.set(client, false);
      answers.push((await client.query(text, values)).rows ?? []);
    }
    if (isAlone) await client.query('commit');
    return answers;
  } catch (error) {
    if (isAlone) await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

Object.defineProperty(Db.prototype, 'send', { value: send });

afterAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...conditions.values()].flat()));
});
