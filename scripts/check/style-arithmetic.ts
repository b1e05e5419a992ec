import { type Fault, lineAt, type SourceFile } from './tree.ts';

/**
 * Functions of style sheets that the engines do not compute alike: WebKit makes `atan2` of two lengths 0 and says yes to
 * `@supports` of it, and knows `round` and its kind only since a short while. What they were to find out, a media query, `min`,
 * `max`, `clamp` or the layout itself can say.
 */
const uneven =
  /(?<![\w-])(a?sin|a?cos|a?tan|atan2|pow|sqrt|hypot|log|exp|round|mod|rem|sign|abs|progress|sibling-index|sibling-count|if)\(/g;
const comments = /\/\*[\s\S]*?\*\//g;

/** Where a style sheet reckons with what some engines reckon otherwise. */
export function findStyleArithmeticFaults(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => path.startsWith('src/web/') && path.endsWith('.css'))
    .flatMap(({ path, text }) => {
      const bare = text.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));
      return [...bare.matchAll(uneven)].map(({ 1: name, index }) => ({
        file: path,
        line: lineAt(bare, index),
        text: `${name}() is not computed alike by all engines`,
      }));
    });
}
