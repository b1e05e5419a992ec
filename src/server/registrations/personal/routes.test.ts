import { expect, test } from 'vitest';
import { makeContract } from '#server/testing/contracts.ts';
import { personalTimes } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import { blockContract } from '#shared/contracts/status/contract.ts';
import { getTrainingFeedback, giveFeedback } from '#shared/feedback/contract.ts';
import {
  acceptOffer,
  cancelRegistration,
  previewRegistration,
  previewSwap,
  purchasePlace,
  register,
  swapRegistration,
} from '#shared/registrations/contract.ts';
import { findAlternatives } from '#shared/registrations/refusals/contract.ts';
import { removeClient } from '#shared/registrations/staff-booking/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';

const running = withServer();
const { call, ask } = running;
const { scene, member, book, mails } = personalTimes(running);

test('somebody’s personal training is there for nobody else, taken or given back', {
  timeout: 60_000,
}, async () => {
  const { home, trainerId, owner, productId } = await scene();
  const actor = await member(home, productId);
  const { trainingId, registrationId } = (await book(owner, trainerId)).body;
  const own = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
  const elsewhere = (
    await call(register, { body: { trainingId: own.id, isWaitingAccepted: false } }, { actor })
  ).body;
  const params = { trainingId };
  const body = { trainingId, isWaitingAccepted: true };
  const given = { trainingRating: 'love', trainerRating: null, thought: '', isShared: false } as const;
  const answers = async () => [
    await call(getOwnTraining, { params: { id: trainingId } }, { actor }),
    await call(previewRegistration, { params }, { actor }),
    await call(findAlternatives, { params }, { actor }),
    await call(previewSwap, { params: { id: elsewhere.registrationId, trainingId } }, { actor }),
    await call(register, { body }, { actor }),
    await call(purchasePlace, { body: { trainingId } }, { actor }),
    await call(getTrainingFeedback, { params }, { actor }),
    await call(giveFeedback, { body: { trainingId, ...given } }, { actor }),
  ];
  const hidden = Array.from({ length: 8 }, () => [404, 'trainingNotFound']);
  expect((await answers()).map(({ status, error }) => [status, error])).toEqual(hidden);
  await call(cancelRegistration, { params: { id: registrationId } }, { actor: owner });
  expect((await answers()).map(({ status, error }) => [status, error])).toEqual(hidden);
  expect((await call(previewRegistration, { params }, { actor: owner })).status).toBe(200);
});

test.each(['at once', 'once another gave theirs back'])(
  'a trainer is told that their time was given back for a place in a training that is had %s',
  async (when) => {
    const { home, trainer, trainerId, owner } = await scene();
    const { registrationId } = (await book(owner, trainerId)).body;
    const wanted = await home.training({ startsAt: '2026-09-16T15:00:00Z', maxPlaces: 1 });
    const body = { trainingId: wanted.id, isWaitingAccepted: false };
    const other = await home.account();
    const isFull = when !== 'at once';
    const held = isFull ? (await call(register, { body }, { actor: other })).body.registrationId : 0;
    const swapped = await call(
      swapRegistration,
      { params: { id: registrationId }, body: { trainingId: wanted.id } },
      { actor: owner },
    );
    expect(swapped.body.outcome).toBe(isFull ? 'waiting' : 'booked');
    const told = async () => {
      const all = await mails(home);
      const own = all.filter(({ recipient }) => recipient === trainer.email);
      // Written at once, they come in either order.
      return own.map(({ subject }) => subject).toSorted();
    };
    if (isFull) {
      await expect.poll(told).toHaveLength(1);
      await call(cancelRegistration, { params: { id: held } }, { actor: other });
      const params = { id: swapped.body.registrationId };
      expect((await call(acceptOffer, { params, body: {} }, { actor: owner })).error).toBeUndefined();
    }
    await expect
      .poll(told)
      .toEqual([expect.stringContaining('booked'), expect.stringContaining('gave back')]);
  },
);

test.each(['an administrator', 'the trainer'])(
  'a trainer is told that their time is free again where they did not free it themselves: %s did',
  async (who) => {
    const { home, trainer, trainerId, owner } = await scene();
    const { registrationId } = (await book(owner, trainerId)).body;
    const own = async () => (await mails(home)).filter(({ recipient }) => recipient === trainer.email);
    await expect.poll(own).toHaveLength(1);
    const actor = who === 'the trainer' ? trainer : await home.account({ role: 'admin' });
    const input = { params: { id: registrationId }, query: {} };
    expect((await call(removeClient, input, { actor })).error).toBeUndefined();
    const told = async () => (await mails(home)).filter(({ recipient }) => recipient === owner.email);
    await expect.poll(told).toHaveLength(1);
    await expect
      .poll(async () => (await own()).map(({ subject }) => subject).slice(1))
      .toEqual(who === 'the trainer' ? [] : [expect.stringContaining('does not come')]);
  },
);

test('a trainer is told that the centre took their client out where the contract lapses that covered the time', async () => {
  const { home, trainer, trainerId, owner } = await scene();
  const actor = await home.account({ firstName: 'Ants', lastName: 'Aas' });
  const clientType = 'personalTraining' as const;
  const { contractId } = await makeContract(running, home, actor, {
    benefits: [{ clientType, clubIds: [], weekdays: [], from: null, until: null, visits: 8 }],
  });
  // Another client of theirs comes the hour before, and they have a login that is blocked.
  await book(owner, trainerId);
  const blockedLogin = await home.account({ isBlocked: true });
  await ask('update accounts set trainer_id = $2 where id = $1 returning 1', blockedLogin.id, trainerId);
  const { registrationId } = (await book(actor, trainerId, '2026-09-15T07:00:00Z')).body;
  const own = async () => (await mails(home)).filter(({ recipient }) => recipient === trainer.email);
  await expect.poll(own).toHaveLength(2);
  const admin = await home.account({ role: 'admin' });
  const body = { reason: 'Induction', until: null };
  const blocked = await call(blockContract, { params: { id: contractId }, body }, { actor: admin });
  expect(blocked.error).toBeUndefined();
  await expect
    .poll(async () => (await own()).map(({ subject }) => subject).slice(2))
    .toEqual([expect.stringContaining('Ants Aas does not come')]);
  expect((await own())[2]?.text).toContain('10:00');
  expect((await mails(home)).filter(({ recipient }) => recipient === blockedLogin.email)).toEqual([]);
  expect(await ask('select state from registrations where id = $1', registrationId)).toEqual([
    { state: 'cancelledFree' },
  ]);
});
