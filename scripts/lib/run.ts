import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this copy of Trenn. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

/** Runs a program and keeps what it says. A program that cannot be started ends with 127. */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return start(program, args, env, 'pipe');
}

/** Runs a program that speaks to the terminal itself. */
export async function show(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  return (await start(program, args, env, 'inherit')).code;
}

function start(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: 'pipe' | 'inherit',
): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, [...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdio, stdio],
    });
    children.add(child);
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => {
      children.delete(child);
      resolve({ code: 127, output: `${program}: ${error.message}` });
    });
    child.once('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** A program of a package, run by the Node that runs us. */
export function packageProgram(path: string): readonly [string, string] {
  return [process.execPath, join(root, 'node_modules', path)];
}
