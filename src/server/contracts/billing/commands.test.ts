import { describe, expect, test } from 'vitest';
import { billingMeans, type LiveContractParts } from '#server/testing/billing.ts';
import { insertContractFixtures } from '#server/testing/contract-fixtures.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { billContracts, previewBilling } from './commands.ts';

const running = withServer();
const { centre, ask } = running;
const means = billingMeans(running);
const { contract, freeze, night, periods, invoices } = means;
const money = invoiceMeans(running);

describe('a night', () => {
  test('bills the period that begins, to the payer, in the language of the contract, once', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-15', language: 'lv' });
    await night(home, '2026-09-14');
    expect(await invoices(home)).toEqual([]);
    await night(home, '2026-09-15');
    await means.now(home);
    const [payer] = await ask<{ email: string }>(
      "select payer->>'email' as email from contracts where tenant_id = $1",
      home.id,
    );
    expect(await invoices(home)).toEqual([
      {
        number: 'A-2026-000001',
        kind: 'invoice',
        total: 3900,
        dueOn: '2026-09-22',
        language: 'lv',
        payer: payer?.email,
        paid: 0,
        lines: [{ article: 'Visi treniņi, 15.09.2026–14.10.2026', gross: 3900 }],
      },
    ]);
    expect(await periods(home, one)).toMatchObject([
      { from: '2026-08-15', until: '2026-09-14' },
      { from: '2026-09-15', until: '2026-10-14', amount: 3900 },
    ]);
  });

  test('tells the payer by mail', async () => {
    const home = await centre();
    await contract(home, { startsOn: '2026-08-15' });
    await night(home, '2026-09-15');
    await expect
      .poll(
        () => ask<{ subject: string }>('select subject from stand_in_mails where tenant_id = $1', home.id),
        { timeout: 25_000 },
      )
      .toHaveLength(1);
  }, 30_000);

  test('takes frozen days off the next bill; a period of nothing has no invoice', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-01', priceCents: 3100 });
    await freeze(home, one, '2026-08-22', '2026-08-31');
    await night(home, '2026-09-01');
    expect(await periods(home, one)).toMatchObject([{ amount: 3100 }, { amount: 2100 }]);
    expect((await invoices(home))[0]).toMatchObject({ total: 2100 });
    const still = await contract(home, { startsOn: '2026-08-01' });
    await freeze(home, still, '2026-09-01', '2026-09-30');
    await means.now(home);
    expect(await periods(home, still)).toMatchObject([
      { amount: 3900 },
      { from: '2026-09-01', amount: 0, invoice: null },
    ]);
    expect(await invoices(home)).toHaveLength(1);
  });

  test('bills the fee of a freeze with a line of its own once it has begun', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-15' });
    await freeze(home, one, '2026-09-20', '2026-10-04', 500);
    await night(home, '2026-09-15');
    await night(home, '2026-09-20');
    await night(home, '2026-09-21');
    expect((await invoices(home)).map(({ total, lines }) => [total, lines[0]?.article])).toEqual([
      [1950, 'Kõik treeningud, 15.09.2026–14.10.2026'],
      [500, 'Kõik treeningud: peatamine 20.09.2026–04.10.2026'],
    ]);
  });

  test('bills no fee of a freeze that would begin when the contract is over', async () => {
    const home = await centre();
    const one = await contract(home, { startsOn: '2026-08-15', endsOn: '2026-09-19' });
    await freeze(home, one, '2026-09-20', '2026-10-04', 500);
    const last = await contract(home, { startsOn: '2026-08-15', endsOn: '2026-09-20' });
    await freeze(home, last, '2026-09-20', '2026-09-20', 700);
    await night(home, '2026-09-15');
    await night(home, '2026-09-20');
    const totals = (await invoices(home)).map(({ total }) => total);
    expect(totals.filter((total) => total === 500 || total === 700)).toEqual([700]);
  });

  test('uses the credit of the client, and no more than there is', async () => {
    const home = await centre();
    const clientId = await home.client();
    const bought = await money.issued(home, { clientId });
    await money.pay(home, bought.id, 7240 + 5000);
    const one = await contract(home, { startsOn: '2026-08-15', clientId });
    await contract(home, { startsOn: '2026-08-15', clientId, category: 'webapp_pilates' });
    await night(home, '2026-09-15');
    expect((await invoices(home)).slice(1).map(({ total, paid }) => [total, paid])).toEqual([
      [3900, 3900],
      [3900, 1100],
    ]);
    expect(one.clientId).toBe(clientId);
  });

  test('bills no further than the end, and nothing of a contract given to a collector', async () => {
    const home = await centre();
    const termination = await contract(home, { startsOn: '2026-08-01', endsOn: '2026-09-15' });
    const collected = await contract(home, { startsOn: '2026-08-01' });
    await ask(
      'update contracts set collected_at = now() where tenant_id = $1 and id = $2',
      home.id,
      collected.id,
    );
    await night(home, '2026-09-01');
    await night(home, '2026-10-01');
    expect(await periods(home, termination)).toMatchObject([{}, { from: '2026-09-01', amount: 1950 }]);
    expect(await periods(home, collected)).toHaveLength(1);
  });

  test('bills so many days ahead as the centre wants', async () => {
    const home = await centre();
    await means.configure(home, { billing: { aheadDays: 10 } });
    const one = await contract(home, { startsOn: '2026-08-15' });
    await night(home, '2026-09-04');
    expect(await periods(home, one)).toHaveLength(1);
    await night(home, '2026-09-05');
    expect(await periods(home, one)).toHaveLength(2);
  });
});

test.each([
  ['of a payer nobody can read', "update contracts set payer = '[]' where tenant_id = $1 and id = $2"],
  ['without a price', 'delete from contract_prices where tenant_id = $1 and contract_id = $2'],
  [
    'whose line the database refuses',
    `update contracts set names = jsonb_build_object('et', repeat('a', 301)) where tenant_id = $1 and id = $2`,
  ],
])('a faulty contract %s stops nobody else and stands in the report', async (_, spoil) => {
  const home = await centre();
  const good = await contract(home, { startsOn: '2026-08-15' });
  const faulty = await contract(home, { startsOn: '2026-08-15' });
  const last = await contract(home, { startsOn: '2026-08-15' });
  await ask(spoil, home.id, faulty.id);
  means.setLocal(home, '2026-09-15');
  const [run] = await means.now(home);
  expect(run).toMatchObject({ contracts: 2, invoices: 2, totalCents: 7800 });
  expect(run?.problems).toMatchObject([{ contractId: faulty.id, number: faulty.number }]);
  expect(await periods(home, good)).toHaveLength(2);
  expect(await periods(home, last)).toHaveLength(2);
  const numbers = (await invoices(home)).map(({ number }) => number);
  expect(numbers).toEqual(['A-2026-000001', 'A-2026-000002']);
});

test('a dry run is the run, without its consequences', async () => {
  const home = await centre();
  for (let day = 1; day <= 9; day += 1) {
    const one = await contract(home, { startsOn: `2026-08-0${day}`, priceCents: 1000 + day });
    if (day % 3 === 0) await freeze(home, one, '2026-09-05', '2026-09-25', 300);
  }
  means.setLocal(home, '2026-09-07');
  const { bills, ...planned } = await previewBilling(means.ctxOf(home), {
    ...{ date: '2026-09-07', offset: 0, limit: 20 },
    abandoned: new AbortController().signal,
  });
  expect(await invoices(home)).toEqual([]);
  const [run] = await means.now(home);
  expect(run).toMatchObject({
    contracts: planned.contracts,
    invoices: planned.invoices,
    totalCents: planned.totalCents,
  });
  expect((await invoices(home)).map(({ total }) => total)).toEqual(bills.map(({ totalCents }) => totalCents));
});

test('what is due is billed as a dry run said, and of what is not nothing is even looked at', async () => {
  const home = await centre();
  await means.configure(home, { billing: { aheadDays: 3 } });
  const expected: [number, number][] = [];
  const due = async (cents: number, parts: LiveContractParts) => {
    const one = await contract(home, parts);
    expected.push([one.id, cents]);
    return one;
  };
  // Of a payer nobody can read: a problem as soon as there is anything to bill.
  const notDue = (parts: LiveContractParts) => contract(home, { ...parts, payer: [] });
  const begun = { startsOn: '2026-09-10' };
  // Their first day is the last one that is billed ahead, and the day after it.
  await due(3900, { startsOn: '2026-09-18', firstCents: null });
  await notDue({ startsOn: '2026-09-19', firstCents: null });
  // A fee of a cent from today on; none from tomorrow on, taken back, of nothing, or another's.
  await freeze(home, await due(1, begun), '2026-09-15', '2026-09-21', 1);
  await freeze(home, await notDue(begun), '2026-09-16', '2026-09-21', 500);
  const { id: takenBack } = await notDue(begun);
  await freeze(home, { id: takenBack }, '2026-09-14', '2026-09-21', 500);
  await ask('update contract_freezes set cancelled_at = now() where contract_id = $1 returning 1', takenBack);
  await freeze(home, await notDue(begun), '2026-09-14', '2026-09-21');
  await notDue(begun);
  // A freeze that began on the last day, and one behind it.
  const over = { startsOn: '2026-09-01', endsOn: '2026-09-14' };
  await freeze(home, await due(700, over), '2026-09-14', '2026-09-14', 700);
  await freeze(home, await notDue({ ...over, endsOn: '2026-09-12' }), '2026-09-13', '2026-09-14', 500);
  // Terms that go on after today, and one that was over yesterday and was not given another.
  const term = { termMonths: 1, renews: true };
  await due(3900, { ...term, startsOn: '2026-08-15', endsOn: '2026-09-15' });
  await due(1820, { ...term, startsOn: '2026-08-01', endsOn: '2026-09-14' });
  means.setLocal(home, '2026-09-15');
  const { bills, problems } = await previewBilling(means.ctxOf(home), {
    ...{ date: '2026-09-15', offset: 0, limit: 20 },
    abandoned: new AbortController().signal,
  });
  expect(problems).toEqual([]);
  expect(bills.map(({ contractId, totalCents }) => [contractId, totalCents])).toEqual(expected);
  const [run] = await means.now(home);
  expect(run?.problems).toEqual([]);
  expect((await invoices(home)).map(({ total }) => total)).toEqual(expected.map(([, total]) => total));
});

test('of more contracts than are reckoned at once each is in a dry run once', async () => {
  const home = await centre();
  const { productId } = await contract(home, { startsOn: '2026-09-10' });
  const of = { tenantId: home.id, clubId: home.clubId, productId, startsOn: '2026-08-15', months: 1 };
  for (const { text, values } of insertContractFixtures({ ...of, count: 51, mark: 'Many' }))
    await ask(text, ...values);
  const { bills, ...planned } = await previewBilling(means.ctxOf(home), {
    ...{ date: '2026-09-15', offset: 49, limit: 20 },
    abandoned: new AbortController().signal,
  });
  expect(planned).toMatchObject({ contracts: 51, invoices: 51, totalCents: 51 * 3900, problems: [] });
  expect(bills).toHaveLength(2);
});

test('a dry run ends when nobody waits for it any more', async () => {
  const home = await centre();
  const asked = { date: '2026-09-07', offset: 0, limit: 20, abandoned: AbortSignal.abort() };
  await expect(previewBilling(means.ctxOf(home), asked)).rejects.toMatchObject({ code: 'busyTryAgain' });
});

test('two at once bill each contract once, under numbers without a gap', async () => {
  const home = await centre();
  for (let index = 0; index < 40; index += 1) await contract(home, { startsOn: '2026-08-15' });
  means.setLocal(home, '2026-09-15');
  const { tokens } = means.billingRunPorts();
  const both = await Promise.all([
    billContracts(means.ctxOf(home), tokens, '2026-09-15'),
    billContracts(means.ctxOf(home), tokens, '2026-09-15'),
  ]);
  expect(both.reduce((sum, { invoices: count }) => sum + count, 0)).toBe(40);
  const numbers = (await invoices(home)).map(({ number }) => number);
  expect(numbers).toEqual(
    Array.from({ length: 40 }, (_, index) => `A-2026-${String(index + 1).padStart(6, '0')}`),
  );
});
