import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InvoiceSums } from '#shared/invoices/domain.ts';
import { cents } from '#shared/kernel/money.ts';
import {
  type AskedInvoice,
  bookParts,
  chosenAtFirst,
  type PaymentPart,
  planPayment,
  splitCredit,
  sumToPay,
} from './domain.ts';

const sums = (total: number, paid = 0, more: Partial<InvoiceSums> = {}): InvoiceSums => ({
  state: 'issued',
  totalCents: cents(total),
  creditedCents: cents(0),
  paidCents: cents(paid),
  isWrittenOff: false,
  ...more,
});
const invoice = (id: number, dueOn: string, balance: number, more: Partial<AskedInvoice> = {}) => ({
  id,
  kind: 'invoice',
  clientId: 7,
  dueOn,
  sums: sums(balance),
  ...more,
});
const part = (invoiceId: number, amount: number, credit = 0): PaymentPart => ({
  invoiceId,
  amountCents: cents(amount),
  creditCents: cents(credit),
});

describe('one payment for several invoices', () => {
  const found = [
    invoice(1, '2026-12-01', 6300),
    invoice(2, '2026-11-19', 13_500),
    invoice(3, '2026-11-25', 2800),
  ];
  const plan = (invoiceIds: number[], seen: number, credit = 0, rows: AskedInvoice[] = found) =>
    planPayment({ clientId: 7, invoiceIds, creditCents: cents(credit), seenCents: cents(seen) }, rows);

  test.each([
    ['both that are due', [3, 2], 16_300, 0, [part(2, 13_500), part(3, 2800)]],
    ['all, the oldest debt first', [1, 2, 3], 22_600, 0, [part(2, 13_500), part(3, 2800), part(1, 6300)]],
    ['credit for what is the least urgent', [2, 3], 14_110, 2190, [part(2, 13_500), part(3, 610, 2190)]],
    ['credit over two', [2, 3], 12_300, 4000, [part(2, 12_300, 1200), part(3, 0, 2800)]],
    ['credit for all of it', [3], 0, 9000, [part(3, 0, 2800)]],
    ['credit below zero is none', [3], 2800, -500, [part(3, 2800)]],
  ])('%s', (_, ids, seen, credit, parts) => {
    const planned = plan(ids, seen, credit);
    expect(planned.parts).toEqual(parts);
    expect(planned.amountCents).toBe(seen);
    expect(planned.parts.reduce((sum, one) => sum + one.creditCents, 0)).toBe(planned.creditCents);
  });

  test.each([
    ['none', [], 0, found, 'invoiceNotFound'],
    ['one that is not there', [1, 9], 6300, found, 'invoiceNotFound'],
    ['another person’s', [1, 4], 7300, [...found, invoice(4, '', 1000, { clientId: 8 })], 'invoiceNotFound'],
    ['nobody’s', [1, 4], 7300, [...found, invoice(4, '', 1000, { clientId: null })], 'invoiceNotFound'],
    ['a credit note', [4], 1000, [invoice(4, '', 1000, { kind: 'creditNote' })], 'invoiceNotFound'],
    [
      'a draft',
      [4],
      1000,
      [invoice(4, '', 0, { sums: sums(1000, 0, { state: 'draft' }) })],
      'invoiceNotFound',
    ],
    [
      'a paid one',
      [1, 4],
      6300,
      [...found, invoice(4, '', 0, { sums: sums(1000, 1000) })],
      'invoiceAlreadyPaid',
    ],
    [
      'one that was written off',
      [4],
      1000,
      [invoice(4, '', 0, { sums: sums(1000, 0, { isWrittenOff: true }) })],
      'invoiceAlreadyPaid',
    ],
    ['another sum than was seen', [1, 2], 19_799, found, 'changedMeanwhile'],
  ])('refuses %s', (_, ids, seen, rows, refusal) => {
    expect(() => plan(ids, seen, 0, rows)).toThrow(refusal);
  });
});

describe('when its money has come', () => {
  const parts = [part(1, 5000), part(2, 1000, 2000), part(3, 0, 1000)];
  test.each([
    [
      'as planned',
      [sums(5000), sums(3000), sums(1000)],
      3000,
      [
        [5000, 0],
        [1000, 2000],
        [0, 1000],
      ],
      0,
      3,
    ],
    [
      'more credit than was planned',
      [sums(5000), sums(4000), sums(1000)],
      9000,
      [
        [5000, 0],
        [1000, 2000],
        [0, 1000],
      ],
      0,
      2,
    ],
    [
      'no credit any more: what is urgent is paid',
      [sums(5000), sums(3000), sums(1000)],
      0,
      [
        [5000, 0],
        [1000, 0],
        [0, 0],
      ],
      0,
      1,
    ],
    [
      'one paid meanwhile fills the others, old credit stays',
      [sums(5000, 5000), sums(3000), sums(1000)],
      3000,
      [
        [0, 0],
        [3000, 0],
        [1000, 0],
      ],
      2000,
      2,
    ],
    [
      'one credited in part',
      [sums(5000, 0, { creditedCents: cents(4000) }), sums(3000), sums(1000)],
      500,
      [
        [1000, 0],
        [3000, 0],
        [1000, 0],
      ],
      1000,
      3,
    ],
    [
      'all paid meanwhile',
      [sums(5000, 5000), sums(3000, 3000), sums(1000, 1000)],
      3000,
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      6000,
      0,
    ],
    [
      'one paid too much',
      [sums(5000, 6000), sums(3000), sums(1000)],
      0,
      [
        [0, 0],
        [3000, 0],
        [1000, 0],
      ],
      2000,
      2,
    ],
  ])('%s', (_, found, credit, shares, over, closed) => {
    const booked = bookParts(parts, new Map(found.map((one, index) => [index + 1, one])), cents(credit));
    expect(booked.shares.map(({ moneyCents, creditCents }) => [moneyCents, creditCents])).toEqual(shares);
    expect(booked.overCents).toBe(over);
    expect(booked.shares.filter(({ isClosed }) => isClosed)).toHaveLength(closed);
  });

  test('what a later one needs no more fills an earlier one too', () => {
    const found = new Map([sums(1000), sums(5000, 5000)].map((one, index) => [index + 1, one]));
    expect(bookParts([part(1, 0, 1000), part(2, 5000)], found, cents(1000))).toMatchObject({
      shares: [{ moneyCents: 1000, creditCents: 0 }, { moneyCents: 0 }],
      overCents: 4000,
    });
  });

  test('an invoice that lacks a cent is closed by it', () => {
    const found = new Map([[1, sums(5000, 4999)]]);
    expect(bookParts([part(1, 1)], found, cents(0)).shares).toEqual([
      { invoiceId: 1, moneyCents: 1, creditCents: 0, isClosed: true },
    ]);
  });

  test('an invoice that nobody knows gets nothing', () => {
    expect(bookParts([part(1, 5000)], new Map(), cents(0))).toMatchObject({ overCents: 5000 });
  });

  test('whatever became of the invoices: no cent is lost, none gets more than it costs, credit goes no further than it reaches', () => {
    const one = fc.record({
      amount: fc.integer({ min: 0, max: 900 }),
      credit: fc.integer({ min: 0, max: 900 }),
      owed: fc.integer({ min: -300, max: 1800 }),
    });
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 2000 }),
        (all, credit) => {
          const asked = all.map(({ amount, credit: planned }, index) => part(index, amount, planned));
          const found = new Map(all.map(({ owed }, index) => [index, sums(2000, 2000 - owed)]));
          const { shares, overCents } = bookParts(asked, found, cents(credit));
          const money = shares.reduce((sum, { moneyCents }) => sum + moneyCents, 0);
          expect(money + overCents).toBe(all.reduce((sum, { amount }) => sum + amount, 0));
          expect(shares.reduce((sum, { creditCents }) => sum + creditCents, 0)).toBeLessThanOrEqual(credit);
          for (const [index, { moneyCents, creditCents, isClosed }] of shares.entries()) {
            const owed = Math.max(0, all[index]?.owed ?? 0);
            expect(Math.min(moneyCents, creditCents)).toBeGreaterThanOrEqual(0);
            expect(moneyCents + creditCents).toBeLessThanOrEqual(owed);
            expect(isClosed).toBe(owed > 0 && moneyCents + creditCents === owed);
          }
        },
      ),
    );
  });
});

describe('old credit', () => {
  const share = (invoiceId: number, credit: number) => ({
    invoiceId,
    moneyCents: cents(0),
    creditCents: cents(credit),
    isClosed: true,
  });
  const receipt = (receiptId: number, left: number) => ({ receiptId, leftCents: cents(left) });

  test('is used receipt by receipt, invoice by invoice', () => {
    const used = splitCredit([receipt(1, 700), receipt(2, 800)], [share(5, 500), share(6, 0), share(7, 600)]);
    expect(used).toEqual([
      { receiptId: 1, invoiceId: 5, amountCents: 500 },
      { receiptId: 1, invoiceId: 7, amountCents: 200 },
      { receiptId: 2, invoiceId: 7, amountCents: 400 },
    ]);
  });

  test('gives its last cent too', () => {
    expect(splitCredit([receipt(1, 1)], [share(5, 500)])).toEqual([
      { receiptId: 1, invoiceId: 5, amountCents: 1 },
    ]);
  });

  test('that is less than none because of another receipt is not used', () => {
    expect(splitCredit([receipt(1, 700), receipt(2, -700)], [share(5, 500)])).toEqual([]);
  });
});

describe('what is chosen and asked for', () => {
  const list = (...days: string[]) => days.map((dueOn, index) => ({ invoiceId: index + 1, dueOn }));
  test.each([
    ['overdue and due today', list('2026-11-19', '2026-11-25', '2026-12-01'), [1, 2]],
    ['the only one that is due', list('2026-11-25', '2026-12-01'), [1]],
    ['all where nothing is due', list('2026-12-01', '2026-12-05'), [1, 2]],
    ['none of none', [], []],
    [
      'no more than one payment takes',
      list('2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'),
      [1, 2, 3],
    ],
  ])('%s', (_, invoices, chosen) => {
    expect(chosenAtFirst(invoices, '2026-11-25', 3)).toEqual(chosen);
  });

  test.each([
    ['without credit', 2190, false, 16_300, 0, 16_300],
    ['with credit', 2190, true, 16_300, 2190, 14_110],
    ['credit for all', 90_000, true, 16_300, 16_300, 0],
  ])('%s', (_, held, usesCredit, totalCents, creditCents, moneyCents) => {
    const sum = sumToPay([cents(13_500), cents(2800)], cents(held), usesCredit);
    expect(sum).toEqual({ totalCents, creditCents, moneyCents });
  });
});
