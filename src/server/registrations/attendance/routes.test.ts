import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/attendance/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const startsAt = '2026-09-15T15:00:00Z';

/** A training of a trainer with so many booked and so many who wait. */
async function held(booked: number, waiting = 0) {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({
    startsAt,
    maxPlaces: booked,
    trainerId: trainer.trainerId ?? null,
  });
  const ids: number[] = [];
  for (let index = 0; index < booked + waiting; index += 1) {
    const clientId = await home.client({ firstName: 'Client', lastName: String.fromCharCode(65 + index) });
    ids.push(await home.registration(training, clientId, index < booked ? { place: index + 1 } : {}));
  }
  clock.set('2026-09-15T14:50:00Z');
  return { home, trainer, admin, training, booked: ids.slice(0, booked), queue: ids.slice(booked) };
}

const roll = (actor: TestAccount, training: number) =>
  call(contract.getRoll, { query: { training } }, { actor });
const note = (actor: TestAccount, registrationIds: number[], presence: boolean | null) =>
  call(contract.changePresence, { body: { registrationIds, presence } }, { actor });
const presenceOf = async (ids: readonly number[]) =>
  (
    await ask<{ presence: boolean | null }>(
      'select presence from registrations where id = any($1) order by id',
      ids,
    )
  ).map(({ presence }) => presence);

async function sweep() {
  await ask("select graphile_worker.add_job('lines', '{}')");
  await expect
    .poll(
      async () => (await ask("select 1 from graphile_worker.jobs where task_identifier = 'lines'")).length,
    )
    .toBe(0);
}

describe('the roll', () => {
  // shows: registration-fields, place-or-position, training-fullness
  test('names who has a place and who waits, with what staff must know of them', async () => {
    const { training, trainer, booked, queue } = await held(2, 1);
    const { body } = await roll(trainer, training.id);
    expect(body).toMatchObject({ booked: 2, waitingCount: 1, occupancy: 100, canManage: false });
    expect(body.registrations).toMatchObject([
      { registrationId: booked[0], name: 'Client A', place: 1, status: 'placeAvailable', presence: null },
      { registrationId: booked[1], name: 'Client B', place: 2, isFirstTime: true, cover: null },
      { registrationId: queue[0], name: 'Client C', place: null, status: 'waiting', placeInWaitingList: 1 },
    ]);
    expect(body.registrations[0]?.email).toContain('@test.test');
    expect(body.registrations[0]?.clientNumber).toMatch(/^C\d+$/);
  });

  test('is another trainer’s only, a client’s never, and an administrator’s always', async () => {
    const { home, training, trainer, admin, booked } = await held(1);
    const other = await home.account({ role: 'trainer', canManageRegistrations: true });
    expect((await roll(other, training.id)).error).toBe('trainingNotFound');
    expect((await note(other, booked, true)).error).toBe('registrationNotFound');
    const closing = { params: { trainingId: training.id } };
    expect((await call(contract.closeRoll, closing, { actor: other })).error).toBe('trainingNotFound');
    expect((await call(contract.openRoll, closing, { actor: other })).error).toBe('trainingNotFound');
    const blind = await home.account({ role: 'trainer', canSeeRegistrations: false });
    await ask('update trainings set trainer_id = $1 where id = $2 returning 1', blind.trainerId, training.id);
    expect((await roll(blind, training.id)).error).toBe('trainingNotFound');
    expect((await note(trainer, booked, true)).error).toBe('registrationNotFound');
    expect(await presenceOf(booked)).toEqual([null]);
    expect((await roll(admin, training.id)).status).toBe(200);
    const client = await home.account();
    expect((await roll(client, training.id)).status).toBe(403);
    const params = { id: training.id };
    expect((await call(contract.getClassRoll, { params }, { actor: trainer })).status).toBe(403);
    expect((await call(contract.getClassRoll, { params }, { actor: admin })).body.trainingId).toBe(
      training.id,
    );
  });
});

describe('presence', () => {
  // shows: presence-noted, call-trainer-registration, training-fullness
  test('is noted, taken back, and stands in the audit trail with before and after', async () => {
    const { training, trainer, booked } = await held(3);
    const [first] = booked as [number];
    const noted = await note(trainer, booked, true);
    expect(noted.body).toEqual({ presence: true, message: 'presenceChanged' });
    expect(await presenceOf(booked)).toEqual([true, true, true]);
    await note(trainer, [first], null);
    expect(await presenceOf(booked)).toEqual([null, true, true]);
    const trail = await ask<{ before: unknown; after: unknown }>(
      `select before, after from audit_trail where noun = 'registration' and noun_id = $1 order by id`,
      first,
    );
    expect(trail).toEqual([
      { before: { presence: null }, after: { presence: true } },
      { before: { presence: true }, after: { presence: null } },
    ]);
    const { body } = await roll(trainer, training.id);
    expect(body.registrations.filter(({ presence }) => presence)).toHaveLength(2);
  });

  // shows: presence-not-of-waiting, message-presence-of-waiting
  test('of somebody waiting is refused, for one and for many, and nothing is noted', async () => {
    const { trainer, admin, booked, queue } = await held(1, 1);
    expect((await note(trainer, queue, true)).error).toBe('presenceOfWaiting');
    expect((await note(trainer, [...booked, ...queue], true)).error).toBe('presenceOfWaiting');
    const [id] = queue as [number];
    const one = await call(
      contract.changeOnePresence,
      { params: { id }, body: { presence: true } },
      { actor: admin },
    );
    expect(one.refusal).toMatchObject({ errors: ['presenceOfWaiting'], code: 409 });
    expect(await presenceOf(booked)).toEqual([null]);
  });

  test('is not noted long before the start, nor by a trainer long after the end', async () => {
    const { trainer, admin, booked } = await held(1);
    clock.set('2026-09-15T13:00:00Z');
    const early = await note(trainer, booked, true);
    expect([early.error, early.refusal?.details]).toEqual([
      'presenceTooEarly',
      { date: '15.09.2026', time: '17:00' },
    ]);
    clock.set('2026-09-17T13:00:00Z');
    expect((await note(trainer, booked, true)).error).toBe('presenceTooLate');
    expect((await note(admin, booked, true)).error).toBeUndefined();
  });

  test('forty pressed at once are all noted', async () => {
    const { trainer, booked, training } = await held(40);
    const answers = await Promise.all(booked.map((id) => note(trainer, [id], true)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const { body } = await roll(trainer, training.id);
    expect(body.registrations.filter(({ presence }) => presence)).toHaveLength(40);
  });

  test('of two trainings at once is refused', async () => {
    const { home, admin, booked, trainer } = await held(1);
    const other = await home.training({ startsAt: '2026-09-15T17:00:00Z' });
    const far = await home.registration(other, await home.client(), { place: 1 });
    expect((await note(admin, [...booked, far], true)).error).toBe('registrationNotFound');
    expect((await note(trainer, [999_999], true)).error).toBe('registrationNotFound');
  });
});

describe('closing the roll', () => {
  const close = (actor: TestAccount, trainingId: number) =>
    call(contract.closeRoll, { params: { trainingId } }, { actor });
  const open = (actor: TestAccount, trainingId: number) =>
    call(contract.openRoll, { params: { trainingId } }, { actor });

  test('makes absent whoever was not noted; opening it again undoes that until visits are settled', async () => {
    const { trainer, training, booked } = await held(3);
    await note(trainer, booked.slice(0, 1), true);
    expect((await close(trainer, training.id)).error).toBe('rollTooEarly');
    clock.set('2026-09-15T15:20:00Z');
    expect((await close(trainer, training.id)).body).toEqual({ absent: 2 });
    expect(await presenceOf(booked)).toEqual([true, false, false]);
    clock.set('2026-09-15T15:30:00Z');
    expect((await close(trainer, training.id)).body).toEqual({ absent: 0 });
    expect((await roll(trainer, training.id)).body.rollClosedDateTime).toBe('2026-09-15T15:20:00Z');
    // Whoever comes late after all.
    await note(trainer, booked.slice(1, 2), true);
    expect(await presenceOf(booked)).toEqual([true, true, false]);
    await open(trainer, training.id);
    expect(await presenceOf(booked)).toEqual([true, true, null]);
    await note(trainer, booked.slice(1, 2), false);
    await close(trainer, training.id);
    // Said of the closed roll, it is a person's word as well.
    await note(trainer, booked.slice(2, 3), false);
    await open(trainer, training.id);
    // Who was noted as absent by a person is that still.
    expect(await presenceOf(booked)).toEqual([true, false, false]);
    await note(trainer, booked.slice(2, 3), null);
    await close(trainer, training.id);
    clock.set('2026-09-15T18:00:00Z');
    expect((await open(trainer, training.id)).error).toBe('rollSettled');
  });

  test('happens by itself two hours after the end where somebody was noted, and nowhere else', async () => {
    const { home, trainer, training, booked } = await held(2);
    const untouched = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
    const other = await home.registration(untouched, await home.client(), { place: 1 });
    await note(trainer, booked.slice(0, 1), true);
    clock.set('2026-09-15T17:59:00Z');
    await sweep();
    expect(await presenceOf(booked)).toEqual([true, null]);
    clock.set('2026-09-15T18:00:00Z');
    await sweep();
    expect(await presenceOf(booked)).toEqual([true, false]);
    expect(await presenceOf([other])).toEqual([null]);
    expect((await roll(trainer, training.id)).body.rollClosedDateTime).toBe('2026-09-15T18:00:00Z');
  });
});
