import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { type PricedLine, tax, vatKinds, vatRate } from './domain.ts';

describe('the rate on the day of supply', () => {
  test.each([
    ['EE', 'standard', '2023-12-31', 2000],
    ['EE', 'standard', '2024-01-01', 2200],
    ['EE', 'standard', '2025-06-30', 2200],
    ['EE', 'standard', '2025-07-01', 2400],
    ['EE', 'reduced', '2024-12-31', 900],
    ['EE', 'reduced', '2025-01-01', 1300],
    ['LV', 'standard', '2026-11-21', 2100],
    ['LV', 'reduced', '2026-11-21', 1200],
    ['EE', 'zero', '2026-11-21', 0],
    ['LV', 'exempt', '2026-11-21', 0],
  ] as const)('%s %s on %s: %d', (country, kind, on, rate) => {
    expect(vatRate(country, kind, on)).toBe(rate);
  });
});

const line = (quantity: number, unit: number, rate = 2400, discount = 0): PricedLine => ({
  quantity,
  unitCents: cents(unit),
  discountCents: cents(discount),
  vatKind: 'standard',
  vatRate: rate,
});

describe('prices with VAT', () => {
  test.each([
    ['3 × 9.90 at 24 %', [line(3, 990)], 2395, 575],
    ['7 × 0.99 at 24 %', [line(7, 99)], 559, 134],
    ['9.90 three times over, each a line: as one', [line(1, 990), line(1, 990), line(1, 990)], 2395, 575],
    ['8.60 at 21 %', [line(1, 860, 2100)], 711, 149],
    ['with a discount', [line(1, 7240, 2400, 724)], 5255, 1261],
    ['a discount of all', [line(1, 7240, 2400, 7240)], 0, 0],
    ['given back', [line(3, -990)], -2395, -575],
  ])('%s', (_, lines, net, vat) => {
    const taxed = tax(lines);
    expect([taxed.netCents, taxed.vatCents]).toEqual([net, vat]);
  });

  const someLine = fc.record({
    quantity: fc.integer({ min: 1, max: 50 }),
    unitCents: fc.integer({ min: -100_000, max: 100_000 }).map(cents),
    discountCents: fc.integer({ min: 0, max: 500 }).map(cents),
    vatKind: fc.constantFrom(...vatKinds),
    vatRate: fc.constantFrom(0, 900, 1300, 2100, 2200, 2400),
  });

  test('lines, VAT rows and total of any basket agree to the cent, and no line is off by more than one', () => {
    fc.assert(
      fc.property(fc.array(someLine, { maxLength: 30 }), (lines) => {
        const taxed = tax(lines);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        const gross = sum(lines.map((one) => one.quantity * one.unitCents - one.discountCents));
        expect(taxed.totalCents).toBe(gross);
        expect(taxed.netCents + taxed.vatCents).toBe(gross);
        expect(sum(taxed.lines.map(({ grossCents }) => grossCents))).toBe(gross);
        expect(sum(taxed.lines.map(({ netCents }) => netCents))).toBe(taxed.netCents);
        expect(sum(taxed.rows.map(({ netCents }) => netCents))).toBe(taxed.netCents);
        expect(sum(taxed.rows.map(({ vatCents }) => vatCents))).toBe(taxed.vatCents);
        for (const row of taxed.rows) {
          const own = taxed.lines.filter((one) => one.vatKind === row.vatKind && one.vatRate === row.vatRate);
          expect(sum(own.map(({ netCents }) => netCents))).toBe(row.netCents);
          expect(sum(own.map(({ vatCents }) => vatCents))).toBe(row.vatCents);
          // EN 16931, BR-CO-17: the VAT of a row is its net times the rate, within a cent here.
          expect(Math.abs(row.vatCents - (row.netCents * row.vatRate) / 10_000)).toBeLessThanOrEqual(1);
        }
        for (const one of taxed.lines) {
          expect(one.netCents + one.vatCents).toBe(one.grossCents);
          expect(Math.abs(one.netCents - (one.grossCents * 10_000) / (10_000 + one.vatRate))).toBeLessThan(
            1.0001,
          );
        }
      }),
    );
  });

  test('what is credited line by line takes back exactly what was charged', () => {
    fc.assert(
      fc.property(fc.array(someLine, { minLength: 1, maxLength: 8 }), (lines) => {
        const charged = tax(lines);
        const credited = tax(
          lines.map((one) => ({
            ...one,
            unitCents: cents(-one.unitCents),
            discountCents: cents(-one.discountCents),
          })),
        );
        expect(credited.totalCents + charged.totalCents).toBe(0);
        expect(credited.netCents + charged.netCents).toBe(0);
      }),
    );
  });
});
