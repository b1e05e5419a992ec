import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Fault, isCode, parseFile, resolveImport, type SourceFile } from './tree.ts';

/** How the browser gets the texts: with the entry, or with a screen. */
export interface TextParts {
  /** Every section there is. */
  readonly all: readonly string[];
  readonly first: readonly string[];
  /** Codes whose words are among the first texts. */
  readonly firstErrors: readonly string[];
  /** Codes whose words come by themselves, with screens of the office or when a call meets one. */
  readonly officeErrors: readonly string[];
  readonly late: readonly string[];
}

/** The parts as the English catalogue names them; the compiler holds the other languages to them. */
export async function loadTextParts(root: string): Promise<TextParts> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);
  const { en } = (await load('i18n/en.ts')) as { en: object };
  const { officeErrors } = (await load('i18n/en/office-errors.ts')) as { officeErrors: object };
  const { first, late } = (await load('i18n/en/parts.ts')) as { first: { errors: object }; late: object };
  return {
    all: Object.keys(en),
    first: Object.keys(first).filter((name) => name !== 'errors'),
    firstErrors: Object.keys(first.errors),
    officeErrors: Object.keys(officeErrors),
    late: Object.keys(late),
  };
}

/** Shows what an answer refused, whose words a call brings before it throws. */
const errorWords = 'src/web/kernel/queries.ts';
/** The other part of the errors' words: a screen of the office brings it, elsewhere a call does that meets one. */
const officeErrors = 'officeErrors';
const root = 'src/web/routes/__root.tsx';
const routes = /^src\/web\/routes\/.*\.tsx$/;
/** `'tickets.title'`, `` `tickets.${kind}` ``. */
const keys = /['"`]([a-z][A-Za-z]*)\.([A-Za-z]\w*|\$)/g;
const ownRefusal = /\bnew ApiError\((?!0,)/;
const ownCodes = /\bnew ApiError\(\d+, \['(\w+)'/g;
const withoutScreens = /^src\/web\/(kernel|app)\//;
const named = /\bstaticData:\s*\{\s*texts:\s*\[([^\]]*)\]/;

/**
 * Routes that do not bring the sections their screens say, or bring some that nobody says. A screen says what its
 * route's file and all that this imports hold as keys; a code that it names itself counts as the errors' section.
 */
export function findScreenTextFaults(parts: TextParts, files: readonly SourceFile[]): Fault[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const said = new Map<string, ReadonlySet<string>>();
  const saidBy = (path: string): ReadonlySet<string> => {
    const found = said.get(path) ?? sectionsIn(known.get(path), parts);
    said.set(path, found);
    return found;
  };
  const ownSections = new Set(
    files.filter(({ path }) => path.startsWith('src/web/') && isCode(path)).flatMap(broughtBy),
  );
  return files
    .filter(({ path }) => routes.test(path))
    .flatMap((route) => {
      const needed = new Map<string, string>();
      for (const path of allImports(route.path, known)) {
        for (const section of saidBy(path)) if (!needed.has(section)) needed.set(section, path);
      }
      for (const section of ownSections) {
        const by = [...allImports(route.path, known, section)].find((path) => saidBy(path).has(section));
        if (by === undefined) needed.delete(section);
      }
      const list = named.exec(parseFile(route).bare)?.[1] ?? '';
      const brought = [...list.matchAll(/['"](\w+)['"]/g)].map(([, name = '']) => name);
      const missing = [...needed].filter(([name]) => !brought.includes(name));
      const extra = brought.filter((name) => !needed.has(name === officeErrors ? 'errors' : name));
      if (missing.length === 0 && extra.length === 0) return [];
      const faults = [
        ...missing.map(([name, by]) => missingText(name, by, route.path, parts)),
        ...extra.map((name) => `its screen never says texts of ${name}`),
      ];
      const right = [...needed.keys()].sort().map((name) => `'${name}'`);
      return [
        {
          file: route.path,
          text: `${faults.join('; ')}. Right: staticData: { texts: [${right.join(', ')}] }`,
        },
      ];
    });
}

function missingText(name: string, by: string, route: string, { late }: TextParts): string {
  if (!late.includes(name)) return `${by} says texts of ${name}, which i18n/en/parts.ts lacks`;
  if (route === root) return `every page would bring the texts of ${name}, which ${by} says`;
  return `its screen says texts of ${name} (${by})`;
}

/** `bring(['factors'])`: what a part that comes by itself brings with it. */
const bringing = /\bbring\(\[([^\]]*)\]\)/g;

/** Sections that a file brings itself, for what it leads to. */
function broughtBy(file: SourceFile): string[] {
  const lists = [...parseFile(file).bare.matchAll(bringing)].map(([, list = '']) => list);
  return lists.flatMap((list) => [...list.matchAll(/['"](\w+)['"]/g)].map(([, name = '']) => name));
}

/** Everything a file leads to when it runs, itself included; but for what comes with `section` by itself. */
function allImports(from: string, known: ReadonlyMap<string, SourceFile>, section?: string): Set<string> {
  const reached = new Set<string>([from]);
  for (const path of reached) {
    const file = known.get(path);
    if (!file || !isCode(path)) continue;
    const isBringing = section !== undefined && broughtBy(file).includes(section);
    for (const { target, isType, isDynamic } of parseFile(file).imports) {
      if (isBringing && isDynamic) continue;
      const to = isType ? undefined : resolveImport(path, target);
      if (to?.startsWith('src/web/')) reached.add(to);
    }
  }
  return reached;
}

/** The sections, but for the first ones, whose keys stand in a file. */
function sectionsIn(
  file: SourceFile | undefined,
  { all, first, firstErrors, officeErrors: codes }: TextParts,
): Set<string> {
  const found = new Set<string>();
  if (!file || !isCode(file.path)) return found;
  const { bare } = parseFile(file);
  for (const [, name = '', key = ''] of bare.matchAll(keys)) {
    if (!all.includes(name) || first.includes(name)) continue;
    const isThere = name === 'errors' && (file.path === errorWords || firstErrors.includes(key));
    if (!isThere) found.add(name);
    if (name === 'errors' && codes.includes(key)) found.add(officeErrors);
  }
  if (
    !withoutScreens.test(file.path) &&
    [...bare.matchAll(ownCodes)].some(([, code = '']) => codes.includes(code))
  )
    found.add(officeErrors);
  // A refusal that no call has thrown has brought no words.
  if (ownRefusal.test(bare) && !withoutScreens.test(file.path)) found.add('errors');
  return found;
}
