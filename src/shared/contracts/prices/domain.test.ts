import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { earliestPrice, isTimely, periodsAround, priceFrom, shiftedPrices } from './domain.ts';

test.each([
  ['without an end', null, null, false, '2027-01-01'],
  ['bound until later', null, '2027-02-10', false, '2027-02-11'],
  ['bound until before', null, '2026-12-10', false, '2027-01-01'],
  ['that ends', '2027-06-30', null, false, undefined],
  ['that goes on later', '2027-06-30', null, true, '2027-07-01'],
  ['that goes on before', '2026-12-15', null, true, '2027-01-01'],
] as const)('a contract %s has a price of 01.01. from %s', (_, endsOn, bindingUntil, isRenewing, from) => {
  expect(
    priceFrom({ startsOn: '2026-09-14', endsOn, bindingUntil, billedUntil: null, isRenewing }, '2027-01-01'),
  ).toBe(from);
});

test.each([
  ['2026-12-31', '2027-01-01'],
  ['2027-01-01', '2027-01-02'],
  ['2027-01-20', '2027-01-21'],
])(
  'the first period of a contract that begins on %s keeps its price: another counts from %s',
  (startsOn, from) => {
    const contract = { startsOn, endsOn: null, bindingUntil: null, billedUntil: null, isRenewing: false };
    expect(priceFrom(contract, '2027-01-01')).toBe(from);
  },
);

test.each([
  ['2026-12-31', '2027-01-01'],
  ['2027-01-01', '2027-01-02'],
  ['2027-01-31', '2027-02-01'],
])(
  'what is billed until %s keeps its price: another counts from %s, and is offered from then',
  (billedUntil, from) => {
    const contract = {
      startsOn: '2026-09-14',
      endsOn: null,
      bindingUntil: null,
      billedUntil,
      isRenewing: false,
    };
    expect(priceFrom(contract, '2027-01-01')).toBe(from);
    expect(earliestPrice({ ...contract, isLive: true }, '2026-12-25', 7)).toBe(from);
  },
);

test.each([
  ['2026-10-01', '2026-09-14', '2026-10-01'],
  ['2026-10-02', '2026-10-01', '2026-11-01'],
  ['2026-10-31', '2026-10-01', '2026-11-01'],
])('a price from %s leaves the period of %s and counts from that of %s', (fromOn, before, countsOn) => {
  const contract = { startsOn: '2026-09-14', anchorDay: 1, periodMonths: 1 };
  expect(periodsAround(contract, fromOn)).toEqual({ before, countsOn });
});

test.each([
  ['2026-12-21', true],
  ['2026-12-20', false],
])('told on 21.11. thirty days ahead, %s is timely: %s', (fromOn, isGood) => {
  expect(isTimely(fromOn, '2026-11-21', 30)).toBe(isGood);
});

test.each([
  ['without an end', null, false, true, '2026-12-21'],
  ['that goes on', '2026-11-30', true, true, '2026-12-21'],
  ['that ends', '2027-06-30', false, true, null],
  ['that goes on tomorrow', '2026-11-21', true, true, '2026-12-21'],
  ['that is over', '2026-11-20', true, true, null],
  ['nobody has paid yet', null, false, false, null],
] as const)('another price for a contract %s', (_, endsOn, isRenewing, isLive, from) => {
  const contract = {
    startsOn: '2026-09-14',
    endsOn,
    bindingUntil: null,
    billedUntil: null,
    isRenewing,
    isLive,
  };
  expect(earliestPrice(contract, '2026-11-21', 30)).toBe(from);
});

test.each([
  ['goes later with the term', '2026-12-31', '2027-01-15', ['2027-01-16']],
  ['comes back, never before what was told', '2027-01-05', '2026-12-20', ['2027-01-01', '2027-01-10']],
  ['stays on the last day of the term', '2027-01-06', '2027-01-20', ['2027-01-06', '2027-01-21']],
  // Told for a term that began since: the freeze is of the present one.
  ['stays within the present term', '2027-12-31', '2028-01-14', ['2027-01-06', '2027-01-10']],
] as const)('what was told for after a term %s', (_, ended, endsOn, dates) => {
  const price = (fromOn: string, toldOn: string | null = null) => ({ fromOn, toldOn, priceCents: cents(1) });
  const inForce = [price('2025-06-01'), price('2026-06-01')];
  const told = [price('2027-01-06', '2027-01-01'), price('2027-01-10')];
  const [before, after] = [
    { endsOn: ended, bindingUntil: null },
    { endsOn, bindingUntil: null },
  ];
  const of = { today: '2026-11-21', billedUntil: null };
  const shifted = shiftedPrices([...inForce, ...told], before, after, of);
  expect(shifted.map(({ fromOn }) => fromOn)).toEqual(['2025-06-01', '2026-06-01', ...dates]);
});

test.each([
  // Behind it the price lies as well, but its term began since and no bound that it waits for moves.
  ['stays behind a binding that is long over', '2026-06-30', '2026-06-30', '2027-01-16'],
  ['is not made earlier by a binding that ends before it', '2027-01-05', '2027-01-10', '2027-01-16'],
  [
    'is not made earlier by a binding that comes back and did not hold it',
    '2027-01-10',
    '2027-01-05',
    '2027-01-16',
  ],
  ['goes later with a binding that reaches it', '2027-01-15', '2027-01-30', '2027-01-31'],
  ['comes back with a binding, but not to what runs today', '2027-01-15', '2026-12-20', '2027-01-11'],
] as const)('a price within the present term %s', (_, bound, bindingUntil, from) => {
  const inForce = { fromOn: '2026-01-01', priceCents: cents(1) };
  const told = { fromOn: '2027-01-16', toldOn: '2027-01-01', priceCents: cents(2) };
  const shifted = shiftedPrices(
    [inForce, told],
    { endsOn: '2028-01-31', bindingUntil: bound },
    { endsOn: '2028-02-16', bindingUntil },
    { today: '2027-01-10', billedUntil: null },
  );
  expect(shifted.map(({ fromOn }) => fromOn)).toEqual(['2026-01-01', from]);
});

test.each([
  ['to what was told where nothing of it is billed', '2026-12-31', '2027-01-01'],
  ['behind what is billed', '2027-01-04', '2027-01-05'],
  ['not at all where all until it is billed', '2027-01-31', '2027-01-09'],
] as const)('a price that a freeze had put off comes back %s', (_, billedUntil, from) => {
  const shifted = shiftedPrices(
    [
      { fromOn: '2026-01-01', priceCents: cents(1) },
      { fromOn: '2027-01-09', toldOn: '2027-01-01', priceCents: cents(2) },
    ],
    { endsOn: '2027-01-08', bindingUntil: null },
    { endsOn: '2026-12-31', bindingUntil: null },
    { today: '2026-12-23', billedUntil },
  );
  expect(shifted.map(({ fromOn }) => fromOn)).toEqual(['2026-01-01', from]);
});

test.each([
  ['begins today keeps its date', '2027-01-10', '2027-01-10'],
  ['begins tomorrow goes with a binding that reaches it', '2027-01-11', '2027-01-21'],
])('a price that %s', (_, toldFor, from) => {
  const shifted = shiftedPrices(
    [
      { fromOn: '2026-01-01', priceCents: cents(1) },
      { fromOn: toldFor, priceCents: cents(2) },
    ],
    { endsOn: null, bindingUntil: addDays(toldFor, -1) },
    { endsOn: null, bindingUntil: '2027-01-20' },
    { today: '2027-01-10', billedUntil: null },
  );
  expect(shifted.map(({ fromOn }) => fromOn)).toEqual(['2026-01-01', from]);
});
