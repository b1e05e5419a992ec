import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { getContract } from '#shared/contracts/contract.ts';
import { freezeContract, returnFromFreeze } from '#shared/contracts/freezes/contract.ts';
import { revokeTermination, terminateContract } from '#shared/contracts/terminations/contract.ts';
import { addDays } from '#shared/kernel/dates.ts';

const running = withServer();
const { centre, call, ask } = running;
const { night, setLocal } = billingMeans(running);

/** A contract of 39,00 from the first of a month on, which goes on by itself after its term. */
async function scene(startsOn: string, termMonths: number) {
  const home = await centre();
  const actor = await home.account();
  const terms = { startsOn, termMonths, renews: true, anchor: 'first' } as const;
  const prices = [{ clubId: home.clubId, priceCents: 3900 }];
  const { contractId } = await makeContract(running, home, actor, { ...terms, prices });
  const params = { id: contractId };
  const detail = async () => (await call(getContract, { params }, { actor })).body;
  const freeze = async (from: string, until: string) =>
    (await call(freezeContract, { params, body: { from, until } }, { actor })).body.bills;
  const comeBack = async () => {
    const body = { freezeId: (await detail()).freezes[0]?.id ?? 0 };
    return (await call(returnFromFreeze, { params, body }, { actor })).body.bills;
  };
  const nights = async (from: string, until: string) => {
    for (let date = from; date <= until; date = addDays(date, 1)) await night(home, date);
  };
  const billed = async () =>
    Object.fromEntries((await detail()).periods.map(({ from, amount }) => [from, amount]));
  const mails = async (subject: string) => {
    const found = () =>
      ask<{ text: string }>(
        'select text from stand_in_mails where tenant_id = $1 and subject like $2',
        ...[home.id, `%${subject}%`],
      );
    await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(1);
    return (await found())[0]?.text;
  };
  return { home, contractId, actor, detail, freeze, comeBack, nights, billed, mails };
}

// The term of October and November, its November frozen: it ends on 30.12., and without the freeze on 30.11.
test.each([
  ['on its first day, as if it had never been', '2026-11-01', 78],
  // 21 of the 30 days are used after all.
  ['on its tenth day', '2026-11-10', 66.3],
])(
  'a freeze at the end of a term that goes on, ended %s, is billed as it was told',
  async (_, back, after) => {
    const { home, freeze, comeBack, nights, billed, detail, mails } = await scene('2026-10-01', 2);
    expect(await freeze('2026-11-01', '2026-11-30')).toMatchObject([
      { date: '2026-11-01', before: 39, after: 0 },
    ]);
    await nights('2026-11-01', back);
    expect(await billed()).toMatchObject({ '2026-11-01': 0 });
    setLocal(home, back, '12:00');
    expect(await comeBack()).toMatchObject([{ date: '2026-12-01', before: 39, after }]);
    expect((await detail()).next).toEqual({ date: '2026-12-01', amount: after });
    expect(await mails('kehtib jälle')).toContain(`asemel ${after.toFixed(2).replace('.', ',')}`);
    await nights(addDays(back, 1), '2027-01-01');
    expect(await billed()).toMatchObject({ '2026-12-01': after, '2027-01-01': 39 });
  },
  60_000,
);

test('a freeze at the end of a term that goes on is billed as it was told', async () => {
  const { home, freeze, nights, billed, detail } = await scene('2026-11-01', 1);
  setLocal(home, '2026-11-10', '12:00');
  expect(await freeze('2026-11-16', '2026-11-30')).toMatchObject([
    { date: '2026-12-01', before: 39, after: 19.5 },
  ]);
  expect(await detail()).toMatchObject({
    validUntil: '2026-12-15',
    next: { date: '2026-12-01', amount: 19.5 },
  });
  await nights('2026-11-11', '2027-01-01');
  expect(await billed()).toMatchObject({ '2026-12-01': 19.5, '2027-01-01': 39 });
}, 60_000);

test('one that another follows does not go on: its last account is told, and billed', async () => {
  const { home, actor, freeze, comeBack, nights, billed, detail } = await scene('2026-10-01', 2);
  await freeze('2026-11-16', '2026-11-30');
  setLocal(home, '2026-10-20');
  await makeContract(running, home, actor, { startsOn: '2026-12-16', anchor: 'first' });
  await nights('2026-11-01', '2026-11-16');
  setLocal(home, '2026-11-16', '12:00');
  expect(await billed()).toMatchObject({ '2026-11-01': 19.5 });
  // The term ends on 30.11. again.
  expect(await comeBack()).toMatchObject([
    { date: '2026-12-01', until: '2026-12-01', before: 18.87, after: 19.5 },
  ]);
  expect((await detail()).next).toBeNull();
  await nights('2026-11-17', '2026-12-02');
  expect(await billed()).toMatchObject({ '2026-12-01': 19.5 });
}, 60_000);

test('of two prices that a freeze moves to one date the one told for later stays, and nobody else’s move', async () => {
  const { home, contractId, freeze } = await scene('2026-10-01', 2);
  const parts = { startsOn: '2026-10-01', termMonths: 2, renews: true };
  const other = await makeContract(running, home, await home.account(), parts);
  for (const id of [contractId, other.contractId])
    await ask(
      `insert into contract_prices (tenant_id, contract_id, from_on, price_cents, told_at, created_at)
       values ($1, $2, '2026-12-01', 5000, now(), now()), ($1, $2, '2026-12-10', 5500, now(), now()) returning 1`,
      ...[home.id, id],
    );
  const prices = (id: number) =>
    ask(
      'select from_on as "fromOn", told_on as "toldOn", price_cents as cents from contract_prices where contract_id = $1 order by from_on',
      id,
    );
  await freeze('2026-11-01', '2026-11-15');
  expect(await prices(contractId)).toEqual([
    { fromOn: '2026-10-01', toldOn: null, cents: 3900 },
    { fromOn: '2026-12-16', toldOn: '2026-12-10', cents: 5500 },
  ]);
  expect(await prices(other.contractId)).toEqual([
    { fromOn: '2026-10-01', toldOn: null, cents: 4500 },
    { fromOn: '2026-12-01', toldOn: null, cents: 5000 },
    { fromOn: '2026-12-10', toldOn: null, cents: 5500 },
  ]);
});

// The second freeze lies where only the first has moved the end to.
const late = { from: '2026-12-10', until: '2026-12-19' };

test('a freeze left behind the end of a term lengthens the next one', async () => {
  const { home, freeze, comeBack, nights, detail } = await scene('2026-10-01', 2);
  await freeze('2026-10-05', '2026-10-25');
  await freeze(late.from, late.until);
  expect(await detail()).toMatchObject({ validUntil: '2026-12-31' });
  setLocal(home, '2026-10-04', '12:00');
  await comeBack();
  expect(await detail()).toMatchObject({ validUntil: '2026-11-30' });
  await nights('2026-11-30', '2026-12-01');
  expect(await detail()).toMatchObject({ validUntil: '2027-02-10' });
}, 60_000);

test('a notice taken back leaves the end that the freezes give which stand by then', async () => {
  const { home, actor, contractId, freeze, comeBack, detail } = await scene('2026-10-01', 2);
  const params = { id: contractId };
  await freeze('2026-10-05', '2026-10-25');
  await freeze(late.from, late.until);
  setLocal(home, '2026-10-03', '12:00');
  expect((await call(terminateContract, { params }, { actor })).status).toBe(200);
  await comeBack();
  expect((await call(revokeTermination, { params }, { actor })).body).toEqual({ validUntil: '2026-11-30' });
  expect(await detail()).toMatchObject({ validUntil: '2026-11-30' });
});
