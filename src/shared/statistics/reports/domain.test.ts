import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportKinds } from '../kinds/domain.ts';
import {
  type CountedPart,
  columnsOf,
  groupingFor,
  groupingsOf,
  keysInTime,
  listColumnsOf,
  mainOf,
  measures,
  rowsOf,
  settled,
  totalOf,
  toWire,
  valuesOf,
} from './domain.ts';

const kinds = fc.constantFrom(...reportKinds);
/** Often nothing: whoever owes nothing stands elsewhere. */
const amount = fc.oneof(fc.integer({ min: -50_000, max: 50_000 }), fc.constant(0));
const counted = fc.array(
  fc
    .record({
      key: fc.integer({ min: 1, max: 99 }).map(String),
      name: fc.string({ maxLength: 5 }),
      amounts: fc.array(amount, { minLength: 12, maxLength: 12 }),
    })
    .map(
      ({ key, name, amounts }): CountedPart => ({
        key,
        name,
        sums: Object.fromEntries(
          Object.keys(measures).map((measure, index) => [measure, amounts[index % 12] ?? 0]),
        ),
      }),
    ),
  { maxLength: 20 },
);

describe('of any parts', () => {
  test('the sums of the rows are the sums under the table, to the cent, and shares are of the sums', () => {
    fc.assert(
      fc.property(kinds, counted, (kind, parts) => {
        for (const by of groupingsOf[kind]) {
          const rows = rowsOf(kind, by, parts);
          const total = totalOf(columnsOf[kind], parts);
          for (const measure of columnsOf[kind]) {
            if (measures[measure] === 'percent') continue;
            expect(rows.reduce((sum, { values }) => sum + (values[measure] ?? 0), 0)).toBe(total[measure]);
          }
        }
      }),
    );
  });

  test('whoever owes nothing stands in one row, the last', () => {
    fc.assert(
      fc.property(counted, (parts) => {
        const rows = rowsOf('debts', 'client', parts);
        const open = rows.filter(({ key }) => key !== settled);
        expect(open.every(({ values }) => values.closing !== 0)).toBe(true);
        expect(rows.findIndex(({ key }) => key === settled)).toBe(
          open.length < rows.length ? open.length : -1,
        );
      }),
    );
  });
});

test('a share of nothing is none, and euros travel for cents', () => {
  expect(valuesOf(['booked', 'places', 'occupancy'], { booked: 0, places: 0 })).toEqual({
    booked: 0,
    places: 0,
    occupancy: null,
  });
  expect(toWire({ gross: 123, minutes: 90, occupancy: null })).toEqual({
    gross: 1.23,
    minutes: 90,
    occupancy: null,
  });
});

test('every report has its main number in its table, and lists only what it sums', () => {
  for (const kind of reportKinds) {
    const { measure, of } = mainOf[kind];
    expect(columnsOf[kind]).toContain(measure);
    if (of) expect(columnsOf[kind]).toContain(of);
    for (const column of listColumnsOf[kind]) expect(columnsOf[kind]).toContain(column);
  }
});

test.each([
  ['occupancy', undefined, '2026-11-01', '2026-11-30', 'day'],
  ['occupancy', undefined, '2026-10-01', '2026-11-30', 'day'],
  ['occupancy', undefined, '2026-09-30', '2026-11-30', 'week'],
  ['occupancy', undefined, '2026-06-01', '2026-11-30', 'week'],
  ['occupancy', undefined, '2026-04-01', '2026-11-30', 'week'],
  ['occupancy', undefined, '2026-03-31', '2026-11-30', 'month'],
  ['occupancy', undefined, '2025-01-01', '2026-11-30', 'month'],
  ['occupancy', 'vat', '2026-11-01', '2026-11-30', 'day'],
  ['sales', undefined, '2026-11-01', '2026-11-30', 'product'],
  ['sales', 'vat', '2026-11-01', '2026-11-30', 'vat'],
] as const)('%s by %s from %s until %s is by %s', (kind, by, from, until, expected) => {
  expect(groupingFor(kind, by, { from, until })).toBe(expected);
});

test.each([
  ['day', '2026-02-27', '2026-03-02', [], ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
  ['week', '2026-11-18', '2026-11-30', [], ['2026-11-16', '2026-11-23', '2026-11-30']],
  ['month', '2025-11-18', '2026-02-01', [], ['2025-11', '2025-12', '2026-01', '2026-02']],
  ['weekday', '2026-11-18', '2026-11-30', ['3'], ['1', '2', '3', '4', '5', '6', '7']],
  ['hour', '2026-11-18', '2026-11-30', ['9', '7'], ['7', '8', '9']],
  ['hour', '2026-11-18', '2026-11-30', [], []],
  ['club', '2026-11-18', '2026-11-30', ['4', '2'], ['4', '2']],
] as const)('by %s from %s until %s nothing is left out', (by, from, until, present, expected) => {
  expect(keysInTime(by, { from, until }, present)).toEqual(expected);
});
