import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this copy of Trenn. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The Node that runs everything but this bootstrap. */
export const nodeBinary = join(root, 'node_modules', '.bin', 'node');

/**
 * How the server's Node keeps its young objects: in 8 MB, not in what a machine with much memory would give. Ten thousand
 * open timetables hold a tenth less by it, and bookings are as fast (decision 0038).
 */
export const serverFlags = ['--max-semi-space-size=8'];

/** A reason to end that needs no stack, in one sentence or with a program's own words below it. */
export class Stop extends Error {}

/**
 * Our variables with Trenn's own programs first, so that theirs and their children's `node` is Trenn's. What Node compiled it
 * finds again: the server begins in half the time, in a test run a dozen times.
 */
export function environment(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter);
  const compiled = join(root, '.cache', 'compiled');
  return { NODE_COMPILE_CACHE: compiled, ...process.env, ...extra, PATH: path };
}

/** “2.3 s”, from a performance.now() of before. */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
