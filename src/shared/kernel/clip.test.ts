import { expect, test } from 'vitest';
import { clip } from './clip.ts';

test.each([
  ['Mari', 9, 'Mari'],
  ['Mari', 2, 'Ma'],
  ['a😀b', 1, 'a'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
])('%s, at most %i', (text, most, expected) => {
  expect(clip(text, most)).toBe(expected);
  expect(clip(text, most).isWellFormed()).toBe(true);
});
