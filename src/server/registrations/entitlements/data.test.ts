import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;

test('due to be settled is what was given back, late once its training begins, and what is over for a while', async () => {
  const home = await centre();
  const owner = await home.account();
  const contractId = await addContract(running, home, owner, { benefits: [{ visits: 9 }] });
  const ctx = contextOf(running, home);
  const cover = async (state: string, startsAt: string, settled: string | null = null) => {
    const training = await home.training({ startsAt, payment: 'paid' });
    const registrationId = await home.registration(training, owner.clientId, { place: 1 });
    const choice = { kind: 'contract', id: contractId, benefit: 0 } as const;
    await ctx.write((transaction) =>
      transaction.save(undefined, [
        data.reserve({ registrationId, trainingId: training.id, choice, now: clock.now() }),
      ]),
    );
    await ask(
      `update registrations set state = $2, place = case when $2 = 'booked' then 1 end,
         ended_at = case when $2 <> 'booked' then $3::timestamptz end where id = $1 returning 1`,
      ...[registrationId, state, clock.now()],
    );
    await ask(
      `update registration_covers set settled = $2,
         settled_at = case when $2::text is not null then $3::timestamptz end where registration_id = $1 returning 1`,
      ...[registrationId, settled, clock.now()],
    );
    return training.id;
  };
  const [free, taken, begins, over] = [
    await cover('cancelledFree', '2026-09-15T06:00:00Z'),
    await cover('cancelledByCentre', '2026-09-15T07:00:00Z'),
    await cover('cancelledLate', '2026-09-14T09:00:00Z'),
    await cover('booked', '2026-09-14T06:00:00Z'),
  ];
  await cover('cancelledLate', '2026-09-14T09:01:00Z');
  await cover('booked', '2026-09-14T07:00:00Z');
  await cover('cancelledFree', '2026-09-15T08:00:00Z', 'returned');
  await cover('booked', '2026-09-13T06:00:00Z', 'used');
  await home.registration(await home.training({ startsAt: '2026-09-13T08:00:00Z' }), owner.clientId, {
    place: 1,
  });
  const due = { now: clock.now(), endedBefore: '2026-09-14T07:00:00Z' };
  const [rows] = await ctx.read(data.listDueTrainings(due));
  expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([free, taken, begins, over]);
});

test('a ticket is reserved for who may use it, from the first date they wait or come for until the last they have', async () => {
  const home = await centre();
  const [owner, friend, second, gone, asked] = [
    await home.account(),
    await home.account(),
    await home.account(),
    await home.account(),
    await home.account(),
  ];
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 50 });
  const { id: ticketId } = await fulfil(running, home, { productId, owner });
  const { id: alone } = await fulfil(running, home, { productId, owner: gone });
  const share = ({ clientId }: TestAccount, acceptedAt: string | null, endedAt: string | null) =>
    ask(
      `insert into ticket_shares (tenant_id, ticket_id, client_id, recipient, created_at, accepted_at, ended_at,
         ended_by)
       values ($1, $2, $3, 'friend ' || $3::integer, $4, $5, $6,
         case when $6::timestamptz is not null then 'owner' end) returning 1`,
      ...[home.id, ticketId, clientId, clock.now(), acceptedAt, endedAt],
    );
  for (const one of [friend, second]) await share(one, clock.now(), null);
  await share(gone, clock.now(), clock.now());
  await share(asked, null, null);
  const ctx = contextOf(running, home);
  const cover = async (
    day: number,
    { clientId }: TestAccount,
    state: string,
    settled: string | null = null,
  ) => {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z`, payment: 'paid' });
    const isPlace = ['booked', 'offered', 'releasing'].includes(state);
    const registrationId = await home.registration(training, clientId, { place: 1 });
    const choice = { kind: 'ticket', id: ticketId } as const;
    await ctx.write((transaction) =>
      transaction.save(undefined, [
        data.reserve({ registrationId, trainingId: training.id, choice, now: clock.now() }),
      ]),
    );
    await ask(
      `update registrations set state = $2, place = case when $3 then 1 end,
         held_until = case when $2 in ('offered', 'releasing') then starts_at - interval '1 hour' end,
         ended_at = case when $2 in ('releasing', 'cancelledLate') then $4::timestamptz end
       where id = $1 returning 1`,
      ...[registrationId, state, isPlace, clock.now()],
    );
    if (settled)
      await ask(
        'update registration_covers set settled = $2, settled_at = $3 where registration_id = $1 returning 1',
        ...[registrationId, settled, clock.now()],
      );
    return registrationId;
  };
  await cover(15, owner, 'booked', 'used');
  await cover(16, owner, 'cancelledLate');
  await cover(17, owner, 'booked');
  await cover(18, owner, 'releasing');
  await cover(19, owner, 'cancelledLate');
  const leaving = await cover(20, owner, 'booked');
  await cover(21, friend, 'offered');
  await cover(22, second, 'booked');
  const dates = async (...people: readonly TestAccount[]) => {
    const clientIds = people.map(({ clientId }) => clientId);
    const [rows] = await ctx.read(data.listReservedDates({ clientIds, leaving: [leaving] }));
    return rows.map((one) => [one.ticketId, one.clientId, one.from, one.until]).toSorted();
  };
  const all = [
    [ticketId, owner.clientId, '2026-09-16', '2026-09-18'],
    [ticketId, friend.clientId, '2026-09-21', '2026-09-21'],
    [ticketId, second.clientId, '2026-09-22', '2026-09-22'],
  ].toSorted();
  expect(await dates(owner)).toEqual(all);
  expect(await dates(friend)).toEqual(all);
  expect(await dates(gone)).toEqual([]);
  expect(await dates(asked)).toEqual([]);
  expect(alone).not.toBe(ticketId);
});
