import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditorReference, formatReference, isReference, referenceOf } from './domain.ts';

describe('reference numbers', () => {
  // The Banking Association's own example first.
  test.each([
    ['12131295', '121312952'],
    ['1', '13'],
    ['1234567890', '12345678907'],
  ])('%s becomes %s', (base, reference) => {
    expect(referenceOf(base)).toBe(reference);
    expect(isReference(reference)).toBe(true);
  });

  test('one wrong digit is always found', () => {
    const base = fc.stringMatching(/^[1-9]\d{0,18}$/);
    fc.assert(
      fc.property(base, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
        const reference = referenceOf(text);
        const index = at % reference.length;
        const wrong = [...reference];
        wrong[index] = String((Number(wrong[index]) + by) % 10);
        expect(isReference(reference)).toBe(true);
        expect(isReference(wrong.join(''))).toBe(false);
      }),
    );
  });

  test.each(['', '1', '12a', '123456789012345678901', '14'])('%j is none', (text) => {
    expect(isReference(text)).toBe(false);
  });

  test.each(['', '0', '01', 'x', '12345678901234567890'])('%j is no base', (base) => {
    expect(() => referenceOf(base)).toThrow(RangeError);
  });

  test('are read in groups of four, and known across borders', () => {
    expect(formatReference('121312952')).toBe('1213 1295 2');
    expect(creditorReference('121312952')).toBe('RF31121312952');
  });
});
