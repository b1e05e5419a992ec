import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/run.ts';
import type { Change } from './site.ts';

/** A condition of a query with a change of it, and whether the rows of any test tell the two apart. */
export interface Condition extends Change {
  readonly text: string;
  /** The file that first asked it. */
  readonly from: string;
  /** How often the query ran with it. */
  tries: number;
  isTold: boolean;
  /** The change makes no query. */
  isSenseless?: boolean;
}

const inOne = (text: string) => text.replace(/\s+/g, ' ').trim();
/** How much of a query stands before and behind what is changed. */
const around = 60;

/** Runs the server's tests (of these paths) and lists the conditions of queries that no row of theirs tells from another. */
export async function listUntold(paths: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-telling-'));
  try {
    await runTests(root, ['--project', 'api', ...paths], {
      TEST_TELLING: folder,
      TEST_TELLING_OF: paths.length === 0 ? 'all' : 'some',
    });
    return report(merge(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs tests of a checkout to their end, whatever they come to: one that fails beside so much else has told its part. */
export function runTests(checkout: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: checkout,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

/** What all processes saw of each condition. */
export function merge(told: readonly string[]): readonly Condition[] {
  const merged = new Map<string, Condition>();
  for (const one of told.flatMap((text) => JSON.parse(text) as Condition[])) {
    const key = JSON.stringify([one.text, one.start, one.end, one.replacement]);
    const known = merged.get(key);
    merged.set(key, {
      ...one,
      tries: one.tries + (known?.tries ?? 0),
      isTold: one.isTold || (known?.isTold ?? false),
      isSenseless: one.isSenseless || (known?.isSenseless ?? false),
    });
  }
  return [...merged.values()].filter(({ isSenseless, tries }) => !isSenseless && tries > 0);
}

/** File by file, query by query what no row tells, and the share of what some row does. */
export function report(conditions: readonly Condition[]): string {
  const untold = conditions.filter(({ isTold }) => !isTold);
  const lines = [...Map.groupBy(untold, ({ from, text }) => `${from}\n${text}`)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) => own.slice(0, 1).map(({ from, text }) => ({ from, text, own })))
    .flatMap(({ from, text, own }) => [
      `\n${from}: ${inOne(text).slice(0, 160)}`,
      ...own.map(({ start, end, replacement, tries }) => {
        const before = inOne(text.slice(Math.max(0, start - around), start));
        const behind = inOne(text.slice(end, end + around));
        return `  ${tries}x  ${before} [${inOne(text.slice(start, end))} → ${inOne(replacement)}] ${behind}`;
      }),
    ]);
  const told = conditions.length - untold.length;
  const share = conditions.length === 0 ? 100 : Math.floor((100 * told) / conditions.length);
  return `${lines.join('\n')}\n\n${told} of ${conditions.length} changes of conditions are told by rows (${share} %)`;
}
