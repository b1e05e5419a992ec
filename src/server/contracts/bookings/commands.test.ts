import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { billContract, makeContract } from '#server/testing/contracts.ts';
import { withDoors } from '#server/testing/doors.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import { getContract, listContracts } from '#shared/contracts/contract.ts';
import { previewFreeze } from '#shared/contracts/freezes/contract.ts';
import * as terminations from '#shared/contracts/terminations/contract.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { register } from '#shared/registrations/contract.ts';
import { activatedEvent, tellActivated } from '../commands.ts';
import { findContract } from '../views/data.ts';
import { releaseBookings, releaseLapsed, releaseOutlived, releaseTaken } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { ctxOf, billingRunPorts, contract, freeze } = billingMeans(running);

async function booked() {
  const home = await centre({ limits: { bookingOpensDaysBefore: 90 } });
  const actor = await home.account();
  const { contractId, invoiceId } = await makeContract(running, home, actor);
  const training = await home.training({ startsAt: '2026-09-20T15:00:00Z', payment: 'paid' });
  const { body } = await call(
    register,
    { body: { trainingId: training.id, isWaitingAccepted: false } },
    { actor },
  );
  return { home, actor, contractId, invoiceId, training, body };
}

test('what may not be given back any more stays, and the rest is given back', async () => {
  const { home, actor } = await booked();
  const asked: number[] = [];
  await releaseBookings(
    ctxOf(home),
    async (_, clientId, id) => {
      expect(clientId).toBe(actor.clientId);
      asked.push(id);
      if (id === 1) throw new AppError('registrationNotFound');
    },
    actor.clientId,
    [1, 2],
  );
  expect(asked).toEqual([1, 2]);
});

test.each([
  ['a fault', new TypeError('broken'), 'broken'],
  ['a server that is busy', new AppError('busyTryAgain'), 'busyTryAgain'],
])('%s at giving back ends it, to be done again', async (_, fault, message) => {
  const { home, actor } = await booked();
  const asked: number[] = [];
  const released = releaseBookings(
    ctxOf(home),
    async (_ctx, _clientId, id) => {
      asked.push(id);
      throw fault;
    },
    actor.clientId,
    [1, 2],
  );
  await expect(released).rejects.toThrow(message);
  expect(asked).toEqual([1]);
});

test('what a change took stays where the contract covers it again by the time it is done', async () => {
  const { home, contractId } = await booked();
  const [row] = await ask<{ id: number }>('select id from registrations where tenant_id = $1', home.id);
  const asked: string[] = [];
  const giving = (how: string) => async (_ctx: unknown, _clientId: number, id: number) => {
    expect(id).toBe(row?.id);
    asked.push(how);
  };
  const ports = { giveBack: giving('free'), giveBackLate: giving('late') };
  const ids = [row?.id ?? 0];
  const release = async () => {
    await releaseTaken(ctxOf(home), ports, contractId, { registrationIds: ids, lateIds: [] });
    await releaseTaken(ctxOf(home), ports, contractId, { registrationIds: [], lateIds: ids });
    return asked.splice(0);
  };
  const set = (change: string) => ask(`update contracts set ${change} where id = $1 returning 1`, contractId);
  // What became valid is seen to first: it looks at what ended contracts have, too.
  const left = `select 1 from outbox where tenant_id = $1
    union all select 1 from graphile_worker._private_jobs where payload ->> 'tenantId' = $1::text and run_at <= now()`;
  await expect.poll(async () => (await ask(left, home.id)).length).toBe(0);
  expect(await release()).toEqual([]);
  // The training is on the twentieth.
  await set(`notice_at = now(), ends_on = '2026-09-20'`);
  expect(await release()).toEqual([]);
  await set(`ends_on = '2026-09-19'`);
  expect(await release()).toEqual(['free', 'late']);
  // What goes on by itself covers days after its term.
  await set(`notice_at = null, renews = true, term_months = 1`);
  expect(await release()).toEqual([]);
  await set('ends_on = null, renews = false, term_months = null');
  await freeze(home, { id: contractId }, '2026-09-20', '2026-09-27');
  expect(await release()).toEqual(['free', 'late']);
});

test('who has paid by the time it is done keeps what they booked; who has not gives it back and is told', async () => {
  const { home, actor, contractId } = await booked();
  const given: number[] = [];
  const release = () =>
    releaseLapsed(ctxOf(home), async (_, clientId, id) => given.push(clientId, id), {
      contractId,
      lapsedAt: clock.now(),
    });
  await release();
  expect(given).toEqual([]);
  await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-07-01' });
  await release();
  const [row] = await ask<{ id: number }>('select id from registrations where tenant_id = $1', home.id);
  expect(given).toEqual([actor.clientId, row?.id]);
});

test('whose bookings are given back is told of all of them once, though it took two attempts', async () => {
  const { home, actor, contractId } = await booked();
  const other = await home.training({ startsAt: '2026-09-21T15:00:00Z', name: 'Second', payment: 'paid' });
  await call(register, { body: { trainingId: other.id, isWaitingAccepted: false } }, { actor });
  await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-07-01' });
  const lapse = { contractId, lapsedAt: clock.now() };
  const giveBack = (last: number) => {
    let count = 0;
    return async (_ctx: unknown, _clientId: number, id: number) => {
      count += 1;
      if (count > last) throw new AppError('busyTryAgain');
      await ask(
        `update registrations set state = 'cancelledFree', ended_at = now(), place = null where id = $1 returning 1`,
        id,
      );
    };
  };
  const mails = () =>
    ask<{ text: string }>(
      `select text from stand_in_mails where tenant_id = $1 and text like '%Second%' and subject like '%tühistatud'`,
      home.id,
    );
  await expect(releaseLapsed(ctxOf(home), giveBack(1), lapse)).rejects.toThrow('busyTryAgain');
  await expect.poll(async () => (await mails()).length).toBe(1);
  await releaseLapsed(ctxOf(home), giveBack(9), lapse);
  await expect
    .poll(async () => (await ask('select 1 from outbox where tenant_id = $1', home.id)).length)
    .toBe(0);
  expect(await mails()).toHaveLength(1);
});

test('of two lapses in one moment one tells of the bookings that both would give back', async () => {
  const { home, contractId } = await booked();
  await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-07-01' });
  const mails = () =>
    ask(`select 1 from stand_in_mails where tenant_id = $1 and subject like '%tühistatud'`, home.id);
  const held = Promise.withResolvers<void>();
  const both = [1, 2].map(() => {
    clock.advance({ seconds: 1 });
    return releaseLapsed(ctxOf(home), () => held.promise, { contractId, lapsedAt: clock.now() });
  });
  await expect.poll(mails).not.toEqual([]);
  held.resolve();
  await Promise.all(both);
  await expect
    .poll(async () => (await ask('select 1 from outbox where tenant_id = $1', home.id)).length)
    .toBe(0);
  expect(await mails()).toHaveLength(1);
});

test('what was told of and kept after all is told again when the contract lapses once more', async () => {
  const { home, contractId } = await booked();
  await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-07-01' });
  const mails = () =>
    ask(`select 1 from stand_in_mails where tenant_id = $1 and subject like '%tühistatud'`, home.id);
  const busy = async () => {
    throw new AppError('busyTryAgain');
  };
  for (const [index, lapsedAt] of ['2026-09-14T09:00:00Z', '2026-09-15T09:00:00Z'].entries()) {
    clock.set(lapsedAt);
    await expect(releaseLapsed(ctxOf(home), busy, { contractId, lapsedAt })).rejects.toThrow('busyTryAgain');
    await expect.poll(mails).toHaveLength(index + 1);
  }
});

test('the papers of a contract are mailed to who has an address, and of one that lives', async () => {
  const { home, contractId } = await booked();
  const ctx = ctxOf(home);
  const [[row]] = await ctx.read(findContract({ contractId }));
  if (!row) throw new Error('no contract');
  const count = async () => (await ask('select 1 from outbox where tenant_id = $1', home.id)).length;
  const mails = async () => (await ask('select 1 from stand_in_mails where tenant_id = $1', home.id)).length;
  // The booking itself is mailed, whenever the queue comes to it.
  await expect.poll(mails).toBe(1);
  await expect.poll(count).toBe(0);
  await tellActivated(ctx, billingRunPorts(), { ...row, payer: { ...row.payer, email: '' } });
  await tellActivated(ctx, billingRunPorts(), { ...row, state: 'withdrawn' });
  expect([await count(), await mails()]).toEqual([0, 1]);
  expect(activatedEvent(contractId).dedupeKey).toBe(`activated:${contractId}`);
});

test('a notice cannot be taken back once another contract has the days after it', async () => {
  const { home, actor, contractId } = await booked();
  const params = { id: contractId };
  await call(terminations.terminateContract, { params }, { actor });
  clock.set('2026-10-01T09:00:00.000Z');
  await makeContract(running, home, actor, { startsOn: '2026-11-14' });
  await expectRefused(running, home, () => call(terminations.revokeTermination, { params }, { actor }), [
    409,
    'hasActiveContract',
  ]);
  const { body } = await call(getContract, { params: { id: contractId } }, { actor });
  expect(body).toMatchObject({ phase: 'noticeGiven', validUntil: '2026-11-13' });
});

test('withdrawing gives back by card what of the payment has not gone back yet, or leaves all of it as credit', async () => {
  for (const [backBefore, expected] of [
    [100, [{ amount: 4350 }]],
    [151, []],
  ] as const) {
    const { home, actor, contractId, invoiceId } = await booked();
    await ask(
      `with payment as (insert into payments (tenant_id, id, invoice_id, provider, provider_id, status, amount_cents, method,
           created_at, changed_at, expires_at)
         values ($1, gen_random_uuid(), $2, 'montonio', 'p-1', 'PAID', 4500, 'cardPayments', $3, $3, $3) returning tenant_id, id)
       insert into refunds (tenant_id, id, payment_id, amount_cents, status, reason, created_at, changed_at)
         select tenant_id, gen_random_uuid(), id, amount, status, 'Ill', $3, $3 from payment,
           (values ($4::integer, 'SUCCESSFUL'), (4000, 'REJECTED')) as before (amount, status) returning 1`,
      ...[home.id, invoiceId, clock.now(), backBefore],
    );
    // However often somebody tried to pay meanwhile.
    await ask(
      `insert into payments (tenant_id, id, invoice_id, provider, provider_id, status, amount_cents, method, created_at, changed_at,
           expires_at)
         select $1, gen_random_uuid(), $2, 'montonio', 'a-' || n, 'ABANDONED', 4500, 'cardPayments', later, later, later
           from generate_series(1, 60) n, lateral (select $3::timestamptz + n * interval '1 second' as later) returning 1`,
      ...[home.id, invoiceId, clock.now()],
    );
    await call(terminations.withdraw, { params: { id: contractId } }, { actor });
    const sent = await ask(
      `select amount_cents as amount from refunds where tenant_id = $1 and reason <> 'Ill'`,
      home.id,
    );
    expect(sent).toEqual(expected);
  }
});

test('a period counts the bookings and stays of its days that the contract covers; given back are those to come that nobody has been at', async () => {
  const home = await centre({ limits: { bookingOpensDaysBefore: 90 } });
  const [actor, neighbour] = [await home.account(), await home.account()];
  // Their periods begin on the fifth.
  const benefits = [Benefit.parse({ clientType: 'groupTraining', visits: 20 })];
  const add = async ({ clientId }: TestAccount, category?: 'webapp_pilates') =>
    (await contract(home, { startsOn: '2026-08-05', clientId, benefits, ...(category && { category }) })).id;
  const contractId = await add(actor);
  const pilates = await add(actor, 'webapp_pilates');
  const another = await add(neighbour);
  const place = async (
    at: string,
    {
      by = contractId,
      state = 'booked',
      presence = null as boolean | null,
      settled = null as string | null,
    } = {},
  ) => {
    const startsAt = at.includes('T') ? at : `2026-${at}T15:00:00Z`;
    const training = await home.training({ startsAt, name: at, minutes: 30, payment: 'paid' });
    const { clientId } = by === another ? neighbour : actor;
    const id = await home.registration(training, clientId, { place: 1 });
    await ask(
      `update registrations set state = $2::text, presence = $3, place = case when $2 = 'booked' then place end,
         ended_at = case when $2 <> 'booked' then now() end where id = $1 returning 1`,
      ...[id, state, presence],
    );
    await ask(
      `insert into registration_covers (tenant_id, registration_id, kind, contract_id, benefit, created_at, settled, settled_at)
       values ($1, $2, 'contract', $3, 0, now(), $4::text, case when $4 is not null then now() end) returning 1`,
      ...[home.id, id, by, settled],
    );
    return id;
  };
  const days = ['09-04', '09-05', '09-19', '09-20', '10-04', '10-05'];
  const ids = new Map<string, number>();
  for (const day of days) ids.set(day, await place(day));
  await place('09-21', { by: another });
  await place('09-22', { by: pilates });
  await place('09-23', { state: 'cancelledLate', settled: 'forfeited' });
  await place('09-24', { presence: true });
  await place('09-25', { state: 'cancelledFree', settled: 'returned' });
  // Its training costs nothing since.
  await place('09-26', { settled: 'returned' });
  // Begun an hour ago, and beginning now.
  await place('2026-09-14T08:00:00Z');
  await place('2026-09-14T09:00:00Z');
  const { id: doorId } = await withDoors(running).doorOf(home, await home.account({ role: 'admin' }));
  for (const [day, by] of [
    ...['09-04', '09-05', '10-04', '10-05'].map((one) => [one, contractId] as const),
    ['09-06', pilates] as const,
  ])
    await ask(
      `insert into entries (tenant_id, scan_id, door_id, club_id, client_id, direction, at, local_date, received_at, is_offline, result,
         by, contract_id, benefit)
       values ($1, gen_random_uuid(), $2, $3, $4, 'in', $6::timestamptz, $6::date, $6::timestamptz, false, 'accepted', 'contract', $5, 0)
       returning 1`,
      ...[home.id, doorId, home.clubId, actor.clientId, by, `2026-${day}T08:00:00Z`],
    );
  const { valid } = (await call(listContracts, {}, { actor })).body;
  expect(Object.fromEntries(valid.map(({ id, quantityRemaining }) => [id, quantityRemaining]))).toEqual({
    // Four of the days, the late one, the one that somebody was at, two of today, and two stays.
    [contractId]: 20 - 4 - 1 - 1 - 2 - 2,
    [pilates]: 20 - 1 - 1,
  });
  const frozen = { params: { id: contractId }, body: { from: '2026-09-20', until: '2026-10-04' } };
  const { body } = await call(previewFreeze, frozen, { actor });
  expect(body.bookings.map(({ name }) => name)).toEqual(['09-20', '10-04']);
  // Blocked at once, it keeps none of those to come.
  await ask(
    "update contracts set blocked_at = now(), block_reason = 'Loud' where id = $1 returning 1",
    contractId,
  );
  const given: number[] = [];
  const lapse = { contractId, lapsedAt: clock.now() };
  await releaseLapsed(ctxOf(home), async (_ctx, _clientId, id) => given.push(id), lapse);
  expect(given).toEqual(['09-19', '09-20', '10-04', '10-05'].map((day) => ids.get(day)));
});

test('visits that are counted are whole until the contract begins', async () => {
  const home = await centre();
  const actor = await home.account();
  await makeContract(running, home, actor, {
    startsOn: '2026-09-20',
    benefits: [
      { clientType: 'groupTraining', clubIds: [], weekdays: [], from: null, until: null, visits: 8 },
    ],
  });
  const { body } = await call(listContracts, {}, { actor });
  expect(body.valid).toMatchObject([{ phase: 'scheduled', quantityTotal: 8, quantityRemaining: 8 }]);
});

test.each([
  ['late when notice was given, it is late', true, 1, ['late']],
  ['free then, it is free', true, 0, ['free']],
  ['late once, and notice was taken back, it is free', false, 1, ['free']],
] as const)(
  'of what is lost behind the end, %s, whatever gives it back first',
  async (_, isNoticed, late, expected) => {
    const { home, actor, contractId, body } = await booked();
    await ask(
      `update contracts set ends_on = '2026-09-19', notice_at = case when $2 then now() end where id = $1`,
      contractId,
      isNoticed,
    );
    await ask(
      `insert into contract_messages (tenant_id, contract_id, key, created_at)
      select tenant_id, $2, 'late:' || id || ':' || sequence + 1 - $3::integer, now() from registrations where id = $1`,
      body.registrationId,
      contractId,
      late,
    );
    const given: string[] = [];
    const give = (how: string) => async (_ctx: unknown, clientId: number, id: number) => {
      expect([clientId, id]).toEqual([actor.clientId, body.registrationId]);
      given.push(how);
    };
    const ports = { entitleAnew: async () => false, takeOut: give('free'), giveBackLate: give('late') };
    await releaseOutlived(ctxOf(home), ports, contractId);
    expect(given).toEqual(expected);
  },
);
