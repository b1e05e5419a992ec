// Loaded before every file of tests by `npm run mutate -- --all`: repeats each test with each change that it comes to.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, type RunnerTestCase } from 'vitest';

/** A change that an expression may have, with what it would come to; without, it is only counted. */
type Told = readonly [id: number, changed?: () => unknown];

export interface Plan {
  /** So many tests of one distance try a change at most; null: all of them. */
  readonly most: number | null;
  /** Which changes a file of tests may try. */
  readonly tests: Readonly<Record<string, readonly number[]>>;
}

/** What a process saw. */
export interface Seen {
  /** By which test. */
  readonly killed: Record<number, string>;
  readonly tries: Record<number, number>;
  /** Tests that fail without any change, at first or once they were repeated. */
  readonly unsteady: string[];
}

/** This file is read anew for every file of tests of a process: what was seen before is kept beside it. */
declare global {
  var triedChanges: Seen | undefined;
  var switchedOn: number | undefined;
  var tellValue: ((told: readonly Told[], value?: unknown) => unknown) | undefined;
  var tellStep: (() => void) | undefined;
}

const folder = process.env.TEST_CHANGES ?? '';
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Plan;
globalThis.triedChanges ??= { killed: {}, tries: {}, unsteady: [] };
const seen = globalThis.triedChanges;
/** What so many values did not tell is tried at every twentieth alone. */
const often = 300;
/** Rounds of loops after which a change counts as never ending, which somebody would notice. */
const mostSteps = { look: 20_000, test: 1_000_000 };
/** Milliseconds that repeating a test may take in all: what a slow one leaves out, quicker ones try. */
const patience = 60_000;
/** Milliseconds: what fails so late may have failed for the machine's other work, and has to fail twice. */
const soonestLate = 1_000;
/** No test comes to more changes. */
const mostTurns = 3_000;

const seenEnding = '.seen.json';
const ownName = `${process.pid}${seenEnding}`;
const elsewhere = { killed: new Set<number>(), tries: new Map<number, Map<string, number>>() };

let wanted = new Set<number>();
let isLooking = false;
let isInside = false;
let steps = 0;
const looks = new Map<number, number>();
const told = new Set<number>();
let waiting: number[] = [];
/** What the turn that is under way tries: a change, or before and after all of them whether the test passes without. */
let turn: 'first' | number | 'last' = 'first';
/** Whether it failed for it late, and is tried once more. */
let isTriedAgain = false;
/** What the test failed for. */
let killing: number[] = [];

globalThis.tellStep = () => {
  steps += 1;
  const bound = isInside ? mostSteps.look : mostSteps.test;
  if ((isInside || globalThis.switchedOn !== undefined) && steps > bound)
    throw new RangeError('it never ends');
};

globalThis.tellValue = (all, value) => {
  if (!isLooking || isInside) return value;
  for (const [id, changed] of all) {
    if (told.has(id) || !isWanted(id)) continue;
    const count = (looks.get(id) ?? 0) + 1;
    looks.set(id, count);
    if (changed === undefined || ((count < often || count % 20 === 0) && differs(changed, value)))
      told.add(id);
  }
  return value;
};

function isWanted(id: number): boolean {
  if (!wanted.has(id) || id in seen.killed || elsewhere.killed.has(id)) return false;
  if (plan.most === null) return true;
  const others = [...(elsewhere.tries.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return (seen.tries[id] ?? 0) + others < plan.most;
}

function differs(changed: () => unknown, value: unknown): boolean {
  isInside = true;
  steps = 0;
  try {
    const other = changed();
    return !Object.is(other, value) && (typeof value !== 'object' || shown(other) !== shown(value));
  } catch {
    return true;
  } finally {
    isInside = false;
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Map || part instanceof Set) return [...part];
    return typeof part === 'bigint' || part === undefined ? String(part) : part;
  });
}

interface Part {
  readonly type: string;
  readonly tasks?: readonly Part[];
  repeats?: number;
}

function repeatAll(part: Part): void {
  if (part.type === 'test') part.repeats = mostTurns;
  for (const each of part.tasks ?? []) repeatAll(each);
}

// Vitest reads what the first argument takes from how it is written.
// biome-ignore lint/correctness/noEmptyPattern: see above
beforeAll(({}, file) => {
  wanted = new Set(plan.tests[relative(process.cwd(), file.file.filepath)]);
  readOthers();
  repeatAll(file);
});

/** What other processes have found needs no trying here. */
function readOthers(): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(seenEnding) && each !== ownName)) {
    const other = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Seen;
    for (const id of Object.keys(other.killed)) elsewhere.killed.add(Number(id));
    for (const [id, count] of Object.entries(other.tries)) {
      const known = elsewhere.tries.get(Number(id)) ?? new Map<string, number>();
      elsewhere.tries.set(Number(id), known.set(name, count));
    }
  }
}

beforeEach(({ task, skip }) => {
  const { result } = task as RunnerTestCase;
  const before = result?.attempts?.at(-1);
  const name = `${relative(process.cwd(), task.file.filepath)} › ${task.name}`;
  globalThis.switchedOn = undefined;
  steps = 0;
  isLooking = !before;
  if (!before) {
    told.clear();
    looks.clear();
    killing = [];
    turn = 'first';
    return;
  }
  if (result) delete result.errors;
  const hasFailed = before.state === 'fail';
  if (turn === 'first') {
    if (hasFailed) seen.unsteady.push(name);
    waiting = hasFailed ? [] : [...told].slice(0, Math.ceil(patience / Math.max(before.duration, 1)));
  } else if (turn === 'last') {
    // It fails without any change: so it may have for what it seemed to kill.
    if (hasFailed) {
      seen.unsteady.push(name);
      for (const id of killing) delete seen.killed[id];
    }
    return skip();
  } else if (hasFailed && before.duration >= soonestLate && !isTriedAgain) {
    isTriedAgain = true;
    globalThis.switchedOn = turn;
    return;
  } else {
    isTriedAgain = false;
    seen.tries[turn] = (seen.tries[turn] ?? 0) + 1;
    if (hasFailed) {
      seen.killed[turn] = name;
      killing.push(turn);
    }
  }
  let next = waiting.pop();
  while (next !== undefined && !isWanted(next)) next = waiting.pop();
  if (next === undefined && killing.length === 0) return skip();
  turn = next ?? 'last';
  globalThis.switchedOn = next;
});

afterAll(() => {
  globalThis.switchedOn = undefined;
  // In one step: another process may be reading it.
  const written = join(folder, `${process.pid}.writing`);
  writeFileSync(written, JSON.stringify(seen));
  renameSync(written, join(folder, ownName));
});
