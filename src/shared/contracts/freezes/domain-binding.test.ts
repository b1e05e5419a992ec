import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { type ContractFacts, ContractSettings } from '../domain.ts';
import { decideFreeze, decideReturn } from './domain.ts';

const settings = ContractSettings.parse({ freeze: { noticeDays: 0, minDays: 1, maxDays: 366, times: 12 } });
const today = '2026-01-01';
const agreedOn = '2026-06-30';

const contract = (parts: Partial<ContractFacts> = {}): ContractFacts => ({
  ...{ state: 'live', startsOn: today, endsOn: null, anchorDay: 1, periodMonths: 1, termMonths: null },
  ...{ renews: false, isRenewing: false, bindingUntil: agreedOn, noticeAt: null, agreedOn: today },
  ...{ startsEarly: true, prices: [{ fromOn: today, priceCents: cents(3000) }], freezes: [], billed: [] },
  block: null,
  ...parts,
});

type Dates = readonly [fromOn: string, untilOn: string];

function frozen(facts: ContractFacts, [fromOn, untilOn]: Dates): ContractFacts {
  const { endsOn, bindingUntil, prices } = decideFreeze(facts, { fromOn, untilOn }, today, settings);
  const id = facts.freezes.length + 1;
  const freezes = [...facts.freezes, { id, fromOn, untilOn, feeCents: cents(0) }];
  return { ...facts, endsOn, bindingUntil, prices, freezes };
}

const early: Dates = ['2026-06-01', '2026-06-20'];
const late: Dates = ['2026-07-10', '2026-08-08'];

test.each<[string, readonly Dates[], string]>([
  ['within it', [early], '2026-07-20'],
  ['behind it', [late], '2026-06-30'],
  ['within it, and one within the days that it brings', [early, late], '2026-08-19'],
  ['behind it, and one that reaches it', [late, early], '2026-08-19'],
])('a binding lasts longer by a freeze %s', (_, dates, until) => {
  expect(dates.reduce(frozen, contract()).bindingUntil).toBe(until);
});

test.each([
  ['first', [early, late]],
  ['last', [late, early]],
] as const)(
  'a freeze that is taken back takes with it what it brought within the binding, asked for %s',
  (_, dates) => {
    const both = dates.reduce<ContractFacts>(frozen, contract());
    const id = both.freezes.find(({ fromOn }) => fromOn === early[0])?.id ?? 0;
    expect(decideReturn(both, id, today).bindingUntil).toBe(agreedOn);
  },
);

test('whatever is frozen and taken back, in whichever order, a binding is as with the freezes that stand', () => {
  const spans = fc
    .uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 6 })
    .chain((slots) =>
      fc.tuple(
        ...slots.map((slot) =>
          fc.integer({ min: 1, max: 25 }).map((days): Dates => {
            const fromOn = addDays('2026-02-01', slot * 30);
            return [fromOn, addDays(fromOn, days - 1)];
          }),
        ),
      ),
    );
  fc.assert(
    fc.property(spans, fc.nat(), fc.nat(), (asked, gone, order) => {
      const all = asked.reduce(frozen, contract());
      const { id = 0, fromOn } = all.freezes[gone % all.freezes.length] ?? {};
      const left = asked.filter(([from]) => from !== fromOn);
      const turned = [...left.slice(order % asked.length), ...left.slice(0, order % asked.length)];
      expect(decideReturn(all, id, today).bindingUntil).toBe(turned.reduce(frozen, contract()).bindingUntil);
    }),
  );
});

test('so does a term: whatever is asked for and ends early, it ends as with what was frozen, and not before today', () => {
  const days = fc.integer({ min: 1, max: 14 });
  const slots = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3 }), days), {
    ...{ minLength: 1, maxLength: 4 },
    selector: ([slot]) => slot,
  });
  // Around the end that was agreed: what lies behind it is moved there by what was frozen before.
  fc.assert(
    fc.property(slots, days, fc.nat(), (asked, used, nth) => {
      let all = contract({ endsOn: '2026-06-30', termMonths: 6, bindingUntil: null });
      for (const [slot, long] of asked) {
        const fromOn = addDays('2026-06-02', slot * 15);
        const untilOn = addDays(fromOn, long - 1);
        if (all.endsOn !== null && untilOn <= all.endsOn) all = frozen(all, [fromOn, untilOn]);
      }
      const one = all.freezes[nth % Math.max(1, all.freezes.length)];
      if (!one || used > daysBetween(one.fromOn, one.untilOn)) return;
      const back = addDays(one.fromOn, used);
      const { endsOn } = decideReturn(all, one.id, back);
      const standing = all.freezes
        .map((each) => (each === one ? { ...each, untilOn: addDays(back, -1) } : each))
        .toSorted((a, b) => (a.fromOn < b.fromOn ? -1 : 1));
      const expected = standing.reduce(
        (until, { fromOn, untilOn }) =>
          fromOn <= until ? addDays(until, daysBetween(fromOn, untilOn) + 1) : until,
        '2026-06-30',
      );
      expect(endsOn).toBe(expected);
      expect((endsOn ?? '') >= back).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('nobody comes back from a freeze of a contract that has ended', () => {
  const [, untilOn] = late;
  const facts = frozen(contract({ endsOn: '2026-07-31', termMonths: 7, bindingUntil: null }), early);
  const ended = {
    ...facts,
    endsOn: '2026-07-15',
    freezes: [...facts.freezes, { id: 9, fromOn: late[0], untilOn, feeCents: cents(0) }],
  };
  expect(() => decideReturn(ended, 9, '2026-07-16')).toThrow('actionNotAllowed');
  const { days } = decideReturn(ended, 9, '2026-07-15');
  expect(days).toBe(daysBetween('2026-07-15', untilOn) + 1);
});
