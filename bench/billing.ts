import { billContracts } from '#server/contracts/billing/commands.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { type Ctx, makeCtx } from '#server/kernel/ctx.ts';
import { Db, roleUrl } from '#server/kernel/db.ts';
import { EventBus } from '#server/kernel/events.ts';
import { TenantRegistry } from '#server/kernel/tenant.ts';
import { loadTexts } from '#server/kernel/texts.ts';
import { Tokens } from '#server/kernel/tokens.ts';
import { Groups } from '#server/kernel/writes/groups.ts';
import { Centre } from '#server/testing/centre.ts';
import { insertContractFixtures } from '#server/testing/contract-fixtures.ts';
import { openPlace, type Place, whenOver } from './lib/place.ts';
import { megabytes, perSecond, type Report } from './lib/report.ts';
import { type Effort, interleave, median, medianRatio } from './lib/rounds.ts';

const mostGrowth = 1.25;
const mostMemory = 100_000_000;
const startsOn = '2026-01-15';
/** Periods billed before: a contract's history is looked at again each time. */
const monthsBefore = 12;

interface Run {
  readonly seconds: number;
  readonly invoices: number;
  /** What the process held at most, above what it held before. */
  readonly memory: number;
}

/** A billing run over all contracts of a centre at once: time and memory, and how they grow with the contracts. */
export async function billing({ isQuick }: Effort): Promise<Report> {
  await loadTexts();
  const place = await openPlace(true);
  const options = { poolSize: 4, isNamed: true, onError: () => {} };
  const system = new Db({ ...options, url: roleUrl(place.url, 'trenn_system') });
  const db = new Db({ ...options, url: roleUrl(place.url, 'trenn_app') });
  whenOver(() => Promise.all([system.close(), db.close()]));
  const counts = isQuick ? { small: 500, large: 2000 } : { small: 5000, large: 20_000 };
  const small = await fill(place, system, 'S', counts.small);
  const large = await fill(place, system, 'L', counts.large);
  const tenants = new TenantRegistry(system, false);
  await tenants.load();
  const ctxOf = (home: Centre) => ctxIn(db, tenants, home);
  await settle(place);
  const bill = (home: Centre) => {
    let month = monthsBefore;
    return async () => {
      const date = Temporal.PlainDate.from(startsOn).add({ months: month }).toString();
      month += 1;
      const run = await measure(ctxOf(home), date);
      await system.run({ text: 'delete from outbox', values: [] });
      await settle(place);
      return run;
    };
  };
  const results = await interleave(isQuick ? 2 : 3, { small: bill(small), large: bill(large) });
  const seconds = (runs: readonly Run[]) => runs.map((run) => run.seconds);
  const growth = medianRatio(
    seconds(results.large).map((one) => one / counts.large),
    seconds(results.small).map((one) => one / counts.small),
  );
  const memory = (runs: readonly Run[]) => Math.max(...runs.map((run) => run.memory));
  const lineOf = (runs: readonly Run[], count: number) => {
    const time = median(seconds(runs));
    return {
      what: `${count.toLocaleString('en-GB')} contracts in one run`,
      figure: `${time.toFixed(1)} s, ${perSecond(count / time)}`,
      budget: '–',
    };
  };
  const billed = [...results.small, ...results.large].reduce((sum, { invoices }) => sum + invoices, 0);
  const expected = (counts.small + counts.large) * results.small.length;
  return {
    lines: [
      lineOf(results.small, counts.small),
      lineOf(results.large, counts.large),
      {
        what: `time of a contract at ${counts.large / counts.small} times the contracts`,
        figure: `${growth.toFixed(2)} times`,
        budget: `≤ ${mostGrowth} times`,
        isOk: growth <= mostGrowth,
      },
      {
        what: 'memory on top, at most',
        figure: megabytes(memory(results.large)),
        limit: `${megabytes(memory(results.small))} for the fewer`,
        budget: `< ${megabytes(mostMemory)}`,
        isOk: memory(results.large) < mostMemory,
      },
      {
        what: 'contracts billed exactly once',
        figure: billed.toLocaleString('en-GB'),
        budget: `= ${expected.toLocaleString('en-GB')}`,
        isOk: billed === expected && (await countFaults(system)) === 0,
      },
    ],
    notes: [
      `Each contract has ${monthsBefore} periods or more behind it and gets an invoice with its number, its line and its period;`,
      'commits wait for the disk. Resident memory of this process, the database not counted.',
    ],
  };
}

async function fill(place: Place, system: Db, mark: string, count: number): Promise<Centre> {
  const home = await Centre.create(system, {});
  const [products] = await system.run({
    text: `insert into products (tenant_id, kind, category, client_type, names, vat_kind, valid_count, valid_unit, start_mode)
      values ($1, 'package', 'webapp_fitness', 'groupTraining', '{"et":"Kõik treeningud"}', 'standard', 1, 'month', 'chosen')
      returning id`,
    values: [home.id],
  });
  const { id: productId } = products[0] as { id: number };
  const { id: tenantId, clubId } = home;
  const crowd = { tenantId, clubId, productId, count, mark, startsOn, months: monthsBefore };
  // As the owner, whose statements may take as long as they need.
  for (const { text, values } of insertContractFixtures(crowd)) {
    await place.owner.query(text, [...values]);
    await settle(place);
  }
  return home;
}

const tokens = new Tokens('bench', systemClock, new EventBus());

function ctxIn(db: Db, tenants: TenantRegistry, home: Centre): Ctx {
  const tenant = tenants.all().find(({ host }) => host === home.host);
  if (!tenant) throw new Error('the centre is not there');
  const events = new EventBus();
  return makeCtx({
    db,
    groups: new Groups(db, events),
    events,
    tenant,
    language: 'et',
    actor: { kind: 'visitor' },
    now: systemClock.now(),
    requestId: 'bench',
  });
}

async function measure(ctx: Ctx, date: string): Promise<Run> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const begun = performance.now();
  const { invoices, problems } = await billContracts(ctx, tokens, date);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(look);
  if (problems.length > 0) throw new Error(`not billed: ${problems[0]?.reason}`);
  return { seconds, invoices, memory: most - before };
}

/** Invoices whose number leaves a gap, and contracts with a day in no period or in two. */
async function countFaults(system: Db): Promise<number> {
  const [rows] = await system.run({
    text: `select (select count(*)::int from (
          select tenant_id, count(*) as rows, max(right(number, 6)::int) as last from invoices group by tenant_id) as i
        where i.rows <> i.last)
      + (select count(*)::int from (
          select sum(until_on - from_on + 1) as days, max(until_on) - min(from_on) + 1 as span from contract_periods
          group by tenant_id, contract_id) as p
        where p.days <> p.span) as faults`,
    values: [],
  });
  return (rows[0] as { faults: number }).faults;
}

async function settle({ owner }: Place): Promise<void> {
  for (const table of ['contracts', 'contract_periods', 'contract_prices', 'invoices', 'invoice_lines'])
    await owner.query(`vacuum analyze ${table}`);
  await owner.query('checkpoint');
}
