// Loaded before every file of tests by `npm run mutate -- --values`: takes what changed expressions would come to.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Seen } from './values.ts';

/** A change as it is told by `instrument`, with what the expression would be; without, it is only counted. */
type Told = readonly [key: string, changed?: () => unknown];

/** This file is read anew for every file of tests of a process: what was seen before is kept beside it. */
declare global {
  var valuesSeen: Map<string, Seen> | undefined;
  var tellValue: ((told: readonly Told[], value?: unknown) => unknown) | undefined;
  var tellStep: (() => void) | undefined;
}
globalThis.valuesSeen ??= new Map();
const seen = globalThis.valuesSeen;
const folder = process.env.TEST_VALUES ?? '';
/** What so many values did not tell is tried at every twentieth alone. */
const often = 3000;
/** Rounds of loops after which a change counts as never ending, which somebody would notice. */
const mostSteps = 20_000;
let steps = 0;
/** Within a change nothing else is looked at: what it calls would be tried again and again. */
let isInside = false;

globalThis.tellStep = () => {
  steps += 1;
  if (isInside && steps > mostSteps) throw new RangeError('it never ends');
};

globalThis.tellValue = (told, value) => {
  if (isInside) return value;
  for (const [key, changed] of told) {
    const one = seen.get(key) ?? { tries: 0, isTold: changed === undefined };
    seen.set(key, one);
    one.tries += 1;
    if (changed && !one.isTold && (one.tries < often || one.tries % 20 === 0))
      one.isTold = differs(changed, value);
  }
  return value;
};

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

afterAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...seen]));
});
