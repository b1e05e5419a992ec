// npm test: the check, the rules, the API against a real database, the journeys in a browser; one sum at the end.
//   -- --only unit,api   parts alone
//   -- --share 3         another share of what is done in turn than this commit's own
//   -- --at 2027-03-28T02:50   as if it were then, in Tallinn
// npm run test:long: everything there is, then a slice of it at each of some hours; -- --shard 2/3 a part of all that.
//   -- --slice 3         such a slice: a part of the API's files and of the journeys
import { writeFileSync } from 'node:fs';
import { listParts } from './check/parts.ts';
import { runParts } from './check/report.ts';
import { ensureChromium } from './lib/chromium.ts';
import { runAt, takeAt, WrongTime } from './tests/at.ts';
import { type Choice, inWords, Misuse, readChoice } from './tests/choice.ts';
import { type Ground, prepareGround } from './tests/ground.ts';
import { runAtHours } from './tests/hours.ts';
import { runJourneys } from './tests/journeys.ts';
import { type Result, type Spent, sumFile } from './tests/result.ts';
import { runVitest } from './tests/rules.ts';
import { everything } from './tests/share.ts';

const mostSlow = 30;

/** Every part of the check, each counted as one test. */
async function runCheck(): Promise<Result> {
  const parts = listParts();
  const failures = await runParts(parts);
  return {
    passed: parts.length - failures.length,
    failures: failures.map((name) => `check: ${name}`),
    timed: [],
  };
}

/** What was run so far, one part after the other. */
class Sum {
  readonly results: Result[] = [];
  readonly spent: Spent[] = [];

  /** Runs a part; one that breaks off fails. */
  async add(title: string, work: () => Promise<Result>): Promise<void> {
    const begun = performance.now();
    console.log(`\n${title}`);
    const result = await work().catch((error: unknown): Result => {
      console.error(error);
      return { passed: 0, failures: [`${title}: broke off`], timed: [] };
    });
    this.results.push(result);
    const seconds = (performance.now() - begun) / 1000;
    this.spent.push({ title, seconds, passed: result.passed, failed: result.failures.length });
  }

  get passed(): number {
    return this.results.reduce((sum, { passed }) => sum + passed, 0);
  }

  get failures(): readonly string[] {
    return this.results.flatMap(({ failures }) => failures);
  }

  print(): void {
    console.log(`\nSlowest:`);
    const timed = this.results.flatMap((result) => result.timed);
    for (const { name, seconds } of timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostSlow))
      console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
    console.log(
      `\n${this.spent.map(({ title, seconds }) => `${title} ${Math.round(seconds)} s`).join(', ')}`,
    );
    if (this.failures.length > 0)
      console.log(`\nFailed:\n${this.failures.map((name) => `  ${name}`).join('\n')}`);
  }
}

async function runAll({ parts, scope }: Choice): Promise<Sum> {
  const sum = new Sum();
  const isFirst = scope.kind === 'share' || (scope.kind === 'long' && scope.shard === 1);
  // The journeys' centres are loaded beside the check, which leaves a processor idle at its end.
  const ground = parts.includes('e2e') ? prepareGround() : undefined;
  ground?.catch(() => {});
  // A machine that is new has no browser: it comes meanwhile.
  if (parts.includes('e2e')) void ensureChromium();
  try {
    if (parts.includes('check') && isFirst) await sum.add('Check', runCheck);
    // Apart: a worker of Vitest that goes from one kind to the other imports everything anew, which took as long as the tests.
    // At an hour all the rules are tried, which is soon done.
    const rules = scope.kind === 'slice' ? everything : scope;
    if (parts.includes('unit')) await sum.add('Tests (unit)', () => runVitest('unit', rules));
    if (parts.includes('api')) await sum.add('Tests (api)', () => runVitest('api', scope));
    if (ground) await sum.add('Journeys', () => runJourneys({ scope, ground }));
  } finally {
    await stopGround(ground);
  }
  if (scope.kind === 'long') await runAtHours({ parts, scope }, (title, work) => sum.add(title, work));
  return sum;
}

async function stopGround(ground: Promise<Ground> | undefined): Promise<void> {
  const prepared = await ground?.catch(() => undefined);
  await prepared?.stop();
}

async function main(): Promise<number> {
  const { at, rest } = takeAt(process.argv.slice(2));
  const choice = await readChoice(rest);
  if (at !== undefined) return runAt(at, rest);
  const said = inWords(choice.scope);
  console.log(said);
  const sum = await runAll(choice);
  sum.print();
  const { passed, failures, spent } = sum;
  // For npm run bench -- tests, and for the long run that this is a slice of.
  writeFileSync(sumFile, JSON.stringify({ passed, failures, spent }));
  console.log(said);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
}

process.exitCode = await main().catch((error: unknown) => {
  // What the person at the keyboard can mend is one sentence; anything else is a fault of ours, told whole.
  const isMisuse = error instanceof Misuse || error instanceof WrongTime || error instanceof TypeError;
  console.error(isMisuse ? error.message : error);
  return 1;
});
