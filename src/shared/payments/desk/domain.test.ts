import { expect, test } from 'vitest';
import { decideBuyer } from './domain.ts';

test('whoever is there and is not to be forgotten may be sold something', () => {
  const buyer = { id: 7, isClosed: false };
  expect(decideBuyer(buyer)).toBe(buyer);
});

test('nothing is sold to who is not there or is to be forgotten', () => {
  expect(() => decideBuyer(undefined)).toThrow('clientNotFound');
  expect(() => decideBuyer({ isClosed: true })).toThrow('clientErased');
});
