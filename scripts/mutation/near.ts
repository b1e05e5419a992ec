import { parseFile, resolveImport, type SourceFile } from '../check/tree.ts';
import { tableAt } from './schema.ts';
import type { Site } from './site.ts';

/** Tests that are run together. */
export interface Stage {
  readonly project: 'unit' | 'api';
  readonly files: readonly string[];
  /** Of titles, as an expression. */
  readonly titles?: string;
  /** Of other parts: what fails there may have failed for another reason. */
  readonly isFar?: true;
  /** Not only until the first that fails. */
  readonly isWhole?: true;
}

export interface Code {
  readonly files: readonly SourceFile[];
  /** Who imports a file. */
  readonly importers: ReadonlyMap<string, readonly string[]>;
}

const farthest = 3;
/** So many files of tests at most stand in for those of other nouns that use what is changed. */
const mostOfOthers = 12;
/** What puts everything together is near to nothing. */
const puttingTogether =
  /^src\/(server\/([a-z]+\.ts|demo\/|testing\/|kernel\/)|shared\/endpoints\.ts|web\/routes)/;
const recorded = ['src/server/testing/recorded.test.ts', 'src/server/testing/twins.test.ts'];
/** Where what every contract says is written down. */
const writtenContracts = 'src/shared/endpoints.test.ts';
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isUnit = (path: string) => /^src\/(shared|web)\//.test(path) && isTest(path);

/** Reads who imports whom. */
export function readCode(files: readonly SourceFile[]): Code {
  const importers = new Map<string, string[]>();
  for (const file of files.filter(({ path }) => /^src\/.*\.tsx?$/.test(path))) {
    for (const { target } of parseFile(file).imports) {
      const path = resolveImport(file.path, target);
      if (path !== undefined) importers.set(path, [...(importers.get(path) ?? []), file.path]);
    }
  }
  return { files, importers };
}

/**
 * The tests nearest to a change, the cheapest and nearest first: rules by themselves, the API of the same part, of parts
 * that use it, of the same noun. What passes them all has lived.
 */
export function stagesFor(site: Site, code: Code): Stage[] {
  const steps = [...stepsFor(site, code)];
  const seen = new Set<string>();
  return steps.flatMap((stage) => {
    if (stage.titles !== undefined) return stage.files.length > 0 ? [stage] : [];
    const files = stage.files.filter((path) => !seen.has(path));
    for (const path of files) seen.add(path);
    return files.length > 0 ? [{ ...stage, files }] : [];
  });
}

/** The tests of access for these endpoints, each of which has tests under its own name alone. */
export function accessTo(endpoints: readonly string[]): Stage {
  const titles = `(${endpoints.map(literally).join('|')})( |$)`;
  return { project: 'api', files: ['src/server/kernel/access.test.ts'], titles };
}

/** The tests of rules in the folder of a change that use what is changed. */
function testsBeside({ file }: Site, code: Code): string[] {
  const distances = distancesFrom(file, code);
  return code.files
    .map(({ path }) => path)
    .filter((path) => isUnit(path) && distances.has(path) && folderOf(path) === folderOf(file));
}

/** The tests of the server, in whatever part, that call endpoints of the noun that a file is of. */
export function callersOf(file: string, { importers }: Code): string[] {
  const noun = `src/shared/${file.split('/')[2]}/`;
  const contracts = [...importers.keys()].filter(
    (path) => path.startsWith(noun) && /\/contract\.ts$/.test(path),
  );
  const callers = contracts.flatMap((path) => importers.get(path) ?? []);
  return [...new Set(callers)].filter((path) => path.startsWith('src/server/') && isTest(path));
}

function stepsFor(site: Site, code: Code): Stage[] {
  if (site.kind === 'migrations')
    return [{ project: 'api', files: guardingIn(code) }, ...stepsOfTable(site, code)];
  const distances = distancesFrom(site.file, code);
  const tests = code.files.map(({ path }) => path).filter(isTest);
  const unit = tests.filter((path) => isUnit(path) && distances.has(path));
  const folder = folderOf(site.file);
  const apiFolder = folder.replace('src/shared/', 'src/server/');
  const api = tests.filter((path) => path.startsWith('src/server/'));
  const noun = apiFolder.split('/').slice(0, 3).join('/');
  return [
    ...(site.endpoint === undefined ? [] : [accessTo([site.endpoint])]),
    // Of an address that only its maker knows: all of them.
    ...(site.kind === 'roles' && site.endpoint === undefined
      ? [{ project: 'api' as const, files: ['src/server/kernel/access.test.ts'] }]
      : []),
    {
      project: 'unit',
      files: site.kind === 'contract' ? tests.filter((path) => path === writtenContracts) : [],
    },
    { project: 'unit', files: testsBeside(site, code) },
    { project: 'unit', files: unit },
    { project: 'api', files: api.filter((path) => folderOf(path) === apiFolder) },
    // What every endpoint answers and changes stands there in full, and what of things that are otherwise.
    {
      project: 'api',
      files: site.file.startsWith('src/server/') ? api.filter((path) => recorded.includes(path)) : [],
      isFar: true,
    },
    { project: 'api', files: ofUsers(api, distances), isFar: true },
    { project: 'api', files: api.filter((path) => path.startsWith(`${noun}/`)), isFar: true },
    // What may be kept of the answers of all of them.
    ...(site.kind === 'contract'
      ? [{ project: 'api' as const, files: api.filter((path) => path === 'src/server/kernel/mount.test.ts') }]
      : []),
  ];
}

/** How many imports away what uses a file is. */
function distancesFrom(file: string, { importers }: Code): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    if (distance >= farthest) continue;
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer) && !puttingTogether.test(importer)) distances.set(importer, distance + 1);
  }
  return distances;
}

/** Tests beside what uses the file, the nearest first. */
function ofUsers(tests: readonly string[], distances: ReadonlyMap<string, number>): string[] {
  const byFolder = new Map<string, number>();
  for (const [path, distance] of distances) {
    const folder = folderOf(path);
    if (!isTest(path)) byFolder.set(folder, Math.min(distance, byFolder.get(folder) ?? distance));
  }
  const distanceOf = (path: string) => byFolder.get(folderOf(path)) ?? farthest;
  return tests
    .filter((path) => distanceOf(path) < farthest)
    .toSorted((a, b) => distanceOf(a) - distanceOf(b))
    .slice(0, mostOfOthers);
}

/** The tests of what the database refuses in any table. */
function guardingIn({ files }: Code): string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => /^src\/server\/testing\/(schema|guards)\.test\.ts$/.test(path));
}

/** Tests that name a table, then those of the parts that read or write it most. */
function stepsOfTable({ file, start }: Site, { files }: Code): Stage[] {
  const text = files.find(({ path }) => path === file)?.text ?? '';
  const table = tableAt(text, start);
  if (table === undefined) return [];
  const named = new RegExp(`\\b${table}\\b`, 'g');
  const mentions = (one: SourceFile) => one.text.match(named)?.length ?? 0;
  const server = files.filter(
    ({ path }) => path.startsWith('src/server/') && !path.startsWith('src/server/demo/'),
  );
  const tests = server.filter(({ path }) => isTest(path));
  const parts = server
    .filter(({ path }) => path.endsWith('/data.ts'))
    .map((one) => ({ folder: folderOf(one.path), count: mentions(one) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  return [
    { project: 'api', files: tests.filter((one) => mentions(one) > 0).map(({ path }) => path) },
    {
      project: 'api',
      files: parts
        .flatMap(({ folder }) => tests.filter(({ path }) => folderOf(path) === folder))
        .map(({ path }) => path)
        .slice(0, mostOfOthers),
      isFar: true,
    },
  ];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
