import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { billOf } from '../billing/domain.ts';
import { agree, type BilledPeriod, type ContractFacts, ContractSettings, finalDay } from '../domain.ts';
import { billsOf, owedCents, type Price, periodAt, periodsUntil } from '../periods/domain.ts';
import { priceFrom } from '../prices/domain.ts';
import { nextTerm } from '../renewals/domain.ts';
import { decideTermination, endWithoutNotice } from '../terminations/domain.ts';
import { decideFreeze, decideReturn, type Freezable, freezesLeft } from './domain.ts';

const settings = ContractSettings.parse({ freeze: { noticeDays: 0, minDays: 1, maxDays: 366, times: 12 } });

function contract(
  startsOn: string,
  parts: Partial<ContractFacts> & { termMonths?: number | null } = {},
): ContractFacts {
  const { termMonths = null } = parts;
  const terms = { periodMonths: 1, termMonths, renews: false, bindingMonths: 0, anchor: 'start' } as const;
  const { anchorDay, endsOn, bindingUntil } = agree(terms, startsOn);
  return {
    state: 'live',
    startsOn,
    endsOn,
    anchorDay,
    periodMonths: 1,
    termMonths,
    renews: false,
    isRenewing: (parts.renews ?? false) && (parts.noticeAt ?? null) === null,
    bindingUntil,
    noticeAt: null,
    agreedOn: startsOn,
    startsEarly: true,
    prices: [{ fromOn: startsOn, priceCents: cents(4500) }],
    freezes: [],
    billed: [],
    block: null,
    ...parts,
  };
}

/** Bills everything that begins until a date, as the nightly run does. */
function bill(facts: ContractFacts, until: string): ContractFacts {
  const fresh = billsOf(facts, facts.billed, until).map(
    (one): BilledPeriod => ({ ...one, discountCents: cents(0), invoiceId: 1, position: 1 }),
  );
  return { ...facts, billed: [...facts.billed, ...fresh] };
}

const sum = (facts: ContractFacts) => facts.billed.reduce((total, { amountCents }) => total + amountCents, 0);

/** A first day of any anchor in five years, and days counted from it. */
const starts = fc.integer({ min: 0, max: 5 * 365 }).map((days) => addDays('2026-01-01', days));

describe('a freeze', () => {
  test('asked for at any time, each day is paid once: what is billed comes to what the days used cost', () => {
    fc.assert(
      fc.property(
        starts,
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 90 }),
        (startsOn, askedAfter, ahead, days) => {
          const today = addDays(startsOn, askedAfter);
          const fromOn = addDays(today, ahead);
          const before = bill(contract(startsOn), today);
          const plan = decideFreeze(before, { fromOn, untilOn: addDays(fromOn, days - 1) }, today, settings);
          const frozen = { ...before, freezes: [{ id: 1, ...plan, feeCents: cents(0) }] };
          const later = addDays(plan.untilOn, 70);
          const after = bill(frozen, later);
          const owed = periodsUntil(after, later).reduce((total, one) => total + owedCents(after, one), 0);
          expect(sum(after)).toBe(owed);
          // And what the preview said of the bills is what they are.
          for (const move of plan.bills) {
            const billed = after.billed.find(({ fromOn: on }) => on === move.on);
            expect(billed?.amountCents).toBe(move.afterCents);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('left early on any day, the days used after all are paid, once', () => {
    fc.assert(
      fc.property(
        starts,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 0, max: 89 }),
        (startsOn, ahead, days, stayed) => {
          const fromOn = addDays(startsOn, ahead);
          const asked = { fromOn, untilOn: addDays(fromOn, days - 1) };
          const today = addDays(fromOn, Math.min(stayed, days - 1));
          const plan = decideFreeze(bill(contract(startsOn), startsOn), asked, startsOn, settings);
          const frozen = { ...contract(startsOn), freezes: [{ id: 1, ...asked, feeCents: plan.feeCents }] };
          const seen = bill({ ...frozen, billed: bill(contract(startsOn), startsOn).billed }, today);
          const back = decideReturn(seen, 1, today);
          expect(back.days).toBe(daysBetween(today, asked.untilOn) + 1);
          const freezes =
            back.untilOn === null ? [] : [{ ...asked, id: 1, untilOn: back.untilOn, feeCents: cents(0) }];
          const later = addDays(asked.untilOn, 70);
          const after = bill({ ...seen, freezes }, later);
          const owed = periodsUntil(after, later).reduce((total, one) => total + owedCents(after, one), 0);
          expect(sum(after)).toBe(owed);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('lengthens a term by its days, and taken back gives them back', () => {
    fc.assert(
      fc.property(
        starts,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (startsOn, ahead, days) => {
          const term = contract(startsOn, { termMonths: 12 });
          const fromOn = addDays(startsOn, ahead);
          const plan = decideFreeze(term, { fromOn, untilOn: addDays(fromOn, days - 1) }, startsOn, settings);
          expect(daysBetween(term.endsOn ?? '', plan.endsOn ?? '')).toBe(days);
          const frozen = { ...term, endsOn: plan.endsOn, freezes: [{ id: 1, ...plan }] };
          expect(decideReturn(frozen, 1, fromOn)).toMatchObject({
            kind: 'cancelled',
            days,
            endsOn: term.endsOn,
          });
        },
      ),
    );
  });

  test('lengthens a binding that still runs when it begins by its days, and taken back gives them back', () => {
    fc.assert(
      fc.property(
        starts,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (startsOn, bound, ahead, days) => {
          const binding = contract(startsOn, { bindingUntil: addDays(startsOn, bound) });
          const fromOn = addDays(startsOn, ahead);
          const asked = { fromOn, untilOn: addDays(fromOn, days - 1) };
          const plan = decideFreeze(binding, asked, startsOn, settings);
          expect(plan.bindingUntil).toBe(addDays(startsOn, ahead <= bound ? bound + days : bound));
          const frozen = { ...binding, bindingUntil: plan.bindingUntil, freezes: [{ id: 1, ...plan }] };
          expect(decideReturn(frozen, 1, fromOn).bindingUntil).toBe(binding.bindingUntil);
        },
      ),
    );
  });

  test.each<[string, string, number, boolean]>([
    ['the day before it begins', '2026-02-28', 500, true],
    ['on its first day', '2026-03-01', 500, true],
    ['on its first day, its fee credited but for a cent', '2026-03-01', 1, true],
    ['on its first day, its fee credited already', '2026-03-01', 0, false],
    ['on its second day', '2026-03-02', 500, false],
  ])('what was billed for it, ended %s: given back or not', (_, today, amount, isGivenBack) => {
    const freeze = { id: 1, fromOn: '2026-03-01', untilOn: '2026-03-14', feeCents: cents(500) };
    const fee = { invoiceId: 7, position: 2, amountCents: cents(amount) };
    const { feeBack } = decideReturn(contract('2026-01-01', { freezes: [freeze] }), 1, today, fee);
    expect(feeBack).toEqual(isGivenBack ? fee : undefined);
  });

  test('of a contract that has been given notice to does not move its end', () => {
    const noticed = contract('2026-01-01', {
      endsOn: '2026-12-31',
      termMonths: 12,
      noticeAt: '2026-02-01T10:00:00Z',
    });
    const plan = decideFreeze(
      noticed,
      { fromOn: '2026-03-01', untilOn: '2026-03-14' },
      '2026-02-02',
      settings,
    );
    expect(plan.endsOn).toBe('2026-12-31');
    const past = { fromOn: '2026-12-25', untilOn: '2027-01-02' };
    expect(() => decideFreeze(noticed, past, '2026-02-02', settings)).toThrow('freezeOutside');
  });

  test.each([
    ['2026-02-20', '2026-02-28', null],
    ['2026-02-20', '2026-03-01', 'freezeOverlaps'],
    ['2026-03-05', '2026-03-06', 'freezeOverlaps'],
    ['2026-03-14', '2026-03-20', 'freezeOverlaps'],
    ['2026-03-15', '2026-03-20', null],
  ])('from %s until %s beside one of 1. to 14. March: %s', (fromOn, untilOn, refusal) => {
    const freezes = [{ id: 1, fromOn: '2026-03-01', untilOn: '2026-03-14', feeCents: cents(0) }];
    const ask = () =>
      decideFreeze(contract('2026-01-01', { freezes }), { fromOn, untilOn }, '2026-02-01', settings);
    if (refusal) expect(ask).toThrow(refusal);
    else expect(ask).not.toThrow();
  });

  test('may be asked for so often within any twelve months', () => {
    const rules = ContractSettings.parse({ freeze: { times: 2, minDays: 1 } });
    const freezes = ['2026-03-01', '2026-09-01'].map((fromOn, id) => ({
      id,
      fromOn,
      untilOn: fromOn,
      feeCents: cents(0),
    }));
    const facts = contract('2026-01-01', { freezes });
    const ask = (fromOn: string) => () =>
      decideFreeze(facts, { fromOn, untilOn: fromOn }, '2026-01-02', rules);
    expect(ask('2027-02-28')).toThrow('freezeTooOften');
    expect(ask('2027-03-01')).not.toThrow();
    // Before them, too: the twelve months need not end with it.
    expect(ask('2026-02-01')).toThrow('freezeTooOften');
    expect(freezesLeft(facts, '2026-10-01', rules.freeze)).toBe(0);
    expect(freezesLeft(facts, '2027-10-01', rules.freeze)).toBe(2);
  });
});

test('an end that comes back takes with it what lies behind it, and never falls behind today', () => {
  // The second lies where only the first has moved the end to.
  const facts = contract('2026-01-01', {
    ...{ termMonths: 3, renews: true, endsOn: '2026-04-28' },
    freezes: [
      { id: 1, fromOn: '2026-03-20', untilOn: '2026-04-02', feeCents: cents(0) },
      { id: 2, fromOn: '2026-04-10', untilOn: '2026-04-23', feeCents: cents(0) },
    ],
  });
  const end = (id: number, today: string) => decideReturn(facts, id, today).endsOn;
  expect([end(1, '2026-03-19'), end(1, '2026-03-28')]).toEqual(['2026-03-31', '2026-04-08']);
  expect([end(2, '2026-04-05'), end(2, '2026-04-16')]).toEqual(['2026-04-14', '2026-04-20']);
});

test('a freeze left behind the end of a term lengthens the next one, as long as it stands', () => {
  const left = { id: 2, fromOn: '2026-07-10', untilOn: '2026-07-19', feeCents: cents(0) };
  const facts = contract('2026-04-01', {
    ...{ termMonths: 3, renews: true, endsOn: '2026-07-30' },
    freezes: [{ id: 1, fromOn: '2026-06-01', untilOn: '2026-06-20', feeCents: cents(0) }, left],
  });
  const back = decideReturn(facts, 1, '2026-06-02');
  expect([back.untilOn, back.endsOn]).toEqual(['2026-06-01', '2026-07-01']);
  const cut = { ...facts, freezes: [{ ...left, id: 1, fromOn: '2026-06-01', untilOn: '2026-06-01' }, left] };
  const next = renewed({ ...cut, endsOn: back.endsOn }, '2026-07-01');
  expect(next.endsOn).toBe('2026-11-10');
  expect(decideReturn(next, 2, '2026-07-05').endsOn).toBe('2026-10-31');
  expect(decideReturn(next, 2, '2026-07-13').endsOn).toBe('2026-11-03');
});

/** Goes on by itself in the night of every last day until a date. */
function renewed(facts: Freezable, today: string): Freezable {
  const { endsOn, termMonths, noticeAt } = facts;
  if (endsOn === null || termMonths === null || noticeAt !== null || endsOn > today) return facts;
  return renewed({ ...facts, endsOn: nextTerm({ ...facts, endsOn, termMonths }).endsOn }, today);
}

/** Each day from one date until another it goes on, and what begins is billed. */
function billedDaily(facts: Freezable, from: string, until: string): Freezable {
  let now = facts;
  for (let date = from; date <= until; date = addDays(date, 1)) {
    now = renewed(now, date);
    const running = { ...now, endsOn: finalDay(now) };
    const { periods } = billOf({ running, termUntil: now.endsOn, billed: now.billed, fees: [] }, date);
    const fresh = periods.map((one) => ({ ...one, discountCents: cents(0), invoiceId: 1, position: 1 }));
    now = { ...now, billed: [...now.billed, ...fresh] };
  }
  return now;
}

const amounts = ({ billed }: Freezable) =>
  Object.fromEntries(billed.map((one) => [one.fromOn, one.amountCents]));

test('of a contract that goes on by itself the nights bill what a freeze, and coming back, tell', () => {
  fc.assert(
    fc.property(
      starts,
      fc.constantFrom(1, 2, 3),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -5, max: 39 }),
      (startsOn, termMonths, askedAfter, ahead, days, stayed) => {
        const askedOn = addDays(startsOn, askedAfter);
        const term = contract(startsOn, { termMonths, renews: true });
        const before = billedDaily(term, startsOn, askedOn);
        const fromOn = addDays(askedOn, ahead);
        const asked = { fromOn, untilOn: addDays(fromOn, days - 1) };
        fc.pre(before.endsOn === null || asked.untilOn <= before.endsOn);
        const plan = decideFreeze(before, asked, askedOn, settings);
        const freeze = { ...asked, id: 1, feeCents: cents(0) };
        const frozen = { ...before, endsOn: plan.endsOn, freezes: [freeze] };
        const [backOn = askedOn] = [askedOn, addDays(fromOn, Math.min(stayed, days - 1))]
          .toSorted()
          .slice(-1);
        const seen = billedDaily(frozen, addDays(askedOn, 1), backOn);
        const back = decideReturn(seen, 1, backOn);
        const kept = back.untilOn === null ? [] : [{ ...freeze, untilOn: back.untilOn }];
        const returned = { ...seen, endsOn: back.endsOn, freezes: kept };
        for (const [was, is, today, { bills }] of [
          [before, frozen, askedOn, plan],
          [seen, returned, backOn, back],
        ] as const) {
          const next = addDays(periodAt(was, asked.untilOn).untilOn, 1);
          const [without, then] = [was, is].map((one) => amounts(billedDaily(one, addDays(today, 1), next)));
          const differ = Object.keys({ ...without, ...then }).filter((on) => without?.[on] !== then?.[on]);
          expect(bills.map(({ on, beforeCents, afterCents }) => [on, beforeCents, afterCents])).toEqual(
            differ.toSorted().map((on) => [on, without?.[on], then?.[on]]),
          );
        }
      },
    ),
    { numRuns: 150 },
  );
});

/** A contract with a price told for after its term and binding, on its first day; under notice from then on. */
function priced(termMonths: number | null, bound: number, wish: number, isNoticed: boolean): Freezable {
  const today = '2026-01-31';
  const terms = { periodMonths: 1, termMonths, renews: true, bindingMonths: 0, anchor: 'start' } as const;
  const { endsOn } = agree(terms, today);
  const bindingUntil = bound < 60 ? null : addDays(today, bound);
  const facts = contract(today, { termMonths, renews: termMonths !== null, endsOn, bindingUntil });
  const priceable = { startsOn: today, endsOn, bindingUntil, billedUntil: null, isRenewing: true };
  const fromOn = priceFrom(priceable, addDays(today, wish)) ?? '';
  const prices = [...facts.prices, { fromOn, priceCents: cents(5000) }].map((one) => ({
    ...one,
    toldOn: null,
  }));
  if (!isNoticed) return { ...facts, prices };
  const noticed = {
    ...facts,
    prices,
    noticeAt: `${today}T08:00:00Z`,
    notice: { endedOn: endsOn, freezes: [] },
  };
  return { ...noticed, endsOn: decideTermination(facts, today, { noticeDays: 30 }).finalOn };
}

/** Whether the price to come lies behind the term, as it would be without a notice, and behind the binding. */
function behind({ notice, ...facts }: Freezable): boolean[] {
  const ends = [notice ? endWithoutNotice(facts, notice) : facts.endsOn, facts.bindingUntil];
  return ends.map((end) => end !== null && (facts.prices.at(-1)?.fromOn ?? '') > end);
}

const asTold = ({ fromOn, priceCents, toldOn }: Price) => ({ fromOn, priceCents, toldOn: toldOn ?? null });

test.each([false, true])(
  'no freeze makes a told price earlier or outruns it, and taken back it restores it (under notice: %s)',
  (isNoticed) => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 45 }),
      ahead: fc.integer({ min: 0, max: 20 }),
      days: fc.integer({ min: 1, max: 40 }),
      isGivenUp: fc.boolean(),
      // The one day on which the next term is known and its price not yet in force.
      isLastDay: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(null, 1, 3, 12),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        (termMonths, bound, wish, steps) => {
          let facts = priced(termMonths, bound, wish, isNoticed);
          let today = facts.startsOn;
          for (const [id, { wait, ahead, days, isGivenUp, isLastDay }] of steps.entries()) {
            today = (isLastDay && facts.endsOn) || addDays(today, wait);
            facts = renewed(facts, today);
            const fromOn = addDays(today, ahead);
            const asked = { fromOn, untilOn: addDays(fromOn, days - 1) };
            const isMet = facts.freezes.some((one) => one.fromOn <= asked.untilOn && fromOn <= one.untilOn);
            if (isMet || (facts.endsOn !== null && asked.untilOn > facts.endsOn)) continue;
            const { endsOn, bindingUntil, prices } = decideFreeze(facts, asked, today, settings);
            const frozen = {
              ...{ ...facts, endsOn, bindingUntil, prices },
              freezes: [...facts.freezes, { ...asked, id, feeCents: cents(0) }],
            };
            const [was, is] = [facts, frozen].map((one) => one.prices.at(-1)?.fromOn ?? '');
            expect(String(is) >= String(was)).toBe(true);
            if (String(was) > today) expect(behind(frozen)).toEqual(behind(facts));
            const back = decideReturn(frozen, id, today);
            expect(back).toMatchObject({ endsOn: facts.endsOn, bindingUntil: facts.bindingUntil });
            expect(back.prices.map(asTold)).toEqual(facts.prices.map(asTold));
            if (!isGivenUp) facts = frozen;
          }
        },
      ),
      { numRuns: 200 },
    );
  },
);
