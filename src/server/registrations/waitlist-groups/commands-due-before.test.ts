import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask, clock, runJob } = running;

/** 18:00 in Tallinn. */
const soon = '2026-09-15T15:00:00Z';
const sameTime = '2026-09-15T15:30:00Z';
const nextDay = '2026-09-16T15:00:00Z';
/** Near enough to the first that its place is only offered. */
const threeHoursBefore = '2026-09-15T12:30:00Z';

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });
const anyOf = (actor: TestAccount, ...trainingIds: number[]) =>
  call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor });
const cancel = ({ actor, id }: { actor: TestAccount; id: number }) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });

async function card(home: Centre, owner: TestAccount): Promise<void> {
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
  await fulfil(running, home, { productId, owner });
}

/** A training with one place, and who holds it. */
async function taken(home: Centre, startsAt: string, payment: 'free' | 'paid') {
  const training = await home.training({ startsAt, maxPlaces: 1, payment });
  const actor = await home.account();
  if (payment === 'paid') await card(home, actor);
  const { registrationId: id } = (await book(actor, training.id)).body;
  return { trainingId: training.id, actor, id };
}

const block = ({ clientId }: TestAccount, isBlocked: boolean) =>
  ask('update clients set is_blocked = $2 where id = $1 returning 1', clientId, isBlocked);

/** Somebody waits for any one of two; both have come free, and what stood in their way is gone by now. */
async function due(second: string, payment: 'free' | 'paid' = 'free') {
  const home = await centre({ limits: { undoSeconds: 0, sameDayMax: 5 } });
  const [one, two] = [await taken(home, soon, payment), await taken(home, second, payment)];
  const [waiting, actor] = [await home.account(), await home.account()];
  if (payment === 'paid') for (const owner of [waiting, actor]) await card(home, owner);
  const ids = [one.trainingId, two.trainingId];
  expect((await anyOf(waiting, ...ids)).body).toMatchObject({ outcome: 'waiting', trainingIds: ids });
  await block(waiting, true);
  for (const each of [one, two]) expect((await cancel(each)).error).toBeUndefined();
  await untilLookedAt(running, home);
  await block(waiting, false);
  const statesOf = async ({ clientId }: TestAccount) =>
    (
      await ask<{ state: string }>(
        'select state from registrations where client_id = $1 order by training_id',
        clientId,
      )
    ).map(({ state }) => state);
  const told = () =>
    ask<{ kind: string }>(
      `select event->>'kind' as kind from notice_deliveries
       where client_id = $1 and event->>'kind' in ('promoted', 'offered') and channel = 'mail'`,
      waiting.clientId,
    );
  return { home, one, two, waiting, actor, statesOf, told };
}

describe('who waits for any one of several and is due in all of them, where somebody presses for the same', () => {
  test.each([
    ['on two days', nextDay, 'free'],
    ['at one time', sameTime, 'free'],
    ['for one visit', nextDay, 'paid'],
  ] as const)('has one of them, and who presses the other: %s', async (_, second, payment) => {
    const { one, two, waiting, actor, statesOf, told } = await due(second, payment);
    expect((await anyOf(actor, one.trainingId, two.trainingId)).body).toEqual({
      outcome: 'booked',
      trainingIds: [two.trainingId],
      refused: [],
    });
    expect(await statesOf(waiting)).toEqual(['booked', 'left']);
    expect(await statesOf(actor)).toEqual(['booked']);
    await expect.poll(told).toEqual([{ kind: 'promoted' }]);
  });

  test('is asked for one of them', async () => {
    const { one, two, waiting, actor, statesOf, told } = await due('2026-09-15T16:00:00Z');
    clock.set(threeHoursBefore);
    const { body } = await anyOf(actor, one.trainingId, two.trainingId);
    expect(body).toMatchObject({ outcome: 'booked', trainingIds: [two.trainingId] });
    expect(await statesOf(waiting)).toEqual(['offered', 'waiting']);
    await expect.poll(told).toEqual([{ kind: 'offered' }]);
  });

  test('has it also where who presses is refused by all of them', async () => {
    const { one, two, waiting, actor, statesOf } = await due(nextDay);
    await block(actor, true);
    expect((await anyOf(actor, one.trainingId, two.trainingId)).error).toBe('registeringNotAllowed');
    await runJob('lines');
    expect(await statesOf(waiting)).toEqual(['booked', 'left']);
  });

  test('who is due themselves hears that they wait there, and has what comes of it', async () => {
    const { home, one, two, waiting, statesOf } = await due(nextDay);
    const three = await taken(home, '2026-09-17T15:00:00Z', 'free');
    const trainingIds = [one, two, three].map(({ trainingId }) => trainingId);
    expect((await anyOf(waiting, ...trainingIds)).body).toEqual({
      outcome: 'waiting',
      trainingIds,
      refused: [],
    });
    await runJob('lines');
    expect(await statesOf(waiting)).toEqual(['booked', 'left', 'left']);
  });
});

test('a wait that came true elsewhere has ended where its training is refused', async () => {
  const home = await centre({ limits: { undoSeconds: 0, sameDayMax: 5 } });
  const [one, two] = [await taken(home, soon, 'free'), await taken(home, nextDay, 'free')];
  const actor = await home.account();
  await book(actor, one.trainingId);
  await block(actor, true);
  await cancel(one);
  await untilLookedAt(running, home);
  await block(actor, false);
  // What is waited for has come true at the same time.
  const other = await home.training({ startsAt: sameTime });
  await home.registration(other, actor.clientId, { place: 1 });
  await ask('update registrations set wish_id = 900001 where client_id = $1 returning 1', actor.clientId);
  expect((await anyOf(actor, one.trainingId, two.trainingId)).body).toEqual({
    outcome: 'waiting',
    trainingIds: [two.trainingId],
    refused: [{ trainingId: one.trainingId, error: 'overlappingTraining' }],
  });
  expect(
    await ask(
      `select state, wish_id = 900001 as "isOfBefore" from registrations
       where client_id = $1 and training_id = any($2) order by training_id`,
      actor.clientId,
      [one.trainingId, two.trainingId],
    ),
  ).toEqual([
    { state: 'left', isOfBefore: true },
    { state: 'waiting', isOfBefore: false },
  ]);
});
