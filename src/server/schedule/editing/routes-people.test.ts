import { describe, expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { previewCancelling } from '#shared/registrations/contract.ts';
import * as series from '#shared/schedule/series/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { at, first } = testing;
const scene = () => testing.scene(running);
const book = (home: Centre, training: { id: number }, clientId: number, place?: number) =>
  testing.book(running, home, training, clientId, place);
const stateOf = (home: Centre, id: number) => testing.stateOf(running, home, id);
const notices = (home: Centre, count: number) => testing.notices(running, home, count);

describe('people', () => {
  test('are told once of a cancelled series, get their places back on undo, and the start state stands', async () => {
    const { home, weekly, trainings, apply, undo } = await scene();
    await weekly('2026-10-05');
    const rows = await trainings();
    const [one, two] = [await home.client(), await home.client()];
    const ids = [];
    for (const row of rows) ids.push(await book(home, row, one, 1));
    ids.push(await book(home, first(rows), two));
    const state = () =>
      ask(
        `select id, training_id, client_id, state, place, free_until, ended_at, starts_at from registrations
          where tenant_id = $1 order by id`,
        home.id,
      );
    const table = async () => (await trainings()).map(({ version: _, sequence: __, ...row }) => row);
    const before = [await state(), await table()];
    const { planned, answer } = await apply({
      kind: 'cancel',
      trainingId: first(rows).id,
      scope: 'future',
      reason: 'Flood',
    });
    expect(planned.body).toMatchObject({ messages: 2, bookings: 3, waiting: 1, counts: { cancelled: 3 } });
    expect(answer?.messages).toBe(2);
    expect((await Promise.all(ids.map((id) => stateOf(home, id)))).map((row) => row.state)).toEqual([
      'cancelledByCentre',
      'cancelledByCentre',
      'cancelledByCentre',
      'closed',
    ]);
    const told = await notices(home, 4);
    expect(told.map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
    // One message: what is of one change goes out together.
    expect(new Set(told.filter(({ clientId }) => clientId === one).map(({ changeId }) => changeId))).toEqual(
      new Set([answer?.changeId]),
    );
    const undone = await undo(answer?.changeId ?? 0);
    expect(undone.body).toMatchObject({ messages: 2, lost: 0 });
    expect([await state(), await table()]).toEqual(before);
    const twice = await undo(answer?.changeId ?? 0);
    expect([twice.status, twice.error]).toEqual([409, 'changeUndoneAlready']);
  });

  // Moved at 09:00 UTC on Monday the 14th; in Tallinn it is three hours later. Usually places are free to give back
  // until three hours before the start.
  test.each([
    ['for a day from the notice', '2026-09-15T08:00Z', { time: '13:00' }, '2026-09-15T09:00:00Z'],
    [
      'until the start, where it is within a day from the notice',
      '2026-09-15T11:00Z',
      { time: '11:00' },
      '2026-09-15T08:00:00Z',
    ],
    [
      'as long as anybody else, where that is later',
      '2026-09-15T15:00Z',
      { time: '20:00' },
      '2026-09-15T14:00:00Z',
    ],
    [
      'as long as before the move, where that is later',
      '2026-09-17T15:00Z',
      { date: '2026-09-16', time: '11:00' },
      '2026-09-16T08:00:00Z',
    ],
  ])('may leave a moved training free %s', async (_, startsAt, changes, freeUntil) => {
    const { home, apply, roomId } = await scene();
    const training = await home.training({ startsAt, roomId });
    const member = await home.account();
    const id = await home.registration(training, member.clientId, { place: 1 });
    const leaving = async () =>
      (await call(previewCancelling, { params: { id } }, { actor: member })).body.state;
    await apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
    const after = await stateOf(home, id);
    expect(after).toMatchObject({ state: 'booked', free_until: freeUntil });
    clock.set(addMinutes(freeUntil, -1));
    expect(await leaving()).toBe('cancelledFree');
    if (after.starts_at !== freeUntil) {
      clock.set(addMinutes(freeUntil, 1));
      expect(await leaving()).toBe('cancelledLate');
    }
  });

  // Free to give back until noon UTC, three hours before the start, and not until 09:00 of the next day.
  test.each([
    ['another room', async (home: Centre) => ({ roomIds: [await home.room()] }), true],
    ['another trainer', async (home: Centre) => ({ trainerId: await home.trainer() }), true],
    ['a longer time', async () => ({ duration: 90 }), true],
    ['another name', async () => ({ name: 'Candle yoga', publicComment: 'Bring a towel' }), false],
    ['another style', async (home: Centre) => ({ styleId: await home.style() }), false],
  ] as const)(
    '%s lets people leave free for a day or does not, until it is taken back',
    async (_, of, lets) => {
      const { home, apply, undo, roomId } = await scene();
      const training = await home.training({ startsAt: '2026-09-15T10:00:00Z', roomId });
      const member = await home.account();
      const id = await home.registration(training, member.clientId, { place: 1 });
      const free = async () => (await stateOf(home, id)).free_until;
      const before = await free();
      expect(before).toBe('2026-09-15T07:00:00Z');
      const changes = await of(home);
      const { answer } = await apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
      expect(await free()).toBe(lets ? '2026-09-15T09:00:00Z' : before);
      await undo(answer?.changeId ?? 0);
      expect(await free()).toBe(before);
    },
  );

  test('a series that has another trainer lets people leave free on each date that is near', async () => {
    const { home, weekly, trainings, apply } = await scene();
    await weekly('2026-09-28');
    clock.set('2026-09-21T13:00:00Z');
    const ids: number[] = [];
    for (const row of await trainings()) ids.push(await book(home, row, await home.client(), 1));
    const free = () => Promise.all(ids.map(async (id) => (await stateOf(home, id)).free_until));
    const changes = { trainerId: await home.trainer() };
    await apply({ kind: 'edit', trainingId: first(await trainings()).id, scope: 'following', changes });
    expect(await free()).toEqual(['2026-09-21T15:00:00Z', '2026-09-28T12:00:00Z']);
  });

  test.each([
    ['an offer', 'offered', '2026-09-17T12:00:00Z', '2026-09-15T06:30:00Z'],
    ['a short offer', 'offered', '2026-09-14T10:00:00Z', '2026-09-14T10:00:00Z'],
    ['a place given back', 'releasing', '2026-09-15T06:50:00Z', '2026-09-15T06:45:00Z'],
  ])('%s ends in time for the new start, and is as it was on undo', async (_, state, before, after) => {
    const { home, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-18T07:00:00Z', roomId });
    const id = await home.registration(training, await home.client(), { place: 1 });
    await ask(
      `update registrations set state = $2, held_until = $3, ended_at = case when $2 = 'releasing' then now() end
        where id = $1 returning 1`,
      ...[id, state, before],
    );
    const changes = { date: '2026-09-15', time: '10:00' };
    const { answer } = await apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
    const heldUntil = async () =>
      (await ask<{ at: string }>('select held_until as at from registrations where id = $1', id))[0]?.at;
    expect(await heldUntil()).toBe(after);
    await undo(answer?.changeId ?? 0);
    expect(await heldUntil()).toBe(before);
  });

  test('keep their places when there are fewer, and move up when there are more', async () => {
    const { home, apply, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-17T15:00:00Z', roomId, maxPlaces: 2 });
    const [one, two, three] = [await home.client(), await home.client(), await home.client()];
    await home.registration(training, one, { place: 1 });
    await home.registration(training, two, { place: 2 });
    const waiting = await home.registration(training, three);
    const edit = (maxPlaces: number) =>
      apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes: { maxPlaces } });
    const fewer = await edit(1);
    expect(first(fewer.planned.body.occurrences).overFullBy).toBe(1);
    expect(fewer.answer?.messages).toBe(0);
    expect((await stateOf(home, waiting)).state).toBe('waiting');
    await edit(2);
    expect((await stateOf(home, waiting)).state).toBe('waiting');
    await edit(3);
    expect(await stateOf(home, waiting)).toMatchObject({ state: 'booked', place: 3 });
    expect((await notices(home, 1)).map(({ kind }) => kind)).toEqual(['promoted']);
  });

  test('a move taken back keeps bookings made since', async () => {
    const { home, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-17T15:00:00Z', roomId });
    const { answer } = await apply({
      kind: 'edit',
      trainingId: training.id,
      scope: 'this',
      changes: { time: '19:00' },
    });
    const later = await book(home, training, await home.client(), 1);
    expect((await undo(answer?.changeId ?? 0)).body.messages).toBe(1);
    expect(await stateOf(home, later)).toMatchObject({ state: 'booked', starts_at: '2026-09-17T15:00:00Z' });
  });
});

describe('taking back', () => {
  test.each([
    ['room', { previousRoomId: expect.any(Number) }],
    ['trainer', { previousTrainerId: expect.any(Number) }],
    ['name', undefined],
  ] as const)('tells those who hold a place of another %s as the change itself did', async (of, said) => {
    const { home, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-21T15:00:00Z', roomId });
    await home.registration(training, await home.client(), { place: 1 });
    const changes = {
      room: async () => ({ roomIds: [await home.room()] }),
      trainer: async () => ({ trainerId: await home.trainer() }),
      name: async () => ({ name: 'Candle yoga' }),
    };
    const { answer } = await apply({
      kind: 'edit',
      trainingId: training.id,
      scope: 'this',
      changes: await changes[of](),
    });
    const count = said ? 1 : 0;
    expect(answer?.messages).toBe(count);
    expect((await undo(answer?.changeId ?? 0)).body.messages).toBe(count);
    const told = await notices(home, 2 * count);
    expect(told).toHaveLength(2 * count);
    if (said) expect(told.at(-1)).toMatchObject({ kind: 'trainingChanged', ...said });
  });

  test('of which nobody was told, nobody hears', async () => {
    const { home, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-21T15:00:00Z', roomId });
    await home.registration(training, await home.client(), { place: 1 });
    const changes = { time: '19:00', trainerId: await home.trainer() };
    const { answer } = await apply(
      { kind: 'edit', trainingId: training.id, scope: 'this', changes },
      undefined,
      false,
    );
    expect(answer?.messages).toBe(0);
    expect((await undo(answer?.changeId ?? 0)).body.messages).toBe(0);
    expect(await notices(home, 0)).toEqual([]);
  });

  test('is refused after 24 hours, after another change, and where somebody took the room', async () => {
    const { home, admin, apply, undo, roomId, fields } = await scene();
    const training = await home.training({ startsAt: '2026-09-21T15:00:00Z', roomId });
    const edit = (changes: { time?: string; name?: string }) =>
      apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
    const moved = await edit({ time: '21:00' });
    const guest = await apply({
      kind: 'create',
      fields: { ...fields, name: 'Guest' },
      when: { date: '2026-09-21', time: '18:30', duration: 60 },
      repeat: null,
    });
    const taken = await undo(moved.answer?.changeId ?? 0);
    expect([taken.error, taken.refusal?.details]).toEqual([
      'roomsNotFree',
      expect.objectContaining({ name: 'Guest' }),
    ]);
    expect((await undo(guest.answer?.changeId ?? 0)).status).toBe(200);
    await edit({ name: 'Renamed' });
    expect((await undo(moved.answer?.changeId ?? 0)).error).toBe('changedSince');
    const list = await call(series.listChanges, {}, { actor: admin });
    expect(list.body.map(({ kind, undoneDateTime }) => [kind, undoneDateTime !== null])).toEqual(
      expect.arrayContaining([
        ['edit', false],
        ['create', true],
      ]),
    );
    await ask("update schedule_changes set at = at - interval '25 hours' where tenant_id = $1", home.id);
    const late = await undo(moved.answer?.changeId ?? 0);
    expect([late.error, late.refusal?.details]).toEqual(['changeUndoTooLate', { hours: 24 }]);
  });

  test('of what was made deletes it, unless somebody registered', async () => {
    const { home, weekly, trainings, undo } = await scene();
    const made = await weekly('2026-10-05');
    const other = await weekly('2026-10-05', { roomIds: [await home.room()] });
    await book(
      home,
      first((await trainings()).filter(({ id }) => made.trainingIds.includes(id))),
      await home.client(),
      1,
    );
    expect((await undo(made.changeId)).error).toBe('trainingHasRegistrations');
    expect((await undo(other.changeId)).status).toBe(200);
    expect(await trainings()).toHaveLength(3);
  });

  test('leaves what has begun meanwhile as it is: nobody was there, and nobody’s visit is taken', async () => {
    const { home, weekly, trainings, apply, undo } = await scene();
    await weekly('2026-10-05');
    const [one, two] = [first(await trainings()), at(await trainings(), 1)];
    const client = await home.client();
    const ids = [await book(home, one, client, 1), await book(home, two, client, 1)];
    clock.set('2026-09-21T12:00:00Z');
    const alone = await home.training({ startsAt: '2026-09-21T14:00:00Z' });
    const off = { kind: 'cancel', reason: 'Flood' } as const;
    const { answer } = await apply({ ...off, trainingId: one.id, scope: 'future' });
    const single = await apply({ ...off, trainingId: alone.id, scope: 'this' });
    clock.set(one.starts_at);
    const undone = await undo(answer?.changeId ?? 0);
    expect(undone.body).toMatchObject({ messages: 1, lost: 0 });
    const stands = (await trainings()).filter(({ id }) => id !== alone.id);
    expect(stands.map(({ is_cancelled }) => is_cancelled)).toEqual([true, false, false]);
    expect((await Promise.all(ids.map((id) => stateOf(home, id)))).map(({ state }) => state)).toEqual([
      'cancelledByCentre',
      'booked',
    ]);
    const over = await undo(single.answer?.changeId ?? 0);
    expect([over.status, over.error]).toEqual([409, 'trainingIsOver']);
  });

  test('of what was deleted brings it back', async () => {
    const { weekly, trainings, apply, undo } = await scene();
    await weekly('2026-10-05');
    const table = async () => (await trainings()).map(({ version: _, sequence: __, ...row }) => row);
    const before = await table();
    const { answer } = await apply({ kind: 'delete', trainingId: first(before).id, scope: 'future' });
    expect(await trainings()).toEqual([]);
    expect((await undo(answer?.changeId ?? 0)).status).toBe(200);
    expect(await table()).toEqual(before);
  });
});
