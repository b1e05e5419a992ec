import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { addProduct } from '#server/testing/products.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';
import * as staff from '#shared/registrations/staff-booking/contract.ts';
import { advanceWaitlist } from '../advancing/commands.ts';

const running = withServer();
const { centre, call, ask, clock, runJob } = running;

/** A full training of tomorrow; an owner and a friend who share the one visit of a ticket, and the friend waits for it. */
async function scene() {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const [owner, friend, holder] = [await home.account(), await home.account(), await home.account()];
  const give = async (actor: TestAccount, valid: [number, 'week' | 'month'] = [1, 'week']) => {
    const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1, valid });
    return (await fulfil(running, home, { productId, owner: actor })).id;
  };
  const shared = await give(owner);
  await give(holder);
  await rowsOf(running, home).add('ticket_shares', {
    ...{ ticket_id: shared, client_id: friend.clientId, recipient: friend.email },
    ...{ created_at: testNow, accepted_at: testNow },
  });
  const training = await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid', maxPlaces: 1 });
  const press = (actor: TestAccount) =>
    call(contract.register, { body: { trainingId: training.id, isWaitingAccepted: true } }, { actor });
  const held = (await press(holder)).body.registrationId;
  await press(friend);
  const widen = (places: number) =>
    ask('update trainings set max_places = $2 where id = $1 returning 1', training.id, places);
  const giveBack = () => call(contract.cancelRegistration, { params: { id: held } }, { actor: holder });
  /** What became of somebody's place, and which ticket covers it. */
  const placeOf = async ({ clientId }: TestAccount) => {
    const [row] = await ask<{ state: string; reason: string | null; by: number | null }>(
      `select r.state, r.passed_reason as reason, c.ticket_id as by from registrations r
         left join registration_covers c on c.tenant_id = r.tenant_id and c.registration_id = r.id
         where r.training_id = $1 and r.client_id = $2`,
      ...[training.id, clientId],
    );
    return [row?.state, row?.reason, row?.by];
  };
  return { home, owner, friend, give, shared, training, press, widen, giveBack, placeOf };
}

test('who may not have a place keeps nobody behind them from the last visit of a ticket they share', async () => {
  const { owner, friend, shared, press, giveBack, placeOf } = await scene();
  await press(owner);
  await ask('update clients set is_blocked = true where id = $1 returning 1', friend.clientId);
  expect((await giveBack()).status).toBe(200);
  expect(await placeOf(owner)).toEqual(['booked', null, shared]);
  expect(await placeOf(friend)).toEqual(['waiting', 'registeringNotAllowed', null]);
});

test('who has a place by a ticket of their own leaves the shared one to whoever is behind them', async () => {
  const { home, owner, friend, give, shared, training, press, widen, placeOf } = await scene();
  await press(owner);
  await ask(`update tickets set ends_on = '2026-09-30' where id = $1 returning 1`, shared);
  const own = await give(friend);
  await widen(3);
  await advanceWaitlist(contextOf(running, home), training.id);
  expect(await placeOf(friend)).toEqual(['booked', null, own]);
  expect(await placeOf(owner)).toEqual(['booked', null, shared]);
});

test('of two places and one visit the first of the line has one; who is told why has it once there is a visit', async () => {
  const { home, owner, friend, give, shared, training, press, widen, placeOf } = await scene();
  await press(owner);
  await widen(3);
  await advanceWaitlist(contextOf(running, home), training.id);
  expect(await placeOf(friend)).toEqual(['booked', null, shared]);
  expect(await placeOf(owner)).toEqual(['waiting', 'coverNeeded', null]);
  const more = await give(owner);
  await advanceWaitlist(contextOf(running, home), training.id);
  expect(await placeOf(owner)).toEqual(['booked', null, more]);
});

test.each(['press', 'staff'] as const)(
  'whose turn it is has the visit before who asks at that moment (%s), and who has another uses that',
  async (way) => {
    const { home, owner, friend, give, shared, training, press, widen, placeOf } = await scene();
    const later = await give(owner, [1, 'month']);
    await widen(3);
    if (way === 'press') expect((await press(owner)).error).toBeUndefined();
    else {
      const actor = await home.account({ role: 'admin' });
      const body = { clientId: owner.clientId, isBeyondPlaces: false, isWithoutCover: false, reason: '' };
      const put = { params: { id: training.id }, body };
      expect((await call(staff.bookInClass, put, { actor })).error).toBeUndefined();
    }
    expect(await placeOf(friend)).toEqual(['booked', null, shared]);
    expect(await placeOf(owner)).toEqual(['booked', null, later]);
  },
);

test('what was kept for whom a place is held goes to the next once they take it with something else', async () => {
  const { home, owner, friend, give, training, press, widen, placeOf } = await scene();
  await press(owner);
  const later = await give(friend, [1, 'month']);
  // So near the start places are offered.
  clock.set('2026-09-16T11:00:00Z');
  await widen(3);
  await advanceWaitlist(contextOf(running, home), training.id);
  expect(await placeOf(friend)).toEqual(['offered', null, null]);
  expect(await placeOf(owner)).toEqual(['waiting', 'coverNeeded', null]);
  const cover = { kind: 'ticket', id: later } as const;
  const body = { trainingId: training.id, isWaitingAccepted: false, cover };
  expect((await call(contract.register, { body }, { actor: friend })).error).toBeUndefined();
  expect(await placeOf(friend)).toEqual(['booked', null, later]);
  await runJob('lines');
  expect(await placeOf(owner)).toEqual(['offered', null, null]);
});
