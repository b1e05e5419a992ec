import type { SourceFile } from '../check/tree.ts';
import { changesOfQueries } from './builder.ts';
import { changesOfCode, changesOfRoles } from './code.ts';
import { parse } from './nodes.ts';
import { changesOfMigrations } from './schema.ts';
import { type Change, type Kind, kinds, type Site } from './site.ts';

/** Demo data and what tests share decide nothing for a member. */
const leftOut = /^src\/server\/(demo|testing)\//;

/** Everything that may be changed in these files, in their order. */
export function findSites(files: readonly SourceFile[]): Site[] {
  const migrations = files
    .filter(({ path }) => /^db\/migrations\/.*\.sql$/.test(path))
    .map(({ path, text }) => ({ file: path, text }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
  return [
    ...files.filter(({ path }) => !leftOut.test(path)).flatMap(sitesOfFile),
    ...changesOfMigrations(migrations).map(({ file, change }) => ({
      ...change,
      file,
      kind: 'migrations' as const,
    })),
  ];
}

function sitesOfFile({ path, text }: SourceFile): Site[] {
  const name = /^src\/.*\/(domain|commands|data|contract)\.ts$/.exec(path)?.[1];
  const program = name && parse(path, text);
  if (!program) return [];
  const as = (kind: Kind, changes: readonly Change[]) =>
    changes.map((change) => ({ ...change, kind, file: path }));
  switch (name) {
    case 'domain':
    case 'commands':
      return as(name, changesOfCode(program, text));
    case 'data':
      return as('sql', changesOfQueries(program, text));
    default:
      return [...as('roles', changesOfRoles(program)), ...as('contract', changesOfCode(program, text))];
  }
}

/** How many are drawn of each kind where nothing else is said, in a sample of 150. */
const weights: Readonly<Record<Kind, number>> = {
  domain: 45,
  commands: 40,
  sql: 40,
  roles: 15,
  contract: 5,
  migrations: 5,
};

/** Random numbers below 1 that are the same for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** All of them in an order that follows from the seed: who needs fewer takes the first. */
export function shuffle<T>(all: readonly T[], seed: number): T[] {
  const random = randomOf(seed);
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** How many of each kind make a sample of `count`. */
export function shareOut(count: number, chosen: readonly Kind[]): ReadonlyMap<Kind, number> {
  const whole = chosen.reduce((sum, kind) => sum + weights[kind], 0);
  const shares = chosen.map((kind) => ({ kind, exact: (count * weights[kind]) / whole }));
  const left = count - shares.reduce((sum, { exact }) => sum + Math.floor(exact), 0);
  const more = new Set(
    shares
      .toSorted((a, b) => (b.exact % 1) - (a.exact % 1))
      .slice(0, left)
      .map(({ kind }) => kind),
  );
  return new Map(shares.map(({ kind, exact }) => [kind, Math.floor(exact) + (more.has(kind) ? 1 : 0)]));
}

/** The kinds of a list with commas; undefined when one is none. */
export function readKinds(text: string | undefined): readonly Kind[] | undefined {
  if (text === undefined) return kinds;
  const names = text.split(',');
  const chosen = kinds.filter((kind) => names.includes(kind));
  return chosen.length === names.length ? chosen : undefined;
}
