import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InvoiceSums } from '#shared/invoices/domain.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import {
  decideBooking,
  hasMoneyCome,
  isDraftOver,
  isOrderMissing,
  isSettledBy,
  movePayment,
  moveRefund,
  nextAskAt,
  type PaymentStatus,
  payableCents,
  paymentStateOf,
  paymentStatuses,
  type RefundStatus,
  refundStatuses,
  statusAfterRefund,
} from './domain.ts';

/** Down: what a payment is. Across: what is heard. The cell: what it becomes; a dot is no change. */
const moves = `
                     PENDING AUTHORIZED PAID VOIDED ABANDONED PARTIALLY_REFUNDED REFUNDED
  PENDING            .       AUTHORIZED PAID VOIDED ABANDONED PARTIALLY_REFUNDED REFUNDED
  AUTHORIZED         .       .          PAID VOIDED ABANDONED PARTIALLY_REFUNDED REFUNDED
  PAID               .       .          .    .      .         PARTIALLY_REFUNDED REFUNDED
  VOIDED             .       .          PAID .      .         PARTIALLY_REFUNDED REFUNDED
  ABANDONED          .       .          PAID VOIDED .         PARTIALLY_REFUNDED REFUNDED
  PARTIALLY_REFUNDED .       .          .    .      .         .                  REFUNDED
  REFUNDED           .       .          .    .      .         .                  .`;

const status = fc.constantFrom(...paymentStatuses);
/** News in their order, and the same twice over in any order. */
const history = fc.array(status, { minLength: 1, maxLength: 8 }).chain((heard) => {
  const twice = [...heard, ...heard];
  return fc.record({
    heard: fc.constant(heard),
    mixed: fc.shuffledSubarray(twice, { minLength: twice.length }),
  });
});
const endOf = (heard: readonly (PaymentStatus | undefined)[]) =>
  heard.reduce<PaymentStatus>((current, reported) => movePayment(current, reported).status, 'PENDING');

describe('moves of a payment', () => {
  const [head = [], ...rows] = moves
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

  // shows: payment-statuses
  test('every pair', () => {
    expect(head).toEqual(expect.arrayContaining([...paymentStatuses]));
    expect(rows).toHaveLength(paymentStatuses.length);
    for (const [current, ...cells] of rows) {
      for (const [index, cell] of cells.entries()) {
        const move = movePayment(current as PaymentStatus, head[index] as PaymentStatus);
        expect([current, head[index], move.status]).toEqual([
          current,
          head[index],
          cell === '.' ? current : cell,
        ]);
        expect(move.isNew).toBe(cell !== '.');
      }
    }
  });

  test('a status nobody knows changes nothing', () => {
    for (const current of paymentStatuses) {
      expect(movePayment(current, undefined)).toEqual({
        status: current,
        isNew: false,
        isMoneyNew: false,
        isTakenBack: false,
      });
    }
  });

  test('shuffled, repeated and cut short: the furthest news decide, and money is new once', () => {
    fc.assert(
      fc.property(history, ({ heard, mixed }) => {
        expect(endOf(mixed)).toBe(endOf(heard));
        let current: PaymentStatus = 'PENDING';
        let booked = 0;
        for (const reported of mixed) {
          const move = movePayment(current, reported);
          if (move.isMoneyNew) booked += 1;
          current = move.status;
        }
        expect(booked).toBe(heard.some(hasMoneyCome) ? 1 : 0);
      }),
    );
  });

  test('no failure undoes money; only a bank that takes it back is worth asking about', () => {
    fc.assert(
      fc.property(fc.array(status), (heard) => {
        const end = endOf([...heard, 'PAID', 'PENDING', 'ABANDONED', 'VOIDED', 'AUTHORIZED']);
        expect(hasMoneyCome(end)).toBe(true);
      }),
    );
    expect(movePayment('PAID', 'VOIDED')).toMatchObject({ status: 'PAID', isTakenBack: true });
    expect(movePayment('PENDING', 'VOIDED').isTakenBack).toBe(false);
    expect(movePayment('PAID', 'ABANDONED').isTakenBack).toBe(false);
  });

  // shows: payment-states
  test.each([
    ['PENDING', false, 'started'],
    ['PENDING', true, 'waiting'],
    ['AUTHORIZED', false, 'waiting'],
    ['PAID', false, 'success'],
    ['PARTIALLY_REFUNDED', true, 'success'],
    ['REFUNDED', true, 'success'],
    ['ABANDONED', true, 'cancelled'],
    ['VOIDED', false, 'cancelled'],
  ] as const)('%s, returned %s, is shown as %s', (now, hasReturned, shown) => {
    expect(paymentStateOf(now, hasReturned)).toBe(shown);
  });
});

const sums = (parts: Partial<InvoiceSums>): InvoiceSums => ({
  state: 'issued',
  totalCents: cents(5000),
  creditedCents: cents(0),
  paidCents: cents(0),
  isWrittenOff: false,
  ...parts,
});

describe('what is to be paid, and what becomes of the money', () => {
  test('a draft costs its total, an invoice its balance', () => {
    expect(payableCents('invoice', sums({ state: 'draft' }))).toBe(5000);
    expect(payableCents('invoice', sums({ paidCents: cents(1500) }))).toBe(3500);
    expect(payableCents('invoice', sums({ paidCents: cents(4999) }))).toBe(1);
    expect(() => payableCents('invoice', sums({ paidCents: cents(5000) }))).toThrow('invoiceAlreadyPaid');
    expect(() => payableCents('invoice', sums({ creditedCents: cents(5000) }))).toThrow('invoiceAlreadyPaid');
    expect(() => payableCents('invoice', sums({ state: 'dropped' }))).toThrow('invoiceNotFound');
    expect(() => payableCents('creditNote', sums({}))).toThrow('invoiceNotFound');
  });

  test.each([
    ['a draft is completed', { state: 'draft' }, 5000, true, 'complete'],
    ['a draft that was dropped is completed', { state: 'dropped' }, 5000, true, 'complete'],
    ['a draft is not completed by less', { state: 'draft' }, 4999, true, 'credit'],
    ['nor by money that went back', { state: 'draft' }, 5000, false, 'credit'],
    ['an invoice is settled', {}, 5000, true, 'settle'],
    ['an invoice is settled in part', {}, 100, true, 'settle'],
    ['an invoice of which a cent is open is settled', { paidCents: cents(4999) }, 5000, true, 'settle'],
    ['a second payment is credit', { paidCents: cents(5000) }, 5000, true, 'credit'],
  ] as const)('%s', (_, parts, amount, isKept, booking) => {
    expect(decideBooking(sums(parts), cents(amount), isKept)).toBe(booking);
  });

  // shows: invoice-paid-or-not
  test('an invoice is closed by its balance and no less', () => {
    expect(isSettledBy(sums({ paidCents: cents(1000) }), cents(4000))).toBe(true);
    expect(isSettledBy(sums({ paidCents: cents(1000) }), cents(3999))).toBe(false);
    expect(isSettledBy(sums({ paidCents: cents(4999) }), cents(1))).toBe(true);
    expect(isSettledBy(sums({ paidCents: cents(5000) }), cents(5000))).toBe(false);
    expect(isSettledBy(sums({ state: 'draft' }), cents(5000))).toBe(false);
  });
});

test.each([
  ['2026-09-14T09:00:00Z', false],
  ['2026-09-28T09:00:00Z', false],
  ['2026-09-28T09:00:01Z', true],
])('a draft of 14 September at nine is over at %s: %s', (now, isOver) => {
  expect(isDraftOver('2026-09-14T09:00:00Z', now)).toBe(isOver);
});

describe('asking the provider', () => {
  const createdAt = '2026-09-14T09:00:00.000Z';

  test('soon at first, then less and less, at last no more', () => {
    let now = createdAt;
    let asked = 0;
    for (;;) {
      const next = nextAskAt('PENDING', createdAt, now);
      if (next === null) break;
      expect(compareInstants(next, now)).toBeGreaterThan(0);
      now = next;
      asked += 1;
    }
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThan(120);
    expect(nextAskAt('PENDING', createdAt, addMinutes(createdAt, 2))).toBe(addMinutes(createdAt, 3));
  });

  test('what is open is asked about for fourteen days, what was given up for three, what is paid never', () => {
    const days = (count: number) => addMinutes(createdAt, count * 24 * 60);
    for (const [status, most] of [
      ['PENDING', 14],
      ['AUTHORIZED', 14],
      ['ABANDONED', 3],
      ['VOIDED', 3],
    ] as const) {
      expect(nextAskAt(status, createdAt, days(most))).not.toBeNull();
      expect(nextAskAt(status, createdAt, addMinutes(days(most), 1))).toBeNull();
    }
    for (const paid of paymentStatuses.filter(hasMoneyCome))
      expect(nextAskAt(paid, createdAt, createdAt)).toBeNull();
  });
});

describe('refunds', () => {
  test('any order of news ends at the furthest', () => {
    const refundStatus = fc.constantFrom(...refundStatuses);
    fc.assert(
      fc.property(fc.array(refundStatus), (heard) => {
        const end = (news: typeof heard) =>
          news.reduce<RefundStatus>((current, reported) => moveRefund(current, reported), 'PENDING');
        expect(end([...heard].reverse())).toBe(end(heard));
      }),
    );
    expect(moveRefund('SUCCESSFUL', 'REJECTED')).toBe('SUCCESSFUL');
    expect(moveRefund('PENDING', undefined)).toBe('PENDING');
  });

  test('the payment says how much is back', () => {
    expect(statusAfterRefund('PAID', cents(5000), cents(0))).toBe('PAID');
    expect(statusAfterRefund('PAID', cents(5000), cents(1))).toBe('PARTIALLY_REFUNDED');
    expect(statusAfterRefund('PAID', cents(5000), cents(100))).toBe('PARTIALLY_REFUNDED');
    expect(statusAfterRefund('PARTIALLY_REFUNDED', cents(5000), cents(5000))).toBe('REFUNDED');
  });
});

test.each([
  ['nothing was asked for yet', {}, true],
  ['its page is known', { paymentUrl: 'https://pay.example/1', providerId: 'a' }, false],
  ['a card typed on our page was taken', { sessionId: 's', providerId: 'a' }, false],
  ['a card typed on our page was not taken', { sessionId: 's' }, true],
  ['it was made without a page to pay at', { providerId: 'a' }, true],
  ['somebody is at it', { orderingUntil: '2026-09-14T09:00:01Z' }, false],
  ['whoever was at it broke off', { orderingUntil: '2026-09-14T09:00:00Z' }, true],
])('where %s, %j, an order is missing: %s', (_, of, isMissing) => {
  const nothing = { paymentUrl: null, providerId: null, sessionId: null, orderingUntil: null };
  expect(isOrderMissing({ ...nothing, ...of }, '2026-09-14T09:00:00Z')).toBe(isMissing);
});
