import { describe, expect, test } from 'vitest';
import { safeOrigin } from './origin.ts';

describe('where to go after logging in', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['/workouts', '/workouts'],
    ['/public/training?id=12#book', '/public/training?id=12#book'],
    ['/calendar/../profile', '/profile'],
    ['//evil.test/x', undefined],
    ['/a/..//evil.test', undefined],
    ['/\\evil.test', undefined],
    ['/\t/evil.test', undefined],
    ['https://evil.test', undefined],
    ['javascript:alert(1)', undefined],
    ['workouts', undefined],
  ])('%j', (origin, address) => {
    expect(safeOrigin(origin)).toBe(address);
  });
});
