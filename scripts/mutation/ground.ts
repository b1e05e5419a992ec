import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { startEmbeddedPostgres, withDatabase } from '#server/kernel/postgres/postgres.ts';
import { withOwner } from '#server/testing/owner.ts';
import { prepareTemplate } from '#server/testing/template.ts';
import { root } from '../lib/run.ts';
import { readReport } from '../tests/result.ts';
import type { Stage } from './near.ts';
import { processorSeconds } from './processors.ts';

/** A copy of everything, in which one file at a time is changed, and a database for its tests. */
export interface Ground {
  write(file: string, text: string): void;
  /** Runs tests until the first that fails. `isMigrated`: with a database of their own, made by the copy's migrations. */
  run(stage: Stage, isMigrated: boolean): Promise<Verdict>;
  stop(): Promise<void>;
}

interface Failure {
  readonly file: string;
  readonly title: string;
  /** Whether it may have failed for the machine's other work alone. */
  readonly isLate: boolean;
}

export interface Verdict {
  readonly outcome: 'passed' | 'failed' | 'timed out';
  /** Those that failed, where they have a name: the first alone, unless the stage is run whole. */
  readonly failures?: readonly Failure[];
}

const leftOut = ['node_modules', 'dist', '.git', '.cache', '.data', 'test-results', 'playwright-report'];
const linked = ['node_modules', 'dist'];
/**
 * How many seconds of a processor tests may take before they count as never ending. Seconds of the clock would say as
 * much about what else the machine does; only where nobody counts processors' seconds, ten times as many of them.
 */
const patience = { unit: { first: 30, each: 5 }, api: { first: 150, each: 45 } } as const;
const lookEvery = 2_000;
/** Milliseconds: no test waits for anything for less before it fails. */
const soonestLate = 1_000;

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Makes the copy; the database starts with the first tests that need it. The checkout itself is never changed. */
export function prepareGround(seed: number): Ground {
  const folder = copyTree();
  let database: ReturnType<typeof startDatabase> | undefined;
  const report = join(folder, '.cache', 'mutation.json');
  let running: ChildProcess | undefined;
  const stop = async () => {
    if (running) end(running);
    await (await database)?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // Whatever ends this program ends what it runs.
  process.once('exit', () => running && end(running));
  return {
    write: (file, text) => writeFileSync(join(folder, file), text),
    run: async (stage, isMigrated) => {
      rmSync(report, { force: true });
      if (stage.project === 'api' && !isMigrated) database ??= startDatabase();
      const env = {
        TEST_SEED: String(seed),
        ...(isMigrated || !database ? {} : { TEST_TEMPLATE_URL: (await database).templateUrl }),
      };
      running = start(folder, argumentsOf(stage, report), env);
      const ended = await endOf(
        running,
        patience[stage.project].first + patience[stage.project].each * stage.files.length,
      );
      running = undefined;
      await (await database)?.sweep();
      if (ended === 'timed out') return { outcome: ended };
      return ended === 0
        ? { outcome: 'passed' }
        : { outcome: 'failed', failures: failuresOf(report, folder) };
    },
    stop,
  };
}

/** A copy of the checkout, as it stands: its folder. */
export function copyTree(): string {
  // A folder of one name keeps what Vitest remembers of its files.
  const folder = join(root, '.cache', 'mutation');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, '.cache'), { recursive: true });
  for (const name of readdirSync(root).filter((each) => !leftOut.includes(each)))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of linked)
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

/** One cluster for all runs whose migrations are unchanged: starting one costs more than most tests. */
async function startDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-mutation-'));
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  const { adminUrl, stop } = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
  const templateUrl = await prepareTemplate(adminUrl);
  return {
    templateUrl,
    /** Removes what runs that broke off left. */
    sweep: () =>
      withOwner(withDatabase(adminUrl, 'postgres'), async (owner) => {
        const { rows } = await owner.query<{ name: string }>(
          `select datname as name from pg_database where datname like 'test\\_%'`,
        );
        for (const { name } of rows) await owner.query(`drop database if exists ${name} with (force)`);
      }),
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function argumentsOf({ project, files, titles, isWhole }: Stage, report: string): string[] {
  return [
    join('node_modules', 'vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    ...(isWhole ? [] : ['--bail=1']),
    // On a busy machine a test is late without being wrong.
    '--testTimeout=90000',
    '--hookTimeout=120000',
    '--reporter=json',
    `--outputFile.json=${report}`,
    // A worker starts a server of its own: one has mostly done before another has begun.
    '--maxWorkers=1',
    ...(titles === undefined ? [] : ['-t', titles]),
    ...files,
  ];
}

function start(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    // A group of its own, so that its workers end with it.
    detached: true,
  });
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function endOf(child: ChildProcess, most: number): Promise<number | 'timed out'> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const passed = (performance.now() - begun) / 1000;
      const spent = processorSeconds(child.pid ?? 0) ?? passed / 10;
      if (spent < most && passed < most * 30) return;
      clearInterval(timer);
      end(child);
      resolve('timed out');
    }, lookEvery);
    child.once('close', (code) => {
      clearInterval(timer);
      resolve(code ?? 1);
    });
  });
}

/** The tests that failed. A file may also fail as a whole, though not one that was only broken off for another's sake. */
function failuresOf(report: string, folder: string): Failure[] {
  const read = Report.safeParse(readReport(report));
  if (!read.success) return [];
  const files = read.data.testResults.filter(({ status }) => status === 'failed');
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, duration, failureMessages }) => ({
        file: relative(folder, name),
        title: fullName,
        isLate:
          (duration ?? 0) >= soonestLate ||
          (failureMessages?.some((message) => / timed out in \d+ms/.test(message)) ?? false),
      })),
  );
  if (tests.length > 0) return tests;
  return files
    .slice(0, 1)
    .map(({ name }) => ({ file: relative(folder, name), title: 'could not be run', isLate: true }));
}
