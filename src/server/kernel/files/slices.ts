import { nextTurn } from './long-work.ts';

const linesOfSlice = 500;

/** A long list as texts of some hundred each: handed over at once, read piece by piece. */
export type Slices<T> = readonly string[] & { readonly of?: T };

/** A list as slices; each is JSON. */
export function toSlices<T>(items: readonly T[]): Slices<T> {
  return Array.from({ length: Math.ceil(items.length / linesOfSlice) }, (_, index) =>
    JSON.stringify(items.slice(index * linesOfSlice, (index + 1) * linesOfSlice)),
  );
}

/** Reads slices one after the other; between two of them everybody else has their turn. */
export async function readSlices<T>(slices: Slices<T>, work: (item: T) => void): Promise<void> {
  for (const slice of slices) {
    await inTurns(JSON.parse(slice) as T[], work);
    await nextTurn();
  }
}

/** In milliseconds: so long a list is gone through at first, and then in each turn. */
const firstTurn = 2;
const longestTurn = 4;

/**
 * Goes through a long list; between two moments everybody else has their turn, however long one item of it takes. A short one waits
 * for nobody.
 */
export async function inTurns<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
  let until = performance.now() + firstTurn;
  for (const [index, item] of items.entries()) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + longestTurn;
    }
    work(item, index);
  }
}

/** What each of a long list becomes, in the same way. */
export async function mapInTurns<T, U>(items: readonly T[], toOther: (item: T) => U): Promise<U[]> {
  const others: U[] = [];
  await inTurns(items, (item) => others.push(toOther(item)));
  return others;
}
