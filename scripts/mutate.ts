// npm run mutate: changes one operator, condition, predicate, role or constant at a time in a copy of Trenn, runs the
// tests nearest to it, and lists the changes that no test noticed.
//   -- --count 60              so many, shared out between the kinds
//   -- --kind domain,sql       these alone
//   -- --path src/server/payments   in files whose path begins so, or of one line (data.ts:12); several with commas
//   -- --seed 7                the same changes once more
//   -- --seed 7 --from 31      the rest of them, after a run that was broken off (Ctrl+C: after the change at hand)
//   -- --list                  without running anything
//   -- --rows                  lists the conditions of queries that no row of a test tells from another, instead
//   -- --values                lists the changes of rules by which no value of a test would be another, instead
import { parseArgs } from 'node:util';
import { lineAt, readTree, type SourceFile } from './check/tree.ts';
import { root } from './lib/run.ts';
import { reportCensus, switchable, takeCensus } from './mutation/census.ts';
import { type Ground, prepareGround, type Verdict } from './mutation/ground.ts';
import { accessTo, type Code, readCode, type Stage, stagesFor } from './mutation/near.ts';
import { parse } from './mutation/nodes.ts';
import { apply, describeChange, type Kind, type Site } from './mutation/site.ts';
import { findSites, readKinds, shareOut, shuffle } from './mutation/sites.ts';
import { type Trial, tableOf } from './mutation/table.ts';
import { listUntold } from './mutation/told.ts';

class Misuse extends Error {}

interface Choice {
  readonly count: number;
  readonly kinds: readonly Kind[];
  readonly paths: readonly string[];
  readonly seed: number;
  /** The number of the first that is tried. */
  readonly from: number;
  readonly isList: boolean;
  readonly isOfRows: boolean;
  readonly isOfAll: boolean;
}

function readChoice(args: string[]): Choice {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string' },
      kind: { type: 'string' },
      path: { type: 'string', multiple: true },
      seed: { type: 'string' },
      from: { type: 'string', default: '1' },
      list: { type: 'boolean', default: false },
      rows: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
  });
  const count = Number(values.count ?? (values.all ? Number.MAX_SAFE_INTEGER : 60));
  if (!Number.isInteger(count) || count < 1) throw new Misuse('--count takes a number of changes.');
  const chosen = readKinds(values.kind);
  if (!chosen) throw new Misuse('--kind takes domain, commands, sql, roles, contract and migrations.');
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (!Number.isInteger(seed)) throw new Misuse('--seed takes a whole number.');
  const from = Number(values.from);
  if (!Number.isInteger(from) || from < 1) throw new Misuse('--from takes the number of a change.');
  const paths = (values.path ?? []).flatMap((path) => path.split(','));
  const { list: isList, rows: isOfRows, all: isOfAll } = values;
  return { count, kinds: chosen, paths, seed, from, isList, isOfRows, isOfAll };
}

/**
 * The changes of this sample; of each kind as many as its share, as far as there are. The kinds are mixed evenly: a run
 * that is broken off has tried something of each.
 */
function draw({ count, kinds, paths, seed }: Choice, files: readonly SourceFile[]): Site[] {
  const isChosen = (site: Site) => paths.length === 0 || paths.some((path) => isAt(site, path, files));
  const sites = findSites(files).filter(isChosen);
  const present = kinds.filter((kind) => sites.some((site) => site.kind === kind));
  const samples = [...shareOut(count, present)].map(([kind, share]) => {
    const drawn: Site[] = [];
    const ofKind = sites.filter((site) => site.kind === kind);
    for (const site of shuffle(ofKind, seed)) {
      if (drawn.length === share) break;
      if (holds(site, files)) drawn.push(site);
    }
    return drawn;
  });
  return samples
    .flatMap((drawn) => drawn.map((site, index) => ({ site, at: (index + 0.5) / drawn.length })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ site }) => site);
}

function isAt(site: Site, path: string, files: readonly SourceFile[]): boolean {
  const [file = '', line] = path.split(':');
  if (line === undefined) return site.file.startsWith(file);
  return site.file === file && lineAt(textOf(site, files), site.start) === Number(line);
}

/** Whether what a change makes is still a program. */
function holds(site: Site, files: readonly SourceFile[]): boolean {
  return site.file.endsWith('.sql') || parse(site.file, apply(textOf(site, files), site)) !== undefined;
}

function textOf({ file }: Site, files: readonly SourceFile[]): string {
  return files.find(({ path }) => path === file)?.text ?? '';
}

function inWords(site: Site, files: readonly SourceFile[]): string {
  return `${lineOf(site, files)}  ${describeChange(textOf(site, files), site)}`;
}

function lineOf(site: Site, files: readonly SourceFile[]): string {
  return `${site.file}:${lineAt(textOf(site, files), site.start)}`;
}

/** Makes a change, runs the tests nearest to it until one fails, and takes it back. */
async function tryOut(site: Site, code: Code, ground: Ground): Promise<Trial> {
  const text = textOf(site, code.files);
  const isMigration = site.kind === 'migrations';
  let ran = 0;
  ground.write(site.file, apply(text, site));
  try {
    for (const stage of stagesFor(site, code)) {
      const verdict = await runTwice(stage, isMigration, ground);
      ran += stage.files.length;
      if (verdict.outcome !== 'passed') return { site, verdict, ran };
    }
    return { site, verdict: { outcome: 'passed' }, ran };
  } finally {
    ground.write(site.file, text);
  }
}

/** The roles are changed at once: each endpoint has tests under its own name, so it is known which failed. */
async function tryRoles(sites: readonly Site[], code: Code, ground: Ground): Promise<Trial[]> {
  const byFile = [...Map.groupBy(sites, ({ file }) => file)];
  const textAt = (file: string) => code.files.find(({ path }) => path === file)?.text ?? '';
  try {
    for (const [file, own] of byFile) {
      const fromLast = own.toSorted((a, b) => b.start - a.start);
      ground.write(file, fromLast.reduce(apply, textAt(file)));
    }
    const stage = { ...accessTo(sites.flatMap(({ endpoint }) => endpoint ?? [])), isWhole: true as const };
    const { failures = [] } = await ground.run(stage, false);
    return sites.flatMap((site) => {
      const own = failures.filter(({ isLate, title }) => !isLate && title.startsWith(`${site.endpoint} `));
      return own.length > 0 ? [{ site, verdict: { outcome: 'failed', failures: own }, ran: 1 }] : [];
    });
  } finally {
    for (const [file] of byFile) ground.write(file, textAt(file));
  }
}

/** What became of those that tests came to as they were repeated with each change switched on. */
async function trySwitched(sites: readonly Site[], code: Code): Promise<Trial[]> {
  const { killed, tries, unsteady } = await takeCensus(sites, code);
  for (const name of new Set(unsteady)) console.log(`Fails without any change: ${name}`);
  return sites.flatMap((site, id): Trial[] => {
    const ran = tries[id] ?? 0;
    const [file, title = ''] = killed[id]?.split(' › ') ?? [];
    if (file === undefined) return ran === 0 ? [] : [{ site, verdict: { outcome: 'passed' }, ran }];
    return [{ site, verdict: { outcome: 'failed', failures: [{ file, title, isLate: false }] }, ran }];
  });
}

/** Lateness, and a race elsewhere that is lost by itself, fail tests that would pass: they have to fail twice. */
async function runTwice(stage: Stage, isMigration: boolean, ground: Ground): Promise<Verdict> {
  const verdict = await ground.run(stage, isMigration);
  const [failed] = verdict.failures ?? [];
  if (!failed || !(failed.isLate || stage.isFar)) return verdict;
  const again = await ground.run({ ...stage, files: [failed.file] }, isMigration);
  return again.outcome === 'passed' ? ground.run(stage, isMigration) : again;
}

function nameOf({ outcome, failures: [failed] = [] }: Verdict): string {
  if (outcome === 'passed') return 'LIVED';
  return outcome === 'timed out'
    ? 'killed: it never ended'
    : `killed: ${failed ? `${failed.file} › ${failed.title}` : 'nothing could be run'}`;
}

/** Tests that killed something but fail without any change as well: what they say counts for nothing. */
async function findLiars(trials: readonly Trial[], ground: Ground): Promise<string[]> {
  const files = [...new Set(trials.flatMap(({ verdict }) => verdict.failures?.[0]?.file ?? []))];
  const liars: string[] = [];
  for (const project of ['unit', 'api'] as const) {
    const own = files.filter((path) => path.startsWith('src/server/') === (project === 'api'));
    const verdict = own.length > 0 ? await ground.run({ project, files: own }, false) : undefined;
    if (verdict && verdict.outcome !== 'passed') liars.push(nameOf(verdict).replace('killed: ', ''));
  }
  return liars;
}

async function main(): Promise<void> {
  const choice = readChoice(process.argv.slice(2));
  if (choice.isOfRows) {
    console.log(await listUntold(choice.paths));
    return;
  }
  const files = readTree(root);
  if (choice.isOfAll) {
    const kinds = choice.kinds.filter((kind) => switchable.includes(kind));
    const sites = draw({ ...choice, kinds }, files);
    console.log(reportCensus(sites, files, await takeCensus(sites, readCode(files))));
    return;
  }
  const sample = draw(choice, files);
  const again = `npm run mutate -- ${process.argv.slice(2).join(' ')}${process.argv.includes('--seed') ? '' : ` --seed ${choice.seed}`}`;
  if (choice.isList) {
    for (const site of sample) console.log(`${site.kind}  ${inWords(site, files)}`);
    return;
  }
  const code = readCode(files);
  const rest = sample.slice(choice.from - 1);
  const switched = await trySwitched(
    rest.filter(({ kind }) => switchable.includes(kind)),
    code,
  );
  const ground = prepareGround(choice.seed);
  const trials: Trial[] = [];
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  try {
    const report = (trial: Trial, begun?: number) => {
      trials.push(trial);
      const seconds = begun === undefined ? '' : `${((performance.now() - begun) / 1000).toFixed(0)} s, `;
      const of = begun === undefined ? 'tests' : 'files';
      console.log(
        `${sample.indexOf(trial.site) + 1}/${sample.length} ${trial.site.kind}  ${inWords(trial.site, files)}`,
      );
      console.log(`    ${nameOf(trial.verdict)} (${seconds}${trial.ran} ${of})`);
    };
    for (const trial of switched) report(trial);
    const roles = rest.filter(({ endpoint }) => endpoint !== undefined);
    const begun = performance.now();
    if (roles.length > 0) for (const trial of await tryRoles(roles, code, ground)) report(trial, begun);
    const known = new Set(trials.map(({ site }) => site));
    for (const site of rest.filter((one) => !known.has(one))) {
      if (stop.signal.aborted) break;
      const begun = performance.now();
      report(await tryOut(site, code, ground), begun);
    }
    for (const liar of await findLiars(trials, ground)) console.log(`\nFails without any change: ${liar}`);
  } finally {
    await ground.stop();
  }
  console.log(`\n${tableOf(trials)}`);
  const lived = trials.filter(({ verdict }) => verdict.outcome === 'passed');
  if (lived.length > 0) {
    console.log(`\nLived:\n${lived.map(({ site }) => `  ${inWords(site, files)}`).join('\n')}`);
    const lines = [...new Set(lived.map(({ site }) => lineOf(site, files)))];
    console.log(`\nTheir lines alone: npm run mutate -- --count 1000 --path ${lines.join(',')}`);
  }
  console.log(`\nThe same once more: ${again}`);
}

await main().catch((error: unknown) => {
  const isMisuse = error instanceof Misuse || error instanceof TypeError;
  console.error(isMisuse ? error.message : error);
  process.exitCode = 1;
});
