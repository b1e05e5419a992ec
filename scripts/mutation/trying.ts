// Loaded before every file of tests by `npm run mutate -- --all`: repeats each test with each change that it comes to.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, type RunnerTestCase } from 'vitest';

/** A change that an expression may have, with what it would come to; without, it is only counted. */
type Told = readonly [id: number, changed?: () => unknown];

/** Which changes a file of tests may try: those of its own part, and those it stands farther from. */
export interface Plan {
  readonly own: readonly number[];
  readonly far: readonly number[];
}

/** What a process saw. */
export interface Seen {
  /** By which test. */
  readonly killed: Record<number, string>;
  readonly tries: Record<number, number>;
  /** Tests that fail when they are repeated without any change. */
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
const plans = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Record<string, Plan>;
globalThis.triedChanges ??= { killed: {}, tries: {}, unsteady: [] };
const seen = globalThis.triedChanges;
/** So many tests try a change at most: more of them hardly ever find what these do not. */
const mostTries = { own: 15, far: 5 };
/** What so many values did not tell is tried at every twentieth alone. */
const often = 300;
/** Rounds of loops after which a change counts as never ending, which somebody would notice. */
const mostSteps = { look: 20_000, test: 1_000_000 };
/** Milliseconds that repeating a test may take in all: what a slow one leaves out, quicker ones try. */
const patience = 60_000;
/** No test comes to more changes. */
const mostTurns = 3_000;

const seenEnding = '.seen.json';
const ownName = `${process.pid}${seenEnding}`;
const elsewhere = { killed: new Set<number>(), tries: new Map<number, Map<string, number>>() };

let most = new Map<number, number>();
let isLooking = false;
let isInside = false;
let steps = 0;
const looks = new Map<number, number>();
const told = new Set<number>();
let waiting: number[] = [];
/** What the turn that is under way tries: a change, or whether the test passes again without. */
let turn: 'first' | 'again' | number = 'first';
let last: number | undefined;

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
  if (id in seen.killed || elsewhere.killed.has(id)) return false;
  const others = [...(elsewhere.tries.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return (seen.tries[id] ?? 0) + others < (most.get(id) ?? 0);
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
  const plan = plans[relative(process.cwd(), file.file.filepath)] ?? { own: [], far: [] };
  most = new Map([
    ...plan.far.map((id) => [id, mostTries.far] as const),
    ...plan.own.map((id) => [id, mostTries.own] as const),
  ]);
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
  if (!before) {
    isLooking = true;
    told.clear();
    looks.clear();
    waiting = [];
    turn = 'first';
    return;
  }
  isLooking = false;
  globalThis.switchedOn = undefined;
  steps = 0;
  if (result) delete result.errors;
  const hasFailed = before.state === 'fail';
  if (typeof turn === 'number') {
    seen.tries[turn] = (seen.tries[turn] ?? 0) + 1;
    last = undefined;
    if (hasFailed) {
      seen.killed[turn] = `${relative(process.cwd(), task.file.filepath)} › ${task.name}`;
      last = turn;
      turn = 'again';
      return;
    }
  } else if (hasFailed) {
    // Without any change: what a change before it spoilt, or a test that passes once alone.
    if (last !== undefined) delete seen.killed[last];
    seen.unsteady.push(`${relative(process.cwd(), task.file.filepath)} › ${task.name}`);
    skip();
  } else if (turn === 'first') {
    waiting = [...told].slice(0, Math.ceil(patience / Math.max(before.duration, 1)));
    if (waiting.length > 0) {
      turn = 'again';
      last = undefined;
      return;
    }
  }
  let next = waiting.pop();
  while (next !== undefined && !isWanted(next)) next = waiting.pop();
  if (next === undefined) return skip();
  turn = next;
  globalThis.switchedOn = next;
});

afterAll(() => {
  globalThis.switchedOn = undefined;
  // In one step: another process may be reading it.
  const written = join(folder, `${process.pid}.writing`);
  writeFileSync(written, JSON.stringify(seen));
  renameSync(written, join(folder, ownName));
});
