import { describe, expect, test } from 'vitest';
import { creditInvoice } from '#server/invoices/credits/commands.ts';
import { billingMeans, type LiveContract } from '#server/testing/billing.ts';
import type { Centre } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';

const running = withServer();
const { centre, ask } = running;
const means = billingMeans(running);
const { contract, night, periods, invoices, told } = means;

const endOf = async (home: Centre, id: number) =>
  (
    await ask<{ ends: string | null }>(
      'select ends_on as ends from contracts where tenant_id = $1 and id = $2',
      home.id,
      id,
    )
  )[0]?.ends;

/** Works the nights of a span, one after another. */
async function billingRuns(home: Centre, from: string, until: string): Promise<void> {
  for (let date = from; date <= until; date = addDays(date, 1)) await night(home, date);
}

describe('a contract that goes on by itself', () => {
  // shows: contract-goes-on
  test('has its next term before it ends, with a row of its own, and is billed on', async () => {
    const home = await centre();
    const one = await contract(home, {
      startsOn: '2026-06-30',
      termMonths: 3,
      renews: true,
      periodMonths: 3,
    });
    await night(home, '2026-09-28');
    expect(await endOf(home, one.id)).toBe('2026-09-29');
    await night(home, '2026-09-29');
    expect(await endOf(home, one.id)).toBe('2026-12-29');
    await night(home, '2026-09-30');
    const terms = await ask(
      'select number, starts_on, ends_on from contract_terms where tenant_id = $1 and contract_id = $2 order by number',
      home.id,
      one.id,
    );
    expect(terms).toEqual([
      { number: 1, starts_on: '2026-06-30', ends_on: '2026-09-29' },
      { number: 2, starts_on: '2026-09-30', ends_on: '2026-12-29' },
    ]);
    expect((await periods(home, one)).map(({ from }) => from)).toEqual(['2026-06-30', '2026-09-30']);
    const changes = await ask(
      "select details from contract_changes where tenant_id = $1 and kind = 'renewed'",
      home.id,
    );
    expect(changes).toEqual([{ details: { startsOn: '2026-09-30', endsOn: '2026-12-29' } }]);
  });

  test.each([
    ['was ended', { noticeAt: '2026-09-01T08:00:00Z' }],
    ['does not renew', { renews: false }],
  ])('not where it %s', async (_, parts) => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-06-15', termMonths: 3, renews: true, ...parts });
    await billingRuns(home, '2026-09-13', '2026-09-16');
    expect(await endOf(home, one.id)).toBe('2026-09-14');
  });

  test('not where another contract of the category follows', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-06-15', termMonths: 3, renews: true });
    await contract(home, { startsOn: '2026-09-20', clientId: one.clientId });
    await billingRuns(home, '2026-09-13', '2026-09-15');
    expect(await endOf(home, one.id)).toBe('2026-09-14');
  });

  test('is made good after nights that were missed', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-06-15', termMonths: 3, renews: true });
    await night(home, '2026-09-10');
    await night(home, '2026-09-20');
    expect(await endOf(home, one.id)).toBe('2026-12-14');
    expect((await periods(home, one)).map(({ from }) => from)).toContain('2026-09-15');
  });
});

describe('its holder', () => {
  test('is told 30 and 7 days before, each once, and hears in their language what happens', async () => {
    const home = await centre();
    const renewing = await contract(home, {
      startsOn: '2026-01-15',
      termMonths: 9,
      renews: true,
      language: 'en',
    });
    const termination = await contract(home, { startsOn: '2026-01-15', termMonths: 9, language: 'lv' });
    await billingRuns(home, '2026-09-13', '2026-09-15');
    await billingRuns(home, '2026-10-06', '2026-10-08');
    const keys = ['renewal:2026-10-14:30', 'renewal:2026-10-14:7'];
    const renewals = async (one: LiveContract) =>
      (await told(home, one)).filter((key) => key.startsWith('renewal'));
    expect(await renewals(renewing)).toEqual(keys);
    expect(await renewals(termination)).toEqual(keys);
    const mails = () =>
      ask<{ subject: string; text: string }>(
        `select subject, text from stand_in_mails where tenant_id = $1 and subject like '%14.10.2026%' order by subject`,
        home.id,
      );
    await expect.poll(async () => (await mails()).length, { timeout: 25_000 }).toBe(4);
    const goesOn = (await mails()).find(({ subject }) => subject.includes('goes on'));
    expect(goesOn?.subject).toContain('your contract goes on after 14.10.2026');
    expect(goesOn?.text).toContain('goes on by itself until 14.07.2027');
  }, 40_000);
});

describe('a contract that has ended', () => {
  test('gives back by a credit note what was billed for days after its end, once', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-01', priceCents: 3000 });
    await night(home, '2026-09-01');
    await ask(
      `update contracts set ends_on = '2026-09-10' where tenant_id = $1 and id = $2`,
      home.id,
      one.id,
    );
    await billingRuns(home, '2026-09-10', '2026-09-12');
    const notes = (await invoices(home)).filter(({ kind }) => kind === 'creditNote');
    expect(notes.map(({ number, total, lines }) => [number, total, lines.length])).toEqual([
      ['K-2026-000001', -2000, 1],
    ]);
    const runs = await ask(
      `select run_on as date, credited_cents as credited from billing_runs where tenant_id = $1 and credited_cents > 0`,
      home.id,
    );
    expect(runs).toEqual([{ date: '2026-09-11', credited: 2000 }]);
  });

  test('with nothing left over is settled without one', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-01', endsOn: '2026-09-30' });
    await billingRuns(home, '2026-08-31', '2026-10-02');
    expect((await invoices(home)).map(({ kind, total }) => [kind, total])).toEqual([['invoice', 3900]]);
    expect(await told(home, one)).toContain('settled:2026-09-30');
  });

  test('gives back frozen days that no later period took off', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-01', endsOn: '2026-09-30', priceCents: 3000 });
    await night(home, '2026-09-01');
    await means.freeze(home, one, '2026-09-16', '2026-09-30');
    await night(home, '2026-10-01');
    expect((await invoices(home)).map(({ total }) => total)).toEqual([3000, -1500]);
  });

  test('gives back nothing twice that was given back with the notice', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-01', priceCents: 3000 });
    await night(home, '2026-09-01');
    await means.freeze(home, one, '2026-09-21', '2026-09-30');
    const ctx = means.ctxOf(home);
    await ask(
      `update contracts set ends_on = '2026-10-31', notice_at = $3 where tenant_id = $1 and id = $2`,
      home.id,
      one.id,
      ctx.now,
    );
    const [{ invoice } = { invoice: 0 }] = (await periods(home, one)).slice(1);
    const wishes = [{ position: 1, amountCents: cents(1000) }];
    await creditInvoice(ctx, means.billingRunPorts().tokens, invoice ?? 0, { wishes, reason: 'Notice' });
    await billingRuns(home, '2026-09-30', '2026-10-02');
    await billingRuns(home, '2026-10-31', '2026-11-02');
    expect((await invoices(home)).map(({ total }) => total)).toEqual([3000, 3000, -1000]);
  });
});
