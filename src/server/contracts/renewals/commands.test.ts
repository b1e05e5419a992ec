import { describe, expect, test } from 'vitest';
import { creditInvoice } from '#server/invoices/credits/commands.ts';
import { billingMeans, type LiveContract } from '#server/testing/billing.ts';
import type { Centre } from '#server/testing/centre.ts';
import { insertContractFixtures } from '#server/testing/contract-fixtures.ts';
import { addUnissuedNote } from '#server/testing/invoices.ts';
import { addRenewing, ending, goingOn } from '#server/testing/renewing.ts';
import { withServer } from '#server/testing/server.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { previewBilling } from '../billing/commands.ts';
import { batchSize } from './commands.ts';

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

const payerOf = (name: string) => ({ name: 'Kai Kask', email: `${name}@test.test` });

/** Works the night of a date, as if all before it had been worked. */
async function nightAlone(home: Centre, date: string): Promise<void> {
  await ask(
    `insert into billing_runs (tenant_id, run_on, started_at, ended_at) values ($1, $2::date - 1, now(), now())
     on conflict do nothing returning 1`,
    ...[home.id, date],
  );
  await night(home, date);
}

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

  test('is told, billed and renewed where nobody ended it, nothing of its kind follows and no collector has it', async () => {
    const home = await centre();
    const parts = { startsOn: '2026-08-15', endsOn: '2026-09-30', termMonths: 2 };
    const { alone } = await addRenewing(running, means, home, parts);
    await ask(
      `insert into contract_terms (tenant_id, contract_id, number, starts_on, ends_on, created_at)
       values ($1, $2, 2, '2026-09-30', '2026-09-30', now()) returning 1`,
      ...[home.id, alone.id],
    );
    const withdrawn = await contract(home, { ...parts, renews: true, payer: payerOf('gone') });
    await ask(
      "update contracts set state = 'withdrawn', withdrawn_at = now() where id = $1 returning 1",
      withdrawn.id,
    );
    const each = (ofThose: unknown, ofOthers: unknown) =>
      Object.fromEntries([
        ...goingOn.map((name) => [`${name}@test.test`, ofThose]),
        ...ending.map((name) => [`${name}@test.test`, ofOthers]),
      ]);

    await nightAlone(home, '2026-08-31');
    const mails = () =>
      ask<{ name: string; goesOn: boolean }>(
        `select recipient as name, subject like '%goes on after 30.09.2026' as "goesOn" from stand_in_mails
         where tenant_id = $1 and subject like '%30.09.2026'`,
        home.id,
      );
    await expect
      .poll(async () => Object.fromEntries((await mails()).map((mail) => [mail.name, mail.goesOn])), {
        timeout: 25_000,
      })
      .toEqual(each(true, false));
    expect(await mails()).toHaveLength(8);

    // Of those that end sixteen of thirty days are left; what a collector has is billed no more.
    const { 'collected@test.test': _, ...billed } = each(3900, 2080);
    const looked = { date: '2026-09-15', offset: 0, limit: 50, abandoned: new AbortController().signal };
    const { bills, problems } = await previewBilling(means.ctxOf(home), looked);
    expect(problems).toEqual([]);
    const names = await ask<{ id: number; name: string }>(
      `select id, payer->>'email' as name from contracts where tenant_id = $1`,
      home.id,
    );
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    expect(
      Object.fromEntries(bills.map(({ contractId, totalCents }) => [nameOf.get(contractId), totalCents])),
    ).toEqual(billed);
    await nightAlone(home, '2026-09-15');
    expect(Object.fromEntries((await invoices(home)).map(({ payer, total }) => [payer, total]))).toEqual(
      billed,
    );

    await nightAlone(home, '2026-09-30');
    const after = await ask<{ name: string; ends: string; terms: string[] }>(
      `select payer->>'email' as name, ends_on as ends,
         (select array_agg(number || ' until ' || t.ends_on order by number) from contract_terms t
           where t.tenant_id = c.tenant_id and t.contract_id = c.id) as terms
       from contracts c where tenant_id = $1 and starts_on = '2026-08-15' order by id`,
      home.id,
    );
    const [first, next] = ['1 until 2026-09-30', '2 until 2026-12-14'];
    expect(Object.fromEntries(after.map(({ name, ends, terms }) => [name, [ends, ...terms]]))).toEqual({
      ...each(['2026-12-14', first, next], ['2026-09-30', first]),
      'alone@test.test': ['2026-12-14', first, '2 until 2026-09-30', '3 until 2026-12-14'],
      'gone@test.test': ['2026-09-30', first],
    });
  }, 40_000);

  test('has one further term where a night has so many that it looks for more', async () => {
    const home = await centre();
    await means.configure(home, { billing: { renewDays: 14 } });
    const { productId } = await contract(home, { startsOn: '2026-09-10' });
    const of = { tenantId: home.id, clubId: home.clubId, productId, startsOn: '2026-08-25', months: 1 };
    for (const { text, values } of insertContractFixtures({ ...of, count: batchSize, mark: 'Many' }))
      await ask(text, ...values);
    await ask(
      `update contracts set ends_on = '2026-09-24', term_months = 1, renews = true
       where tenant_id = $1 and starts_on = $2 returning 1`,
      ...[home.id, of.startsOn],
    );
    await night(home, '2026-09-14');
    const runs = await ask(
      'select renewed, ended_at is not null as "hasEnded" from billing_runs where tenant_id = $1',
      home.id,
    );
    expect(runs).toEqual([{ renewed: batchSize, hasEnded: true }]);
    const ends = await ask('select distinct ends_on from contracts where tenant_id = $1 and renews', home.id);
    expect(ends).toEqual([{ ends_on: '2026-10-24' }]);
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
    expect(goesOn?.text).toContain('renews automatically until 14.07.2027');
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

  test('gives back what nobody has given back yet: since the notice, by hand, of its own lines and by notes that were issued', async () => {
    const home = await centre();
    const of = { startsOn: '2026-08-01', priceCents: 3000 } as const;
    const frozen = async (name: string) => {
      const one = await contract(home, { ...of, payer: payerOf(name) });
      // A fee on a line of its own, and a day less of the period.
      await means.freeze(home, one, '2026-09-01', '2026-09-01', 500);
      return one;
    };
    const noticed = await frozen('noticed');
    const other = await frozen('other');
    const unnoticed = await frozen('unnoticed');
    const withdrawn = await frozen('withdrawn');
    const later = await frozen('later');
    await nightAlone(home, '2026-09-01');
    const invoiceOf = async (one: LiveContract) => (await periods(home, one)).at(-1)?.invoice ?? 0;
    const credit = async (one: LiveContract, at: string, position: number, amountCents: number) => {
      running.clock.set(at);
      const wishes = [{ position, amountCents: cents(amountCents) }];
      const { tokens } = means.billingRunPorts();
      await creditInvoice(means.ctxOf(home), tokens, await invoiceOf(one), { wishes, reason: 'By hand' });
    };
    await credit(noticed, '2026-09-03T09:00:00Z', 1, 300);
    await credit(noticed, '2026-09-03T09:00:00Z', 2, 150);
    await credit(noticed, '2026-09-05T09:00:00Z', 1, 400);
    await credit(noticed, '2026-09-06T09:00:00Z', 2, 200);
    await credit(other, '2026-09-04T09:00:00Z', 1, 650);
    await credit(unnoticed, '2026-09-04T09:00:00Z', 1, 250);
    for (const at of ['2026-09-04T09:00:00Z', '2026-09-06T09:00:00Z'])
      await addUnissuedNote(running, home, await invoiceOf(noticed), { amountCents: 70, at });
    const end = ({ id }: LiveContract, noticeAt: string | null) =>
      ask(
        `update contracts set ends_on = '2026-09-10', notice_at = $2 where id = $1 returning 1`,
        ...[id, noticeAt],
      );
    await end(noticed, '2026-09-05T09:00:00Z');
    await end(other, '2026-09-02T09:00:00Z');
    await end(unnoticed, null);
    await end(withdrawn, null);
    await ask(
      "update contracts set state = 'withdrawn', withdrawn_at = now() where id = $1 returning 1",
      withdrawn.id,
    );
    const notes = async () => {
      const rows = await ask<{ payer: string; cents: number }>(
        `select payer->>'email' as payer, total_cents as cents from invoices
         where tenant_id = $1 and kind = 'creditNote' and state = 'issued' and reason <> 'By hand' order by id`,
        home.id,
      );
      return Object.fromEntries(rows.map((row) => [row.payer, row.cents]));
    };
    await nightAlone(home, '2026-09-11');
    // Of 29,00 the nine days until the tenth cost 9,00.
    const settled = {
      'noticed@test.test': -(2000 - 300 - 400),
      'other@test.test': -(2000 - 650),
      'unnoticed@test.test': -(2000 - 250),
    };
    expect(await notes()).toEqual(settled);
    // Ended afterwards on the same day, it has its own account.
    await end(later, null);
    await night(home, '2026-09-12');
    expect(await notes()).toEqual({ ...settled, 'later@test.test': -2000 });
  });
});
