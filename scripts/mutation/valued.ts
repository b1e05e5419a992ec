import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, readTree, type SourceFile } from '../check/tree.ts';
import { root } from '../lib/run.ts';
import { copyTree } from './ground.ts';
import { parse } from './nodes.ts';
import { describeChange } from './site.ts';
import { tellingsOf } from './told.ts';
import { instrument, isOfRules, keyOf, placesOf, type Seen } from './values.ts';

/** Runs tests (of these paths) in a copy and lists the changes of rules by which nothing they came to would be another. */
export async function listUntoldValues(paths: readonly string[]): Promise<string> {
  const files = readTree(root).filter(({ path }) => isOfRules(path));
  const copy = copyTree();
  try {
    for (const { path, text } of files) writeFileSync(join(copy, path), instrument(path, text));
    const tellings = await tellingsOf(paths, ['unit', 'api'], 'TEST_VALUES', copy);
    const isAsked = ({ path }: SourceFile) => paths.length === 0 || paths.some((one) => path.startsWith(one));
    return reportValues(files.filter(isAsked), mergeValues(tellings));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** What all processes saw. */
export function mergeValues(tellings: readonly string[]): ReadonlyMap<string, Seen> {
  const merged = new Map<string, Seen>();
  for (const [key, { tries, isTold }] of tellings.flatMap((text) => JSON.parse(text) as [string, Seen][])) {
    const known = merged.get(key);
    merged.set(key, { tries: tries + (known?.tries ?? 0), isTold: isTold || (known?.isTold ?? false) });
  }
  return merged;
}

/** File by file what no value tells, and what nothing comes to; and the share of the rest. */
export function reportValues(files: readonly SourceFile[], seen: ReadonlyMap<string, Seen>): string {
  const lines: string[] = [];
  let [all, untold] = [0, 0];
  for (const { path, text } of files.filter(({ path: one }) => isOfRules(one))) {
    const program = parse(path, text);
    const changes = program ? [...placesOf(program, text).values()].flat() : [];
    const own = changes.filter((change) => !seen.get(keyOf(path, change))?.isTold);
    all += changes.length;
    untold += own.length;
    if (own.length > 0) lines.push(`\n${path}`);
    for (const change of own.toSorted((one, other) => one.start - other.start)) {
      const tries = seen.get(keyOf(path, change))?.tries ?? 0;
      lines.push(`  ${lineAt(text, change.start)}  ${tries}x  ${describeChange(text, change)}`);
    }
  }
  const share = all === 0 ? 100 : Math.floor((100 * (all - untold)) / all);
  return [...lines, `\n${all - untold} of ${all} changes of rules are told by values (${share} %)`].join(
    '\n',
  );
}
