import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingMeans, type LiveContract } from '#server/testing/billing.ts';
import type { Centre } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { runBilling } from '#shared/contracts/billing/contract.ts';
import {
  type Billed,
  owedCents,
  periodsUntil,
  type Running,
  surplusCents,
} from '#shared/contracts/periods/domain.ts';
import { addDays, daysBetween } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { billContracts } from '../billing/commands.ts';
import { settleEnded } from '../renewals/commands.ts';

// The table itself over years: what the rules promise must stand in the rows the nights have written.
const running = withServer();
const { centre, ask, call } = running;
const means = billingMeans(running);
const { contract, freeze, invoices } = means;

const startsFrom = '2026-09-14';
const lastDay = '2031-09-30';

interface Story {
  readonly day: number;
  readonly anchorDay: number;
  readonly periodMonths: number;
  readonly priceCents: number;
  /** Days from the first of the term: a freeze from the one to the other, told when it begins. */
  readonly freezes: readonly (readonly [number, number])[];
  /** Days from the start to the end, told on that day; null: without an end. */
  readonly ends: number | null;
}

const stories: fc.Arbitrary<Omit<Story, 'anchorDay'>> = fc
  .record({
    day: fc.integer({ min: 0, max: 60 }),
    periodMonths: fc.constantFrom(1, 1, 1, 3, 12),
    priceCents: fc.integer({ min: 100, max: 9999 }),
    cuts: fc.uniqueArray(fc.integer({ min: 40, max: 1700 }), { maxLength: 6 }),
    ends: fc.option(fc.integer({ min: 100, max: 1700 })),
  })
  .map(({ cuts, ...story }) => {
    const sorted = cuts.toSorted((one, other) => one - other);
    const freezes = sorted.flatMap((from, index) => {
      const until = sorted[index + 1];
      return index % 2 === 0 && until !== undefined ? [[from, Math.min(until, from + 90)] as const] : [];
    });
    return { ...story, freezes };
  });

interface Told {
  readonly story: Story;
  readonly startsOn: string;
  readonly anchorDay: number;
  readonly contract: LiveContract;
}

/** Begins a contract of each story. */
async function begin(home: Centre, told: readonly Story[]): Promise<Told[]> {
  const made: Told[] = [];
  for (const story of told) {
    const startsOn = addDays(startsFrom, story.day);
    const anchorDay = story.periodMonths === 1 ? story.anchorDay : Number(startsOn.slice(8));
    const { periodMonths, priceCents } = story;
    const parts = { startsOn, anchorDay, periodMonths, priceCents, firstCents: null };
    made.push({ story, startsOn, anchorDay, contract: await contract(home, parts) });
  }
  return made;
}

/** What is told on a day: freezes that begin, ends that have come. */
async function tell(home: Centre, told: readonly Told[], from: string, until: string): Promise<void> {
  const isNow = (date: string) => from < date && date <= until;
  for (const { story, startsOn, contract: one } of told) {
    const end = story.ends === null ? null : addDays(startsOn, story.ends);
    for (const [first, last] of story.freezes) {
      const begins = addDays(startsOn, first);
      if (isNow(begins) && (end === null || begins < end)) {
        await freeze(home, one, begins, addDays(startsOn, last));
      }
    }
    if (end !== null && isNow(end))
      await ask('update contracts set ends_on = $3 where tenant_id = $1 and id = $2', home.id, one.id, end);
  }
}

interface Sums {
  readonly id: number;
  readonly from: string;
  readonly until: string;
  readonly days: number;
  readonly paid: number;
  readonly billed: readonly Billed[];
  readonly credited: number;
}

/** What the rows say of each contract. */
async function sums(home: Centre): Promise<Sums[]> {
  return ask<Sums>(
    `select c.id, min(p.from_on)::text as "from", max(p.until_on)::text as "until",
       sum(p.until_on - p.from_on + 1)::int as days, sum(p.amount_cents)::int as paid,
       jsonb_agg(jsonb_build_object('fromOn', p.from_on, 'owedCents', p.owed_cents, 'discountCents', p.discount_cents,
         'carriedCents', p.carried_cents)) as billed,
       (select coalesce(sum(n.total_cents), 0)::int from invoices n where n.tenant_id = c.tenant_id
         and n.client_id = c.client_id and n.kind = 'creditNote' and n.state = 'issued') as credited
     from contracts c join contract_periods p on p.tenant_id = c.tenant_id and p.contract_id = c.id
     where c.tenant_id = $1 group by c.tenant_id, c.id, c.client_id order by c.id`,
    home.id,
  );
}

/** How a contract really ran, as it is known in the end. */
function runningOf({ story, startsOn, anchorDay }: Told): Running {
  const endsOn = story.ends === null ? null : addDays(startsOn, story.ends);
  return {
    startsOn,
    endsOn,
    anchorDay,
    periodMonths: story.periodMonths,
    prices: [{ fromOn: startsOn, priceCents: cents(story.priceCents) }],
    freezes: story.freezes
      .map(([first, last]) => ({ fromOn: addDays(startsOn, first), untilOn: addDays(startsOn, last) }))
      .filter(({ fromOn }) => (endsOn === null || fromOn < endsOn) && fromOn <= lastDay),
  };
}

describe('over five years, in the table', () => {
  test('periods tile, each day is paid once, sums are those of the price list', {
    timeout: 240_000,
  }, async () => {
    const home = await centre();
    const everyAnchor = fc
      .sample(stories, { numRuns: 31, seed: 5 })
      .map((story, index) => ({ ...story, anchorDay: index + 1 }));
    const told = await begin(home, everyAnchor);
    const { tokens } = means.billingRunPorts();
    let before = startsFrom;
    for (let date = startsFrom; date <= lastDay; date = addDays(date, 13)) {
      await tell(home, told, before, date);
      means.setLocal(home, date);
      const ctx = means.ctxOf(home);
      expect((await billContracts(ctx, tokens, date)).problems).toEqual([]);
      await settleEnded(ctx, tokens, date);
      before = date;
    }
    const rows = await sums(home);
    expect(rows).toHaveLength(told.length);
    expect(rows.filter(({ credited }) => credited < 0).length).toBeGreaterThan(3);
    for (const [index, row] of rows.entries()) {
      const one = told[index];
      if (!one) continue;
      const truth = runningOf(one);
      expect(row.from).toBe(truth.startsOn);
      // Apart from each other by the database, and as long as they reach: they tile.
      expect(row.days).toBe(daysBetween(row.from, row.until) + 1);
      expect(row.until >= (truth.endsOn ?? before)).toBe(true);
      const owed = periodsUntil({ ...truth, endsOn: null }, row.until).reduce(
        (sum, period) => sum + owedCents(truth, period),
        0,
      );
      // What a running contract has too much waits for its next period.
      const waiting = truth.endsOn === null ? surplusCents(truth, row.billed) : 0;
      expect(row.paid + row.credited - waiting, JSON.stringify(one.story)).toBe(owed);
    }
    const open = await ask<{ count: number }>(
      `select count(*)::int as count from contract_periods a join contract_periods b on b.tenant_id = a.tenant_id
         and b.contract_id = a.contract_id and b.from_on > a.from_on and b.from_on <= a.until_on where a.tenant_id = $1`,
      home.id,
    );
    expect(open).toEqual([{ count: 0 }]);
    // What the periods say is what the invoices charge.
    const [books] = await ask<{ periods: number; lines: number }>(
      `select (select sum(amount_cents)::int from contract_periods where tenant_id = $1 and invoice_id is not null) as periods,
         (select sum(total_cents)::int from invoices where tenant_id = $1 and kind = 'invoice') as lines`,
      home.id,
    );
    expect(books?.periods).toBe(books?.lines);
    const numbers = (await invoices(home)).filter(({ kind }) => kind === 'invoice');
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length);
  });
});

test('the clock a year on, and the invoices are right', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  // Begun on the 31st, in the middle of a month with the first as anchor, and for a term that goes on.
  const last = await contract(home, { startsOn: '2026-08-31' });
  const part = await contract(home, {
    startsOn: '2026-09-10',
    anchorDay: 1,
    priceCents: 3000,
    firstCents: 2100,
  });
  const term = await contract(home, {
    startsOn: '2026-09-01',
    termMonths: 6,
    renews: true,
    priceCents: 2500,
  });
  means.setLocal(home, '2027-09-14', '12:00');
  const { items } = (await call(runBilling, {}, { actor })).body;
  expect(items).toMatchObject([{ date: '2027-09-14', contracts: 3, invoices: 3 }]);
  const of = async (one: LiveContract) =>
    (await means.periods(home, one)).map(({ from, amount }) => [from, amount]);
  expect(await of(last)).toEqual([
    ['2026-08-31', 3900],
    ['2026-09-30', 3900],
    ['2026-10-31', 3900],
    ['2026-11-30', 3900],
    ['2026-12-31', 3900],
    ['2027-01-31', 3900],
    ['2027-02-28', 3900],
    ['2027-03-31', 3900],
    ['2027-04-30', 3900],
    ['2027-05-31', 3900],
    ['2027-06-30', 3900],
    ['2027-07-31', 3900],
    ['2027-08-31', 3900],
  ]);
  expect((await of(part)).length).toBe(13);
  expect((await of(term)).length).toBe(6);
  expect((await invoices(home)).map(({ total }) => total)).toEqual([12 * 3900, 12 * 3000, 5 * 2500]);
});
