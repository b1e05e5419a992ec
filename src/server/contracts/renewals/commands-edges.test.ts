import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { withServer } from '#server/testing/server.ts';

const running = withServer();
const { centre, ask } = running;
const { contract, freeze, night, invoices } = billingMeans(running);

test('an ended contract is settled to the cent: owed it is billed, too much is given back', async () => {
  const home = await centre();
  // Thirty days of September, a cent each.
  const terms = { startsOn: '2026-08-01', endsOn: '2026-09-30', priceCents: 30 } as const;
  const [less, more] = [await contract(home, terms), await contract(home, terms)];
  await freeze(home, less, '2026-09-16', '2026-09-16');
  await night(home, '2026-09-01');
  await ask('delete from contract_freezes where contract_id = $1 returning 1', less.id);
  await freeze(home, more, '2026-09-16', '2026-09-16');
  const before = await invoices(home);
  await ask(
    `insert into billing_runs (tenant_id, run_on, started_at, ended_at)
     values ($1, '2026-09-30', now(), now())`,
    home.id,
  );
  await night(home, '2026-10-01');
  const since = (await invoices(home)).slice(before.length);
  expect(since.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([-1, 1]);
  const run = await ask(
    `select total_cents as total, credited_cents as credited from billing_runs
     where tenant_id = $1 and run_on = '2026-10-01'`,
    home.id,
  );
  expect(run).toEqual([{ total: 1, credited: 1 }]);
});
