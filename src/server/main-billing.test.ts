import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { runBilling } from '#shared/contracts/billing/contract.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { systemClock } from './kernel/clock.ts';
import type { Db } from './kernel/db.ts';
import { EventBus } from './kernel/events.ts';
import { Tokens } from './kernel/tokens.ts';
import { call } from './testing/call.ts';
import { Centre, type TestAccount } from './testing/centre.ts';
import { insertContractFixtures } from './testing/contract-fixtures.ts';
import { withProcesses } from './testing/processes.ts';
import { isTurn } from './testing/turns.ts';

// Real processes on a database that keeps its promises: killed in the middle of a billing run, at once and in turn.
const processes = withProcesses();
const { folder, startServer } = processes;
const contracts = 1600;
let system: Db;
let home: Centre;
let admin: TestAccount;

beforeAll(async () => {
  system = processes.system;
  home = await Centre.create(system, {});
  admin = await home.account({ role: 'admin' });
  const [products] = await system.run({
    text: `insert into products (tenant_id, kind, category, client_type, names, vat_kind, valid_count, valid_unit, start_mode)
      values ($1, 'package', 'webapp_fitness', 'groupTraining', '{"et":"Kõik treeningud"}', 'standard', 1, 'month', 'chosen')
      returning id`,
    values: [home.id],
  });
  const today = Temporal.PlainDate.from(localDate(systemClock.now(), home.timeZone));
  const startsOn = today
    .subtract({ months: 1 })
    .with({ day: Math.min(today.day, 28) })
    .toString();
  const { id: productId } = products[0] as { id: number };
  const crowd = {
    tenantId: home.id,
    clubId: home.clubId,
    productId,
    count: contracts,
    mark: 'M',
    startsOn,
    months: 1,
  };
  for (const query of insertContractFixtures(crowd)) await system.run(query);
}, 120_000);
async function run(port: number): Promise<number | 'lost'> {
  const secret = readFileSync(join(folder, 'secrets', 'session'), 'utf8').trim();
  const token = await new Tokens(secret, systemClock, new EventBus()).sign(admin.claims);
  return call(port, runBilling, {}, { host: home.host, token }).then(
    ({ status }) => status,
    () => 'lost' as const,
  );
}

async function ask<Row>(text: string): Promise<Row> {
  const [rows] = await system.run({ text, values: [home.id] });
  return rows[0] as Row;
}

const billed = async () =>
  (
    await ask<{ count: number }>(
      'select count(*)::int as count from contract_periods where tenant_id = $1 and invoice_id is not null',
    )
  ).count;

async function kill({ child }: { child: ChildProcess }): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

test.runIf(isTurn(2, 3))(
  'killed in the middle and run again, by two at once: the same invoices, once',
  {
    timeout: 240_000,
  },
  async () => {
    const patience = { timeout: 60_000, interval: 5 };
    const first = await startServer();
    const lost = run(first.port);
    await vi.waitFor(async () => expect(await billed()).toBeGreaterThan(0), patience);
    await kill(first);
    expect(await lost).toBe('lost');
    const afterFirst = await billed();
    expect(afterFirst).toBeLessThan(contracts);
    // Each batch whole or not at all.
    expect(afterFirst % 200).toBe(0);

    const second = await startServer();
    const third = await startServer();
    const both = [run(second.port), run(third.port)];
    await vi.waitFor(async () => expect(await billed()).toBeGreaterThan(afterFirst), patience);
    await kill(second);
    expect(await both[0]).toBe('lost');
    expect(await both[1]).toBe(200);
    expect(await run(third.port)).toBe(200);

    expect(await billed()).toBe(contracts);
    const books = await ask(`select count(*)::int as invoices, count(distinct client_id)::int as clients,
      count(*) filter (where state = 'issued')::int as issued, sum(total_cents)::int as total,
      min(number) as first, max(number) as last, count(distinct number)::int as numbers,
      (select last from invoice_series where tenant_id = $1) as counter
    from invoices where tenant_id = $1`);
    const year = localDate(systemClock.now(), home.timeZone).slice(0, 4);
    expect(books).toEqual({
      invoices: contracts,
      clients: contracts,
      issued: contracts,
      total: contracts * 3900,
      first: `A-${year}-000001`,
      last: `A-${year}-${String(contracts).padStart(6, '0')}`,
      numbers: contracts,
      counter: contracts,
    });
    const report = await ask<{ contracts: number; invoices: number; total: number; ended: boolean }>(
      `select contracts, invoices, total_cents as total, ended_at is not null as ended from billing_runs
     where tenant_id = $1`,
    );
    expect(report).toEqual({ contracts, invoices: contracts, total: contracts * 3900, ended: true });
  },
);
