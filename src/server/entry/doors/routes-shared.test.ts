import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { getEntryCodes } from '#shared/entry/codes/contract.ts';
import { getDoorList } from '#shared/entry/doors/contract.ts';
import type { DoorList } from '#shared/entry/offline/domain.ts';
import * as registrations from '#shared/registrations/contract.ts';

const running = withServer();
const { call, ask } = running;
const { register, furnished } = withDoors(running);

/** A package of a week from its first use, shared with somebody; and a training in four weeks that it covers. */
async function scene() {
  const { home, member: owner, door, scan } = await furnished({}, { bookingOpensDaysBefore: 60 });
  const friend = await home.account({ firstName: 'Friend' });
  const productId = await addProduct(running, home, {
    ...{ clientType: 'gym', visits: 5, startMode: 'firstUse', valid: [1, 'week'] },
  });
  const { id } = await fulfil(running, home, { productId, owner });
  await ask(
    `insert into ticket_shares (tenant_id, ticket_id, client_id, recipient, created_at, accepted_at)
      values ($1, $2, $3, 'friend', now(), now()) returning 1`,
    ...[home.id, id, friend.clientId],
  );
  const training = await home.training({ startsAt: '2026-10-10T12:00:00Z', payment: 'paid' });
  await ask(`update trainings set client_type = 'gym' where id = $1 returning 1`, training.id);
  const book = (actor: typeof owner) =>
    call(registrations.register, { body: { trainingId: training.id, isWaitingAccepted: false } }, { actor });
  const [ownerShown, friendShown] = [await register(owner), await register(friend)];
  const told = async (actor: typeof owner) =>
    (await call(getEntryCodes, {}, { actor })).body.doors[0]?.refusal?.error ?? null;
  const listed = async (firstName: string) => {
    const { body } = await call(getDoorList, { body: { token: door.token } }, { host: home.host });
    const list = JSON.parse(body.list) as DoorList;
    return list.devices.some((one) => one.firstName === firstName && one.spans.length > 0);
  };
  const from = async () =>
    (await ask<{ from: string | null }>('select starts_on as "from" from tickets where id = $1', id))[0]
      ?.from;
  return { owner, friend, ownerShown, friendShown, book, scan, told, listed, from };
}

test('whom a package is shared with leaves no place of theirs behind the end that a door would give it', async () => {
  const { owner, friend, ownerShown, friendShown, book, scan, told, listed, from } = await scene();
  expect((await book(friend)).status).toBe(200);
  expect([await told(friend), await told(owner)]).toEqual(['ticketBookedPast', null]);
  expect([await listed('Friend'), await listed('Kai')]).toEqual([false, true]);
  expect((await scan(friendShown.show())).body.result).toBe('refused');
  expect(await from()).toBeNull();
  expect((await scan(ownerShown.show())).body.result).toBe('accepted');
  expect(await from()).toBe('2026-09-14');
});

test('a place of its owner keeps whom a package is shared with from no first use at a door', async () => {
  const { owner, friend, ownerShown, friendShown, book, scan, told, listed, from } = await scene();
  expect((await book(owner)).status).toBe(200);
  expect([await told(friend), await told(owner)]).toEqual([null, 'ticketBookedPast']);
  expect([await listed('Friend'), await listed('Kai')]).toEqual([true, false]);
  expect((await scan(ownerShown.show())).body.result).toBe('refused');
  expect(await from()).toBeNull();
  expect((await scan(friendShown.show())).body.result).toBe('accepted');
  expect(await from()).toBe('2026-09-14');
});
