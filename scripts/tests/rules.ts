import { relative } from 'node:path';
import { z } from 'zod';
import { packageProgram, root, run, show } from '../lib/run.ts';
import { longFuzzSeconds } from './fuzzing.ts';
import { orBrokenOff, type Result, readReport, reportFile } from './result.ts';
import { type Scope, seedOfCommit, shares, slices } from './share.ts';

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), duration: z.number().nullish() }),
      ),
    }),
  ),
});

const isFailed = ({ status }: { status: string }) => status === 'failed';

/** One of Vitest's projects; what of it is done in turn follows from `scope`. */
export async function runVitest(name: 'unit' | 'api', scope: Scope): Promise<Result> {
  const file = reportFile('vitest.json');
  const [node, program] = packageProgram('vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await show(node, [program, 'run', '--project', name, ...shardOf(scope), ...reporters], {
    // What is repeated until it is sure is repeated in the long run itself, not again at each of its hours.
    TEST_SHARE:
      scope.kind === 'share'
        ? String(scope.share)
        : scope.kind === 'slice'
          ? String(scope.slice % shares)
          : '',
    ...(scope.kind === 'long' && (await longFuzzing())),
  });
  const report = Report.safeParse(readReport(file));
  if (!report.success) return { passed: 0, failures: [`${name}: Vitest broke off (${code})`], timed: [] };
  const files = report.data.testResults;
  const tests = files.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, path) })),
  );
  const failures = [
    ...tests.filter(isFailed).map(({ fullName }) => fullName),
    // A file that cannot even be read, or prepared, has no tests to fail: only its own words say why.
    ...files
      .filter((each) => isFailed(each) && !each.assertionResults.some(isFailed))
      .map((broken) => `${relative(root, broken.name)} could not be run: ${broken.message ?? ''}`),
  ];
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: orBrokenOff(failures, code, name),
    timed: tests.map((test) => ({
      name: `${test.file} ${test.fullName}`,
      seconds: (test.duration ?? 0) / 1000,
    })),
  };
}

/** Calls that no share makes, others at each commit. */
async function longFuzzing(): Promise<Record<string, string>> {
  const { output } = await run('git', ['rev-parse', 'HEAD']);
  return { FUZZ_SECONDS: String(longFuzzSeconds), FUZZ_SEED: String(shares + seedOfCommit(output)) };
}

function shardOf(scope: Scope): readonly string[] {
  if (scope.kind === 'slice') return [`--shard=${scope.slice + 1}/${slices}`];
  return scope.kind === 'long' && scope.shards > 1 ? [`--shard=${scope.shard}/${scope.shards}`] : [];
}
