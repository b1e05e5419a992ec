import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import {
  type Billed,
  billsOf,
  type DateSpan,
  owedCents,
  pastPeriods,
  periodAt,
  periodsUntil,
  type Running,
  shortageCents,
  surplusCents,
  usedSpans,
} from './domain.ts';

const plain = (startsOn: string, more: Partial<Running> = {}): Running => ({
  startsOn,
  endsOn: null,
  anchorDay: Number(startsOn.slice(8)),
  periodMonths: 1,
  prices: [{ fromOn: startsOn, priceCents: cents(3900) }],
  freezes: [],
  ...more,
});

describe('periods', () => {
  test('are reckoned without making them, give or take one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12_000 }),
        fc.integer({ min: -400, max: 12_000 }),
        fc.constantFrom(1, 3, 12),
        (first, days, periodMonths) => {
          const startsOn = addDays('1996-01-01', first);
          const until = addDays(startsOn, days);
          const made = periodsUntil(plain(startsOn, { periodMonths }), until).length;
          expect(Math.abs(pastPeriods(startsOn, until, periodMonths) - made)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('hold a date each: the last one that begins by then, and before the first day the first', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12_000 }),
        fc.integer({ min: -60, max: 12_000 }),
        fc.integer({ min: 1, max: 31 }),
        fc.constantFrom(1, 2, 3, 6, 12),
        (first, days, anchorDay, periodMonths) => {
          const startsOn = addDays('1996-01-01', first);
          const running = plain(startsOn, { anchorDay, periodMonths });
          const date = addDays(startsOn, days);
          const held = days < 0 ? startsOn : date;
          expect(periodAt(running, date)).toEqual(periodsUntil(running, held).at(-1));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['2026-01-31', 31, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-30', 30, ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
    ['2026-03-10', 1, ['2026-03-10', '2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01']],
    ['2026-02-28', 31, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']],
    ['2026-03-10', 15, ['2026-03-10', '2026-03-15', '2026-04-15', '2026-05-15', '2026-06-15']],
  ])('from %s with anchor %i they begin %j', (startsOn, anchorDay, begins) => {
    const periods = periodsUntil(plain(startsOn, { anchorDay }), addDays(begins.at(-1) ?? '', 0));
    expect(periods.map(({ fromOn }) => fromOn)).toEqual(begins);
  });

  // 2000 has a leap day, 2100 has none.
  test.each([
    ['1999-12-01', '2004-03-31'],
    ['2095-12-01', '2104-03-31'],
  ])('begin and end as the calendar has it from %s to %s, for every anchor day', (begins, ends) => {
    for (let day = 1; day <= 31; day += 1) {
      const month = Temporal.PlainDate.from(begins);
      const anchor = (months: number) => {
        const first = month.add({ months });
        return first.with({ day: Math.min(day, first.daysInMonth) });
      };
      const periods = periodsUntil(plain(anchor(0).toString(), { anchorDay: day }), ends).slice(0, 99);
      expect(periods.map(({ fromOn }) => fromOn)).toEqual(
        periods.map((_, index) => anchor(index).toString()),
      );
      expect(periods.map(({ untilOn }) => untilOn)).toEqual(
        periods.map((_, index) =>
          anchor(index + 1)
            .subtract({ days: 1 })
            .toString(),
        ),
      );
    }
  });

  test('a quarter is billed at a time', () => {
    const periods = periodsUntil(plain('2026-11-30', { periodMonths: 3 }), '2027-08-30');
    expect(periods.map(({ fromOn, untilOn }) => [fromOn, untilOn])).toEqual([
      ['2026-11-30', '2027-02-27'],
      ['2027-02-28', '2027-05-29'],
      ['2027-05-30', '2027-08-29'],
      ['2027-08-30', '2027-11-29'],
    ]);
  });
});

describe('what a period costs', () => {
  test.each([
    // Days left of days in the period, half a cent up.
    ['2026-03-10', 1, 3900, 2768],
    ['2026-02-28', 1, 3900, 139],
    ['2028-02-29', 1, 3900, 134],
    ['2028-02-28', 1, 3900, 269],
    ['2026-04-16', 1, 3901, 1951],
    ['2026-01-31', 1, 3100, 100],
    ['2026-01-31', 31, 3900, 3900],
  ])('begun on %s with anchor %i at %i cents: %i', (startsOn, anchorDay, price, owed) => {
    const running = plain(startsOn, { anchorDay, prices: [{ fromOn: startsOn, priceCents: cents(price) }] });
    expect(owedCents(running, periodAt(running, startsOn))).toBe(owed);
  });

  test('a new price counts from the first period that begins with it', () => {
    const running = plain('2026-01-10', {
      prices: [
        { fromOn: '2026-01-10', priceCents: cents(3900) },
        { fromOn: '2026-03-01', priceCents: cents(4500) },
      ],
    });
    expect(billsOf(running, [], '2026-04-10').map(({ amountCents }) => amountCents)).toEqual([
      3900, 3900, 4500, 4500,
    ]);
  });

  test('a freeze after the period was billed is taken off the next one, whatever does not fit off the one after', () => {
    const freezes = [{ fromOn: '2026-01-11', untilOn: '2026-02-27' }];
    const running = plain('2026-01-01', {
      prices: [{ fromOn: '2026-01-01', priceCents: cents(3100) }],
      freezes,
    });
    const bills = billsOf(running, [asBilled('2026-01-01', 3100)], '2026-03-01');
    expect(
      bills.map(({ owedCents: owed, carriedCents, amountCents }) => [owed, carriedCents, amountCents]),
    ).toEqual([
      [111, -111, 0],
      [3100, -1989, 1111],
    ]);
  });
});

test('a freeze ended early costs the days that were used after all, with the next bill', () => {
  const prices = [{ fromOn: '2026-01-01', priceCents: cents(3100) }];
  const frozen = plain('2026-01-01', { prices, freezes: [{ fromOn: '2026-01-11', untilOn: '2026-01-31' }] });
  const [bill] = billsOf(frozen, [], '2026-01-01');
  expect(bill?.amountCents).toBe(1000);
  const back = { ...frozen, freezes: [{ fromOn: '2026-01-11', untilOn: '2026-01-20' }] };
  expect(
    billsOf(back, [asBilled('2026-01-01', 1000)], '2026-02-01').map(({ amountCents }) => amountCents),
  ).toEqual([4200]);
});

test('nothing comes back where nothing was billed too much', () => {
  const running = plain('2026-01-01', { endsOn: '2026-02-28' });
  const billed = (owed: number): Billed => ({
    ...{ fromOn: '2026-01-01', owedCents: cents(owed), discountCents: cents(0), carriedCents: cents(0) },
  });
  expect([3899, 3900, 3901].map((owed) => surplusCents(running, [billed(owed)]))).toEqual([0, 0, 1]);
  expect(surplusCents(running, [])).toBe(0);
});

test('a period that was billed and begins after the end comes back whole', () => {
  const billed = ['2026-01-01', '2026-02-01'].map((fromOn) => asBilled(fromOn, 3900));
  expect(surplusCents(plain('2026-01-01', { endsOn: '2026-01-31' }), billed)).toBe(3900);
  const freezes = [{ fromOn: '2026-01-25', untilOn: '2026-02-10' }];
  expect(surplusCents(plain('2026-01-01', { endsOn: '2026-02-10', freezes }), billed)).toBe(4781);
});

test('too little was billed for the last period: it is asked for once no bill is left to ask', () => {
  const billed = [asBilled('2026-01-01', 3000)];
  const shortage = (endsOn: string | null) => shortageCents(plain('2026-01-01', { endsOn }), billed);
  expect(shortage('2026-01-31')).toBe(900);
  expect(shortage('2026-02-01')).toBe(0);
  expect(shortage(null)).toBe(0);
});

test('no contract is without a price', () => {
  const running = plain('2026-01-01', { prices: [] });
  expect(() => owedCents(running, periodAt(running, '2026-01-01'))).toThrow('a contract without a price');
});

test('with a discount, what comes back for frozen days is what was paid for them', () => {
  const prices = [{ fromOn: '2026-01-01', priceCents: cents(3100) }];
  const running = plain('2026-01-01', { prices, freezes: [{ fromOn: '2026-01-11', untilOn: '2026-01-20' }] });
  const half = { ...asBilled('2026-01-01', 3100), discountCents: cents(1550) };
  expect(billsOf(running, [half], '2026-02-01').map(({ amountCents }) => amountCents)).toEqual([2600]);
});

const asBilled = (fromOn: string, owed: number) => ({
  fromOn,
  owedCents: cents(owed),
  discountCents: cents(0),
  carriedCents: cents(0),
});

const date = (from: string, days: number) =>
  fc.integer({ min: 0, max: days }).map((ahead) => addDays(from, ahead));

/** A contract of any anchor day with freezes apart from each other and perhaps an end, over five years. */
const anyRunning = fc
  .record({
    startsOn: date('2024-01-01', 800),
    anchorDay: fc.integer({ min: 1, max: 31 }),
    periodMonths: fc.constantFrom(1, 3, 6, 12),
    price: fc.integer({ min: 0, max: 99_999 }),
    cuts: fc.uniqueArray(fc.integer({ min: 0, max: 1826 }), { maxLength: 12 }),
    ends: fc.option(fc.integer({ min: 0, max: 1826 })),
  })
  .map(({ startsOn, anchorDay, periodMonths, price, cuts, ends }): Running => {
    const sorted = cuts.toSorted((one, other) => one - other);
    const freezes: DateSpan[] = [];
    for (let index = 0; index + 1 < sorted.length; index += 2) {
      const [from = 0, until = 0] = sorted.slice(index, index + 2);
      freezes.push({ fromOn: addDays(startsOn, from), untilOn: addDays(startsOn, until) });
    }
    const own = periodMonths === 1 ? anchorDay : Number(startsOn.slice(8));
    return {
      startsOn,
      endsOn: ends === null ? null : addDays(startsOn, ends),
      anchorDay: own,
      periodMonths,
      prices: [{ fromOn: startsOn, priceCents: cents(price) }],
      freezes,
    };
  });

describe('over five years, any anchor day, freezes and ends', () => {
  test('periods tile: each begins the day after the one before, and none is longer than its months', () => {
    fc.assert(
      fc.property(anyRunning, (running) => {
        const periods = periodsUntil({ ...running, endsOn: null }, addDays(running.startsOn, 1826));
        expect(periods[0]?.fromOn).toBe(running.startsOn);
        for (const [index, period] of periods.entries()) {
          expect(period.untilOn >= period.fromOn).toBe(true);
          expect(period.wholeFrom <= period.fromOn).toBe(true);
          expect(daysBetween(period.wholeFrom, period.untilOn)).toBeLessThan(31 * running.periodMonths);
          const next = periods[index + 1];
          if (next) expect(next.fromOn).toBe(addDays(period.untilOn, 1));
        }
      }),
    );
  });

  test('each day that is neither frozen nor after the end is paid once, no other at all', () => {
    fc.assert(
      fc.property(anyRunning, (running) => {
        const last = addDays(running.startsOn, 1826);
        const used = periodsUntil(running, last).flatMap((period) => usedSpans(running, period));
        const paid = used.flatMap(({ fromOn, untilOn }) =>
          Array.from({ length: daysBetween(fromOn, untilOn) + 1 }, (_, day) => addDays(fromOn, day)),
        );
        const end = running.endsOn ?? periodAt(running, last).untilOn;
        const wanted = Array.from({ length: daysBetween(running.startsOn, end) + 1 }, (_, day) =>
          addDays(running.startsOn, day),
        ).filter((day) => !running.freezes.some(({ fromOn, untilOn }) => fromOn <= day && day <= untilOn));
        expect(paid).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });

  test('a period cut in any way costs its price in sum; used whole, exactly its price', () => {
    fc.assert(
      fc.property(anyRunning, fc.nat(400), fc.nat(400), (running, first, second) => {
        const whole = { ...running, endsOn: null, freezes: [] };
        for (const period of periodsUntil(whole, addDays(running.startsOn, 400)).slice(1)) {
          const price = owedCents(whole, period);
          expect(price).toBe(running.prices[0]?.priceCents);
          const days = daysBetween(period.fromOn, period.untilOn) + 1;
          const [from = 0, until = 0] = [first % days, second % days].toSorted((one, other) => one - other);
          const freeze = { fromOn: addDays(period.fromOn, from), untilOn: addDays(period.fromOn, until) };
          const rest = owedCents({ ...whole, freezes: [freeze] }, period);
          const before = { fromOn: period.fromOn, untilOn: addDays(freeze.fromOn, -1) };
          const after = { fromOn: addDays(freeze.untilOn, 1), untilOn: period.untilOn };
          const freezes = [before, after].filter(({ fromOn, untilOn }) => fromOn <= untilOn);
          expect(rest + owedCents({ ...whole, freezes }, period)).toBe(price);
        }
      }),
    );
  });

  test('billed month by month, with freezes and the end told at any time, the sum billed is the sum owed', () => {
    fc.assert(
      fc.property(anyRunning, fc.array(fc.nat(1826), { maxLength: 7 }), (running, told) => {
        // Each freeze becomes known on some day, at the latest when it begins; so does the end.
        const known = (today: string): Running => ({
          ...running,
          endsOn: running.endsOn !== null && running.endsOn <= today ? running.endsOn : null,
          freezes: running.freezes.filter(
            ({ fromOn }, index) => fromOn <= today || addDays(running.startsOn, told[index] ?? 0) <= today,
          ),
        });
        const billed: (Billed & { amountCents: number })[] = [];
        for (let day = 0; day <= 1900; day += 31) {
          const today = addDays(running.startsOn, day);
          billed.push(
            ...billsOf(known(today), billed, today).map((bill) => ({ ...bill, discountCents: cents(0) })),
          );
        }
        const last = addDays(running.startsOn, 1900 - (1900 % 31));
        const owed = periodsUntil(running, last)
          .filter(({ fromOn }) => billed.some((one) => one.fromOn === fromOn))
          .reduce((sum, period) => sum + owedCents(running, period), 0);
        const sum = billed.reduce((total, { amountCents }) => total + amountCents, 0);
        expect(sum - surplusCents(running, billed)).toBe(owed);
        expect(new Set(billed.map(({ fromOn }) => fromOn)).size).toBe(billed.length);
      }),
      { numRuns: 25 },
    );
  });
});
