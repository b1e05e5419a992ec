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
export async function readSlices<T>(
  slices: Slices<T>,
  work: (items: readonly T[]) => Promise<void> | void,
): Promise<void> {
  for (const slice of slices) {
    await work(JSON.parse(slice) as T[]);
    await nextTurn();
  }
}

/** Goes through a long list in the same way; `from` is where a part of it begins. A short one waits for nobody. */
export async function inSlices<T>(
  items: readonly T[],
  work: (items: readonly T[], from: number) => Promise<void> | void,
): Promise<void> {
  for (let from = 0; from < items.length; from += linesOfSlice) {
    await work(items.slice(from, from + linesOfSlice), from);
    if (from + linesOfSlice < items.length) await nextTurn();
  }
}

/** In milliseconds: so long a list is gone through at first, and then in each turn. */
const firstTurn = 2;
const longestTurn = 8;

/** What each of a long list becomes. Nobody waits for it longer than a moment, however long one of it takes; a short one waits for nobody. */
export async function mapInTurns<T, U>(items: readonly T[], toOther: (item: T) => U): Promise<U[]> {
  const others: U[] = [];
  let until = performance.now() + firstTurn;
  for (const item of items) {
    if (performance.now() >= until) {
      await nextTurn();
      until = performance.now() + longestTurn;
    }
    others.push(toOther(item));
  }
  return others;
}
