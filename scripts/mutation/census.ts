import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineAt, type SourceFile } from '../check/tree.ts';
import { copyTree } from './ground.ts';
import { type Code, callersOf, stagesFor } from './near.ts';
import { describeChange, type Kind, type Site } from './site.ts';
import { instrument } from './switches.ts';
import { runTests } from './told.ts';
import type { Plan, Seen } from './trying.ts';

/** Kinds whose changes can be switched on while a program runs. */
export const switchable: readonly Kind[] = ['domain', 'commands', 'sql'];

/**
 * Tries all of these changes: in one copy with a switch for each, every test is repeated with each change that tells in it,
 * until one fails. What a program does once, as it starts, is not switched: no test comes to it.
 */
export async function takeCensus(sites: readonly Site[], code: Code): Promise<Seen> {
  const copy = copyTree();
  const seen: Seen = { killed: {}, tries: {}, unsteady: [] };
  try {
    const byFile = Map.groupBy([...sites.entries()], ([, { file }]) => file);
    for (const { path, text } of code.files) {
      const switches = byFile.get(path)?.map(([id, site]) => ({ ...site, id }));
      if (switches) writeFileSync(join(copy, path), instrument(path, text, switches));
    }
    writeFileSync(join(copy, compiling.file), compilingAnew(code));
    for (const round of rounds) {
      const tests = testsOf(sites, seen, round, code);
      const most = sites.length > many.changes ? many.tries : null;
      if (Object.keys(tests).length > 0) await runRound(copy, round, { most, tests }, seen);
    }
    return seen;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Queries are compiled once and kept: here they are each time, with what is switched on then. */
const compiling = { file: 'src/server/kernel/db.ts', kept: 'if (!compiled) {', anew: '{' };

function compilingAnew({ files }: Code): string {
  const text = files.find(({ path }) => path === compiling.file)?.text ?? '';
  if (!text.includes(compiling.kept)) throw new Error(`${compiling.file} keeps queries in another way`);
  return text.replace(compiling.kept, compiling.anew);
}

/** Of so many changes each is tried by so many tests of a round: more of them hardly ever find what these do not. */
const many = { changes: 500, tries: 25 };
/** Tests of whole programs, and of calls by the hundred, are too slow to be repeated. */
const slow = /\/(main|fuzz)[^/]*$/;
/** The nearest first: what they kill, the farther ones need not try. */
const rounds: readonly Round[] = [
  { project: 'unit', isFar: false },
  { project: 'api', isFar: false },
  { project: 'api', isFar: true },
];
interface Round {
  readonly project: 'unit' | 'api';
  readonly isFar: boolean;
}

/** By file of tests, the changes that it may try: as near as the tests of a sample are, and far away whoever calls the noun. */
export function testsOf(
  sites: readonly Site[],
  { killed }: Pick<Seen, 'killed'>,
  { project, isFar }: Round,
  code: Code,
): Plan['tests'] {
  const plan = new Map<string, number[]>();
  const ofFile = new Map<string, readonly string[]>();
  for (const [id, site] of sites.entries()) {
    if (id in killed) continue;
    const tests = ofFile.get(site.file) ?? testsFor(site);
    ofFile.set(site.file, tests);
    for (const path of tests) plan.set(path, [...(plan.get(path) ?? []), id]);
  }
  return Object.fromEntries(plan);

  function testsFor(site: Site): string[] {
    const stages = stagesFor(site, code).filter((stage) => stage.project === project);
    const near = stages.filter((stage) => (stage.isFar ?? false) === isFar).flatMap(({ files }) => files);
    return [...new Set([...near, ...(isFar ? callersOf(site.file, code) : [])])].filter(
      (path) => !slow.test(path),
    );
  }
}

async function runRound(copy: string, { project }: Round, plan: Plan, seen: Seen): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-changes-'));
  try {
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
    // What is written down (`recorded.test.ts`) is not written anew.
    const env = { TEST_CHANGES: folder, CI: '1' };
    await runTests(copy, ['--project', project, '--reporter=dot', ...Object.keys(plan.tests)], env);
    readSeen(folder, seen);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readSeen(folder: string, seen: Seen): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.seen.json'))) {
    const { killed, tries, unsteady } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Seen;
    Object.assign(seen.killed, killed);
    for (const [id, count] of Object.entries(tries))
      seen.tries[Number(id)] = (seen.tries[Number(id)] ?? 0) + count;
    seen.unsteady.push(...unsteady);
  }
}

/** File by file what lived, with how many tests tried it, and each kind's share of what did not. */
export function reportCensus(sites: readonly Site[], files: readonly SourceFile[], seen: Seen): string {
  const lines: string[] = [];
  const lived = [...sites.entries()].filter(([id]) => !(id in seen.killed));
  for (const [file, own] of Map.groupBy(lived, ([, site]) => site.file)) {
    const text = files.find(({ path }) => path === file)?.text ?? '';
    lines.push(`\n${file}`);
    for (const [id, site] of own.toSorted(([, one], [, other]) => one.start - other.start))
      lines.push(`  ${lineAt(text, site.start)}  ${seen.tries[id] ?? 0}x  ${describeChange(text, site)}`);
  }
  for (const name of new Set(seen.unsteady)) lines.push(`\nFails without any change: ${name}`);
  for (const [kind, own] of Map.groupBy(sites.entries(), ([, site]) => site.kind)) {
    const killed = own.filter(([id]) => id in seen.killed).length;
    lines.push(`\n${kind}: ${killed} of ${own.length} killed (${Math.floor((100 * killed) / own.length)} %)`);
  }
  return lines.join('\n');
}
