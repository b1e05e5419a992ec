import { expect, test } from 'vitest';
import { nextTurn, workFor } from './long-work.ts';

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

test('centres take turns: who works at much keeps nobody of another waiting', async () => {
  const events: string[] = [];
  const work = (name: string, whose: number, steps: number) =>
    workFor({ whose, isGone: () => false }, async () => {
      for (let step = 0; step < steps; step += 1) {
        await nextTurn();
        events.push(name);
      }
    });
  await Promise.all([work('a', 1, 4), work('b', 1, 4), work('c', 1, 4), work('x', 2, 3), work('y', 3, 2)]);
  expect(events.join('')).toBe('axybxycxabcabcabc');
});

test('what nobody waits for any more is given up, and the line goes on', async () => {
  let isGone = false;
  const steps: string[] = [];
  const left = workFor({ whose: 1, isGone: () => isGone }, async () => {
    for (;;) {
      await nextTurn();
      steps.push('left');
      isGone = true;
    }
  });
  const stays = workFor({ whose: 1, isGone: () => false }, async () => {
    for (let step = 0; step < 3; step += 1) {
      await nextTurn();
      steps.push('stays');
    }
  });
  await expect(left).rejects.toThrow('busyTryAgain');
  await stays;
  expect(steps).toEqual(['left', 'stays', 'stays', 'stays']);
});
