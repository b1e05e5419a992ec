import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCents, cents, centsToEuros, Euros, eurosToCents, parseEuros } from './money.ts';

describe('money', () => {
  it('goes to the wire and back without losing a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (amount) => {
        const euros = centsToEuros(cents(amount));
        expect(Euros.safeParse(euros).success).toBe(true);
        expect(eurosToCents(euros)).toBe(amount);
      }),
    );
  });

  it('refuses fractions of a cent', () => {
    expect(() => cents(1.5)).toThrow(RangeError);
    expect(() => eurosToCents(0.001)).toThrow(RangeError);
    expect(Euros.safeParse(10.005).success).toBe(false);
  });

  it('adds whole cents', () => {
    expect(addCents(cents(10), cents(20), cents(-5))).toBe(25);
  });

  it.each([
    ['45', 45],
    ['45,5', 45.5],
    [' 1 045.50 € ', 1045.5],
    ['0', 0],
    ['', undefined],
    ['-5', undefined],
    ['4,555', undefined],
    ['1.000,50', undefined],
    ['viis', undefined],
  ])('reads %o as %s', (text, euros) => {
    expect(parseEuros(text)).toBe(euros);
  });
});
