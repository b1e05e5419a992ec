import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { judgeCode } from '#shared/entry/doors/contract.ts';
import * as packages from '#shared/personal-trainings/contract.ts';
import * as registrations from '#shared/registrations/contract.ts';
import { spendVisit } from '#shared/tickets/contract.ts';

const running = withServer();
const { centre, call, ask, clock, runJob } = running;
const { register, doorOf } = withDoors(running);
const limits = { bookingOpensDaysBefore: 60, upcomingMax: 50, undoSeconds: 0 };

test('whom a package is shared with keeps its owner from its first use by no place of theirs', async () => {
  const rules = { payment: { isPaymentActive: true }, pages: { isBuyPersonalTrainingPage: true } };
  const home = await centre({ rules, limits });
  const [owner, friend] = [await home.account(), await home.account()];
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const kind = 'personalTraining';
  const productId = await addProduct(running, home, {
    ...{ kind, clientType: kind, visits: 5, valid: [1, 'month'], startMode: 'firstUse' },
  });
  await ask('update products set is_shareable = true where id = $1 returning 1', productId);
  const { id, token } = await fulfil(running, home, { productId, owner });
  const shared = { params: { id }, body: { recipient: friend.email } };
  await call(packages.sharePersonalTraining, shared, { actor: owner });
  const [offer] = (await call(packages.listPersonalTrainings, {}, { actor: friend })).body.offers;
  await call(packages.acceptShare, { params: { id: offer?.shareId ?? 0 } }, { actor: friend });
  const book = async (actor: TestAccount, startsAt: string) => {
    const training = await home.training({ startsAt, payment: 'paid', maxPlaces: 1 });
    await ask('update trainings set client_type = $2 where id = $1 returning 1', training.id, kind);
    const body = { trainingId: training.id, isWaitingAccepted: false };
    return (await call(registrations.register, { body }, { actor })).error;
  };
  expect(await book(friend, '2026-11-10T15:00:00Z')).toBeUndefined();
  expect(await book(owner, '2026-09-16T15:00:00Z')).toBeUndefined();
  expect((await call(spendVisit, { body: { token } }, { actor: trainer })).error).toBeUndefined();
  const [row] = await ask<{ from: string }>('select starts_on as "from" from tickets where id = $1', id);
  expect(row).toEqual({ from: '2026-09-14' });
});

test('a place that was given back late keeps nobody from using their ticket before it', async () => {
  const home = await centre({ limits: { ...limits, freeCancelMinutes: 2 * 24 * 60 } });
  const actor = await home.account();
  const productId = await addProduct(running, home, {
    ...{ clientType: 'groupTraining', visits: 4, valid: [1, 'day'], startMode: 'firstUse' },
  });
  const { id } = await fulfil(running, home, { productId, owner: actor });
  const cover = { kind: 'ticket', id } as const;
  const book = async (day: string) => {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z`, payment: 'paid' });
    return call(
      registrations.register,
      { body: { trainingId: training.id, isWaitingAccepted: false, cover } },
      { actor },
    );
  };
  const later = await book('18');
  clock.set('2026-09-17T09:00:00Z');
  expect((await book('17')).error).toBe('ticketBookedPast');
  const params = { id: later.body.registrationId };
  expect((await call(registrations.cancelRegistration, { params }, { actor })).status).toBe(200);
  await runJob('lines');
  expect((await book('17')).error).toBeUndefined();
});

test('of a place booked far ahead and a first use at a door at the same moment one is refused', async () => {
  const home = await centre({ limits, rules: { pageFunctions: { hasQrScanningForEntry: true } } });
  const admin = await home.account({ role: 'admin' });
  const owner = await home.account();
  const productId = await addProduct(running, home, {
    ...{ clientType: 'pool', visits: 4, valid: [1, 'week'], startMode: 'firstUse' },
  });
  const { id } = await fulfil(running, home, { productId, owner });
  const door = await doorOf(home, admin, { clientType: 'pool' });
  const phone = await register(owner);
  const training = await home.training({ startsAt: '2026-10-10T15:00:00Z', payment: 'paid' });
  await ask(`update trainings set client_type = 'pool' where id = $1 returning 1`, training.id);
  const body = { trainingId: training.id, isWaitingAccepted: false };
  const scan = { token: door.token, scanId: crypto.randomUUID(), code: phone.show() };
  const both = await withOwner(running.databaseUrl, async (first) => {
    await first.query('begin');
    await first.query('select 1 from tickets where id = $1 for update', [id]);
    const booked = call(registrations.register, { body }, { actor: owner });
    await untilWaiting(running.databaseUrl);
    const scanned = call(judgeCode, { body: scan }, { host: home.host });
    await untilWaiting(running.databaseUrl, 2);
    await first.query('commit');
    return Promise.all([booked, scanned]);
  });
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[1].body).toMatchObject({ result: 'refused' });
  const [row] = await ask('select starts_on from tickets where id = $1', id);
  expect(row).toEqual({ starts_on: null });
});
