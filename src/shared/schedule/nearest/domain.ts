import { lettersWrong } from '#shared/kernel/spelling.ts';
import { wordsOf } from '../domain.ts';

/** Shorter words are near to too many. */
const fewestLetters = 3;
/** So many letters may be wrong, missing or too many in a word: one in a short one, two in a longer one. */
const mostWrong = (word: string) => (word.length <= 4 ? 1 : 2);

/**
 * What was typed with each word that none of these names has written as the nearest one that they have, whatever its accents
 * and case; the beginning of a word is enough. Null where a word is near to none, and where all of them are there.
 */
export function nearestTo(typed: string, names: readonly string[]): string | null {
  const known = new Map(
    names
      .flatMap((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u))
      .filter((word) => word.length >= fewestLetters)
      .map((word) => [wordsOf(word).join(''), word.toLowerCase()]),
  );
  const words = wordsOf(typed).map((word) => {
    if ([...known.keys()].some((one) => one.includes(word))) return word;
    return nearestWord(word, known);
  });
  if (words.some((word) => word === undefined)) return null;
  const nearest = words.join(' ');
  return wordsOf(nearest).join(' ') === wordsOf(typed).join(' ') ? null : nearest;
}

function nearestWord(word: string, known: ReadonlyMap<string, string>): string | undefined {
  if (word.length < fewestLetters) return undefined;
  const most = mostWrong(word);
  const near = [...known].map(([plain, shown]) => {
    const wrong = Math.min(lettersWrong(word, plain), lettersWrong(word, plain.slice(0, word.length)) + 0.5);
    return { shown, wrong };
  });
  const [nearest] = near.toSorted((one, other) => one.wrong - other.wrong);
  return nearest && nearest.wrong <= most ? nearest.shown : undefined;
}
