import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { DebtSettings } from '../status/domain.ts';
import {
  type Benefit,
  Benefit as BenefitShape,
  benefitFor,
  type ContractClock,
  type ContractFacts,
  coverageBy,
  entryBy,
  isCoverage,
  type Occasion,
  visitsIn,
} from './domain.ts';

const zone = 'Europe/Tallinn';
// A Saturday, 17:00 in Tallinn.
const saturday = { clientType: 'groupTraining', clubId: 1, startsAt: '2026-11-21T15:00:00Z' } as const;
const benefit = (of: Partial<Benefit>) => BenefitShape.parse({ clientType: 'groupTraining', ...of });

test.each<[string, Partial<Benefit>, boolean]>([
  ['everything', {}, true],
  ['another kind', { clientType: 'gym' }, false],
  ['its club', { clubIds: [2, 1] }, true],
  ['another club', { clubIds: [2] }, false],
  ['on workdays', { weekdays: [1, 2, 3, 4, 5] }, false],
  ['on Saturdays', { weekdays: [6] }, true],
  ['in the mornings', { from: '06:00', until: '16:00' }, false],
  ['until it begins', { until: '17:00' }, false],
  ['from when it begins', { from: '17:00' }, true],
])('%s: %o', (_, of, isGood) => {
  expect(benefitFor([benefit(of)], saturday, zone) !== undefined).toBe(isGood);
});

test('the first one that fits is taken', () => {
  const counted = benefit({ visits: 8 });
  expect(benefitFor([benefit({ clientType: 'gym' }), counted, benefit({})], saturday, zone)).toBe(counted);
});

const clock: ContractClock = { today: '2026-11-20', timeZone: zone, debt: DebtSettings.parse({}) };
const clear = { dueOn: null, openCents: cents(0), isCollected: false };
const held = (of: Partial<ContractFacts> = {}): ContractFacts => ({
  id: 7,
  state: 'live',
  termMonths: 12,
  startsOn: '2026-08-21',
  endsOn: null,
  noticeAt: null,
  freezes: [],
  anchorDay: 21,
  periodMonths: 1,
  benefits: [benefit({})],
  debt: clear,
  block: null,
  visits: [],
  ...of,
});
const times = (count: number, date: string, of = 0) =>
  Array.from({ length: count }, () => ({ benefit: of, date }));
const owing = (dueOn: string, openCents = 4500) => ({ ...clear, dueOn, openCents: cents(openCents) });
const eight = [benefit({ visits: 8 })];

function told(contract: ContractFacts, action: 'book' | 'enter' = 'book', at: Occasion = saturday): string {
  const answer = coverageBy(contract, at, clock, action);
  if (!isCoverage(answer)) return [answer.error, ...Object.values(answer.details)].join(' ');
  return `${answer.benefit}: ${answer.left ?? 'any'} of ${answer.granted ?? 'any'} until ${answer.untilOn}`;
}

describe('what a contract covers on a date', () => {
  test.each<[string, Partial<ContractFacts>, string]>([
    ['as many as one likes', {}, '0: any of any until 2026-12-20'],
    [
      'counted by the period',
      { benefits: eight, visits: times(3, '2026-11-21') },
      '0: 5 of 8 until 2026-12-20',
    ],
    [
      'the day before its period',
      { benefits: eight, visits: times(3, '2026-11-20') },
      '0: 8 of 8 until 2026-12-20',
    ],
    ['its last day', { benefits: eight, visits: times(1, '2026-12-20') }, '0: 7 of 8 until 2026-12-20'],
    ['the day after', { benefits: eight, visits: times(1, '2026-12-21') }, '0: 8 of 8 until 2026-12-20'],
    [
      'ten of thirty days frozen: a third fewer',
      { benefits: eight, freezes: [{ fromOn: '2026-11-25', untilOn: '2026-12-04' }] },
      '0: 6 of 6 until 2026-12-20',
    ],
    [
      'a day of them frozen: a visit that is begun is a whole one',
      { benefits: eight, freezes: [{ fromOn: '2026-12-20', untilOn: '2026-12-21' }] },
      '0: 8 of 8 until 2026-12-20',
    ],
    [
      'twenty-five of them frozen, and all taken that is left',
      {
        benefits: eight,
        freezes: [
          { fromOn: '2026-11-25', untilOn: '2026-11-30' },
          { fromOn: '2026-12-02', untilOn: '2026-12-20' },
        ],
        visits: times(2, '2026-11-21'),
      },
      'contractVisitsUsed 2 20.12.2026',
    ],
    [
      'frozen in another period',
      { benefits: eight, freezes: [{ fromOn: '2026-10-21', untilOn: '2026-11-20' }] },
      '0: 8 of 8 until 2026-12-20',
    ],
    ['all taken but one', { benefits: eight, visits: times(7, '2026-12-01') }, '0: 1 of 8 until 2026-12-20'],
    [
      'all taken of two benefits: told of the greater one',
      {
        benefits: [benefit({ visits: 2 }), benefit({ visits: 8 })],
        visits: [...times(2, '2026-12-01'), ...times(8, '2026-12-01', 1)],
      },
      'contractVisitsUsed 8 20.12.2026',
    ],
    ['all taken', { benefits: eight, visits: times(8, '2026-12-01') }, 'contractVisitsUsed 8 20.12.2026'],
    [
      'all taken, but another benefit is good for it',
      { benefits: [...eight, benefit({ weekdays: [6] })], visits: times(8, '2026-12-01') },
      '1: any of any until 2026-12-20',
    ],
    [
      'of another benefit',
      {
        benefits: [benefit({ visits: 2, from: '17:00' }), benefit({ visits: 9 })],
        visits: times(5, '2026-12-01', 1),
      },
      '0: 2 of 2 until 2026-12-20',
    ],
    ['until the contract ends', { endsOn: '2026-12-01' }, '0: any of any until 2026-12-01'],
    ['until its period ends, long before', { endsOn: '2027-08-20' }, '0: any of any until 2026-12-20'],
    ['on its last date', { endsOn: '2026-11-21' }, '0: any of any until 2026-11-21'],
    ['after notice', { noticeAt: '2026-11-01T10:00:00Z' }, '0: any of any until 2026-12-20'],
    ['ended the day before', { endsOn: '2026-11-20' }, 'contractEnded 20.11.2026'],
    ['withdrawn from', { state: 'withdrawn' }, 'contractEnded 21.11.2026'],
    ['never paid', { state: 'dropped' }, 'contractEnded 21.11.2026'],
    ['not begun', { startsOn: '2026-11-22' }, 'contractNotYetValid 22.11.2026'],
    [
      'frozen then',
      { freezes: [{ fromOn: '2026-11-21', untilOn: '2026-11-30' }] },
      'contractFrozen 30.11.2026',
    ],
    [
      'frozen then, as before and after it',
      {
        freezes: [
          { fromOn: '2026-12-10', untilOn: '2026-12-20' },
          { fromOn: '2026-10-01', untilOn: '2026-10-20' },
          { fromOn: '2026-11-21', untilOn: '2026-11-30' },
        ],
      },
      'contractFrozen 30.11.2026',
    ],
    [
      'frozen today, not then',
      { freezes: [{ fromOn: '2026-11-01', untilOn: '2026-11-20' }] },
      '0: any of any until 2026-12-20',
    ],
    ['blocked', { block: { untilOn: null } }, 'contractBlocked'],
    ['blocked until then', { block: { untilOn: '2026-11-20' } }, '0: any of any until 2026-12-20'],
    ['owing, due yesterday', { debt: owing('2026-11-19') }, 'contractInDebt'],
    ['owing, due today', { debt: owing('2026-11-20') }, '0: any of any until 2026-12-20'],
    ['owing a euro', { debt: owing('2026-11-01', 100) }, '0: any of any until 2026-12-20'],
    ['owing for long', { debt: owing('2026-09-01') }, 'contractInDebt'],
    ['collected', { debt: { ...clear, isCollected: true } }, 'contractInDebt'],
    ['another club', { benefits: [benefit({ clubIds: [2] })] }, 'contractNotForClub'],
    [
      'another hour here, any hour in another club',
      { benefits: [benefit({ clubIds: [2] }), benefit({ until: '15:00' })] },
      'contractNotForTime',
    ],
    ['another hour', { benefits: [benefit({ until: '15:00' })] }, 'contractNotForTime'],
    [
      'another hour, and in debt: paying would not help',
      { benefits: [benefit({ until: '15:00' })], debt: owing('2026-11-01') },
      'contractNotForTime',
    ],
  ])('%s', (_, of, expected) => {
    expect(told(held(of))).toBe(expected);
  });
});

test.each([
  ['of one day has all of its visits', '2026-11-20', null, 8],
  ['of which one day is left to a contract has all of its visits', '2026-12-20', '2026-11-20', 8],
  ['after the contract has none', '2026-12-20', '2026-11-19', 0],
])('a period %s', (_, untilOn, endsOn, visits) => {
  expect(visitsIn({ endsOn, freezes: [], termMonths: 12 }, 8, { fromOn: '2026-11-20', untilOn })).toBe(
    visits,
  );
});

/** Visits of the periods of 30, 31 and 30 days, and of the one behind them, of a contract that begins on the fourteenth. */
const byPeriod = (
  granted: number,
  endsOn: string | null,
  ...spans: readonly (readonly [string, string])[]
) => {
  const freezes = spans.map(([fromOn, untilOn]) => ({ fromOn, untilOn }));
  return (
    [
      ['2026-09-14', '2026-10-13'],
      ['2026-10-14', '2026-11-13'],
      ['2026-11-14', '2026-12-13'],
      ['2026-12-14', '2027-01-13'],
    ] as const
  ).map(([fromOn, untilOn]) => visitsIn({ endsOn, freezes, termMonths: 3 }, granted, { fromOn, untilOn }));
};

test.each<[string, number, string, readonly [string, string], number[]]>([
  ['a week', 4, '2026-10-20', ['2026-10-07', '2026-10-13'], [4, 1, 0, 0]],
  ['a week of many visits', 10, '2026-10-20', ['2026-10-07', '2026-10-13'], [8, 2, 0, 0]],
  ['a week of one visit', 1, '2026-10-20', ['2026-10-07', '2026-10-13'], [1, 0, 0, 0]],
  ['a whole period and a day over', 4, '2026-12-14', ['2026-10-14', '2026-11-13'], [4, 0, 4, 0]],
])(
  '%s that was frozen comes back at the end of a term with its share',
  (_, granted, endsOn, span, visits) => {
    expect(byPeriod(granted, endsOn, span)).toEqual(visits);
  },
);

test.each([
  [
    'of a contract without a term has all of its visits where something cuts it, frozen before or not',
    null,
    8,
  ],
  ['of a term has its share where freezes alone have brought it', 12, 4],
])('a last period %s', (_, termMonths, visits) => {
  const freezes = [{ fromOn: '2026-07-01', untilOn: '2026-07-30' }];
  const period = { fromOn: '2026-11-01', untilOn: '2026-11-30' };
  expect(visitsIn({ endsOn: '2026-11-14', freezes, termMonths }, 8, period)).toBe(visits);
});

test('days that a freeze brought and another takes bring nothing', () => {
  const [one, other] = [
    ['2026-09-20', '2026-10-03'],
    ['2026-10-20', '2026-10-27'],
  ] as const;
  expect(byPeriod(4, '2026-10-27', one)).toEqual([3, 2, 0, 0]);
  expect(byPeriod(4, '2026-11-04', one, other)).toEqual([3, 2, 0, 0]);
});

test('a term that ends within a period has all of its visits, and never more, whenever it is frozen', () => {
  expect(byPeriod(4, '2026-10-31')).toEqual([4, 4, 0, 0]);
  expect(byPeriod(4, '2026-11-07', ['2026-10-20', '2026-10-26'])).toEqual([4, 4, 0, 0]);
  expect(byPeriod(4, '2026-11-07', ['2026-09-20', '2026-09-26'])).toEqual([4, 4, 0, 0]);
});

test('a month that was frozen for some days has as many visits as without it, or one more', () => {
  for (let days = 1; days <= 29; days += 1) {
    const span = [addDays('2026-10-14', -days), '2026-10-13'] as const;
    for (let granted = 1; granted <= 12; granted += 1) {
      const [first = 0, last = 0] = byPeriod(granted, addDays('2026-10-13', days), span);
      expect([granted, granted + 1], `${days} of ${granted}`).toContain(first + last);
    }
  }
});

describe('coming in', () => {
  const visit = { ...saturday, clientType: 'gym' } as const;
  const gym = (of: Partial<ContractFacts> = {}, parts: Partial<Benefit> = {}) =>
    held({ benefits: [benefit({ clientType: 'gym', ...parts })], ...of });
  const entered = (contracts: readonly ContractFacts[]) => {
    const answer = entryBy(contracts, visit, clock);
    if (answer === null) return 'nothing';
    return isCoverage(answer) ? `contract ${answer.contractId}` : answer.error;
  };

  test.each<[string, readonly ContractFacts[], string]>([
    ['no contract', [], 'nothing'],
    ['none for the gym', [held()], 'nothing'],
    ['the gym', [gym()], 'contract 7'],
    [
      'the gym beside other things',
      [held({ benefits: [benefit({}), benefit({ clientType: 'gym' })] })],
      'contract 7',
    ],
    ['in debt, within the grace', [gym({ debt: owing('2026-11-13') })], 'contract 7'],
    ['in debt, after the grace', [gym({ debt: owing('2026-11-12') })], 'contractInDebt'],
    [
      'the debt of one contract is not that of another',
      [gym({ debt: owing('2026-09-01') }), gym({ id: 8 })],
      'contract 8',
    ],
    ['what has no count first', [gym({}, { visits: 8 }), gym({ id: 8 })], 'contract 8'],
    [
      'what ends first',
      [gym({ id: 9 }, { visits: 8 }), gym({ id: 10, endsOn: '2026-12-01' }, { visits: 8 })],
      'contract 10',
    ],
    [
      'of two that end together the older',
      [gym({ id: 9 }, { visits: 8 }), gym({}, { visits: 8 })],
      'contract 7',
    ],
    [
      'the reason that is nearest to coming in',
      [gym({}, { clubIds: [2] }), gym({ id: 8, freezes: [{ fromOn: '2026-11-21', untilOn: '2026-11-21' }] })],
      'contractFrozen',
    ],
  ])('%s', (_, contracts, expected) => {
    expect(entered(contracts)).toBe(expected);
  });
});
