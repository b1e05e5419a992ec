import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { decideRefund, type KnownRefund, mostRefund, takeBack, whereaboutsOf } from './domain.ts';

const share = (invoiceId: number, amount: number) => ({ invoiceId, amountCents: cents(amount) });
const received = (amount: number, allocated: [number, number][], invoiceIds = [1]) => ({
  amountCents: cents(amount),
  allocated: allocated.map(([id, part]) => share(id, part)),
  invoiceIds,
});
const back = (amount: number, shares: [number, number][] = []): KnownRefund => ({
  amountCents: cents(amount),
  status: 'SUCCESSFUL',
  invoiceId: null,
  shares: shares.map(([id, part]) => share(id, part)),
});
const underWay = (amount: number, invoiceId: number | null = null): KnownRefund => ({
  amountCents: cents(amount),
  status: 'PENDING',
  invoiceId,
  shares: [],
});

describe('where the money of a payment is', () => {
  test.each([
    ['paid whole', received(5000, [[1, 5000]]), [], 0, [5000]],
    ['more than the invoice cost', received(5000, [[1, 3000]]), [], 2000, [3000]],
    [
      'what pays another invoice, which it was not for, is nowhere here',
      received(5000, [
        [1, 1000],
        [9, 3000],
      ]),
      [],
      1000,
      [1000],
    ],
    ['back of the credit', received(5000, [[1, 3000]]), [back(2000)], 0, [3000]],
    ['back of both', received(5000, [[1, 3000]]), [back(2500, [[1, 500]])], 0, [2500]],
    ['under way: of the credit first', received(5000, [[1, 3000]]), [underWay(2500)], 0, [2500]],
    [
      'rejected',
      received(5000, [[1, 3000]]),
      [{ ...underWay(2500), status: 'REJECTED' as const }],
      2000,
      [3000],
    ],
    [
      'of two invoices, each with its part',
      received(
        15_000,
        [
          [1, 10_000],
          [2, 5000],
        ],
        [1, 2],
      ),
      [back(2000, [[2, 2000]]), underWay(1000, 1)],
      0,
      [9000, 3000],
    ],
  ])('%s', (_, money, refunds, creditCents, left) => {
    const found = whereaboutsOf(money, refunds);
    expect(found.creditCents).toBe(creditCents);
    expect(found.invoices.map(({ amountCents }) => amountCents)).toEqual(left);
  });
});

describe('what a refund takes', () => {
  const two = { creditCents: cents(300), invoices: [share(1, 1000), share(2, 500)] };
  test.each([
    ['credit alone', 300, 2, []],
    ['credit, then the named invoice', 500, 2, [share(2, 200)]],
    ['named, then another where it has no more', 1000, 2, [share(1, 200), share(2, 500)]],
    ['unnamed: the least urgent first', 900, null, [share(1, 100), share(2, 500)]],
    ['more than all have is of the named one', 2000, 2, [share(1, 1000), share(2, 700)]],
    ['or of the first', 2000, null, [share(1, 1200), share(2, 500)]],
  ])('%s', (_, amount, invoiceId, shares) => {
    expect(takeBack(two, { amountCents: cents(amount), invoiceId }).shares).toEqual(shares);
  });

  test('no more than the credit and what the named invoice has; unnamed, all', () => {
    expect([mostRefund(two, 1), mostRefund(two, 2), mostRefund(two, null)]).toEqual([1300, 800, 1800]);
    expect(mostRefund(two, 9)).toBe(300);
    expect(() => decideRefund(cents(1300), cents(1300))).not.toThrow();
    expect(() => decideRefund(cents(1300), cents(1301))).toThrow('refundNotPossible');
    expect(() => decideRefund(cents(1300), cents(5))).not.toThrow();
    expect(() => decideRefund(cents(1300), cents(4))).toThrow('refundNotPossible');
  });

  test('any refunds within what may go back, of any invoice: all of it goes back, and nothing twice', () => {
    const step = fc.record({
      invoiceId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      amount: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const money = received(
          3000,
          [
            [1, 1000],
            [2, 900],
            [3, 800],
          ],
          [1, 2, 3],
        );
        const done: KnownRefund[] = [];
        for (const { invoiceId, amount } of steps) {
          const before = whereaboutsOf(money, done);
          if (amount > mostRefund(before, invoiceId)) continue;
          const { shares, left } = takeBack(before, { amountCents: cents(amount), invoiceId });
          done.push({ ...back(amount), shares });
          expect(whereaboutsOf(money, done)).toEqual(left);
          expect(
            Math.min(left.creditCents, ...left.invoices.map((one) => one.amountCents)),
          ).toBeGreaterThanOrEqual(0);
          // Nothing of an invoice while there is credit, nor of another while the named one has enough.
          if (shares.length > 0) expect(left.creditCents).toBe(0);
          if (invoiceId !== null) expect(shares.every((one) => one.invoiceId === invoiceId)).toBe(true);
        }
        const back3000 = done.reduce((sum, one) => sum + one.amountCents, 0);
        expect(back3000 + mostRefund(whereaboutsOf(money, done), null)).toBe(3000);
      }),
    );
  });
});
