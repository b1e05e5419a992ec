import { expect, test } from 'vitest';
import { isNews, sameCodeMs } from './camera.ts';

test('the same code is told once in three seconds, another one at once', () => {
  expect(sameCodeMs).toBe(3000);
  expect(isNews(undefined, 'a', 0)).toBe(true);
  const told = { text: 'a', at: 1000 };
  expect(isNews(told, 'a', 1000)).toBe(false);
  expect(isNews(told, 'a', 3999)).toBe(false);
  expect(isNews(told, 'a', 4000)).toBe(true);
  expect(isNews(told, 'b', 1001)).toBe(true);
});
