import { expect, test } from 'vitest';
import { nextTurn } from './long-work.ts';

test('of all who are at something long one goes on at a time, in their order, and others come between', async () => {
  const events: string[] = [];
  let isOver = false;
  const look = () => {
    events.push('-');
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const work = async (name: string) => {
    for (let step = 0; step < 3; step += 1) {
      await nextTurn();
      events.push(name);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  isOver = true;
  const text = events.join('');
  expect(text.replaceAll('-', '')).toBe('abcabcabc');
  // Never two in a row without a look at what has come.
  expect(text).not.toMatch(/[abc]{2}/);
});

test('who comes once all are done waits for nobody but what has come', async () => {
  await nextTurn();
  let looked = 0;
  setImmediate(() => {
    looked += 1;
  });
  await nextTurn();
  expect(looked).toBeLessThanOrEqual(1);
});
