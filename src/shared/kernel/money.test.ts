import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCents,
  cents,
  centsToEuros,
  Euros,
  eurosToCents,
  formatAmount,
  formatNumber,
  parseAmount,
  parseEuros,
} from './money.ts';

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
    ['1.000,50', 1000.5],
    ['1.000', undefined],
    ['1000000', undefined],
    ['viis', undefined],
  ])('reads %o as %s', (text, euros) => {
    expect(parseEuros(text)).toBe(euros);
  });

  it.each([
    ['12,00', 1200],
    ['12.5', 1250],
    ['12,', 1200],
    ['1 234,50', 123_450],
    ['1\u00a0234,50', 123_450],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ["1'234.50", 123_450],
    ['1,234,567.89', 123_456_789],
    ['€ 0.07', 7],
    ['−12,30 €', -1230],
    // As fractions of two they would lie beside the cent.
    ['1.15', 115],
    ['4.35', 435],
    ['1,234', undefined],
    ['1.234', undefined],
    ['1,23,45', undefined],
    ['12,345', undefined],
    ['1.234.50', undefined],
    ['12-', undefined],
    [',50', undefined],
    ['', undefined],
  ])('reads %o as %s cents', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it('reads every amount it writes into a field, in every language', () => {
    for (const language of ['et', 'en', 'lv'] as const) {
      for (const amount of [0, 1, 99, 100, 1250, 99_999, 100_000, 123_456_789, -4350]) {
        expect(parseAmount(formatAmount(amount, language)), `${language} ${amount}`).toBe(amount);
      }
    }
  });

  it('writes numbers in sentences with the comma or point of the language and groups from five digits', () => {
    expect(formatNumber(17_944, 'et')).toBe('17\u00a0944');
    expect(formatNumber(17_944, 'en')).toBe('17,944');
    expect(formatNumber(1794, 'lv')).toBe('1794');
    expect(formatNumber(0.9, 'lv')).toBe('0,9');
    expect(formatNumber(0.9, 'en')).toBe('0.9');
    expect(formatNumber(-12.5, 'et')).toBe('−12,5');
  });
});
