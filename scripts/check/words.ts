import { forbiddenWords } from './house.ts';
import { type Fault, isCode, lineAt, parseFile, type SourceFile } from './tree.ts';

/** Words the house forbids, with their lines. */
export function findForbiddenWords(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) =>
    forbiddenWords
      .filter(({ where, except }) => where.test(file.path) && !except.includes(file.path))
      .flatMap(({ word, why, isInComments }) => {
        const text = isInComments || !isCode(file.path) ? file.text : parseFile(file).bare;
        return [...text.matchAll(new RegExp(word, 'g'))].map((match) => ({
          file: file.path,
          line: lineAt(text, match.index + (/^\s/.test(match[0]) ? 1 : 0)),
          text: `“${match[0].trim()}”: ${why}`,
        }));
      }),
  );
}
