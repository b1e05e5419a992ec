import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount, TrainingParts } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';
import { getOwnTraining, listOwnTrainings, listPublicTrainings } from '#shared/schedule/contract.ts';

const { centre, call, ask, clock } = withServer();
const startsAt = '2026-09-15T15:00:00Z';

const book = (actor: TestAccount, trainingId: number, isWaitingAccepted = true, key?: string) =>
  call(
    contract.register,
    { body: { trainingId, isWaitingAccepted } },
    { actor, headers: key ? { 'idempotency-key': key } : {} },
  );
const cancel = (actor: TestAccount, id: number) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });

/** A centre with a full training: who holds the places, and who waits in order. */
async function fullTraining(places: number, waiting: number, parts: Partial<TrainingParts> = {}) {
  // Without the minute of undoing, which has tests of its own.
  const home = await centre({ limits: { undoSeconds: 0 } });
  const training = await home.training({ startsAt, maxPlaces: places, ...parts });
  const holders: { actor: TestAccount; id: number }[] = [];
  for (let index = 0; index < places + waiting; index += 1) {
    const actor = await home.account();
    holders.push({ actor, id: (await book(actor, training.id)).body.registrationId });
  }
  return { home, training, booked: holders.slice(0, places), queue: holders.slice(places) };
}

async function stateOf({ actor, id }: { actor: TestAccount; id: number }) {
  const rows = await ask<{ state: string; place: number | null }>(
    'select state, place from registrations where id = $1',
    id,
  );
  return { ...rows[0], client: actor.clientId };
}

describe('booking', () => {
  // shows: own-registration-fields, call-user-registration
  test('gives a place, shows it everywhere, and says what was done', async () => {
    const home = await centre();
    const actor = await home.account();
    const training = await home.training({ startsAt, maxPlaces: 5 });
    const preview = await call(
      contract.previewRegistration,
      { params: { trainingId: training.id } },
      { actor },
    );
    const { body } = await book(actor, training.id);
    expect({ ...body, payment: null }).toMatchObject({
      ...preview.body,
      outcome: 'booked',
      place: 1,
      message: 'registered',
      freeUntil: '2026-09-15T12:00:00Z',
      listMovesUntil: '2026-09-15T14:30:00Z',
    });
    const own = await call(getOwnTraining, { params: { id: training.id } }, { actor });
    expect(own.body).toMatchObject({
      booked: 1,
      freePlaces: 4,
      own: { registrationId: body.registrationId, place: 1, cancelingAllowed: true },
    });
    const list = await call(contract.listRegistrations, { query: {} }, { actor });
    const { name, typeName, typeColor, trainerName, clubName, roomName } = own.body;
    expect(list.body).toMatchObject({
      total: 1,
      items: [
        {
          ...{ trainingId: training.id, registrationId: body.registrationId, startDateTime: startsAt },
          ...{ trainingName: name, trainingTypeName: typeName, trainingTypeColor: typeColor },
          ...{ trainerName, clubName, roomName, trainingColor: expect.stringMatching(/^#[0-9A-F]{6}$/i) },
          ...{ state: 'booked', placeInWaitingList: 0, cancelingAllowed: true },
        },
      ],
    });
    for (const text of [name, typeName, trainerName, clubName, roomName]) expect(text).not.toBe('');
  });

  test('joins the waiting list in order of coming, or refuses when waiting was not asked for', async () => {
    const { training, queue, home } = await fullTraining(1, 2);
    const third = await home.account();
    expect((await book(third, training.id, false)).error).toBe('noFreePlaces');
    const { body } = await book(third, training.id);
    expect(body).toMatchObject({
      outcome: 'waiting',
      placeInWaitingList: 3,
      place: null,
      message: 'userAddedToWaitingList',
    });
    const first = await call(
      getOwnTraining,
      { params: { id: training.id } },
      { actor: queue[0]?.actor as TestAccount },
    );
    expect(first.body).toMatchObject({ waitingCount: 3, own: { state: 'waiting', placeInWaitingList: 1 } });
  });

  test('says everywhere until when the waiting list moves, by the setting of the centre', async () => {
    const home = await centre({ limits: { askZoneEndMinutes: 45 } });
    const training = await home.training({ startsAt, maxPlaces: 1 });
    await book(await home.account(), training.id);
    const actor = await home.account();
    const listMovesUntil = '2026-09-15T14:15:00Z';
    const waiting = { outcome: 'waiting', listMovesUntil };
    const params = { trainingId: training.id };
    expect((await call(contract.previewRegistration, { params }, { actor })).body).toMatchObject(waiting);
    expect((await book(actor, training.id)).body).toMatchObject(waiting);
    const detail = await call(getOwnTraining, { params: { id: training.id } }, { actor });
    expect(detail.body.own).toMatchObject({ state: 'waiting', listMovesUntil });
    const day = await call(listOwnTrainings, { query: { from: '2026-09-15' } }, { actor });
    expect(day.body[0]?.own).toMatchObject({ state: 'waiting', listMovesUntil });
    const list = await call(contract.listRegistrations, { query: {} }, { actor });
    expect(list.body.items).toMatchObject([{ state: 'waiting', listMovesUntil, placeInWaitingList: 1 }]);
    // Whoever comes next is the next, wherever else they wait.
    const next = await home.account();
    await home.registration(await home.training({ startsAt: '2026-09-16T15:00:00Z' }), actor.clientId);
    await book(next, training.id);
    const after = await call(contract.listRegistrations, { query: {} }, { actor: next });
    expect(after.body.items).toMatchObject([{ state: 'waiting', placeInWaitingList: 2 }]);
  });

  test('under one key happens once, and the same key for something else is refused', async () => {
    const home = await centre();
    const actor = await home.account();
    const one = await home.training({ startsAt });
    const other = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => book(actor, one.id, true, 'the-same-key')),
    );
    const ids = new Set(answers.map(({ body }) => body.registrationId));
    expect(ids.size).toBe(1);
    expect((await book(actor, other.id, true, 'the-same-key')).error).toBe('idempotencyKeyReused');
    expect(await ask('select 1 from registrations where client_id = $1', actor.clientId)).toHaveLength(1);
    // Of somebody else it is another key.
    const { body } = await book(await home.account(), one.id, true, 'the-same-key');
    expect([...ids, undefined]).not.toContain(body.registrationId);
  });

  test('is refused with its code, status and values', async () => {
    const home = await centre({ limits: { sameDayMax: 2, upcomingMax: 3 } });
    const actor = await home.account();
    const style = await home.style();
    const first = await home.training({ startsAt, name: 'Ringtreening', styleId: style });
    await book(actor, first.id);
    const refused = async (parts: TrainingParts) => {
      const training = await home.training(parts);
      const { refusal, status } = await book(actor, training.id);
      return [status, refusal?.errors[0], refusal?.details];
    };
    expect((await book(actor, first.id)).error).toBe('alreadyRegistered');
    const preview = await call(contract.previewRegistration, { params: { trainingId: first.id } }, { actor });
    expect(preview.body).toMatchObject({ outcome: 'refused', error: 'alreadyRegistered', details: {} });
    expect((await book(actor, 2_000_000_000)).error).toBe('trainingNotFound');
    expect(await refused({ startsAt: '2026-09-15T15:30:00Z' })).toEqual([
      409,
      'overlappingTraining',
      { name: 'Ringtreening', time: '18:00' },
    ]);
    expect(await refused({ startsAt: '2026-09-15T17:00:00Z', styleId: style })).toEqual([
      409,
      'sameStyleLimitExceeded',
      { name: 'Ringtreening', time: '18:00' },
    ]);
    await book(actor, (await home.training({ startsAt: '2026-09-15T05:00:00Z' })).id);
    expect(await refused({ startsAt: '2026-09-15T17:00:00Z' })).toEqual([
      409,
      'sameDayLimitExceeded',
      { limit: 2 },
    ]);
    await book(actor, (await home.training({ startsAt: '2026-09-17T05:00:00Z' })).id);
    expect(await refused({ startsAt: '2026-09-18T05:00:00Z' })).toEqual([
      409,
      'registeringLimitExceeded',
      { limit: 3 },
    ]);
    expect(await refused({ startsAt: '2026-09-16T05:00:00Z', isCancelled: true })).toEqual([
      409,
      'trainingCancelled',
      undefined,
    ]);
    expect(await refused({ startsAt: '2026-09-16T05:00:00Z', isClosed: true })).toEqual([
      409,
      'registeringNotAllowed',
      undefined,
    ]);
    expect(await refused({ startsAt: '2026-09-14T09:10:00Z' })).toEqual([
      409,
      'bookingClosed',
      { time: '11:55' },
    ]);
    expect(await refused({ startsAt: '2026-10-30T10:00:00Z' })).toEqual([
      409,
      'bookingNotOpen',
      { date: '16.10.2026', time: '12:00' },
    ]);
  });

  test('the day of "same day" is the centre’s own, across midnight', async () => {
    const home = await centre({ limits: { sameDayMax: 1 } });
    const actor = await home.account();
    // 23:30 on the 15th and 00:30 on the 16th in Tallinn; both on the 15th in UTC.
    const late = await home.training({ startsAt: '2026-09-15T20:30:00Z', minutes: 45 });
    const after = await home.training({ startsAt: '2026-09-15T21:30:00Z' });
    expect((await book(actor, late.id)).body.outcome).toBe('booked');
    expect((await book(actor, after.id)).body.outcome).toBe('booked');
  });
});

describe('giving back', () => {
  test('gives the place to the first one waiting in the same transaction', async () => {
    const { training, booked, queue } = await fullTraining(2, 2);
    const [first] = booked;
    const [next, last] = queue;
    if (!first || !next || !last) throw new Error('not full');
    expect((await cancel(first.actor, first.id)).body).toMatchObject({
      state: 'cancelledFree',
      undoUntil: null,
    });
    expect(await stateOf(next)).toMatchObject({ state: 'booked', place: 1 });
    expect(await stateOf(last)).toMatchObject({ state: 'waiting' });
    expect(await ask('select booked, waiting from trainings where id = $1', training.id)).toEqual([
      { booked: 2, waiting: 1 },
    ]);
  });

  test('passes over one who has another training at that time', async () => {
    const { home, booked, queue } = await fullTraining(1, 2);
    const [busy, free] = queue;
    const [holder] = booked;
    if (!busy || !free || !holder) throw new Error('not full');
    await book(busy.actor, (await home.training({ startsAt: '2026-09-15T15:30:00Z' })).id);
    await cancel(holder.actor, holder.id);
    expect(await stateOf(busy)).toMatchObject({ state: 'waiting' });
    expect(await stateOf(free)).toMatchObject({ state: 'booked' });
  });

  // shows: message-giving-back-refused
  test('is late after the deadline, impossible after the start, and never somebody else’s', async () => {
    const { booked, queue, home } = await fullTraining(2, 1);
    const [one, two] = booked;
    const [waiting] = queue;
    if (!one || !two || !waiting) throw new Error('not full');
    expect((await cancel(await home.account(), one.id)).error).toBe('registrationNotFound');
    expect((await cancel(waiting.actor, waiting.id)).body).toMatchObject({ state: 'left', undoUntil: null });
    clock.set('2026-09-15T12:00:01Z');
    expect((await cancel(one.actor, one.id)).body).toMatchObject({ state: 'cancelledLate', undoUntil: null });
    expect((await cancel(one.actor, one.id)).error).toBe('registrationNotFound');
    clock.set(startsAt);
    const { refusal } = await cancel(two.actor, two.id);
    expect([refusal?.errors, refusal?.details]).toEqual([['cancellingNotAllowed'], { time: '18:00' }]);
  });

  test('lets others keep what they have', async () => {
    const { booked } = await fullTraining(3, 0);
    const [one, ...others] = booked;
    if (!one) throw new Error('not full');
    await cancel(one.actor, one.id);
    for (const [index, other] of others.entries())
      expect(await stateOf(other)).toMatchObject({ state: 'booked', place: index + 2 });
  });
});

describe('my trainings', () => {
  test('are upcoming soonest first and past latest first, in pages', async () => {
    const home = await centre({ limits: { upcomingMax: 50 } });
    const actor = await home.account();
    for (const day of ['18', '16', '17', '15'])
      await book(actor, (await home.training({ startsAt: `2026-09-${day}T15:00:00Z` })).id);
    const days = async (query: { period?: 'upcoming' | 'past'; offset?: number; limit?: number }) => {
      const { body } = await call(contract.listRegistrations, { query }, { actor });
      return [body.total, body.isMore, body.items.map(({ startDateTime }) => startDateTime.slice(8, 10))];
    };
    expect(await days({})).toEqual([4, false, ['15', '16', '17', '18']]);
    expect(await days({ offset: 1, limit: 2 })).toEqual([4, true, ['16', '17']]);
    clock.set('2026-09-16T20:00:00Z');
    expect(await days({ period: 'upcoming' })).toEqual([2, false, ['17', '18']]);
    expect(await days({ period: 'past' })).toEqual([null, false, ['16', '15']]);
    expect(await days({ period: 'past', limit: 1 })).toEqual([null, true, ['16']]);
  });
});

describe('a training that is called off', () => {
  test('stays ahead until it would be over; what was given back is behind', async () => {
    const home = await centre();
    const actor = await home.account();
    const [off, left] = [
      await home.training({ startsAt: '2026-09-15T15:00:00Z' }),
      await home.training({ startsAt: '2026-09-16T15:00:00Z' }),
    ];
    await book(actor, off.id);
    const given = await book(actor, left.id);
    await cancel(actor, given.body.registrationId);
    await ask(
      "update registrations set state = 'cancelledByCentre', place = null, ended_at = $2 where training_id = $1",
      ...[off.id, clock.now()],
    );
    const idsOf = async (period: 'upcoming' | 'past') => {
      const { body } = await call(contract.listRegistrations, { query: { period } }, { actor });
      return [body.total, ...body.items.map(({ trainingId }) => trainingId)];
    };
    expect([await idsOf('upcoming'), await idsOf('past')]).toEqual([
      [0, off.id],
      [null, left.id],
    ]);
    clock.set('2026-09-15T20:00:00Z');
    expect([await idsOf('upcoming'), await idsOf('past')]).toEqual([[0], [null, left.id, off.id]]);
  });
});

describe.each(['EE', 'LV'] as const)('the timetable in %s', (country) => {
  const day = async (home: Centre, from: string, until = from) =>
    (await call(listPublicTrainings, { query: { from, until } }, { host: home.host })).body;

  test.each([
    [
      '2027-03-28',
      [
        ['2027-03-27T22:30:00Z', '00:30'],
        ['2027-03-28T00:30:00Z', '02:30'],
        ['2027-03-28T01:00:00Z', '04:00'],
        ['2027-03-28T20:30:00Z', '23:30'],
      ],
    ],
    [
      '2026-10-25',
      [
        ['2026-10-24T21:30:00Z', '00:30'],
        ['2026-10-25T00:30:00Z', '03:30'],
        ['2026-10-25T01:30:00Z', '03:30'],
        ['2026-10-25T21:30:00Z', '23:30'],
      ],
    ],
  ] as const)(
    'screen draws in the wrong row on the change day: on %s each training once, at its wall time',
    async (date, trainings) => {
      const home = await centre({ country });
      for (const [start] of trainings) await home.training({ startsAt: start, minutes: 30 });
      const shown = await day(home, date);
      expect(shown.map(({ startDateTime, time, duration }) => [startDateTime, time, duration])).toEqual(
        trainings.map(([start, time]) => [start, time, 30]),
      );
    },
  );

  test('keeps a training across midnight on the day it begins', async () => {
    const home = await centre({ country });
    const { id } = await home.training({ startsAt: '2026-09-15T20:30:00Z', minutes: 90 });
    expect((await day(home, '2026-09-15')).map((training) => training.id)).toEqual([id]);
    expect(await day(home, '2026-09-16')).toEqual([]);
    expect(await day(home, '2026-09-14', '2026-09-20')).toHaveLength(1);
  });

  test('refuses a period that runs backwards or is too long', async () => {
    const home = await centre({ country });
    const error = async (from: string, until: string) =>
      (await call(listPublicTrainings, { query: { from, until } }, { host: home.host })).error;
    expect(await error('2026-09-15', '2026-09-14')).toBe('unableToGetSchedule');
    expect(await error('2026-09-01', '2026-10-12')).toBe(undefined);
    expect(await error('2026-09-01', '2026-10-13')).toBe('unableToGetSchedule');
  });
});

// shows: call-public-schedule, call-user-schedule
test('the public timetable hides what is not public, a member sees it, filters narrow both', async () => {
  const home = await centre();
  const actor = await home.account();
  const open = await home.training({ startsAt });
  const hidden = await home.training({ startsAt: '2026-09-15T17:00:00Z', isPublic: false });
  const query = { from: '2026-09-15' };
  const seen = (await call(listPublicTrainings, { query }, { host: home.host })).body.map(({ id }) => id);
  expect(seen).toEqual([open.id]);
  expect((await call(listOwnTrainings, { query }, { actor })).body.map(({ id }) => id)).toEqual([
    open.id,
    hidden.id,
  ]);
  const filtered = await call(listOwnTrainings, { query: { ...query, room: hidden.roomId } }, { actor });
  expect(filtered.body.map(({ id }) => id)).toEqual([hidden.id]);
});
