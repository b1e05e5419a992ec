import { expect, test } from 'vitest';
import { billingMeans, type LiveContractParts } from '#server/testing/billing.ts';
import { withServer } from '#server/testing/server.ts';
import * as debtStatus from '#shared/contracts/status/contract.ts';
import { addDays } from '#shared/kernel/dates.ts';

const running = withServer();
const { centre, call, ask } = running;
const { contract, night, periods, setLocal, freeze, invoices } = billingMeans(running);

/** A contract that owes two months, given to a collector three days before its term ends on 14.09.2026. */
async function given(parts: Partial<LiveContractParts> = {}) {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const clientId = await home.client();
  const own = { startsOn: '2026-06-15', termMonths: 3, renews: true, clientId };
  const made = await contract(home, { ...own, ...parts });
  await night(home, '2026-08-15');
  await night(home, '2026-09-10');
  setLocal(home, '2026-09-11', '10:00');
  const reasoned = { params: { id: made.id }, body: { reason: 'A slip' } };
  expect((await call(debtStatus.collectContract, reasoned, { actor })).body).toEqual({ status: 5 });
  const recallOn = async (date: string) => {
    await night(home, date);
    setLocal(home, date, '10:00');
    return (await call(debtStatus.recallContract, reasoned, { actor })).body;
  };
  const end = async () => {
    const [row] = await ask<{ end: string }>('select ends_on as end from contracts where id = $1', made.id);
    return row?.end;
  };
  return { home, clientId, made, recallOn, end };
}

test.each([
  ['before its term is over', '2026-09-14', '2026-12-14'],
  ['two days after', '2026-09-16', '2026-12-14'],
  ['on the last day of the next', '2026-12-14', '2027-03-14'],
  ['two terms later', '2027-03-20', '2027-06-14'],
])('taken back from the collector %s it goes on as if it had never been given', async (_, date, endsOn) => {
  const { home, made, recallOn, end } = await given();
  expect((await recallOn(date)).status).not.toBe(4);
  await night(home, addDays(date, 1));
  expect(await end()).toBe(endsOn);
  const terms = await ask(
    'select starts_on as "startsOn", ends_on as "endsOn" from contract_terms where contract_id = $1 order by number',
    made.id,
  );
  expect(terms.at(-1)).toMatchObject({ endsOn });
  // Every day since is billed, each once.
  const billed = await periods(home, made);
  for (const [index, { from }] of billed.slice(1).entries())
    expect(from).toBe(addDays(billed[index]?.until ?? '', 1));
  expect(date <= (billed.at(-1)?.until ?? '')).toBe(true);
});

test.each([
  ['that does not go on by itself', { renews: false }],
  ['under notice', { noticeAt: '2026-08-20T10:00:00Z' }],
] as const)('one %s has ended, whoever had it meanwhile', async (_, parts) => {
  const { recallOn, end } = await given(parts);
  expect(await recallOn('2026-09-16')).toEqual({ status: 4 });
  expect(await end()).toBe('2026-09-14');
});

test('days that another contract of its category has by now stay that one’s', async () => {
  const { home, clientId, recallOn, end } = await given();
  await contract(home, { startsOn: '2026-10-01', termMonths: 1, clientId });
  expect(await recallOn('2026-09-16')).toEqual({ status: 4 });
  expect(await end()).toBe('2026-09-14');
});

test.each([
  ['is billed what it owes beyond its bills', 3100, '2026-08-20', '2026-09-05', [1700]],
  ['owes nothing more where all was billed', 3100, null, null, []],
] as const)('one that ended at the collector %s, once', async (_, priceCents, fromOn, untilOn, last) => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const clientId = await home.client();
  const made = await contract(home, { startsOn: '2026-06-15', termMonths: 3, priceCents, clientId });
  // It was billed as frozen, and came back early behind its last bill.
  if (fromOn !== null) await freeze(home, made, fromOn, untilOn);
  await night(home, '2026-07-15');
  await night(home, '2026-08-15');
  await ask('delete from contract_freezes where contract_id = $1 returning 1', made.id);
  const before = (await invoices(home)).length;
  setLocal(home, '2026-09-12', '10:00');
  const reasoned = { params: { id: made.id }, body: { reason: 'A slip' } };
  await call(debtStatus.collectContract, reasoned, { actor });
  for (const day of ['12', '15', '16']) await night(home, `2026-09-${day}`);
  expect(await invoices(home)).toHaveLength(before);
  setLocal(home, '2026-09-16', '10:00');
  await call(debtStatus.recallContract, reasoned, { actor });
  for (const day of ['17', '18', '19']) await night(home, `2026-09-${day}`);
  expect((await invoices(home)).slice(before).map(({ total }) => total)).toEqual(last);
});
