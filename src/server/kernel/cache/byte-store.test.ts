import { expect, test } from 'vitest';
import { ByteStore } from './byte-store.ts';

const thing = (bytes: number) => ({ bytes });
const store = () => new ByteStore<{ bytes: number }>({ mostBytes: 1000, mostOfOne: 600 });
const keysOf = (kept: ByteStore<{ bytes: number }>, owner: string, keys: readonly string[]) =>
  keys.filter((key) => kept.find(owner, key) !== undefined);

test('what was longest unused goes when an owner’s bytes run out', () => {
  const kept = store();
  for (const key of ['a', 'b', 'c', 'd']) kept.keep('one', key, thing(150));
  kept.find('one', 'a');
  kept.keep('one', 'e', thing(150));
  expect(keysOf(kept, 'one', ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'c', 'd', 'e']);
  expect(kept.bytes).toBe(600);
});

test('one who asks for everything pushes out nobody who holds less', () => {
  const kept = store();
  for (let number = 0; number < 3; number += 1) kept.keep('small', `${number}`, thing(100));
  for (let number = 0; number < 500; number += 1) kept.keep('large', `${number}`, thing(100));
  for (let number = 0; number < 500; number += 1) kept.keep('other', `${number}`, thing(100));
  expect(keysOf(kept, 'small', ['0', '1', '2'])).toEqual(['0', '1', '2']);
  expect(kept.bytes).toBeLessThanOrEqual(1000);
});

test('in another’s place it takes its bytes, and what is too large is not kept', () => {
  const kept = store();
  kept.keep('one', 'a', thing(100));
  kept.keep('one', 'a', thing(50));
  expect(kept.bytes).toBe(50);
  kept.keep('one', 'a', thing(151));
  expect([kept.bytes, kept.find('one', 'a'), kept.find('two', 'a')]).toEqual([0, undefined, undefined]);
});
