import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Line, Report } from './lib/report.ts';
import type { Effort } from './lib/rounds.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Seconds a whole run may take, by cores at least. */
const budgets = [
  { cores: 8, seconds: 300 },
  { cores: 2, seconds: 900 },
] as const;

interface Part {
  readonly title: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
}

/** How long `npm test` takes, part by part; quick: only what needs no browser. */
export async function tests({ isQuick }: Effort): Promise<Report> {
  const only = isQuick ? ['--only', 'check,unit,api'] : [];
  await new Promise((resolve) => {
    const child = spawn(process.execPath, [`${root}scripts/test.ts`, ...only], {
      cwd: root,
      stdio: 'ignore',
    });
    child.once('close', resolve);
  });
  const { spent: parts }: { spent: readonly Part[] } = JSON.parse(
    readFileSync(`${root}.cache/tests.json`, 'utf8'),
  );
  const cores = availableParallelism();
  const budget = budgets.find((one) => cores >= one.cores)?.seconds;
  const all = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = parts.map(
    ({ title, seconds, passed, failed }): Line => ({
      what: `${title}: ${passed} passed, ${failed} failed`,
      figure: `${Math.round(seconds)} s`,
      budget: '–',
    }),
  );
  const isWhole = !isQuick && budget !== undefined;
  lines.push({
    what: 'the whole run',
    figure: `${Math.round(all)} s`,
    budget: isWhole ? `≤ ${budget} s` : '–',
    ...(isWhole && { ratio: all / budget, isOk: all <= budget }),
  });
  return { lines, notes: [`On ${cores} cores, in one run; whatever else they did counts along.`] };
}
