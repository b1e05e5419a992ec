import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { environment, root } from './place.mjs';

/** npm and the terminal may both deliver the same wish to end; within this time it is one wish. */
const ONE_WISH_MS = 1_000;
/** A wish that came from the keyboard has reached everybody; if not, it is passed on after this time. */
const KEYBOARD_MS = 3_000;
/** A program of ours that is still there so long after being told to end is ended. */
const UNHEARD_MS = 3_000;
const PARENT_EVERY_MS = 100;
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const MOST_OUTPUT_CHARS = 20_000;

/**
 * Runs a program in our place and resolves with its exit code. Wishes to end reach it once: Ctrl-C goes to
 * the whole foreground group by itself, a signal sent to this process alone is passed on.
 */
export function handOver(program, args, env) {
  const child = spawn(program, args, { cwd: root, env: environment(env), stdio: 'inherit' });
  const hasKeyboard = Boolean(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY);
  let lastWish = Number.NEGATIVE_INFINITY;

  const pass = (signal) => {
    const now = performance.now();
    if (now - lastWish < ONE_WISH_MS) return;
    lastWish = now;
    if (signal === 'SIGINT' && hasKeyboard) setTimeout(() => child.kill('SIGTERM'), KEYBOARD_MS).unref();
    else child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of ENDING) process.on(signal, () => pass(signal));

  // Some shells between npm and us die of a signal without telling us; npm may be killed outright.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(orphaned);
    pass('SIGTERM');
  }, PARENT_EVERY_MS).unref();
  if (!process.env.npm_lifecycle_event) clearInterval(orphaned);

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Runs a program in silence. Resolves with its exit code and the end of what it printed. */
export function runQuietly(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-MOST_OUTPUT_CHARS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // npm must be gone before the next command may touch the same folder.
  const end = (signal) => {
    child.once('close', () => process.exit(128 + constants.signals[signal]));
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), UNHEARD_MS).unref();
  };
  for (const signal of ENDING) process.on(signal, end);
  child.once('close', () => {
    for (const signal of ENDING) process.off(signal, end);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${program}: ${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}
