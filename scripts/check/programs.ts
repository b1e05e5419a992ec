import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { packageProgram, root, run } from '../lib/run.ts';
import type { Fault } from './tree.ts';

const BiomeReport = z.object({
  diagnostics: z.array(
    z.object({
      severity: z.string(),
      message: z.string(),
      category: z.string().nullish(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }).nullish(),
    }),
  ),
});

/** Lint and format; warnings count as well. */
export async function runBiome(): Promise<Fault[]> {
  const [node, program] = packageProgram('@biomejs/biome/bin/biome');
  const { code, output } = await run(node, [
    program,
    'ci',
    '--reporter=json',
    '--colors=off',
    '--max-diagnostics=none',
    '.',
  ]);
  const line = output.split('\n').find((text) => text.startsWith('{"summary"'));
  if (!line) throw new Error(`Biome ended with ${code}: ${output.slice(-2000)}`);
  const faults = BiomeReport.parse(JSON.parse(line))
    .diagnostics.filter(({ severity }) => severity !== 'info')
    .map(({ message, category, location }) => {
      const isFormat = category === 'format' || category?.startsWith('assist/');
      const hint = isFormat ? ' (node_modules/.bin/biome check --write)' : '';
      return {
        file: location ? relative(root, join(root, location.path)) : '.',
        line: isFormat ? undefined : location?.start.line,
        text: `${message}${category ? ` [${category}]` : ''}${hint}`,
      };
    });
  if (code !== 0 && faults.length === 0) throw new Error(`Biome ended with ${code}: ${output.slice(-2000)}`);
  return faults;
}

const Unused = z.object({
  issues: z.array(
    z.object({ file: z.string() }).catchall(
      // By what it is: exports, files, dependencies, …
      z.array(z.object({ name: z.string(), line: z.number().optional() })),
    ),
  ),
});

/**
 * Packages, files and exports that nobody uses, and uses of packages that are not ours: scripts/check/knip.json says
 * where from.
 */
export async function findUnused(): Promise<Fault[]> {
  const [node, program] = packageProgram('knip/bin/knip.js');
  const { code, output } = await run(node, [
    program,
    ...['--config', 'scripts/check/knip.json', '--no-progress', '--reporter', 'json'],
  ]);
  const line = output.split('\n').find((text) => text.startsWith('{"issues"'));
  if (!line) throw new Error(`knip ended with ${code}: ${output.slice(-2000)}`);
  return Unused.parse(JSON.parse(line)).issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      found.map(({ name, line: at }) => ({ file, line: at, text: `${name} is of no use here [${kind}]` })),
    ),
  );
}

/** The compiler over one project; what it learned is kept for the next time. */
export async function runCompiler(project: string): Promise<Fault[]> {
  const [node, program] = packageProgram('typescript/bin/tsc');
  const memory = join(root, '.cache', `types-${project.replace(/\W+/g, '-')}.tsbuildinfo`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const { code, output } = await run(node, [
    program,
    '-p',
    project,
    '--pretty',
    'false',
    // Each checker makes the types of what it reads anew: four of them were twice the work, and parts run at once anyway.
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    memory,
  ]);
  const faults: Fault[] = [];
  for (const text of output.split('\n')) {
    const found = /^(.+?)\((\d+),\d+\): error (.*)$/.exec(text);
    const last = faults.pop();
    if (found) {
      const [, file = '', line, message = ''] = found;
      if (last) faults.push(last);
      faults.push({ file: relative(root, join(root, file)), line: Number(line), text: message });
    } else if (last) {
      faults.push(/^\s+\S/.test(text) ? { ...last, text: `${last.text}\n    ${text.trim()}` } : last);
    }
  }
  if (code !== 0 && faults.length === 0) throw new Error(`tsc ended with ${code}: ${output.slice(-2000)}`);
  return faults;
}
