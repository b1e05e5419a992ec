import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { agree, type BilledPeriod, type ContractFacts, ContractSettings } from '../domain.ts';
import { billsOf, periodAt } from '../periods/domain.ts';
import { decideRevoking, decideTermination, decideWithdrawal, endWithoutNotice } from './domain.ts';

const settings = ContractSettings.parse({});
const none = { beside: [], credited: [] };

interface Parts {
  readonly termMonths?: number;
  readonly renews?: boolean;
  readonly bindingMonths?: number;
  readonly discountCents?: Cents;
}

function contract(startsOn: string, { discountCents = cents(0), ...parts }: Parts = {}): ContractFacts {
  const { termMonths = null, renews = false, bindingMonths = 0 } = parts;
  const terms = { periodMonths: 1, termMonths, renews, bindingMonths, anchor: 'start' } as const;
  const { anchorDay, endsOn, bindingUntil } = agree(terms, startsOn);
  const facts: ContractFacts = {
    state: 'live',
    startsOn,
    endsOn,
    anchorDay,
    periodMonths: 1,
    termMonths,
    renews,
    isRenewing: renews,
    bindingUntil,
    noticeAt: null,
    agreedOn: startsOn,
    startsEarly: true,
    prices: [{ fromOn: startsOn, priceCents: cents(4500) }],
    freezes: [],
    billed: [],
    block: null,
  };
  const [first] = billsOf(facts, [], startsOn);
  if (!first) throw new Error('nothing is billed');
  const amountCents = cents(first.amountCents - discountCents);
  const billed: BilledPeriod = { ...first, discountCents, amountCents, invoiceId: 7, position: 1 };
  return { ...facts, billed: [billed] };
}

const starts = fc.integer({ min: 0, max: 5 * 365 }).map((days) => addDays('2026-01-01', days));

describe('giving notice', () => {
  test('on any day ends on the last day of a period, after notice and binding, not a period later', () => {
    fc.assert(
      fc.property(
        starts,
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 90 }),
        fc.constantFrom(0, 3, 12),
        (startsOn, after, noticeDays, bindingMonths) => {
          const facts = contract(startsOn, { bindingMonths });
          const today = addDays(startsOn, after);
          const { finalOn } = decideTermination(facts, today, { noticeDays });
          const least = [addDays(today, noticeDays), facts.bindingUntil ?? ''].toSorted().at(-1) ?? '';
          const last = periodAt(facts, finalOn);
          expect(last.untilOn).toBe(finalOn);
          expect(finalOn >= least).toBe(true);
          expect(last.fromOn <= least).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('before the first day ends with the first period; a term ends it sooner', () => {
    expect(decideTermination(contract('2026-03-31'), '2026-02-01', { noticeDays: 0 }).finalOn).toBe(
      '2026-04-29',
    );
    const term = contract('2026-03-31', { termMonths: 1, renews: true });
    expect(decideTermination(term, '2026-04-10', { noticeDays: 60 }).finalOn).toBe(term.endsOn);
  });

  test('is refused where there is nothing to end, or to take back', () => {
    const facts = contract('2026-03-01');
    const found = { endedOn: null, isOfGivingUp: false, freezes: [] };
    expect(() => decideRevoking(facts, found, '2026-03-02')).toThrow('actionNotAllowed');
    const over = { ...facts, endsOn: '2026-04-01', noticeAt: '2026-03-02T10:00:00Z' };
    expect(() => decideRevoking(over, found, '2026-04-01')).not.toThrow();
    expect(() => decideRevoking(over, found, '2026-04-02')).toThrow('actionNotAllowed');
    expect(() => decideRevoking(over, { ...found, isOfGivingUp: true }, '2026-04-01')).toThrow(
      'actionNotAllowed',
    );
    expect(() => decideTermination(over, '2026-04-02', settings)).toThrow('actionNotAllowed');
  });
});

describe('giving notice once more, or for nothing', () => {
  const term = contract('2026-03-01', { termMonths: 2 });

  test('is refused while it stands', () => {
    const noticed = { ...contract('2026-03-01'), endsOn: '2026-04-30', noticeAt: '2026-03-02T10:00:00Z' };
    expect(() => decideTermination(noticed, '2026-03-10', settings)).toThrow(
      expect.objectContaining({ code: 'noticeGivenAlready', details: { date: '30.04.2026' } }),
    );
  });

  test('is refused where the term ends by itself before', () => {
    const itself = expect.objectContaining({ code: 'contractEndsItself', details: { date: '30.04.2026' } });
    expect(() => decideTermination(term, '2026-03-10', { noticeDays: 60 })).toThrow(itself);
    // On its last day the notice would end it, too.
    expect(() => decideTermination(term, '2026-03-10', { noticeDays: 51 })).toThrow(itself);
  });

  test('is taken where the term would go on, or ends later than the notice', () => {
    const renewing = contract('2026-03-01', { termMonths: 2, renews: true });
    expect(decideTermination(renewing, '2026-03-10', { noticeDays: 60 }).finalOn).toBe('2026-04-30');
    expect(decideTermination(term, '2026-03-10', { noticeDays: 21 }).finalOn).toBe('2026-03-31');
  });
});

test.each([
  ['2026-05-30', null],
  ['2026-05-31', '2026-05-31'],
])(
  'a binding decides only where it lasts longer than a notice until 30.05.: bound until %s',
  (bindingUntil, boundUntil) => {
    const facts = { ...contract('2026-03-01'), bindingUntil };
    expect(decideTermination(facts, '2026-04-30', settings)).toMatchObject({
      ...{ noticeUntilOn: '2026-05-30', boundUntil, finalOn: '2026-05-31' },
    });
  },
);

const tenDays = { id: 1, fromOn: '2026-04-01', untilOn: '2026-04-10', feeCents: cents(0) };
const long = { id: 2, fromOn: '2026-04-01', untilOn: '2026-11-26', feeCents: cents(0) };
const atTheEnd = { id: 3, fromOn: '2027-01-03', untilOn: '2027-01-08', feeCents: cents(0) };

test.each([
  ['with a term ends as much later as it was frozen since', 12, '2026-12-31', [], [tenDays], '2027-01-10'],
  ['with a term counts what was frozen before once', 12, '2027-01-10', [tenDays], [tenDays], '2027-01-10'],
  ['with a term never ends before the notice', 12, '2026-12-31', [long], [], '2026-05-31'],
  [
    'has no days of a freeze that lies behind the end since another was taken back',
    ...([12, '2027-01-16', [tenDays, atTheEnd], [atTheEnd], '2026-12-31'] as const),
  ],
  ['without a term keeps its end', null, '2026-12-31', [], [tenDays], '2026-12-31'],
  ['that had no end has none', 12, null, [], [tenDays], null],
])('a contract %s without its notice', (_, termMonths, endedOn, stood, freezes, endsOn) => {
  const contract = { endsOn: '2026-05-31', termMonths, freezes };
  expect(endWithoutNotice(contract, { endedOn, freezes: stood })).toBe(endsOn);
});

describe('withdrawing', () => {
  test('on each of the days gives back what was paid less the days used, to the cent', () => {
    fc.assert(
      fc.property(
        starts,
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 4500 }),
        (startsOn, after, discount) => {
          const facts = contract(startsOn, { discountCents: cents(discount) });
          const plan = decideWithdrawal(facts, none, addDays(startsOn, after), settings);
          expect(plan.usedDays).toBe(after + 1);
          expect(plan.usedCents + plan.backCents).toBe(4500 - discount);
          expect(plan.usedCents).toBeLessThanOrEqual(4500 - discount);
          expect(plan.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(plan.backCents);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('gives all back where the member did not ask to begin, or it has not begun', () => {
    const facts = contract('2026-03-10');
    const fee = { invoiceId: 7, position: 2, amountCents: cents(1500) };
    const whole = { usedDays: 0, usedCents: 0, backCents: 6000 };
    expect(
      decideWithdrawal({ ...facts, startsEarly: false }, { ...none, beside: [fee] }, '2026-03-12', settings),
    ).toMatchObject(whole);
    const ahead = { ...facts, agreedOn: '2026-03-01' };
    expect(decideWithdrawal(ahead, { ...none, beside: [fee] }, '2026-03-09', settings)).toMatchObject(whole);
  });

  test('gives back each other line of which a cent is left, and none of which nothing is', () => {
    const of = (position: number, amountCents: number) => ({
      ...{ invoiceId: 7, position, amountCents: cents(amountCents) },
    });
    const ahead = { ...contract('2026-03-10'), agreedOn: '2026-03-01' };
    const plan = decideWithdrawal(ahead, { ...none, beside: [of(2, 0), of(3, 1)] }, '2026-03-09', settings);
    expect(plan.lines).toEqual([of(1, 4500), of(3, 1)]);
    expect(plan.backCents).toBe(4501);
  });

  test('counts what was credited of other lines and invoices as theirs', () => {
    const ahead = { ...contract('2026-03-10'), agreedOn: '2026-03-01' };
    const credited = [
      { invoiceId: 7, position: 2, amountCents: cents(1500) },
      { invoiceId: 8, position: 1, amountCents: cents(900) },
    ];
    expect(decideWithdrawal(ahead, { ...none, credited }, '2026-03-09', settings).lines).toEqual([
      { invoiceId: 7, position: 1, amountCents: 4500 },
    ]);
  });

  test.each([
    // Days used, credited before: what is left is given back, never more, and used days stay paid while there is money.
    [true, 500, { usedCents: 290, backCents: 3710 }],
    [true, 4300, { usedCents: 200, backCents: 0 }],
    [false, 500, { usedCents: 0, backCents: 4000 }],
    [false, 4499, { usedCents: 0, backCents: 1 }],
    [false, 4500, { usedCents: 0, backCents: 0 }],
  ])(
    'counts what was credited before as given back (begun %s, %i cents)',
    (startsEarly, amountCents, told) => {
      const facts = { ...contract('2026-03-10'), startsEarly };
      const credited = [{ invoiceId: 7, position: 1, amountCents: cents(amountCents) }];
      const plan = decideWithdrawal(facts, { ...none, credited }, '2026-03-11', settings);
      expect(plan).toMatchObject(told);
      expect(plan.lines).toEqual(
        told.backCents === 0 ? [] : [{ invoiceId: 7, position: 1, amountCents: told.backCents }],
      );
    },
  );

  test('is possible until the end of the fourteenth day', () => {
    const facts = contract('2026-03-10');
    expect(decideWithdrawal(facts, none, '2026-03-24', settings).untilOn).toBe('2026-03-24');
    expect(() => decideWithdrawal(facts, none, '2026-03-25', settings)).toThrow('withdrawalOver');
    const gone = { ...facts, state: 'withdrawn' as const };
    expect(() => decideWithdrawal(gone, none, '2026-03-12', settings)).toThrow('withdrawalOver');
  });
});
