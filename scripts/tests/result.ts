import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.ts';

/** A test that was run, and how long it took. */
interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** What a part of a run came to. */
export interface Result {
  readonly passed: number;
  /** Names of what failed. */
  readonly failures: readonly string[];
  readonly timed: readonly Timed[];
}

/** What a part of a run came to, for whoever reads the file of its sum. */
export interface Spent {
  readonly title: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
}

/** Where a run leaves its sum: `{ passed, failures, spent }`. */
export const sumFile = join(root, '.cache', 'tests.json');

/** A program that ends badly without naming a failure has failed itself. */
export function orBrokenOff(failures: readonly string[], code: number, name: string): readonly string[] {
  return failures.length === 0 && code !== 0 ? [`${name}: ended with ${code}`] : failures;
}

/** An absolute path below .cache for what a program is to write, without what an earlier run wrote there. */
export function reportFile(name: string): string {
  const file = join(root, '.cache', name);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** The JSON of a file; undefined where there is none. */
export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
