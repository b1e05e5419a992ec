import { freeOfLength, mostLines, type Place, places } from './house.ts';
import { nouns } from './nouns.ts';
import type { Fault, SourceFile } from './tree.ts';

const kebab = '[a-z0-9]+(?:-[a-z0-9]+)*';

/** A pattern of the house (`*`, `<noun>`, `<part>`, `**`, digits) as an expression for whole texts. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/[.$]/g, '\\$&')
    .replace(/0{4,}/g, (zeros) => `\\d{${zeros.length}}`)
    .replace(/\/\*\*/g, '(?:/[^/]+)@')
    .replace(/\*/g, kebab)
    .replace(/\)@/g, ')*')
    .replace('<noun>', `(?:${nouns.join('|')})`)
    .replace('<part>', kebab);
  return new RegExp(`^${source}$`);
}

const rules = places.map((place) => ({
  place,
  folder: toExpression(place.folder),
  files: place.files.map(toExpression),
}));

/** Files outside the vocabulary, folders with too many, kernel files called like nouns, files too long. */
export function findStructureFaults(files: readonly SourceFile[]): Fault[] {
  return [...files.flatMap(findNameFaults), ...findCrowds(files), ...files.flatMap(findLengthFaults)];
}

function findNameFaults({ path }: SourceFile): Fault[] {
  const [folder, name] = split(path);
  const fitting = rules.filter((rule) => rule.folder.test(folder));
  if (fitting.length === 0) {
    return [{ file: path, text: `there is no folder ${folder} in the house (scripts/check/house.ts)` }];
  }
  const place = fitting.find(({ place, files }) => isAllowed(name, files, place))?.place;
  if (!place) {
    const names = [...new Set(fitting.flatMap(({ place }) => place.files))].join(', ');
    return [{ file: path, text: `${folder} may hold ${names}, not ${name}` }];
  }
  const word = name.split('.')[0] ?? '';
  return place.isNounless && nouns.includes(word)
    ? [{ file: path, text: `${folder} knows no nouns, and “${word}” is one` }]
    : [];
}

function isAllowed(name: string, files: readonly RegExp[], place: Place): boolean {
  if (files.some((file) => file.test(name))) return true;
  const tested = /^(.+)\.test\.(tsx?)$/.exec(name);
  if (!place.hasTests || !tested) return false;
  const [, word = '', ending = ''] = tested;
  // `routes-cancelling.test.ts` tests an aspect of routes.ts.
  const words = word.split('-');
  return words.some((_, index) => {
    const file = words.slice(0, index + 1).join('-');
    return files.some(
      (pattern) => pattern.test(`${file}.${ending}`) || (ending === 'ts' && pattern.test(`${file}.tsx`)),
    );
  });
}

function findCrowds(files: readonly SourceFile[]): Fault[] {
  const counts = Map.groupBy(
    files.filter(({ path }) => !/\.test\.tsx?$/.test(path)),
    ({ path }) => split(path)[0],
  );
  return [...counts].flatMap(([folder, inside]) => {
    const most = rules.find((rule) => rule.folder.test(folder))?.place.most;
    return most !== undefined && inside.length > most
      ? [{ file: folder, text: `${inside.length} files; at most ${most}, the rest in folders of its own` }]
      : [];
  });
}

function findLengthFaults({ path, text }: SourceFile): Fault[] {
  if (!/\.(tsx?|mjs|css|sql)$/.test(path) || freeOfLength.some((free) => free.test(path))) return [];
  // What a test shows of the specification is said above it in lines of their own: they make no file long.
  const own = text.replace(/^ *\/\/ shows: .*\n/gm, '');
  const lines = own.split('\n').length - (own.endsWith('\n') ? 1 : 0);
  return lines > mostLines
    ? [{ file: path, line: mostLines + 1, text: `${lines} lines; at most ${mostLines}` }]
    : [];
}

function split(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/');
  return at < 0 ? ['.', path] : [path.slice(0, at), path.slice(at + 1)];
}
