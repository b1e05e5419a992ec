import { describe, expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { listBillingRuns, previewBilling, runBilling } from '#shared/contracts/billing/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { runBillingByNight } from './commands.ts';
import { billingRunsTask } from './jobs.ts';

const running = withServer();
const { centre, call, clock, ask } = running;
const means = billingMeans(running);
const { contract, night, periods, invoices } = means;

describe.each(['EE', 'LV'] as const)('on the nights the clocks change, in %s', (country) => {
  test.each([
    // From three to four: three o'clock is left out.
    ['2027-03-28', '2027-02-28'],
    // From four to three: the hour comes twice.
    ['2026-10-25', '2026-09-25'],
  ])('%s is worked exactly once', async (date, startsOn) => {
    const home = await centre({ country });
    const one = await contract(home, { startsOn });
    await ask(
      `insert into billing_runs (tenant_id, run_on, started_at, ended_at) values ($1, $2::date - 1, now(), now())`,
      home.id,
      date,
    );
    const task = billingRunsTask({
      ...means.billingRunPorts(),
      tenants: () => running.server.tenants.all().filter(({ id }) => id === home.id),
      ctxOf: () => means.ctxOf(home),
    });
    means.setLocal(home, date, '00:11');
    const begun: string[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      await task(undefined);
      const [run] = await ask<{ contracts: number }>(
        'select contracts from billing_runs where tenant_id = $1 and run_on = $2',
        home.id,
        date,
      );
      if (run && begun.length === 0) begun.push(clock.now());
      clock.set(addMinutes(clock.now(), 60));
    }
    expect(await invoices(home)).toHaveLength(1);
    expect(await periods(home, one)).toHaveLength(2);
    // The first tick of the job at three o'clock or after it: both mornings 01:11 by universal time, or 00:11.
    expect(begun).toEqual([date.startsWith('2027-03') ? `${date}T01:11:00.000Z` : `${date}T00:11:00.000Z`]);
    const runs = await ask('select run_on from billing_runs where tenant_id = $1', home.id);
    expect(runs).toHaveLength(2);
  });
});

describe('nights', () => {
  test('that were missed are made good in their order', async () => {
    const home = await centre();
    await contract(home, { startsOn: '2026-08-15' });
    expect(await night(home, '2026-09-12')).toEqual(['2026-09-12']);
    expect(await night(home, '2026-09-16')).toEqual(['2026-09-13', '2026-09-14', '2026-09-15', '2026-09-16']);
    expect(await night(home, '2026-09-16')).toEqual([]);
    const runs = await ask(
      'select run_on as date, invoices from billing_runs where tenant_id = $1 and invoices > 0',
      home.id,
    );
    expect(runs).toEqual([{ date: '2026-09-15', invoices: 1 }]);
  });

  test('that were missed by months bill each period that was left out, on one invoice', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-05-31' });
    await night(home, '2026-09-01');
    expect((await periods(home, one)).map(({ from }) => from)).toEqual([
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
    ]);
    expect((await invoices(home)).map(({ total, lines }) => [total, lines.length])).toEqual([[3 * 3900, 3]]);
  });

  test('begin at three', async () => {
    const home = await centre();
    await contract(home, { startsOn: '2026-08-15' });
    means.setLocal(home, '2026-09-15', '02:59');
    expect(await runBillingByNight(means.ctxOf(home), means.billingRunPorts())).toEqual([]);
    expect(await invoices(home)).toEqual([]);
    means.setLocal(home, '2026-09-15', '03:00');
    expect(await runBillingByNight(means.ctxOf(home), means.billingRunPorts())).toEqual(['2026-09-15']);
  });

  test('that were cut off go on', async () => {
    const home = await centre();
    await contract(home, { startsOn: '2026-08-15' });
    await ask(
      `insert into billing_runs (tenant_id, run_on, started_at) values ($1, '2026-09-15', now())`,
      home.id,
    );
    expect(await night(home, '2026-09-15')).toEqual(['2026-09-15']);
    expect(await invoices(home)).toHaveLength(1);
  });
});

describe('administrators', () => {
  test('see beforehand what a run would do, run it, and read its report', async () => {
    const home = await centre();
    const actor = await home.account({ role: 'admin' });
    const one = await contract(home, { startsOn: '2026-08-14' });
    const preview = await call(previewBilling, { query: {} }, { actor });
    expect(preview.body).toMatchObject({
      date: '2026-09-14',
      contracts: 1,
      invoices: 1,
      total: 39,
      items: [
        {
          contractId: one.id,
          total: 39,
          lines: [{ article: 'Kõik treeningud, 14.09.2026–13.10.2026', total: 39 }],
        },
      ],
    });
    expect((await call(listBillingRuns, { query: {} }, { actor })).body.items).toEqual([]);
    const ran = await call(runBilling, {}, { actor });
    expect(ran.body.items).toMatchObject([{ date: '2026-09-14', contracts: 1, invoices: 1, total: 39 }]);
    await call(runBilling, {}, { actor });
    expect((await call(listBillingRuns, { query: {} }, { actor })).body).toMatchObject({
      total: 1,
      items: [{ date: '2026-09-14', invoices: 1, total: 39, problems: [] }],
    });
    const later = await call(previewBilling, { query: { date: '2026-11-14' } }, { actor });
    expect(later.body).toMatchObject({ contracts: 1, invoices: 1, total: 78 });
  });

  test('see thirteen months ahead: of a later date what is due by then, page by page', async () => {
    const home = await centre();
    const actor = await home.account({ role: 'admin' });
    for (let count = 0; count < 3; count += 1) await contract(home, { startsOn: '2026-08-15' });
    means.setLocal(home, '2026-09-14');
    const query = { date: '2200-12-31', offset: 1, limit: 1 };
    const { body } = await call(previewBilling, { query }, { actor });
    expect(body).toMatchObject({ date: '2027-10-14', contracts: 3, invoices: 3, total: 3 * 13 * 39 });
    expect(body.items.map(({ total, lines }) => [total, lines.length])).toEqual([[13 * 39, 13]]);
    const all = await call(previewBilling, { query: { date: '2027-10-14' } }, { actor });
    expect(all.body.items[1]).toEqual(body.items[0]);
    const last = await call(previewBilling, { query: { ...query, offset: 2, limit: 5 } }, { actor });
    expect(last.body.items).toEqual([all.body.items[2]]);
  });

  test('take turns at looking ahead, and a centre gets in its own way alone', async () => {
    const [home, other] = [await centre(), await centre()];
    const [actor, another] = [await home.account({ role: 'admin' }), await other.account({ role: 'admin' })];
    await withOwner(running.databaseUrl, async (owner) => {
      await owner.query('begin');
      await owner.query('lock table contract_periods in access exclusive mode');
      const asked = Array.from({ length: 12 }, () => call(previewBilling, { query: {} }, { actor }));
      const refused: unknown[] = [];
      for (const answer of asked) void answer.then(({ error }) => error && refused.push(error));
      // One is at it, eight wait.
      await expect.poll(() => refused).toEqual(['busyTryAgain', 'busyTryAgain', 'busyTryAgain']);
      const beside = call(previewBilling, { query: {} }, { actor: another });
      await owner.query('rollback');
      expect((await beside).status).toBe(200);
      const answers = await Promise.all(asked);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    });
  });

  test('alone may', async () => {
    const home = await centre();
    const actor = await home.account();
    expect((await call(runBilling, {}, { actor })).status).toBe(403);
    expect((await call(previewBilling, { query: {} }, { actor })).status).toBe(403);
  });
});
