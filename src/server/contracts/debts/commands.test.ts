import { expect, test } from 'vitest';
import { billingMeans, type LiveContractParts } from '#server/testing/billing.ts';
import type { Centre } from '#server/testing/centre.ts';
import { billContract } from '#server/testing/contracts.ts';
import { addUnissuedNote, invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { addDays } from '#shared/kernel/dates.ts';

const running = withServer();
const { centre, call, ask } = running;
const means = billingMeans(running);
const { contract, night, told } = means;
const money = invoiceMeans(running);

const counts = async (home: Centre, date: string) => {
  await night(home, date);
  const [run] = await ask<{ debts: number; bad: number }>(
    'select debts, bad_debts as bad from billing_runs where tenant_id = $1 and run_on = $2',
    home.id,
    date,
  );
  return [run?.debts, run?.bad];
};

const invoiceOf = async (home: Centre, id: number) =>
  (
    await ask<{ invoice: number }>(
      `select invoice_id as invoice from contract_periods where tenant_id = $1 and contract_id = $2
       and invoice_id is not null`,
      home.id,
      id,
    )
  )[0]?.invoice ?? 0;

test('each stage is told once, counted for the office, and over with the payment', async () => {
  const home = await centre();
  const one = await contract(home, { startsOn: '2026-06-15', periodMonths: 3, language: 'en' });
  const other = await contract(home, {
    startsOn: '2026-06-20',
    periodMonths: 3,
    clientId: one.clientId,
    category: 'webapp_pilates',
  });
  // Issued on the 15th, due on the 22nd, in debt a day later.
  await night(home, '2026-09-15');
  expect(await counts(home, '2026-09-22')).toEqual([0, 0]);
  await money.pay(home, await invoiceOf(home, other.id), 3900);
  expect(await counts(home, '2026-09-23')).toEqual([1, 0]);
  expect(await counts(home, '2026-09-24')).toEqual([1, 0]);
  for (let date = '2026-10-20'; date <= '2026-10-22'; date = addDays(date, 1)) await night(home, date);
  expect(await counts(home, '2026-10-23')).toEqual([1, 1]);
  expect(await told(home, one)).toEqual(['debt:2026-09-22', 'badDebt:2026-09-22']);
  expect(await told(home, other)).toEqual([]);
  const mails = () =>
    ask<{ subject: string; text: string }>(
      "select subject, text from stand_in_mails where tenant_id = $1 and subject like '%contract%' order by id",
      home.id,
    );
  await expect.poll(async () => (await mails()).length, { timeout: 25_000 }).toBe(2);
  expect((await mails())[0]?.text).toContain('You can come in until 29.09.2026');
  await money.pay(home, await invoiceOf(home, one.id), 3900);
  expect(await counts(home, '2026-10-24')).toEqual([0, 0]);
}, 60_000);

test('what is tolerated is no debt', async () => {
  const home = await centre();
  const one = await contract(home, { startsOn: '2026-08-15' });
  await night(home, '2026-09-15');
  await money.pay(home, await invoiceOf(home, one.id), 3800);
  expect(await counts(home, '2026-09-23')).toEqual([0, 0]);
  expect(await told(home, one)).toEqual([]);
});

test('what was written off is no debt', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const one = await contract(home, { startsOn: '2026-08-15' });
  await night(home, '2026-09-15');
  const params = { id: await invoiceOf(home, one.id) };
  expect((await call(writeOffInvoice, { params }, { actor })).body).toEqual({ balance: 39 });
  expect(await counts(home, '2026-09-23')).toEqual([0, 0]);
  expect(await told(home, one)).toEqual([]);
});

test('a debt is as old as the invoice that made it, not as a forgotten half euro before', async () => {
  const home = await centre();
  const one = await contract(home, { startsOn: '2026-07-15' });
  await night(home, '2026-08-15');
  await money.pay(home, await invoiceOf(home, one.id), 3850);
  await night(home, '2026-09-15');
  // The half euro was due on 22.08, the next invoice on 22.09.
  expect(await counts(home, '2026-09-23')).toEqual([1, 0]);
  expect(await told(home, one)).toEqual(['debt:2026-09-22']);
});

test('in debt is whose own invoices are open: of contracts that run, not with a collector, of what nobody credited', async () => {
  const home = await centre();
  await means.configure(home, { contracts: { debt: { toleratedCents: 0 } } });
  const owing = async (parts: Partial<LiveContractParts> = {}) => {
    const one = await contract(home, { startsOn: '2026-08-15', ...parts });
    const due = { untilOn: '2026-10-14', dueOn: '2026-09-22' };
    return { id: one.id, invoiceId: await billContract(running, home, one.id, due) };
  };
  const plain = await owing();
  const cent = await owing();
  await money.pay(home, cent.invoiceId, 4499);
  const credited = await owing();
  await addUnissuedNote(running, home, credited.invoiceId, { amountCents: 4500 });
  const endsToday = await owing({ endsOn: '2026-09-23' });
  const ended = await owing({ endsOn: '2026-09-22' });
  const withdrawn = await owing();
  await ask(
    "update contracts set state = 'withdrawn', withdrawn_at = now() where id = $1 returning 1",
    withdrawn.id,
  );
  const collected = await owing();
  await ask('update contracts set collected_at = now() where id = $1 returning 1', collected.id);
  const lost = await owing();
  await ask('update invoices set written_off_at = now() where id = $1 returning 1', lost.invoiceId);
  const clear = await contract(home, { startsOn: '2026-09-15' });
  expect(await counts(home, '2026-09-23')).toEqual([4, 0]);
  const all = { plain, cent, credited, endsToday, ended, withdrawn, collected, lost, clear };
  const toldOf: string[] = [];
  for (const [name, one] of Object.entries(all))
    if ((await told(home, one)).some((key) => key.startsWith('debt:'))) toldOf.push(name);
  expect(toldOf).toEqual(['plain', 'cent', 'credited', 'endsToday']);
});
