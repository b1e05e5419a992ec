import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';

const { centre, call, ask, clock } = withServer();
const startsAt = '2026-09-15T15:00:00Z';
const sameTime = '2026-09-15T15:30:00Z';
const nextDay = '2026-09-16T15:00:00Z';
const atOnce = { limits: { undoSeconds: 0 } };

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });
const request = (actor: TestAccount, ...trainingIds: number[]) =>
  call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor });
const swap = (actor: TestAccount, id: number, trainingId: number) =>
  call(contract.swapRegistration, { params: { id }, body: { trainingId } }, { actor });
const cancel = ({ actor, id }: { actor: TestAccount; id: number }) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });

/** A training with one place, and who holds it. */
async function taken(home: Centre, at: string) {
  const { id: trainingId } = await home.training({ startsAt: at, maxPlaces: 1 });
  const actor = await home.account();
  return { trainingId, actor, id: (await book(actor, trainingId)).body.registrationId };
}

const statesOf = async (actor: TestAccount) =>
  (
    await ask<{ trainingId: number; state: string }>(
      'select training_id as "trainingId", state from registrations where client_id = $1 order by training_id',
      actor.clientId,
    )
  ).map(({ trainingId, state }) => `${trainingId} ${state}`);

describe('any one of these', () => {
  test('waits for all; the first place ends the rest in the same transaction', async () => {
    const home = await centre(atOnce);
    const [one, two] = [await taken(home, startsAt), await taken(home, nextDay)];
    const actor = await home.account();
    expect((await request(actor, one.trainingId, two.trainingId)).body).toEqual({
      outcome: 'waiting',
      trainingIds: [one.trainingId, two.trainingId],
      refused: [],
    });
    await cancel(two);
    expect(await statesOf(actor)).toEqual([`${one.trainingId} left`, `${two.trainingId} booked`]);
    expect(await ask('select waiting from trainings where id = $1', one.trainingId)).toEqual([
      { waiting: 0 },
    ]);
  });

  test('two places open at the same moment: exactly one booking, every time', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 12; round += 1) {
      const home = await centre(atOnce);
      const [one, two] = [await taken(home, startsAt), await taken(home, nextDay)];
      const actors = await Promise.all([home.account(), home.account(), home.account()]);
      for (const actor of actors) await request(actor, one.trainingId, two.trainingId);
      await Promise.all([cancel(one), cancel(two)]);
      const states = await Promise.all(actors.map(statesOf));
      for (const own of states)
        expect(own.filter((state) => state.endsWith('booked')).length).toBeLessThan(2);
      expect(states.flat().filter((state) => state.endsWith('booked'))).toHaveLength(2);
      expect(states.flat().filter((state) => state.endsWith('waiting'))).toHaveLength(2);
    }
  });

  test('books at once where there is a place, the earliest first, and waits for nothing', async () => {
    const home = await centre();
    const full = await taken(home, startsAt);
    const { id: free } = await home.training({ startsAt: nextDay, maxPlaces: 3 });
    const actor = await home.account();
    expect((await request(actor, full.trainingId, free)).body).toEqual({
      outcome: 'booked',
      trainingIds: [free],
      refused: [],
    });
    expect(await statesOf(actor)).toEqual([`${free} booked`]);
  });

  test('takes in what is waited for already, and says what cannot be waited for', async () => {
    const home = await centre(atOnce);
    const [one, two] = [await taken(home, startsAt), await taken(home, nextDay)];
    const closed = await home.training({ startsAt: '2026-09-17T15:00:00Z', isClosed: true });
    const actor = await home.account();
    await book(actor, one.trainingId);
    const { body } = await request(actor, one.trainingId, two.trainingId, closed.id);
    expect(body).toMatchObject({
      outcome: 'waiting',
      refused: [{ trainingId: closed.id, error: 'registeringNotAllowed' }],
    });
    await cancel(one);
    expect(await statesOf(actor)).toEqual([`${one.trainingId} booked`, `${two.trainingId} left`]);
  });

  test('names each of them once, also one whose own wait ends as its line moves', async () => {
    const home = await centre(atOnce);
    const [one, two] = [await taken(home, '2026-09-17T15:00:00Z'), await taken(home, '2026-09-18T15:00:00Z')];
    const [asked, actor, behind] = [await home.account(), await home.account(), await home.account()];
    // Who needs much notice is only asked.
    await ask('update clients set notice_minutes = 10080 where id = $1 returning 1', asked.clientId);
    for (const each of [asked, actor, behind]) await book(each, one.trainingId);
    await cancel(one);
    expect(await statesOf(asked)).toEqual([`${one.trainingId} offered`]);
    // What is waited for has come true elsewhere.
    await book(actor, (await home.training({ startsAt: nextDay })).id);
    await ask('update registrations set wish_id = 900001 where client_id = $1 returning 1', actor.clientId);
    clock.set('2026-09-16T06:00:00Z');
    const { body } = await request(actor, one.trainingId, two.trainingId);
    expect(body).toEqual({
      outcome: 'waiting',
      trainingIds: [one.trainingId, two.trainingId],
      refused: [],
    });
    expect(await statesOf(behind)).toEqual([`${one.trainingId} booked`]);
    // The wait that ended is of its wish still.
    const wishes = await ask<{ state: string; isNew: boolean }>(
      `select state, wish_id <> 900001 as "isNew" from registrations where client_id = $1 and state <> 'booked' order by id`,
      actor.clientId,
    );
    expect(wishes).toEqual([
      { state: 'left', isNew: false },
      { state: 'waiting', isNew: true },
      { state: 'waiting', isNew: true },
    ]);
  });

  test('refused by all of them it says the first reason', async () => {
    const home = await centre();
    const closed = await home.training({ startsAt, isClosed: true });
    const other = await home.training({ startsAt: nextDay, isClosed: true });
    expect((await request(await home.account(), closed.id, other.id)).error).toBe('registeringNotAllowed');
    expect((await request(await home.account(), closed.id, 999_999)).error).toBe('trainingNotFound');
  });
});

describe('a swap', () => {
  test('to a training with a place happens at once, though both are at the same time', async () => {
    const home = await centre();
    const present = await taken(home, startsAt);
    const { id: other } = await home.training({ startsAt: sameTime, maxPlaces: 2 });
    expect((await swap(present.actor, present.id, other)).body).toMatchObject({
      outcome: 'booked',
      present: 'cancelledFree',
    });
    expect(await statesOf(present.actor)).toEqual([`${present.trainingId} cancelledFree`, `${other} booked`]);
  });

  test('to a full one keeps the present place until the new one is sure', async () => {
    const home = await centre(atOnce);
    const [present, wanted] = [await taken(home, startsAt), await taken(home, sameTime)];
    const next = await home.account();
    await book(next, present.trainingId);
    expect((await swap(present.actor, present.id, wanted.trainingId)).body).toMatchObject({
      outcome: 'waiting',
      present: 'kept',
    });
    expect(await statesOf(present.actor)).toEqual([
      `${present.trainingId} booked`,
      `${wanted.trainingId} waiting`,
    ]);
    await cancel(wanted);
    expect(await statesOf(present.actor)).toEqual([
      `${present.trainingId} cancelledFree`,
      `${wanted.trainingId} booked`,
    ]);
    // Whoever waited for the place that came free so has it a moment later.
    await expect.poll(() => statesOf(next), { timeout: 10_000 }).toEqual([`${present.trainingId} booked`]);
  });

  test('that is waited for is told on both trainings and in the own list, until it is over', async () => {
    const home = await centre(atOnce);
    const [present, wanted] = [await taken(home, startsAt), await taken(home, nextDay)];
    const { actor } = present;
    await swap(actor, present.id, wanted.trainingId);
    const kept = { trainingId: present.trainingId, startDateTime: startsAt };
    const awaited = { trainingId: wanted.trainingId, startDateTime: nextDay };
    const of = async (id: number) => (await call(getOwnTraining, { params: { id } }, { actor })).body.own;
    const list = async () =>
      (await call(contract.listRegistrations, { query: {} }, { actor })).body.items.map(
        ({ trainingId, swapFor, swapTo }) => ({ trainingId, swapFor, swapTo }),
      );
    expect(await of(wanted.trainingId)).toMatchObject({ swapFor: kept, swapTo: null });
    expect(await of(present.trainingId)).toMatchObject({ swapFor: null, swapTo: awaited });
    expect(await list()).toMatchObject([
      { trainingId: present.trainingId, swapFor: null, swapTo: awaited },
      { trainingId: wanted.trainingId, swapFor: kept, swapTo: null },
    ]);
    // What has begun is given back for nothing any more.
    clock.set(startsAt);
    expect(await of(wanted.trainingId)).toMatchObject({ swapFor: null });
    expect(await of(present.trainingId)).toMatchObject({ swapTo: null });
    clock.set(testNow);
    // Given back before: it is a wait like any other.
    const single = await home.account();
    const other = (await book(single, (await home.training({ startsAt: sameTime })).id)).body.registrationId;
    await swap(single, other, wanted.trainingId);
    await cancel({ actor: single, id: other });
    const left = await call(contract.listRegistrations, { query: {} }, { actor: single });
    expect(left.body.items).toMatchObject([{ trainingId: wanted.trainingId, swapFor: null, swapTo: null }]);
    await cancel(wanted);
    expect(await of(wanted.trainingId)).toMatchObject({ state: 'booked', swapFor: null, swapTo: null });
    expect(await list()).toMatchObject([{ trainingId: wanted.trainingId, swapFor: null, swapTo: null }]);
  });

  test('to one of several comes true once: the other waits for the same booking end with it', async () => {
    const home = await centre(atOnce);
    const [present, one, other] = [
      await taken(home, startsAt),
      await taken(home, nextDay),
      await taken(home, '2026-09-17T15:00:00Z'),
    ];
    for (const { trainingId } of [one, other]) await swap(present.actor, present.id, trainingId);
    await cancel(one);
    const left = [
      `${present.trainingId} cancelledFree`,
      `${one.trainingId} booked`,
      `${other.trainingId} left`,
    ];
    expect(await statesOf(present.actor)).toEqual(left);
    await cancel(other);
    expect(await statesOf(present.actor)).toEqual(left);
  });

  test('to one of several is only offered late: no other one comes true beside the offer', async () => {
    const home = await centre(atOnce);
    const [present, one, other] = [
      await taken(home, startsAt),
      await taken(home, nextDay),
      await taken(home, '2026-09-17T15:00:00Z'),
    ];
    for (const { trainingId } of [one, other]) await swap(present.actor, present.id, trainingId);
    clock.set('2026-09-15T12:30:00Z');
    await cancel(one);
    await cancel(other);
    expect(await statesOf(present.actor)).toEqual([
      `${present.trainingId} booked`,
      `${one.trainingId} offered`,
      `${other.trainingId} waiting`,
    ]);
  });

  test('that is waited for goes on for the booking that took its place by another swap', async () => {
    const home = await centre(atOnce);
    const [present, wanted] = [await taken(home, startsAt), await taken(home, nextDay)];
    await swap(present.actor, present.id, wanted.trainingId);
    const { id: meanwhile } = await home.training({ startsAt: sameTime });
    expect((await swap(present.actor, present.id, meanwhile)).body.outcome).toBe('booked');
    await cancel(wanted);
    expect(await statesOf(present.actor)).toEqual([
      `${present.trainingId} cancelledFree`,
      `${wanted.trainingId} booked`,
      `${meanwhile} cancelledFree`,
    ]);
  });

  test('that would be late asks before it happens', async () => {
    const home = await centre(atOnce);
    const present = await taken(home, startsAt);
    const wanted = await taken(home, nextDay);
    await swap(present.actor, present.id, wanted.trainingId);
    clock.set('2026-09-15T12:30:00Z');
    await cancel(wanted);
    expect(await statesOf(present.actor)).toEqual([
      `${present.trainingId} booked`,
      `${wanted.trainingId} offered`,
    ]);
  });

  test('never gives back a training that has begun', async () => {
    const home = await centre({ limits: { undoSeconds: 0, sameDayMax: 5 } });
    const present = await taken(home, '2026-09-14T12:00:00Z');
    const wanted = await taken(home, nextDay);
    await swap(present.actor, present.id, wanted.trainingId);
    clock.set('2026-09-14T12:30:00Z');
    const { id: free } = await home.training({ startsAt: '2026-09-17T15:00:00Z' });
    expect((await swap(present.actor, present.id, free)).error).toBe('cancellingNotAllowed');
    await cancel(wanted);
    expect(await statesOf(present.actor)).toEqual([
      `${present.trainingId} booked`,
      `${wanted.trainingId} booked`,
    ]);
  });

  test('of a foreign booking, to itself, or to a closed one is refused and changes nothing', async () => {
    const home = await centre();
    const present = await taken(home, startsAt);
    const closed = await home.training({ startsAt: nextDay, isClosed: true });
    expect((await swap(await home.account(), present.id, closed.id)).error).toBe('registrationNotFound');
    expect((await swap(present.actor, present.id, present.trainingId)).error).toBe('alreadyRegistered');
    expect((await swap(present.actor, present.id, closed.id)).error).toBe('registeringNotAllowed');
    expect(await statesOf(present.actor)).toEqual([`${present.trainingId} booked`]);
  });
});
