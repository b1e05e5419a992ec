import { parseSync } from 'vite';
import { type OldWord, type Term, terms } from './terms.ts';
import { type Fault, isCode, lineAt, type SourceFile } from './tree.ts';

/** Code that is read for names, without what is generated, is only texts, or names the old words itself. */
const read = /^(src|e2e|scripts|bench)\/.*\.(tsx?|mjs)$/;
const free = /\.gen\.ts$|^src\/server\/kernel\/rows\.ts$|^scripts\/check\/(terms|glossary)/;

/**
 * Names with words that the glossary calls old: of files and folders, and of what is declared where others see it (types,
 * functions, classes and constants of a file). Properties are free: they are names of the wire and of tables.
 */
export function findOldWords(files: readonly SourceFile[], known: readonly Term[] = terms): Fault[] {
  const banned = known.flatMap(({ name, old = [] }) => old.map((one) => ({ ...one, name })));
  return files
    .filter(({ path }) => read.test(path) && !free.test(path))
    .flatMap((file) => {
      const here = banned.filter(({ where }) => where?.test(file.path) ?? true);
      const inPath = faultsOf(
        here,
        file.path
          .split('/')
          .slice(1)
          .map((part) => toWords(part.replace(/\..*$/, ''))),
      ).map((text) => ({ file: file.path, text }));
      const inCode = isCode(file.path)
        ? declaredNames(file).flatMap(({ name, at }) =>
            faultsOf(here, [toWords(name)]).map((text) => ({
              file: file.path,
              line: lineAt(file.text, at),
              text: `${name}: ${text}`,
            })),
          )
        : [];
      return [...inPath, ...inCode];
    });
}

function faultsOf(banned: readonly (OldWord & { name: string })[], names: readonly string[][]): string[] {
  return banned
    .filter(({ word }) => names.some((words) => isWithin(toWords(word), words)))
    .map(({ word, name }) => `“${word}” is an old word for ${name} (docs/glossary.md)`);
}

/** `loadLineEntry`, `LINE_ENTRY` and `line-entry` are all made of the words line and entry. */
function toWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  return whole.some((_, from) => part.every((word, index) => whole[from + index] === word));
}

interface Declared {
  readonly name: string;
  readonly at: number;
}

/** What a file declares at its top. */
function declaredNames(file: SourceFile): Declared[] {
  const { program } = parseSync(file.path, file.text);
  return program.body.flatMap((statement) => {
    const declared = 'declaration' in statement && statement.declaration ? statement.declaration : statement;
    if ('declarations' in declared) {
      return declared.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [{ name: id.name, at: id.start }] : [],
      );
    }
    if ('id' in declared && declared.id && 'name' in declared.id) {
      return [{ name: String(declared.id.name), at: declared.id.start }];
    }
    return [];
  });
}
