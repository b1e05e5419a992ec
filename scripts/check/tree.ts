import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** Something the check refuses: where, and in one sentence why. */
export interface Fault {
  /** From the repository's root, with `/`. */
  readonly file: string;
  /** From 1; absent when the whole file is meant. */
  readonly line?: number | undefined;
  readonly text: string;
}

export interface Import {
  /** As written: `#shared/kernel/money.ts`, `./data.ts`, `zod`. */
  readonly target: string;
  readonly line: number;
  readonly isType: boolean;
  readonly isDynamic: boolean;
}

export interface SourceFile {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Folders that are read; of others (pictures and fonts to serve) the names are free. */
const roots = ['src', 'i18n', 'scripts', 'e2e', 'bench', 'db', 'docs'];
const ignored = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);
const textual = /\.(ts|tsx|mjs|css|sql|md|json)$/;

/** Every file of the root and below its folders; only texts are read whole. */
export function readTree(root: string): SourceFile[] {
  const top = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.log'),
  );
  return [
    ...top.map(({ name }) => ({
      path: name,
      text: name.endsWith('.ts') ? readFileSync(join(root, name), 'utf8') : '',
    })),
    ...roots.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => readFolder(root, folder)),
  ];
}

function readFolder(root: string, folder: string): SourceFile[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (ignored.has(entry.name) || entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return readFolder(root, path);
    return [{ path, text: textual.test(entry.name) ? readFileSync(join(root, path), 'utf8') : '' }];
  });
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

export function isCode(path: string): boolean {
  return /\.tsx?$/.test(path);
}

interface Parsed {
  readonly imports: readonly Import[];
  /** The text with comments blanked out: offsets and lines stay. */
  readonly bare: string;
}

const parsed = new WeakMap<SourceFile, Parsed>();

/** Imports of a TypeScript file, and its text without comments. */
export function parseFile(file: SourceFile): Parsed {
  const known = parsed.get(file);
  if (known) return known;
  const { module, comments } = parseSync(file.path, file.text);
  const imports: Import[] = [
    ...module.staticImports.map(({ moduleRequest, start, entries }) => ({
      target: moduleRequest.value,
      line: lineAt(file.text, start),
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
      isDynamic: false,
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries
        .filter(({ moduleRequest }) => moduleRequest)
        .map(({ moduleRequest, isType }) => ({
          target: moduleRequest?.value ?? '',
          line: lineAt(file.text, start),
          isType,
          isDynamic: false,
        })),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const written = file.text.slice(moduleRequest.start, moduleRequest.end);
      const literal = /^['"](.+)['"]$/.exec(written)?.[1];
      return literal
        ? [{ target: literal, line: lineAt(file.text, start), isType: false, isDynamic: true }]
        : [];
    }),
  ];
  let bare = file.text;
  for (const { start, end } of comments) {
    bare = bare.slice(0, start) + bare.slice(start, end).replace(/[^\n]/g, ' ') + bare.slice(end);
  }
  const result = { imports, bare };
  parsed.set(file, result);
  return result;
}

/** The file an import leads to, from the root; undefined for packages and Node's own modules. */
export function resolveImport(from: string, target: string): string | undefined {
  const alias = /^#(shared|server|web)\/(.+)$/.exec(target);
  if (alias) return `src/${alias[1]}/${alias[2]}`;
  if (target.startsWith('#i18n/')) return `i18n/${target.slice('#i18n/'.length)}`;
  if (!target.startsWith('.')) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of (target.split('?')[0] ?? '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
