import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { agree } from '../domain.ts';
import { giveBack, isRenewable, nextTerm, presentEnd, renewalStep } from './domain.ts';

const term = (startsOn: string, endsOn: string, termMonths: number, anchorDay = Number(startsOn.slice(8))) =>
  nextTerm({ startsOn, endsOn, termMonths, anchorDay, periodMonths: 1, freezes: [] });

describe('the next term', () => {
  test.each([
    ['2025-11-21', '2026-11-20', 12, 21, '2026-11-21', '2027-11-20'],
    // The anchor comes back after February.
    ['2026-01-31', '2026-02-27', 1, 31, '2026-02-28', '2026-03-30'],
    ['2024-02-29', '2025-02-27', 12, 29, '2025-02-28', '2026-02-27'],
    ['2027-03-15', '2027-03-31', 12, 1, '2027-04-01', '2028-03-31'],
    // Made longer by a freeze: the period it ends in comes on top.
    ['2025-11-01', '2026-11-10', 12, 1, '2026-11-11', '2027-11-30'],
  ])(
    'of a contract from %s to %s (%i months, anchor %i) is %s to %s',
    (starts, ends, months, anchor, from, until) => {
      expect(term(starts, ends, months, anchor)).toEqual({ startsOn: from, endsOn: until });
    },
  );

  test('follows without a gap for ten years, whatever the day', () => {
    for (let day = 1; day <= 31; day += 1) {
      const startsOn = `2026-01-${String(day).padStart(2, '0')}`;
      let endsOn = addDays(startsOn, -1);
      for (let number = 0; number < 120; number += 1) {
        const next = term(startsOn, number === 0 ? addDays(startsOn, -1) : endsOn, 1, day);
        expect(next.startsOn).toBe(addDays(endsOn, 1));
        expect(next.endsOn > next.startsOn).toBe(true);
        endsOn = next.endsOn;
      }
      expect(addDays(endsOn, 1)).toBe(startsOn.replace('2026', '2036'));
    }
  });
});

describe.each([1, 2, 3, 6, 12])('with periods of %i months the present term', (periodMonths) => {
  test.each([1, 3, 4, 12])('of %i is where one term after another leads, whatever the day', (termMonths) => {
    for (const anchor of ['start', 'first'] as const)
      for (let day = 1; day <= 31; day += 1) {
        const startsOn = `2024-01-${String(day).padStart(2, '0')}`;
        const terms = { periodMonths, termMonths, anchor, renews: true, bindingMonths: 0 };
        const { anchorDay, endsOn: first } = agree(terms, startsOn);
        const contract = { startsOn, anchorDay, periodMonths, termMonths, endsOn: first ?? '' };
        const ends = [contract.endsOn];
        for (let end = contract.endsOn; end < '2028-05-31'; ends.push(end))
          end = nextTerm({ ...contract, endsOn: end, freezes: [] }).endsOn;
        const dates = [
          ...['2023-12-31', '2026-02-28', '2026-03-01', '2027-05-31'],
          ...ends.slice(0, -1).flatMap((end) => [end, addDays(end, 1)]),
        ];
        for (const date of dates) expect(presentEnd(contract, date)).toBe(ends.find((end) => end >= date));
      }
  });
});

test('a second term finishes the period that the first one ends in', () => {
  const first = {
    startsOn: '2026-01-15',
    anchorDay: 15,
    periodMonths: 3,
    termMonths: 4,
    endsOn: '2026-05-14',
  };
  expect(presentEnd(first, '2026-05-15')).toBe('2026-11-14');
});

describe('the same again', () => {
  const contract = { phase: 'active', endsOn: '2026-12-31', goesOn: false } as const;
  test.each([
    ['may be had after a last day', contract, ['2026-01-01'], true],
    ['may be had of one that is over', { ...contract, phase: 'ended' }, [], true],
    ['may be had after notice', { ...contract, phase: 'noticeGiven' }, [], true],
    ['is not asked for where there is no end', { ...contract, endsOn: null }, [], false],
    ['comes by itself', { ...contract, goesOn: true }, [], false],
    ['may be had where another began on the last day', contract, ['2026-12-31'], true],
    ['is bought already', contract, ['2026-01-01', '2027-01-01'], false],
    ['is not meant by who withdrew', { ...contract, phase: 'withdrawn' }, [], false],
    ['needs a first one that was paid', { ...contract, phase: 'pending' }, [], false],
  ] as const)('%s', (_, one, starts, expected) => {
    expect(isRenewable(one, starts)).toBe(expected);
  });
});

test.each([
  ['2026-12-22', undefined],
  ['2026-12-21', 30],
  ['2026-12-19', 30],
  ['2026-12-18', undefined],
  ['2026-11-29', undefined],
  ['2026-11-28', 7],
  ['2026-11-26', 7],
  ['2026-11-25', undefined],
  ['2026-11-20', undefined],
])('ending on %s, on 21.11. one is told as of %s days before', (endsOn, step) => {
  expect(renewalStep(endsOn, '2026-11-21', [30, 7])).toBe(step);
});

test('on the last day one is told as of a day before, and not after it', () => {
  expect(renewalStep('2026-11-21', '2026-11-21', [1])).toBe(1);
  expect(renewalStep('2026-11-20', '2026-11-21', [1])).toBeUndefined();
});

describe('what is given back', () => {
  const line = (month: number, grossCents: number, creditedCents = 0) => ({
    fromOn: `2026-0${month}-01`,
    untilOn: `2026-0${month}-28`,
    invoiceId: month,
    position: 1,
    grossCents,
    creditedCents,
    byHandCents: creditedCents,
  });

  test('comes off the latest line first', () => {
    expect(giveBack([line(1, 1000), line(2, 1000)], '2026-02-10', 1200)).toEqual([
      { invoiceId: 2, position: 1, amountCents: 1000 },
      { invoiceId: 1, position: 1, amountCents: 200 },
    ]);
  });

  test('is given back to the last cent', () => {
    const given = giveBack([line(1, 1000), line(2, 1000)], '2026-02-10', 1001);
    expect(given.map(({ amountCents }) => amountCents)).toEqual([1000, 1]);
  });

  test('is what was not given back by hand', () => {
    expect(giveBack([line(1, 1000, 300), line(2, 1000, 400)], '2026-02-10', 500)).toEqual([
      { invoiceId: 2, position: 1, amountCents: 100 },
    ]);
    expect(giveBack([line(2, 1000, 600)], '2026-02-10', 500)).toEqual([]);
  });

  test('is not less for what was given back by hand of a period that runs to its last day', () => {
    expect(giveBack([line(1, 1000, 300), line(2, 1000)], '2026-01-28', 500)).toEqual([
      { invoiceId: 2, position: 1, amountCents: 500 },
    ]);
  });
});
