import { isBuiltin } from 'node:module';
import { type Zone, zones } from './house.ts';
import { nouns } from './nouns.ts';
import { type Fault, type Import, isCode, parseFile, resolveImport, type SourceFile } from './tree.ts';

/** Imports that the table in house.ts does not allow, and imports of files that are not there. */
export function findImportFaults(files: readonly SourceFile[]): Fault[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => isCode(path))
    .flatMap((file) =>
      parseFile(file).imports.flatMap((entry) => {
        const text = refuse(file.path, entry, paths);
        return text ? [{ file: file.path, line: entry.line, text }] : [];
      }),
    );
}

function refuse(path: string, entry: Import, paths: ReadonlySet<string>): string | undefined {
  const zone = zoneOf(path);
  // Names of the build (`virtual:…`) and stylesheets of packages belong to nobody.
  if (!zone || entry.target.startsWith('virtual:')) return undefined;
  const leadsTo = resolveImport(path, entry.target);
  if (leadsTo === undefined) return refusePackage(zone, entry.target);
  if (leadsTo.startsWith('dist/')) return undefined;
  if (isCode(leadsTo) && !paths.has(leadsTo)) return `${entry.target} is not there`;
  const other = zoneOf(leadsTo);
  if (!isCode(leadsTo) || !other) return undefined;
  const isOwn = nounOf(path) === nounOf(leadsTo);
  const isAllowed =
    zone.from.includes(other.name) ||
    (zone.own?.includes(other.name) && isOwn) ||
    (zone.types?.includes(other.name) && entry.isType);
  if (isAllowed) return undefined;
  const whose = zone.own?.includes(other.name) ? `another noun's ${other.name}` : other.name;
  return `${zone.name} may not import ${whose} (${entry.target})`;
}

function refusePackage(zone: Zone, target: string): string | undefined {
  if (target.startsWith('node:')) {
    return zone.hasNode ? undefined : `${zone.name} may not import Node's modules (${target})`;
  }
  if (isBuiltin(target)) return `write node:${target}`;
  if (target.startsWith('#') || target.startsWith('/')) return `${target} leads nowhere`;
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
  return zone.packages === 'any' || zone.packages?.includes(name)
    ? undefined
    : `${zone.name} may not import the package ${name}`;
}

function zoneOf(path: string): Zone | undefined {
  return zones.find((zone) => zone.path.test(path));
}

function nounOf(path: string): string | undefined {
  const noun = path.split('/')[2];
  return noun !== undefined && nouns.includes(noun) ? noun : undefined;
}

/** Each group of files that import each other at run time, as one way round. Types and lazy imports are free. */
export function findCycles(files: readonly SourceFile[]): Fault[] {
  const graph = new Map<string, { to: string; line: number }[]>();
  for (const file of files) {
    if (!/^(src|i18n)\//.test(file.path) || !isCode(file.path)) continue;
    const edges = parseFile(file).imports.flatMap(({ target, line, isType, isDynamic }) => {
      const to = isType || isDynamic ? undefined : resolveImport(file.path, target);
      return to === undefined ? [] : [{ to, line }];
    });
    graph.set(file.path, edges);
  }
  const done = new Set<string>();
  const faults: Fault[] = [];
  const trail: { path: string; line: number }[] = [];

  const visit = (path: string) => {
    const start = trail.findIndex((step) => step.path === path);
    if (start >= 0) {
      const circle = trail.slice(start);
      const names = [...circle.map((step) => step.path), path].join(' → ');
      faults.push({ file: path, line: circle[0]?.line, text: `imports itself: ${names}` });
      return;
    }
    if (done.has(path)) return;
    for (const { to, line } of graph.get(path) ?? []) {
      trail.push({ path, line });
      visit(to);
      trail.pop();
    }
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return faults;
}
