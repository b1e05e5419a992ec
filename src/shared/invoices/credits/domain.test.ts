import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tax, type VatKind, vatRowsOf } from '#shared/invoices/vat/domain.ts';
import { addCents, cents } from '#shared/kernel/money.ts';
import { type ChargedLine, type CreditLine, decideCredit, releaseSurplus, shareCredit } from './domain.ts';

const rates: Record<VatKind, number> = { standard: 2400, reduced: 1300, zero: 0, exempt: 0 };
const basket = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 40 }),
      unit: fc.integer({ min: 0, max: 99_999 }),
      discountShare: fc.integer({ min: 0, max: 100 }),
      vatKind: fc.constantFrom<VatKind>('standard', 'reduced', 'zero', 'exempt'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((lines): ChargedLine[] =>
    tax(
      lines.map(({ quantity, unit, discountShare, vatKind }) => ({
        quantity,
        unitCents: cents(unit),
        discountCents: cents(Math.floor((quantity * unit * discountShare) / 100)),
        vatKind,
        vatRate: rates[vatKind],
      })),
    ).lines.map((line, index) => ({
      ...line,
      position: index + 1,
      article: `Article ${index + 1}`,
      productId: null,
      supplyOn: '2026-09-14',
    })),
  );

const sums = (notes: readonly CreditLine[][]) =>
  Map.groupBy(notes.flat(), ({ creditsPosition }) => creditsPosition)
    .entries()
    .map(([position, lines]) => ({
      position,
      grossCents: cents(-addCents(...lines.map(({ grossCents }) => grossCents))),
      netCents: cents(-addCents(...lines.map(({ netCents }) => netCents))),
    }))
    .toArray();

describe('crediting any basket in any parts', () => {
  const parts = fc.array(fc.record({ place: fc.nat(), share: fc.integer({ min: 1, max: 100 }) }), {
    maxLength: 12,
  });

  test('never takes back more than was charged, and all of it comes to nothing to the cent', () => {
    fc.assert(
      fc.property(basket, parts, (charged, tries) => {
        const notes: CreditLine[][] = [];
        for (const { place, share } of tries) {
          const line = charged[place % charged.length];
          if (!line) continue;
          const amountCents = cents(Math.max(1, Math.round((line.grossCents * share) / 100)));
          const decision = decideCredit(charged, sums(notes), [{ position: line.position, amountCents }]);
          const before = sums(notes).find(({ position }) => position === line.position)?.grossCents ?? 0;
          expect(decision.outcome).toBe(before + amountCents <= line.grossCents ? 'credited' : 'refused');
          if (decision.outcome === 'credited') notes.push([...decision.lines]);
        }
        const last = decideCredit(charged, sums(notes), 'all');
        if (last.outcome === 'credited') notes.push([...last.lines]);
        for (const note of notes) {
          for (const line of note) {
            expect(line.netCents + line.vatCents).toBe(line.grossCents);
            expect(line.quantity * line.unitCents - line.discountCents).toBe(line.grossCents);
            expect(line.netCents).toBeLessThanOrEqual(0);
            expect(line.vatCents).toBeLessThanOrEqual(0);
          }
        }
        const all = [
          ...charged.map((line) => ({ ...line, vatCents: cents(line.grossCents - line.netCents) })),
          ...notes.flat(),
        ];
        for (const row of vatRowsOf(all)) expect([row.netCents, row.vatCents]).toEqual([0, 0]);
        expect(decideCredit(charged, sums(notes), 'all')).toEqual({
          outcome: 'refused',
          error: 'creditTooLarge',
        });
      }),
    );
  });
});

const line = (position: number, gross: number): ChargedLine => ({
  position,
  article: 'Ten visits',
  quantity: 1,
  unitCents: cents(gross),
  discountCents: cents(0),
  grossCents: cents(gross),
  netCents: cents(Math.round(gross / 1.24)),
  vatKind: 'standard',
  vatRate: 2400,
  productId: null,
  supplyOn: '2026-09-14',
});

describe('what is refused', () => {
  test.each([
    ['a line that is not there', [{ position: 9 }], 'dataValidationFailed'],
    ['a line twice', [{ position: 1, amountCents: cents(1) }, { position: 1 }], 'dataValidationFailed'],
    ['nothing', [{ position: 1, amountCents: cents(0) }], 'dataValidationFailed'],
    ['less than nothing', [{ position: 1, amountCents: cents(-5) }], 'dataValidationFailed'],
    ['a cent too much', [{ position: 1, amountCents: cents(1001) }], 'creditTooLarge'],
    ['no line', [], 'creditTooLarge'],
  ] as const)('%s', (_, requests, error) => {
    expect(decideCredit([line(1, 1000)], [], requests)).toEqual({ outcome: 'refused', error });
  });
});

test('what is left of a line that is credited already is nothing to credit', () => {
  const credited = [{ position: 1, grossCents: cents(1000), netCents: cents(806) }];
  expect(decideCredit([line(1, 1000), line(2, 500)], credited, [{ position: 1 }])).toEqual({
    outcome: 'refused',
    error: 'creditTooLarge',
  });
});

test('a wholly credited line keeps its quantity, with prices below zero', () => {
  const decision = decideCredit([{ ...line(1, 3000), quantity: 3, unitCents: cents(1000) }], [], 'all');
  expect(decision.outcome === 'credited' && decision.lines[0]).toMatchObject({
    quantity: 3,
    unitCents: -1000,
    discountCents: 0,
    grossCents: -3000,
    creditsPosition: 1,
  });
});

describe('credit', () => {
  const receipts = fc
    .array(fc.integer({ min: -5000, max: 50_000 }), { maxLength: 6 })
    .map((list) => list.map((left, index) => ({ receiptId: index + 1, leftCents: cents(left) })));

  test('pays as much as it can, no receipt gives more than it has, nobody more than their credit', () => {
    fc.assert(
      fc.property(receipts, fc.integer({ min: 1, max: 99_999 }), (open, balance) => {
        const shares = shareCredit(open, cents(balance));
        const credit = open.reduce((sum, { leftCents }) => sum + leftCents, 0);
        expect(addCents(...shares.map(({ amountCents }) => amountCents))).toBe(
          Math.max(0, Math.min(balance, credit)),
        );
        for (const { receiptId, amountCents } of shares) {
          expect(amountCents).toBeLessThanOrEqual(open[receiptId - 1]?.leftCents ?? 0);
        }
      }),
    );
  });

  test('of an invoice that has too much, the latest money goes back', () => {
    const allocated = [
      { receiptId: 1, amountCents: cents(3000) },
      { receiptId: 2, amountCents: cents(4000) },
    ];
    expect(releaseSurplus(allocated, cents(-5000))).toEqual([
      { receiptId: 2, amountCents: -4000 },
      { receiptId: 1, amountCents: -1000 },
    ]);
    expect(releaseSurplus(allocated, cents(10))).toEqual([]);
    expect(releaseSurplus(allocated, cents(-1))).toEqual([{ receiptId: 2, amountCents: -1 }]);
    // What was enough touches no older money.
    expect(releaseSurplus(allocated, cents(-4000))).toEqual([{ receiptId: 2, amountCents: -4000 }]);
  });
});
