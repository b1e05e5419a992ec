import { expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { addProduct } from '#server/testing/products.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { spendVisit } from '#shared/tickets/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** A place in a training that a visit of a ticket is reserved for. */
async function reserve(
  home: Centre,
  { id }: { readonly id: number },
  { clientId }: TestAccount,
  of: TestTraining,
) {
  const { add } = rowsOf(running, home);
  const registrationId = await home.registration(of, clientId, { place: 1 });
  const made = { ticket_id: id, created_at: testNow };
  const entryId = await add('ticket_entries', { ...made, kind: 'RESERVE', visits: 1 });
  await add('registration_covers', {
    ...{ ...made, registration_id: registrationId, kind: 'ticket', ticket_entry_id: entryId },
  });
  return registrationId;
}

test('a place that a ticket holds opens the door from an hour before; nobody else’s does, no other ticket’s, none given back', async () => {
  const home = await centre();
  const [owner, friend] = [await home.account(), await home.account()];
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const productId = await addProduct(running, home, {});
  const ticketOf = (account: TestAccount) => fulfil(running, home, { productId, owner: account });
  const [one, other, friends] = [await ticketOf(owner), await ticketOf(owner), await ticketOf(friend)];
  const styleId = await home.style();
  const training = (minutes: number) =>
    home.training({ startsAt: addMinutes(testNow, minutes), minutes: 20, styleId, trainerId: null });
  const givenBack = await reserve(home, one, owner, await training(0));
  await ask(
    `update registrations set state = 'cancelledFree', place = null, ended_at = now() where tenant_id = $1 and id = $2`,
    ...[home.id, givenBack],
  );
  await reserve(home, other, owner, await training(25));
  await reserve(home, one, friend, await training(30));
  const ahead = await reserve(home, one, owner, await training(4 * 60));
  const scan = async (ticket: { readonly token: string }) => {
    const { body } = await call(spendVisit, { body: { token: ticket.token } }, { actor: trainer });
    return [body.isSameStay, body.visitsUsed];
  };
  expect(await scan(one)).toEqual([false, 1]);
  expect(await scan(other)).toEqual([true, 0]);
  expect(await scan(friends)).toEqual([false, 1]);
  // When that stay is over, to the minute at which the place opens.
  clock.set(addMinutes(testNow, 3 * 60));
  expect(await scan(one)).toEqual([true, 1]);
  await ask('delete from registration_covers where tenant_id = $1 and registration_id = $2', home.id, ahead);
  expect(await scan(one)).toEqual([false, 2]);
});

test('a ticket that begins with its first use is used where all it holds for its client is before its end', async () => {
  const home = await centre();
  const [owner, friend] = [await home.account(), await home.account()];
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const productId = await addProduct(running, home, { startMode: 'firstUse', valid: [30, 'day'] });
  const [one, other] = [
    await fulfil(running, home, { productId, owner }),
    await fulfil(running, home, { productId, owner }),
  ];
  const styleId = await home.style();
  const training = (day: string) => home.training({ startsAt: `${day}T15:00:00Z`, styleId, trainerId: null });
  const end = (id: number, change: string) =>
    ask(`update ${change} returning 1`, home.id, id).then((rows) => expect(rows).toHaveLength(1));
  await reserve(home, one, owner, await training('2026-10-13'));
  // Of another ticket, of whom it is shared with, paid back, or given back.
  await reserve(home, other, owner, await training('2026-10-20'));
  await reserve(home, one, friend, await training('2026-10-21'));
  await end(
    await reserve(home, one, owner, await training('2026-10-22')),
    `registration_covers set settled = 'returned', settled_at = now() where tenant_id = $1 and registration_id = $2`,
  );
  await end(
    await reserve(home, one, owner, await training('2026-10-23')),
    `registrations set state = 'cancelledFree', place = null, ended_at = now() where tenant_id = $1 and id = $2`,
  );
  const late = await reserve(home, one, owner, await training('2026-10-14'));
  const use = () => call(spendVisit, { body: { token: one.token } }, { actor: trainer });
  expect((await use()).refusal?.details).toMatchObject({ until: '13.10.2026' });
  await ask('delete from registration_covers where tenant_id = $1 and registration_id = $2', home.id, late);
  expect((await use()).body).toMatchObject({ isSameStay: false, visitsUsed: 1 });
});
