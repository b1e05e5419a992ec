import { expect, test } from 'vitest';
import { mapInTurns } from './slices.ts';

/** Something that takes a while to reckon, as a person's rights at a door. */
function reckon(item: number): number {
  const until = performance.now() + 3;
  while (performance.now() < until);
  return item * 2;
}

test('a long list is gone through in its order, and others have their turns meanwhile', async () => {
  const items = Array.from({ length: 40 }, (_, index) => index);
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const others = await mapInTurns(items, reckon);
  isOver = true;
  expect(others).toEqual(items.map((item) => item * 2));
  // A hundred and twenty milliseconds of work, eight and a little at once.
  expect(turns).toBeGreaterThanOrEqual(8);
});

test('a short one waits for nobody', async () => {
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  expect(await mapInTurns([1, 2, 3], String)).toEqual(['1', '2', '3']);
  expect(hasTurned).toBe(false);
});
