import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { type Billable, billingRunsDue, billOf, lastAccount } from './domain.ts';

const billable = (of: Partial<Billable['running']> = {}, more: Partial<Billable> = {}): Billable => ({
  running: {
    startsOn: '2026-01-01',
    endsOn: null,
    anchorDay: 1,
    periodMonths: 1,
    prices: [{ fromOn: '2026-01-01', priceCents: cents(3100) }],
    freezes: [],
    ...of,
  },
  termUntil: of.endsOn ?? null,
  billed: [{ fromOn: '2026-01-01', owedCents: cents(3100), discountCents: cents(0), carriedCents: cents(0) }],
  fees: [],
  ...more,
});

describe('a bill', () => {
  test('has a line for each period, from 1 on', () => {
    const { periods, charges, totalCents } = billOf(billable(), '2026-03-31');
    expect(periods.map(({ fromOn, position }) => [fromOn, position])).toEqual([
      ['2026-02-01', 1],
      ['2026-03-01', 2],
    ]);
    expect(charges).toHaveLength(2);
    expect(totalCents).toBe(6200);
  });

  test('shows what is carried as a discount', () => {
    const freezes = [{ fromOn: '2026-01-22', untilOn: '2026-01-31' }];
    const { charges, totalCents } = billOf(billable({ freezes }), '2026-02-01');
    expect(charges).toMatchObject([{ unitCents: 3100, discountCents: 1000 }]);
    expect(totalCents).toBe(2100);
  });

  test('says until when it is for where the contract ends within the period', () => {
    const { charges, periods } = billOf(billable({ endsOn: '2026-02-14' }), '2026-02-01');
    expect(charges).toMatchObject([
      { span: { fromOn: '2026-02-01', untilOn: '2026-02-14' }, unitCents: 1550 },
    ]);
    expect(periods).toMatchObject([{ untilOn: '2026-02-28' }]);
  });

  test('of a period of nothing has no line; the fee of its freeze has', () => {
    const freeze = { fromOn: '2026-02-01', untilOn: '2026-02-28' };
    const fees = [{ ...freeze, id: 7, feeCents: cents(500) }];
    const bill = billOf(billable({ freezes: [freeze] }, { fees }), '2026-02-01');
    expect(bill.periods).toMatchObject([{ amountCents: 0, position: null }]);
    expect(bill.fees).toMatchObject([{ id: 7, position: 1 }]);
    expect(bill.totalCents).toBe(500);
  });
});

describe('the last account', () => {
  const billed = (februaryCents: number) =>
    (['2026-01-01', '2026-02-01'] as const).map((fromOn, month) => ({
      ...{ fromOn, owedCents: cents(month === 0 ? 3100 : februaryCents) },
      ...{ discountCents: cents(0), carriedCents: cents(0) },
    }));
  const account = (endsOn: string | null, februaryCents: number) =>
    lastAccount({ ...billable({ endsOn }).running, billed: billed(februaryCents) });

  test('asks the day after the end for days that nobody was billed for', () => {
    expect(account('2026-02-14', 1000)).toEqual([
      { fromOn: '2026-02-15', untilOn: '2026-02-15', amountCents: 550 },
    ]);
  });

  test('is not made where all was billed, or no end is known', () => {
    expect(account('2026-02-14', 1550)).toEqual([]);
    expect(account(null, 1000)).toEqual([]);
  });
});

const ended = (runOn: string) => ({ runOn, hasEnded: true });
test.each([
  [undefined, false, ['2026-11-21']],
  [ended('2026-11-20'), false, ['2026-11-21']],
  [ended('2026-11-21'), false, []],
  [ended('2026-11-21'), true, ['2026-11-21']],
  [ended('2026-11-18'), true, ['2026-11-19', '2026-11-20', '2026-11-21']],
  [{ runOn: '2026-11-20', hasEnded: false }, false, ['2026-11-20', '2026-11-21']],
  [{ runOn: '2026-11-21', hasEnded: false }, false, ['2026-11-21']],
] as const)('after %o (again: %s) these nights are due: %j', (latest, isAgain, nights) => {
  expect(billingRunsDue(latest, '2026-11-21', isAgain)).toEqual(nights);
});

test('nights of long ago are not worked one by one', () => {
  const nights = billingRunsDue(ended('2026-01-01'), '2026-11-21', false);
  expect([nights[0], nights.at(-1), nights.length]).toEqual(['2026-10-21', '2026-11-21', 32]);
});
