import { type Fault, isCode, lineAt, parseFile, type SourceFile } from './tree.ts';

/** Widths of the window, or of a part's own room, at which the look may change (specification point 9). */
const widths: readonly number[] = [600, 900, 1200, 1536];

/** The other widths there are, each with its reason; `where` is any file when absent. */
const others: readonly { readonly is: (width: number) => boolean; readonly where?: string }[] = [
  // Specification point 9: the layout is narrow under 800 px.
  { is: (width) => width === 800 },
  // Specification point 9: detail rows change their split at 500 px.
  {
    is: (width) => width === 500,
    where: 'src/web/training-groups/components/member-details.module.css',
  },
  // What the smallest phones and the narrowest cells of a week have no room for.
  { is: (width) => width <= 480 },
];

/** Conditions of style sheets; in scripts they are texts for matchMedia. */
const conditions = /@(?:media|container)[^{]*/g;
const comments = /\/\*[\s\S]*?\*\//g;
const feature = /\(([^()]*\b(?:width|inline-size)\b[^()]*)\)/g;
const plain = /^\s*(min|max)-width:\s*([\d.]+)px\s*$/;
const measured = /\b(?:inner|outer|client|offset)Width\s*[<>]/g;

/** Where style sheets and scripts of the web change the look at another width than they may. */
export function findWidthFaults(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => path.startsWith('src/web/') && (path.endsWith('.css') || isCode(path)))
    .flatMap((file) => (file.path.endsWith('.css') ? faultsOfSheet(file) : faultsOfScript(file)));
}

function faultsOfSheet({ path, text }: SourceFile): Fault[] {
  const bare = text.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...bare.matchAll(conditions)].flatMap(({ 0: condition, index }) =>
    faultsOf(path, bare, condition, index),
  );
}

function faultsOfScript(file: SourceFile): Fault[] {
  const { bare } = parseFile(file);
  const asked = [...bare.matchAll(/\((?:min|max)-width:[^()]*\)|\(width\s*[<>][^()]*\)/g)];
  return [
    ...asked.flatMap(({ 0: condition, index }) => faultsOf(file.path, bare, condition, index)),
    ...[...bare.matchAll(measured)].map(({ index }) => ({
      file: file.path,
      line: lineAt(bare, index),
      text: 'a width is asked of matchMedia, which says when it changes',
    })),
  ];
}

function faultsOf(file: string, text: string, condition: string, start: number): Fault[] {
  return [...condition.matchAll(feature)].flatMap(({ 0: whole, 1: words = '', index }) => {
    const line = lineAt(text, start + index);
    const width = borderOf(words);
    if (width === undefined)
      return [{ file, line, text: `${whole} is not (min-width: …px) or (max-width: …px)` }];
    return isAllowed(width, file)
      ? []
      : [{ file, line, text: `${whole}: the look changes at ${widths.join(', ')} px` }];
  });
}

/** The width from which the other look begins: 900 of `min-width: 900px`, `max-width: 899px` and `max-width: 899.98px`. */
function borderOf(words: string): number | undefined {
  const [, side, number] = plain.exec(words) ?? [];
  if (number === undefined) return undefined;
  return side === 'min' ? Number(number) : Math.floor(Number(number)) + 1;
}

function isAllowed(width: number, file: string): boolean {
  return (
    widths.includes(width) ||
    others.some(({ is, where }) => is(width) && (where === undefined || where === file))
  );
}
