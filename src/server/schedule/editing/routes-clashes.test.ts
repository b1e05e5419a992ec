import { describe, expect, test } from 'vitest';
import type { TestAccount, TestTraining } from '#server/testing/centre.ts';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import * as editing from '#shared/schedule/editing/contract.ts';
import * as series from '#shared/schedule/series/contract.ts';

const running = withServer();
const { call, ask } = running;
const { at, first } = testing;
type Command = testing.Command;
const scene = () => testing.scene(running);

describe('clashes', () => {
  test('stop with the rooms and what is there; skip leaves the date out; another room takes it', async () => {
    const { home, roomId, fields, plan, apply, trainings } = await scene();
    await home.training({ startsAt: '2026-09-28T15:30:00Z', roomId, name: 'Judo' });
    const other = await home.room({ name: 'Hall B' });
    const command: Command = {
      kind: 'create',
      fields,
      when: { date: '2026-09-21', time: '18:00', duration: 60 },
      repeat: { weekdays: [1], everyWeeks: 1, until: '2026-10-05' },
    };
    const stopped = await apply(command);
    expect(stopped.planned.body).toMatchObject({ isApplicable: false, counts: { new: 2, blocked: 1 } });
    expect(stopped.applied).toMatchObject({ status: 409, error: 'roomsNotFree' });
    expect(stopped.applied.refusal?.details).toEqual({
      rooms: 'Hall A',
      name: 'Judo',
      date: '28.09.2026',
      time: '18:30',
      until: '19:30',
    });
    const skipping = await plan(command, { onClash: 'skip' });
    expect(skipping.body.counts).toMatchObject({ new: 2, skipped: 1 });
    expect(at(skipping.body.occurrences, 1).clashes).toEqual([
      {
        kind: 'room',
        names: ['Hall A'],
        with: expect.objectContaining({ kind: 'training', name: 'Judo' }),
      },
    ]);
    const { answer } = await apply(command, { onClash: 'otherRoom', roomIds: [other] });
    expect(answer?.counts.new).toBe(3);
    const made = (await trainings()).filter(({ name }) => name === 'Yoga');
    expect(made.map(({ room_id, overridden }) => [room_id, overridden])).toEqual([
      [roomId, []],
      [other, ['roomIds']],
      [roomId, []],
    ]);
  });

  test('with a trainer, with setting up, with a part of a combined room and with an extra room', async () => {
    const { home, fields, plan } = await scene();
    const [whole, half, third] = [await home.room(), await home.room(), await home.room()];
    await ask(
      'insert into room_parts (tenant_id, room_id, part_id) values ($1, $2, $3)',
      home.id,
      whole,
      half,
    );
    const trainerId = await home.trainer({ firstName: 'Kai', lastName: 'Kask' });
    await home.training({ startsAt: '2026-09-21T15:00:00Z', roomId: half, trainerId });
    const asked = async (more: Partial<typeof fields>, time = '18:00') => {
      const when = { date: '2026-09-21', time, duration: 60 };
      const planned = await plan({ kind: 'create', fields: { ...fields, ...more }, when, repeat: null });
      return planned.body.occurrences.flatMap(({ clashes }) => clashes.map(({ kind }) => kind));
    };
    expect(await asked({ roomIds: [third], trainerId })).toEqual(['trainer']);
    expect(await asked({ roomIds: [whole] })).toEqual(['room']);
    expect(await asked({ roomIds: [third, half] })).toEqual(['room']);
    expect(await asked({ roomIds: [half] }, '19:00')).toEqual([]);
    expect(await asked({ roomIds: [half], setUpMinutes: 15 }, '19:00')).toEqual(['room']);
  });

  test('what is held again in a room of another club is that club’s', async () => {
    const { home, admin, apply, roomId } = await scene();
    const clubId = await home.club('Second club');
    const other = await home.room({ clubId });
    const { id } = await home.training({ startsAt: '2026-09-22T15:00:00Z', roomId });
    const days = { clubId: null, from: '2026-09-22', until: '2026-09-22' };
    await apply({ kind: 'close', ...days, name: 'Flood' });
    await home.training({ startsAt: '2026-09-22T15:30:00Z', roomId, name: 'Judo' });
    const query = { from: days.from, until: days.until };
    const { closures } = (await call(editing.getAdminSchedule, { query }, { actor: admin })).body;
    const lift = { kind: 'lift', closureId: first(closures).id } as const;
    const { answer } = await apply(lift, { onClash: 'otherRoom', roomIds: [other] });
    expect(answer?.counts.restored).toBe(1);
    const rows = await ask('select room_id, club_id from trainings where id = $1', id);
    expect(rows).toEqual([{ room_id: other, club_id: clubId }]);
  });

  // shows: field-trainer-free
  test('a trainer who is busy cannot be given another training, new or edited, and nothing is made', async () => {
    const { home, admin, fields, apply, trainings } = await scene();
    const trainerId = await home.trainer({ firstName: 'Kai', lastName: 'Kask' });
    await home.training({ startsAt: '2026-09-21T15:30:00Z', trainerId, name: 'Judo' });
    const free = await home.training({ startsAt: '2026-09-21T15:00:00Z', name: 'Pilates' });
    const before = await trainings();
    const details = {
      ...{ trainer: 'Kai Kask', name: 'Judo', date: '21.09.2026', time: '18:30', until: '19:30' },
    };
    const when = { date: '2026-09-21', time: '18:00', duration: 60 };
    const created = await apply({ kind: 'create', fields: { ...fields, trainerId }, when, repeat: null });
    expect(created.planned.body.isApplicable).toBe(false);
    expect(created.applied).toMatchObject({ status: 409, error: 'trainerNotFree', refusal: { details } });
    const edited = await apply({
      ...{ kind: 'edit', trainingId: free.id, scope: 'this', changes: { trainerId } },
    });
    expect(edited.applied).toMatchObject({ status: 409, error: 'trainerNotFree', refusal: { details } });
    const quickly = (changes: object) =>
      call(series.editTraining, { params: { id: free.id }, body: { changes, version: 1 } }, { actor: admin });
    expect((await quickly({ trainerId })).error).toBe('trainerNotFree');
    expect(await trainings()).toEqual(before);
    // Half an hour earlier it ends when the other begins.
    expect((await quickly({ trainerId, time: '17:30' })).status).toBe(200);
  });

  test.each([1, 2, 3, 4])('two administrators move two trainings into one room at once (%i)', async () => {
    const { home, admin, roomId } = await scene();
    const other = await home.account({ role: 'admin' });
    const startsAt = '2026-09-21T15:00:00Z';
    const one = await home.training({ startsAt, name: 'Aikido' });
    const two = await home.training({ startsAt: '2026-09-21T15:20:00Z', name: 'Ballet' });
    const move = (actor: TestAccount, { id }: TestTraining) =>
      call(
        series.editTraining,
        { params: { id }, body: { changes: { roomIds: [roomId] }, version: 1 } },
        { actor },
      );
    const answers = await Promise.all([move(admin, one), move(other, two)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error).toBe('roomsNotFree');
    const winner = answers[0]?.status === 200 ? 'Aikido' : 'Ballet';
    expect(refused?.refusal?.details).toMatchObject({ rooms: 'Hall A', name: winner, date: '21.09.2026' });
  });

  test('a plan is out of date when somebody changed a training since', async () => {
    const { admin, weekly, trainings, plan } = await scene();
    await weekly('2026-10-05');
    const { id } = first(await trainings());
    const command = { kind: 'edit', trainingId: id, scope: 'future', changes: { maxPlaces: 5 } } as const;
    const planned = await plan(command);
    const quick = { changes: { name: 'Quick' }, version: 1 };
    expect((await call(series.editTraining, { params: { id }, body: quick }, { actor: admin })).status).toBe(
      200,
    );
    const body = { command, planId: planned.body.planId };
    const late = await call(editing.applySchedule, { body }, { actor: admin });
    expect([late.status, late.error]).toEqual([409, 'planOutdated']);
    const again = await call(series.editTraining, { params: { id }, body: quick }, { actor: admin });
    expect([again.status, again.error]).toEqual([409, 'planOutdated']);
  });
});

describe('past and deleted', () => {
  test('what has begun is read-only, and who ever registered keeps a training from being deleted', async () => {
    const { home, admin } = await scene();
    const past = await home.training({ startsAt: '2026-09-14T08:00:00Z' });
    const edit = await call(
      series.editTraining,
      { params: { id: past.id }, body: { changes: { name: 'x' }, version: 1 } },
      { actor: admin },
    );
    expect([edit.status, edit.error]).toEqual([409, 'trainingIsOver']);
    const booked = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    const id = await home.registration(booked, await home.client());
    await ask("update registrations set state = 'left', ended_at = now() where id = $1", id);
    const remove = await call(series.deleteTraining, { params: { id: booked.id } }, { actor: admin });
    expect([remove.status, remove.error]).toEqual([409, 'trainingHasRegistrations']);
    const off = await call(
      series.cancelTraining,
      { params: { id: booked.id }, body: { version: 1, reason: 'Flood' } },
      { actor: admin },
    );
    expect(off.body.counts).toMatchObject({ cancelled: 1 });
    const seen = await call(editing.getAdminTraining, { params: { id: booked.id } }, { actor: admin });
    expect(seen.body).toMatchObject({ isCancelled: true, cancelReason: 'Flood', version: 2 });
  });
});
