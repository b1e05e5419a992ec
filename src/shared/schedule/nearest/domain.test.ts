import { expect, test } from 'vitest';
import { nearestTo } from './domain.ts';

const names = ['Hommikujooga', 'Jõuring', 'Pilates', 'Kai Loorits', 'Spinning 60', 'Võimlemine'];

test.each([
  ['jooag', 'hommikujooga', null],
  ['pilaates', 'pilates', 'pilates'],
  ['Pilatess', 'pilates', 'pilates'],
  ['jouringg', 'jõuring', 'jõuring'],
  ['spining', 'spinning', 'spinning'],
  ['spning', 'spinning', 'spinning'],
  ['pilax', 'the beginning of pilates', 'pilates'],
  ['pilx', 'the beginning with one wrong of four', null],
  ['vöimlemnie', 'võimlemine', 'võimlemine'],
  ['kay', 'kai', 'kai'],
  ['kai pilaates', 'one of two words', 'kai pilates'],
  ['ujumine', 'nothing that is near', null],
  ['pilates', 'what is there', null],
  ['kai zzzzz', 'one near and one far', null],
  ['ax', 'too few letters', null],
])('%s: %s', (typed, _, nearest) => {
  expect(nearestTo(typed, names)).toBe(nearest);
});
