import { expect, test } from 'vitest';
import { personalTimes, tuesdayAtNine } from '#server/testing/personal.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { acceptShare, endShare, sharePersonalTraining } from '#shared/personal-trainings/contract.ts';
import { getHours } from '#shared/personal-trainings/hours/contract.ts';
import { bookSlot, previewSlot } from '#shared/personal-trainings/slots/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { scene, ledger } = personalTimes(running);

async function offered() {
  const all = await scene();
  await ask('update products set is_shareable = true where id = $1 returning 1', all.productId);
  const friend = await all.home.account();
  const share = (recipient: string, actor = all.owner) =>
    call(sharePersonalTraining, { params: { id: all.packageId }, body: { recipient } }, { actor });
  expect((await share(friend.email)).error).toBeUndefined();
  const [row] = await ask<{ id: number }>('select id from ticket_shares where tenant_id = $1', all.home.id);
  const id = row?.id ?? 0;
  const accept = (actor = friend, shareId = id) => call(acceptShare, { params: { id: shareId } }, { actor });
  const end = (actor = friend, shareId = id) => call(endShare, { params: { id: shareId } }, { actor });
  const rows = () => ask('select * from ticket_shares where tenant_id = $1', all.home.id);
  return { ...all, friend, share, accept, end, rows };
}
type Offered = Awaited<ReturnType<typeof offered>>;

const nobody = 9_999_999;
const noShare: Refusal = [404, 'shareNotFound'];

test.each<[string, (of: Offered) => ReturnType<Offered['accept']> | ReturnType<Offered['end']>]>([
  ['agreed to by who offers it', ({ accept, owner }) => accept(owner)],
  ['agreed to where it is none', ({ accept, friend }) => accept(friend, nobody)],
  ['ended by a third', ({ end, trainer }) => end(trainer)],
  ['ended where it is none', ({ end, friend }) => end(friend, nobody)],
])('what is offered is not %s', async (_, press) => {
  const of = await offered();
  await expectRefused(running, of.home, () => press(of), noShare);
});

test('offered twice and agreed to twice is as good as once; declined, it is there for the owner alone', async () => {
  const { home, share, friend, accept, end, owner, rows } = await offered();
  const once = await rows();
  clock.advance({ hours: 1 });
  expect((await share(friend.email.toUpperCase())).error).toBeUndefined();
  expect(await rows()).toEqual(once);
  expect((await accept()).error).toBeUndefined();
  const agreed = await rows();
  clock.advance({ hours: 1 });
  expect((await accept()).error).toBeUndefined();
  expect(await rows()).toEqual(agreed);
  expect((await end()).error).toBeUndefined();
  for (const actor of [friend, owner]) await expectRefused(running, home, () => end(actor), noShare);
  await expectRefused(running, home, () => accept(), noShare);
});

test.each<[string, (of: Offered) => string, Refusal]>([
  ['to nobody', () => 'not an address', [400, 'dataValidationFailed', { field: 'recipient' }]],
  ['to oneself', ({ owner }) => owner.email, [400, 'dataValidationFailed', { field: 'recipient' }]],
])('a package is not offered %s', async (_, recipient, refusal) => {
  const of = await offered();
  await expectRefused(running, of.home, () => of.share(recipient(of)), refusal);
});

test('a package of somebody else is not offered', async () => {
  const { home, share, friend } = await offered();
  await expectRefused(running, home, () => share('uus@test.test', friend), [404, 'packageNotFound']);
});

test.each<[string, (of: Awaited<ReturnType<typeof scene>>) => Promise<object> | object, Refusal]>([
  ['of a trainer of nobody', () => ({ trainerId: nobody }), [404, 'itemNotFound']],
  ['before they are there', () => ({ startDateTime: '2026-09-15T05:00:00Z' }), [409, 'slotTaken']],
  ['between two of theirs', () => ({ startDateTime: '2026-09-15T06:05:00Z' }), [409, 'slotTaken']],
  [
    'by who is blocked',
    async ({ owner }) => {
      await ask('update clients set is_blocked = true where id = $1 returning 1', owner.clientId);
      return {};
    },
    [403, 'registeringNotAllowed'],
  ],
  [
    'by who has something then',
    async ({ home, owner }) => {
      const training = await home.training({ startsAt: '2026-09-15T06:30:00Z' });
      await home.registration(training, owner.clientId, { place: 1 });
      return {};
    },
    [409, 'overlappingTraining'],
  ],
])('a time is not booked %s, and no visit is taken', async (_, change, refusal) => {
  const of = await scene();
  const body = { trainerId: of.trainerId, startDateTime: tuesdayAtNine, ...(await change(of)) };
  const before = await ledger(of.packageId);
  await expectRefused(running, of.home, () => call(bookSlot, { body }, { actor: of.owner }), refusal);
  expect(await ledger(of.packageId)).toEqual(before);
});

test('of a time nobody gives nothing is said, and who is no trainer has no hours', async () => {
  const { home, owner, trainerId } = await scene();
  const look = (trainer: number, start: string) =>
    call(previewSlot, { query: { trainer, start } }, { actor: owner });
  await expectRefused(running, home, () => look(nobody, tuesdayAtNine), [404, 'itemNotFound']);
  await expectRefused(running, home, () => look(trainerId, '2026-09-15T05:00:00Z'), [409, 'slotTaken']);
  const admin = await home.account({ role: 'admin' });
  await expectRefused(running, home, () => call(getHours, {}, { actor: admin }), [404, 'itemNotFound']);
});
