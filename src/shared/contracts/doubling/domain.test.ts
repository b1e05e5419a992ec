import { expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { decideGivingUp } from './domain.ts';

const billed = (fromOn: string, untilOn: string) => ({
  ...{ fromOn, untilOn, invoiceId: 1, position: 1 },
  ...{ owedCents: cents(3000), discountCents: cents(0), carriedCents: cents(0), amountCents: cents(3000) },
});
/** Thirty euros a month of thirty days. */
const contract = {
  ...{ startsOn: '2026-09-01', endsOn: null, anchorDay: 1, periodMonths: 1, freezes: [] },
  prices: [{ fromOn: '2026-09-01', priceCents: cents(3000) }],
  billed: [billed('2026-09-01', '2026-09-30')],
};

test.each([
  ['began before the other', '2026-09-11', { finalOn: '2026-09-10', backCents: 2000 }],
  [
    'began before the other, which begins after what was billed',
    '2026-10-11',
    { finalOn: '2026-10-10', backCents: 0 },
  ],
  ['began on the same day', '2026-09-01', { finalOn: null, backCents: 3000 }],
  ['began after the other', '2026-08-20', { finalOn: null, backCents: 3000 }],
])('a contract that %s', (_, otherStartsOn, plan) => {
  expect(decideGivingUp(contract, otherStartsOn, cents(0))).toEqual(plan);
});

test('what was given back since notice is not given back again', () => {
  expect(decideGivingUp(contract, '2026-09-11', cents(1000)).backCents).toBe(1000);
  expect(decideGivingUp(contract, '2026-09-11', cents(2500)).backCents).toBe(0);
});
