import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { addEngines, ensureChromium } from '../lib/chromium.ts';
import { packageProgram, run, show } from '../lib/run.ts';
import { type Ground, prepareGround } from './ground.ts';
import { orBrokenOff, type Result, readReport, reportFile } from './result.ts';
import { chooseJourneys, type Journey, type Scope } from './share.ts';

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tags: z.array(z.string()),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
      results: z.array(z.object({ duration: z.number() })),
    }),
  ),
});
interface Suite {
  title: string;
  specs: z.infer<typeof Spec>[];
  suites?: Suite[] | undefined;
}
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(Spec), suites: z.array(Suite).optional() }),
);
const Report = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

interface Told extends Journey {
  readonly status: string;
  /** Why it was left out. */
  readonly leftOut: string | undefined;
  /** Of all its tries. */
  readonly seconds: number;
}

const config = ['-c', 'e2e/playwright.config.ts'];

export interface JourneyOptions {
  /** What goes to Playwright as it is; with it every journey it names is run. */
  readonly args?: readonly string[];
  readonly scope?: Scope;
  /** Prepared meanwhile by the caller, who also stops it. */
  readonly ground?: Promise<Ground>;
}

/** Playwright's journeys, each worker's against a real server of its own. */
export async function runJourneys({ args = [], scope, ground }: JourneyOptions): Promise<Result> {
  const chromium = await ensureChromium();
  if ('problem' in chromium) {
    console.log(chromium.problem);
    return { passed: 0, failures: [`journeys: ${chromium.problem}`], timed: [] };
  }
  if (scope?.kind === 'long') await addEngines();
  const own = ground ? undefined : await prepareGround();
  const { templateUrl, dataDir } = own ?? (await (ground as Promise<Ground>));
  try {
    const [node, program] = packageProgram('@playwright/test/cli.js');
    const chosen = scope ? ['--test-list', await writeList(scope)] : [];
    const file = reportFile('e2e.json');
    const code = await show(node, [program, 'test', ...config, '--pass-with-no-tests', ...chosen, ...args], {
      CHROMIUM_PATH: chromium.path,
      CHROMIUM_WHOLE_PATH: chromium.wholePath,
      TRENN_GROUND_DATABASE: templateUrl,
      TRENN_GROUND_DATA: dataDir,
    });
    return toResult(readReport(file), code);
  } finally {
    await own?.stop();
  }
}

function toResult(read: unknown, code: number): Result {
  const report = Report.safeParse(read);
  if (!report.success) {
    return { passed: 0, failures: [`journeys: Playwright broke off (${code})`], timed: [] };
  }
  const told = report.data.suites.flatMap((suite) => flatten(suite));
  for (const reason of new Set(told.flatMap(({ leftOut }) => leftOut ?? []))) console.log(reason);
  const failures = [
    ...told.filter(({ status }) => status === 'unexpected').map(nameOf),
    ...report.data.errors.map(({ message }) => `journeys: ${(message ?? 'broke off').split('\n')[0]}`),
  ];
  return {
    passed: told.filter(({ status }) => status === 'expected').length,
    failures: orBrokenOff(failures, code, 'journeys'),
    timed: told.map((journey) => ({ name: nameOf(journey), seconds: journey.seconds })),
  };
}

/** Writes the journeys of a scope as Playwright reads them; the file's path. */
async function writeList(scope: Scope): Promise<string> {
  const [node, program] = packageProgram('@playwright/test/cli.js');
  const { output } = await run(node, [program, 'test', ...config, '--list', '--reporter=json']);
  const { suites } = Report.parse(JSON.parse(output.slice(output.indexOf('{'))));
  const all = suites.flatMap((suite) => flatten(suite));
  const chosen = chooseJourneys(all, scope);
  console.log(`${chosen.length} of ${all.length} journeys`);
  const list = reportFile('journeys.txt');
  writeFileSync(
    list,
    chosen.map(({ project, file, titles }) => [`[${project}]`, file, ...titles].join(' › ')).join('\n'),
  );
  return list;
}

/** The journeys of a file's suite; `titles` are those of the describes around it. */
function flatten({ specs, suites = [] }: Suite, titles: readonly string[] = []): Told[] {
  return [
    ...specs.flatMap(({ title, file, tags, tests }) =>
      tests.map(({ projectName, status, annotations, results }) => ({
        ...{ project: projectName, file, titles: [...titles, title], tags, status },
        leftOut: annotations.find(({ type }) => type === 'skip')?.description,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
    ...suites.flatMap((inner) => flatten(inner, [...titles, inner.title])),
  ];
}

function nameOf({ project, file, titles }: Journey): string {
  return `${file} [${project}] ${titles.join(' › ')}`;
}
