import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { settleEnded } from './commands.ts';

const running = withServer();
const means = billingMeans(running);

/** A contract that has ended with days given back, on the day after. */
async function ended() {
  const home = await running.centre();
  const one = await means.contract(home, {
    startsOn: '2026-08-01',
    endsOn: '2026-09-30',
    priceCents: 3000,
  });
  await means.night(home, '2026-09-01');
  await means.freeze(home, one, '2026-09-16', '2026-09-30');
  means.setLocal(home, '2026-10-01');
  const { tokens } = means.billingRunPorts();
  return { home, one, settle: () => settleEnded(means.ctxOf(home), tokens, '2026-10-01') };
}

test('a contract that has ended, settled by the night and by an administrator at one moment, is given back once', async () => {
  const { home, one, settle } = await ended();
  const credited = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select from contracts where id = $1 for update', [one.id]);
    const both = Promise.all([settle(), settle()]);
    await untilWaiting(running.databaseUrl, 2);
    await owner.query('commit');
    return both;
  });
  expect(credited.toSorted((a, b) => a - b)).toEqual([0, 1500]);
  expect((await means.invoices(home)).map(({ total }) => total)).toEqual([3000, -1500]);
});

test('whoever has the invoice of an ended contract gets at the contract while it is settled', async () => {
  const { home, one, settle } = await ended();
  const credited = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select from invoices where tenant_id = $1 for update', [home.id]);
    const settling = settle();
    await untilWaiting(running.databaseUrl);
    await owner.query("set local lock_timeout = '500ms'");
    await owner.query('select from contracts where id = $1 for update', [one.id]);
    await owner.query('commit');
    return settling;
  });
  expect(credited).toBe(1500);
});
