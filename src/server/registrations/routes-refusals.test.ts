import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { expectRefused, type Pressed, type Refusal } from '#server/testing/refusals.ts';
import { saleMeans } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { changeOnePresence, closeRoll } from '#shared/registrations/attendance/contract.ts';
import * as contract from '#shared/registrations/contract.ts';
import { bookForClient, removeClient } from '#shared/registrations/staff-booking/contract.ts';
import { cancelRegistration } from './waitlist/commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { ctxOf } = saleMeans(running);

/** A member with a place, one who waits for it, and one who has given one back; and a training where there is room. */
async function scene() {
  const home = await centre({ limits: { undoSeconds: 60 } });
  const [admin, holder, queued, gone] = [
    await home.account({ role: 'admin' }),
    await home.account(),
    await home.account(),
    await home.account(),
  ];
  const full = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
  const free = await home.training({ startsAt: '2026-09-16T15:00:00Z', maxPlaces: 2 });
  const book = async (actor: TestAccount, trainingId: number) =>
    (await call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor })).body
      .registrationId;
  const held = await book(holder, full.id);
  const waits = await book(queued, full.id);
  const left = await book(gone, free.id);
  await call(contract.cancelRegistration, { params: { id: left } }, { actor: gone });
  clock.advance({ minutes: 2 });
  // The place goes on by itself once it cannot be taken back any more.
  await expect
    .poll(() => ask('select state from registrations where id = $1', left))
    .toEqual([{ state: 'cancelledFree' }]);
  return { home, admin, holder, queued, gone, full, free, held, waits, left };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Press = (of: Scene) => Pressed;

const nobody = 9_999_999;
const notFound: Refusal = [404, 'registrationNotFound'];
const plain = { isBeyondPlaces: false, isWithoutCover: false, reason: '' };
const cancel = (actor: TestAccount, id: number) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });
const preview = (actor: TestAccount, id: number) =>
  call(contract.previewCancelling, { params: { id } }, { actor });
const undo = (actor: TestAccount, id: number) => call(contract.undoCancelling, { params: { id } }, { actor });
const take = (actor: TestAccount, id: number) =>
  call(contract.acceptOffer, { params: { id }, body: {} }, { actor });
const swap = (actor: TestAccount, id: number, trainingId: number) =>
  call(contract.swapRegistration, { params: { id }, body: { trainingId } }, { actor });
const previewSwap = (actor: TestAccount, id: number, trainingId: number) =>
  call(contract.previewSwap, { params: { id, trainingId } }, { actor });
const waitFor = (actor: TestAccount, ...trainingIds: number[]) =>
  call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor });
const put = (actor: TestAccount, trainingId: number, clientId: number) =>
  call(bookForClient, { body: { trainingId, clientId, ...plain } }, { actor });
const remove = (actor: TestAccount, id: number) =>
  call(removeClient, { params: { id }, query: { removal: 'free' } }, { actor });

test.each<[string, Press, Refusal]>([
  ['giving back what is somebody else’s', ({ queued, held }) => cancel(queued, held), notFound],
  ['giving back what is nobody’s', ({ holder }) => cancel(holder, nobody), notFound],
  ['giving back what was given back', ({ gone, left }) => cancel(gone, left), notFound],
  ['asking what giving back somebody else’s means', ({ queued, held }) => preview(queued, held), notFound],
  ['asking what giving back nobody’s means', ({ holder }) => preview(holder, nobody), notFound],
  [
    'taking back what was given back too long ago',
    ({ gone, left }) => undo(gone, left),
    [409, 'undoTooLate'],
  ],
  ['taking back what is held', ({ holder, held }) => undo(holder, held), [409, 'undoTooLate']],
  ['taking back what is somebody else’s', ({ queued, held }) => undo(queued, held), notFound],
  ['taking what is not offered', ({ queued, waits }) => take(queued, waits), [409, 'offerEnded']],
  ['taking what is somebody else’s', ({ holder, waits }) => take(holder, waits), notFound],
  ['moving from what is somebody else’s', ({ queued, held, free }) => swap(queued, held, free.id), notFound],
  ['moving from what is waited for', ({ queued, waits, free }) => swap(queued, waits, free.id), notFound],
  ['moving from what is nobody’s', ({ holder, free }) => swap(holder, nobody, free.id), notFound],
  ['moving to nothing', ({ holder, held }) => swap(holder, held, nobody), [404, 'trainingNotFound']],
  [
    'asking what moving from what is waited for means',
    ({ queued, waits, free }) => previewSwap(queued, waits, free.id),
    notFound,
  ],
  [
    'asking what moving from somebody else’s means',
    ({ queued, held, free }) => previewSwap(queued, held, free.id),
    notFound,
  ],
  [
    'waiting for one of which one is nothing',
    ({ gone, full }) => waitFor(gone, full.id, nobody),
    [404, 'trainingNotFound'],
  ],
  [
    'putting in who is in',
    ({ admin, full, holder }) => put(admin, full.id, holder.clientId),
    [409, 'alreadyRegistered'],
  ],
  ['putting in nobody', ({ admin, free }) => put(admin, free.id, nobody), [404, 'clientNotFound']],
  [
    'putting in beyond the places',
    ({ admin, full, gone }) => put(admin, full.id, gone.clientId),
    [409, 'noFreePlaces'],
  ],
  ['putting into nothing', ({ admin, gone }) => put(admin, nobody, gone.clientId), [404, 'trainingNotFound']],
  ['taking out what was given back', ({ admin, left }) => remove(admin, left), notFound],
  ['taking out nobody', ({ admin }) => remove(admin, nobody), notFound],
])('%s is refused', async (_, press, refusal) => {
  const of = await scene();
  await expectRefused(running, of.home, () => press(of), refusal);
});

test.each<[string, Press, Refusal]>([
  [
    'nobody is put in',
    ({ admin, free, gone }) => put(admin, free.id, gone.clientId),
    [409, 'trainingNotHeld'],
  ],
  [
    'nobody is noted',
    ({ admin, held }) =>
      call(changeOnePresence, { params: { id: held }, body: { presence: true } }, { actor: admin }),
    [409, 'trainingNotHeld'],
  ],
  [
    'no roll is closed',
    ({ admin, full }) => call(closeRoll, { params: { trainingId: full.id } }, { actor: admin }),
    [409, 'trainingNotHeld'],
  ],
])('where a training is called off, %s', async (_, press, refusal) => {
  const of = await scene();
  await ask('update trainings set is_cancelled = true where tenant_id = $1 returning 1', of.home.id);
  clock.set('2026-09-15T15:10:00Z');
  await expectRefused(running, of.home, () => press(of), refusal);
});

test('of two bookings that are each given back for the other, one stays', async () => {
  const { home, holder, held, free } = await scene();
  const body = { trainingId: free.id, isWaitingAccepted: false };
  const second = (await call(contract.register, { body }, { actor: holder })).body.registrationId;
  const ctx = ctxOf(home);
  await cancelRegistration(ctx, holder.clientId, held, { givenFor: second });
  await expect(cancelRegistration(ctx, holder.clientId, second, { givenFor: held })).rejects.toMatchObject({
    code: 'registrationNotFound',
  });
  const rows = await ask<{ id: number; given: number | null }>(
    `select id, given_for as given from registrations where client_id = $1 and state <> 'booked'`,
    holder.clientId,
  );
  expect(rows).toEqual([{ id: held, given: second }]);
});
