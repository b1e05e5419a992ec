import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CatalogueEntry, catalogue } from './catalogue.ts';
import { type Fault, lineAt, type SourceFile } from './tree.ts';

/** What the check needs of an endpoint. */
export interface Declared {
  readonly method: string;
  readonly path: string;
  readonly role: string;
}

const file = 'scripts/check/catalogue.ts';
const roleOfFamily: Readonly<Record<string, string>> = {
  account: 'visitor',
  page: 'visitor',
  public: 'visitor',
  user: 'client',
  trainer: 'trainer',
  admin: 'admin',
};

export async function loadEndpoints(root: string): Promise<readonly Declared[]> {
  const module: { endpoints: readonly Declared[] } = await import(
    pathToFileURL(join(root, 'src/shared/endpoints.ts')).href
  );
  return module.endpoints;
}

/** The specification's catalogue against what the contracts declare, and the contracts against themselves. */
export function findEndpointFaults(
  declared: readonly Declared[],
  files: readonly SourceFile[],
  entries: readonly CatalogueEntry[] = catalogue,
): Fault[] {
  return [
    ...entries.flatMap((entry) => refuseEntry(entry, declared, files)),
    ...declared.flatMap((endpoint, index) => refuseDeclared(endpoint, declared.slice(0, index), files)),
  ];
}

function refuseEntry(
  { family, path, method, state }: CatalogueEntry,
  declared: readonly Declared[],
  files: readonly SourceFile[],
): Fault[] {
  const address = `/${family}/${path}`;
  const isThere = declared.some(
    (endpoint) =>
      nameless(endpoint.path) === nameless(address) && (method === undefined || endpoint.method === method),
  );
  if (isThere === (state === 'mounted')) return [];
  const name = `${method ? `${method} ` : ''}${address}`;
  const text = isThere
    ? `${name} is declared: say mounted, not planned`
    : `${name} is said to be mounted, but src/shared/endpoints.ts does not declare it`;
  return [{ file, line: lineOfEntry(family, path, files), text }];
}

function lineOfEntry(family: string, path: string, files: readonly SourceFile[]): number | undefined {
  const text = files.find((each) => each.path === file)?.text;
  const from = text?.indexOf(`family('${family}'`) ?? -1;
  const at = text?.indexOf(`['${path}',`, from) ?? -1;
  return text === undefined || from < 0 || at < 0 ? undefined : lineAt(text, at);
}

function refuseDeclared(
  { method, path, role }: Declared,
  before: readonly Declared[],
  files: readonly SourceFile[],
): Fault[] {
  const place = placeOf(path, files);
  const wanted = roleOfFamily[path.split('/')[1] ?? ''];
  if (wanted === undefined) return [{ ...place, text: `${method} ${path} belongs to no family` }];
  const problems = [
    ...(role === wanted ? [] : [`${method} ${path} is for ${role}, its family for ${wanted}`]),
    ...(before.some((other) => other.method === method && nameless(other.path) === nameless(path))
      ? [`${method} ${path} is declared twice`]
      : []),
  ];
  return problems.map((text) => ({ ...place, text }));
}

function placeOf(path: string, files: readonly SourceFile[]): { file: string; line?: number } {
  for (const contract of files) {
    if (!/\/contract\.ts$/.test(contract.path)) continue;
    const at = contract.text.indexOf(`path: '${path}'`);
    if (at >= 0) return { file: contract.path, line: lineAt(contract.text, at) };
  }
  return { file: 'src/shared/endpoints.ts' };
}

function nameless(path: string): string {
  return path.replace(/:[a-zA-Z]+/g, ':');
}
