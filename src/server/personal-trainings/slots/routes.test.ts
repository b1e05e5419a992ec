import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import type { Command } from '#server/testing/editing.ts';
import { personalTimes, tuesdayAtNine } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import { listTaught } from '#shared/personal-trainings/clients/contract.ts';
import { getPersonalTraining } from '#shared/personal-trainings/contract.ts';
import {
  addException,
  getHours,
  removeException,
  saveHours,
} from '#shared/personal-trainings/hours/contract.ts';
import * as contract from '#shared/personal-trainings/slots/contract.ts';
import { getRoll } from '#shared/registrations/attendance/contract.ts';
import {
  cancelRegistration,
  previewCancelling,
  register,
  undoCancelling,
} from '#shared/registrations/contract.ts';
import { removeClient } from '#shared/registrations/staff-booking/contract.ts';
import { getOwnTraining, listOwnTrainings, listPublicTrainings } from '#shared/schedule/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { scene, member, setHours, book, ledger, mails } = personalTimes(running);
const tuesday = { from: '2026-09-15', until: '2026-09-15' };

const slots = async (actor: TestAccount, trainer: number, query: object = tuesday) =>
  (await call(contract.listSlots, { query: { trainer, ...query } }, { actor })).body.map(({ time }) => time);
const cancel = (actor: TestAccount, id: number) => call(cancelRegistration, { params: { id } }, { actor });

describe('booking a trainer’s time', () => {
  test('is not possible while the trainer is away, as told for replacements', async () => {
    const { home, trainerId, owner } = await scene();
    await ask(
      "insert into trainer_absences (tenant_id, trainer_id, from_on, until_on, created_at) values ($1, $2, '2026-09-15', '2026-09-15', now())",
      ...[home.id, trainerId],
    );
    expect(await slots(owner, trainerId)).toEqual([]);
    expect((await book(owner, trainerId)).error).toBe('slotTaken');
  });

  test('each trainer stands with the clubs of their own hours', async () => {
    const { home, owner } = await scene();
    const room = await home.room({ name: 'Hall', clubId: await home.club('Second club') });
    const other = await home.account({ role: 'trainer', firstName: 'Uku', lastName: 'Uus' });
    await setHours(other, [{ weekday: 3, from: '09:00', until: '12:00', roomId: room }]);
    const { trainers } = (await call(contract.listPersonal, {}, { actor: owner })).body;
    expect(trainers.map(({ name, clubNames }) => [name, clubNames])).toEqual([
      ['Tiit Tamm', ['First club']],
      ['Uku Uus', ['Second club']],
    ]);
  });

  test('uses a visit of the package; the time is gone, and everybody sees only their own', async () => {
    const { home, trainer, trainerId, owner, packageId } = await scene();
    expect((await call(contract.listPersonal, {}, { actor: owner })).body).toEqual({
      coming: [],
      trainers: [{ id: trainerId, name: 'Tiit Tamm', clubNames: ['First club'] }],
    });
    expect(await slots(owner, trainerId)).toEqual(['09:00', '10:00', '11:00']);
    const query = { trainer: trainerId, start: tuesdayAtNine };
    const preview = (await call(contract.previewSlot, { query }, { actor: owner })).body;
    expect(preview).toMatchObject({
      trainerName: 'Tiit Tamm',
      // The same time on the day before.
      freeUntil: '2026-09-14T06:00:00Z',
      payment: { cover: { kind: 'ticket', id: packageId, left: 2, leftAfter: 1 } },
      slot: { time: '09:00', duration: 60, roomName: 'Studio', clubName: 'First club' },
    });
    const { body, error } = await book(owner, trainerId);
    expect(error).toBeUndefined();
    expect(body).toMatchObject({ freeUntil: preview.freeUntil, cover: preview.payment.cover });
    expect(await slots(owner, trainerId)).toEqual(['10:00', '11:00']);
    expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE']);
    const { coming } = (await call(contract.listPersonal, {}, { actor: owner })).body;
    expect(coming).toMatchObject([
      { registrationId: body.registrationId, trainerName: 'Tiit Tamm', time: '09:00', isReleasing: false },
    ]);
    const shown = (await call(getPersonalTraining, { params: { id: packageId } }, { actor: owner })).body;
    expect(shown).toMatchObject({ remaining: 1, reserved: 1 });

    const other = await home.account();
    const seen = async (actor: TestAccount) =>
      (await call(listOwnTrainings, { query: tuesday }, { actor })).body.map(({ id }) => id);
    expect([await seen(owner), await seen(other)]).toEqual([[body.trainingId], []]);
    expect((await call(listPublicTrainings, { query: tuesday }, { host: home.host })).body).toEqual([]);
    const open = async (actor: TestAccount) =>
      (await call(getOwnTraining, { params: { id: body.trainingId } }, { actor })).error ?? 'shown';
    const admin = await home.account({ role: 'admin' });
    expect([await open(owner), await open(trainer), await open(admin), await open(other)]).toEqual([
      'shown',
      'shown',
      'shown',
      'trainingNotFound',
    ]);
    await expect
      .poll(async () => (await mails(home)).map(({ recipient, subject }) => [recipient, subject]))
      .toEqual([[trainer.email, 'Mari Mets booked 15.09.2026 09:00']]);
  });

  test('is shown to both until the training is over', async () => {
    const { trainer, trainerId, owner } = await scene();
    await book(owner, trainerId);
    const shown = async () => {
      const { coming } = (await call(contract.listPersonal, {}, { actor: owner })).body;
      const taught = (await call(listTaught, {}, { actor: trainer })).body;
      return [coming.length, taught.length];
    };
    clock.set('2026-09-15T06:59:59Z');
    expect(await shown()).toEqual([1, 1]);
    clock.set('2026-09-15T07:00:00Z');
    expect(await shown()).toEqual([0, 0]);
  });

  test('of two who press for one time, one has it', async () => {
    const { home, trainerId, owner, productId } = await scene({}, 5);
    const others = await Promise.all(Array.from({ length: 7 }, () => member(home, productId)));
    for (const hour of ['06', '07', '08']) {
      const answers = await Promise.all(
        [owner, ...others].map((actor) => book(actor, trainerId, `2026-09-15T${hour}:00:00Z`)),
      );
      const outcomes = answers.map(({ error }) => error ?? 'booked').toSorted();
      expect(outcomes).toEqual(['booked', ...Array.from({ length: 7 }, () => 'slotTaken')]);
    }
    const [count] = await ask<{ trainings: number; registrations: number; reserved: number }>(
      `select (select count(*)::int from trainings where tenant_id = $1 and is_personal) as trainings,
        (select count(*)::int from registrations where tenant_id = $1) as registrations,
        (select count(*)::int from ticket_entries where tenant_id = $1 and kind = 'RESERVE') as reserved`,
      home.id,
    );
    expect(count).toEqual({ trainings: 3, registrations: 3, reserved: 3 });
  });

  test('the last visit of a package is used once: two times at one moment', async () => {
    const { trainerId, owner, packageId } = await scene({}, 1);
    const answers = await Promise.all(
      ['06', '07', '08'].map((hour) => book(owner, trainerId, `2026-09-15T${hour}:00:00Z`)),
    );
    expect(answers.map(({ error }) => error ?? 'booked').toSorted()).toEqual([
      'booked',
      'coverNeeded',
      'coverNeeded',
    ]);
    expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE']);
  });

  test('a trainer is never in two places: neither over the timetable nor over another time', async () => {
    const { home, trainerId, owner } = await scene({ personalEveryMinutes: 30 });
    await home.training({ startsAt: '2026-09-15T07:00:00Z', trainerId });
    expect(await slots(owner, trainerId)).toEqual(['09:00', '11:00']);
    expect((await book(owner, trainerId, '2026-09-15T07:30:00Z')).error).toBe('slotTaken');
    expect((await book(owner, trainerId)).error).toBeUndefined();
    // The database itself keeps the timetable off it.
    await expect(home.training({ startsAt: '2026-09-15T06:30:00Z', trainerId })).rejects.toThrow(
      /trainings_trainer_free/,
    );
  });

  test('a room is taken by it, unless personal trainings share it', async () => {
    const { home, trainer, trainerId, owner, roomId, productId } = await scene();
    await home.training({ startsAt: '2026-09-15T06:00:00Z', roomId });
    expect(await slots(owner, trainerId)).toEqual(['10:00', '11:00']);
    await ask('update rooms set is_shared = true where id = $1 returning 1', roomId);
    expect(await slots(owner, trainerId)).toEqual(['09:00', '10:00', '11:00']);
    const second = await home.account({ role: 'trainer', firstName: 'Anu', lastName: 'Aas' });
    await setHours(second, [{ weekday: 2, from: '09:00', until: '12:00', roomId }]);
    expect((await book(owner, trainerId)).error).toBeUndefined();
    const other = await member(home, productId);
    expect((await book(other, second.trainerId ?? 0)).error).toBeUndefined();
    expect(trainer.trainerId).not.toBe(second.trainerId);
  });

  test.each<[string, string]>([
    ['outside the hours', '2026-09-15T10:00:00Z'],
    ['between two times', '2026-09-15T06:20:00Z'],
    ['on another day', '2026-09-16T06:00:00Z'],
    ['in the past', '2026-09-08T06:00:00Z'],
    ['too far off', '2026-12-29T07:00:00Z'],
  ])('nothing is booked %s', async (_, startDateTime) => {
    const { trainerId, owner, packageId } = await scene();
    expect((await book(owner, trainerId, startDateTime)).error).toBe('slotTaken');
    expect(await ledger(packageId)).toEqual(['GRANT']);
  });

  test('without a package, blocked, elsewhere at that time, or oneself', async () => {
    const { home, trainer, trainerId, owner, productId } = await scene();
    expect((await book(await home.account(), trainerId)).error).toBe('coverNeeded');
    const blocked = await member(home, productId);
    await ask('update clients set is_blocked = true where id = $1 returning 1', blocked.clientId);
    expect((await book(blocked, trainerId)).error).toBe('registeringNotAllowed');
    const group = await home.training({ startsAt: '2026-09-15T06:30:00Z', name: 'Yoga' });
    await home.registration(group, owner.clientId, { place: 1 });
    const answer = await book(owner, trainerId);
    expect([answer.error, answer.refusal?.details]).toEqual([
      'overlappingTraining',
      { name: 'Yoga', time: '09:30' },
    ]);
    expect((await book(trainer, trainerId)).error).toBe('registeringNotAllowed');
    expect((await book(owner, 2_000_000_000)).error).toBe('itemNotFound');
  });

  test('a package holds in its club', async () => {
    const { home, trainer, trainerId, owner } = await scene();
    const roomId = await home.room({ clubId: await home.club() });
    await setHours(trainer, [{ weekday: 2, from: '09:00', until: '12:00', roomId }]);
    expect((await book(owner, trainerId)).error).toBe('coverNeeded');
  });

  test('nobody else registers to it, nor waits for it', async () => {
    const { home, trainerId, owner } = await scene();
    const { trainingId } = (await book(owner, trainerId)).body;
    const other = await home.account();
    const body = { trainingId, isWaitingAccepted: true };
    expect((await call(register, { body }, { actor: other })).error).toBe('trainingNotFound');
  });
});

describe('giving it back', () => {
  test('in time: the visit comes back, the time is free for others, the trainer is told', async () => {
    const { home, trainer, trainerId, owner, productId, packageId } = await scene();
    const friday = '2026-09-22T06:00:00Z';
    const { registrationId, trainingId } = (await book(owner, trainerId, friday)).body;
    const preview = await call(previewCancelling, { params: { id: registrationId } }, { actor: owner });
    expect(preview.body).toMatchObject({ state: 'cancelledFree', visitReturned: true, newRemaining: 2 });
    expect((await cancel(owner, registrationId)).body).toMatchObject({
      penalty: 'none',
      visitReturned: true,
    });
    expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE', 'RELEASE']);
    const [training] = await ask<{ cancelled: boolean }>(
      'select is_cancelled as cancelled from trainings where id = $1',
      trainingId,
    );
    expect(training?.cancelled).toBe(true);
    expect((await book(await member(home, productId), trainerId, friday)).error).toBeUndefined();
    await expect
      .poll(async () => (await mails(home)).map(({ subject }) => subject))
      .toContain('Mari Mets gave back 22.09.2026 09:00');
    expect((await mails(home)).every(({ recipient }) => recipient === trainer.email)).toBe(true);
  });

  test('after the clock time it was free until, the visit is used up, and the time is free for others', async () => {
    const { home, trainerId, owner, productId, packageId } = await scene();
    const { registrationId, freeUntil } = (await book(owner, trainerId)).body;
    expect(freeUntil).toBe('2026-09-14T06:00:00Z');
    const answer = await cancel(owner, registrationId);
    expect(answer.body).toMatchObject({ state: 'cancelledLate', penalty: 'late', visitReturned: false });
    expect((await book(await member(home, productId), trainerId)).error).toBeUndefined();
    clock.set('2026-09-15T06:00:01Z');
    await running.runJob('lines');
    expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE', 'FORFEIT']);
  });

  test('taken back within the minute, it is held as before', async () => {
    const { trainerId, owner, packageId } = await scene({ undoSeconds: 60 });
    const { registrationId } = (await book(owner, trainerId, '2026-09-22T06:00:00Z')).body;
    expect((await cancel(owner, registrationId)).body.undoUntil).not.toBeNull();
    const week = { from: '2026-09-22', until: '2026-09-22' };
    expect(await slots(owner, trainerId, week)).toEqual(['10:00', '11:00']);
    const undone = await call(undoCancelling, { params: { id: registrationId } }, { actor: owner });
    expect(undone.error).toBeUndefined();
    expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE']);
    expect(await slots(owner, trainerId, week)).toEqual(['10:00', '11:00']);
  });

  test('by the trainer, who needs no other right for it: free, or late', async () => {
    const { home, trainer, trainerId, owner, packageId } = await scene();
    const first = (await book(owner, trainerId)).body;
    const { body: roll } = await call(getRoll, { query: { training: first.trainingId } }, { actor: trainer });
    expect(roll).toMatchObject({ canManage: true, isPersonal: true, registrations: [{ name: 'Mari Mets' }] });
    const remove = (actor: TestAccount, id: number, removal: 'free' | 'late') =>
      call(removeClient, { params: { id }, query: { removal } }, { actor });
    const stranger = await home.account({ role: 'trainer', canManageRegistrations: true });
    expect((await remove(stranger, first.registrationId, 'free')).error).toBe('registrationNotFound');
    expect((await remove(trainer, first.registrationId, 'free')).body.state).toBe('cancelledFree');
    expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE', 'RELEASE']);
    const second = (await book(owner, trainerId)).body;
    expect((await remove(trainer, second.registrationId, 'late')).body.state).toBe('cancelledLate');
    expect(await slots(owner, trainerId)).toEqual(['09:00', '10:00', '11:00']);
  });
});

describe('a trainer who teaches no more', () => {
  test('is shown and booked no more, and has no hours to set; what is booked stays', async () => {
    const { trainer, trainerId, owner, roomId } = await scene();
    const { registrationId } = (await book(owner, trainerId)).body;
    const dayOff = { date: '2026-09-22', kind: 'off', from: '10:00', until: '11:00', roomId: null } as const;
    const { id } = (await call(addException, { body: dayOff }, { actor: trainer })).body;
    const { version } = (await call(getHours, {}, { actor: trainer })).body;
    await ask('update trainers set is_active = false where id = $1 returning 1', trainerId);
    const { coming, trainers } = (await call(contract.listPersonal, {}, { actor: owner })).body;
    expect([coming.map((one) => one.registrationId), trainers]).toEqual([[registrationId], []]);
    const later = '2026-09-15T07:00:00Z';
    const hours = [{ weekday: 3, from: '09:00', until: '12:00', roomId }];
    const answers = await Promise.all([
      call(contract.listSlots, { query: { trainer: trainerId, ...tuesday } }, { actor: owner }),
      call(contract.previewSlot, { query: { trainer: trainerId, start: later } }, { actor: owner }),
      book(owner, trainerId, later),
      call(getHours, {}, { actor: trainer }),
      call(saveHours, { body: { hours, version } }, { actor: trainer }),
      call(addException, { body: { ...dayOff, date: '2026-09-29' } }, { actor: trainer }),
      call(removeException, { params: { id } }, { actor: trainer }),
    ]);
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => 'itemNotFound'));
  });
});

describe('a day that is shut', () => {
  const stateOf = async (trainingId: number) => {
    const [row] = await ask<{ cancelled: boolean; booked: number }>(
      'select is_cancelled as cancelled, booked from trainings where id = $1',
      trainingId,
    );
    return row;
  };

  async function shut() {
    const all = await scene({}, 1);
    const admin = await all.home.account({ role: 'admin' });
    const { trainingId } = (await book(all.owner, all.trainerId)).body;
    const apply = async (command: Command) => {
      const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
      return call(applySchedule, { body: { command, planId } }, { actor: admin });
    };
    const closed = await apply({
      ...{ kind: 'close', clubId: null, name: 'Holiday' },
      ...tuesday,
    });
    expect(closed.error).toBeUndefined();
    expect(await stateOf(trainingId)).toEqual({ cancelled: true, booked: 0 });
    expect(await ledger(all.packageId)).toEqual(['GRANT', 'RESERVE', 'RELEASE']);
    expect(await slots(all.owner, all.trainerId)).toEqual([]);
    const [closure] = await ask<{ id: number }>('select id from closures where tenant_id = $1', all.home.id);
    const lift = async () => {
      expect((await apply({ kind: 'lift', closureId: closure?.id ?? 0 })).error).toBeUndefined();
    };
    return { ...all, trainingId, lift };
  }

  test('gives the visit back, and takes it again when it is lifted', async () => {
    const { trainingId, lift, packageId } = await shut();
    await lift();
    expect(await stateOf(trainingId)).toEqual({ cancelled: false, booked: 1 });
    expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE', 'RELEASE', 'RESERVE']);
  });

  test('where the visit was used meanwhile, the training stays off, and its time is free', async () => {
    const { owner, trainerId, trainingId, lift } = await shut();
    expect((await book(owner, trainerId, '2026-09-22T06:00:00Z')).error).toBeUndefined();
    await lift();
    expect(await stateOf(trainingId)).toEqual({ cancelled: true, booked: 0 });
    expect(await slots(owner, trainerId)).toEqual(['09:00', '10:00', '11:00']);
  });
});

describe('other dates', () => {
  test('a day off takes the times away, and says how many are booked; a time besides adds some', async () => {
    const { trainer, trainerId, owner, roomId } = await scene();
    await book(owner, trainerId);
    const add = (body: object) =>
      call(
        addException,
        { body: { kind: 'off', from: '00:00', until: '24:00', roomId: null, date: '2026-09-15', ...body } },
        { actor: trainer },
      );
    expect((await add({})).body.booked).toBe(1);
    expect(await slots(owner, trainerId)).toEqual([]);
    const extra = { date: '2026-09-16', kind: 'extra', from: '18:00', until: '19:00', roomId };
    expect((await add(extra)).body.booked).toBe(0);
    expect(await slots(owner, trainerId, { from: '2026-09-16', until: '2026-09-16' })).toEqual(['18:00']);
    expect((await add(extra)).refusal?.details).toMatchObject({ problem: 'hoursOverlap' });
    expect((await add({ date: '2026-09-01' })).refusal?.details).toMatchObject({ problem: 'dateBehind' });
  });

  test.each(['EE', 'LV'] as const)(
    'a period of days on which the clock is changed, in %s',
    async (country) => {
      clock.set('2026-10-10T09:00:00Z');
      const home = await running.centre({
        country,
        rules: { payment: { isPaymentActive: true }, pages: { isBuyPersonalTrainingPage: true } },
        limits: { personalEveryMinutes: 60 },
      });
      const trainer = await home.account({ role: 'trainer' });
      const owner = await home.account();
      await setHours(trainer, [{ weekday: 7, from: '02:00', until: '05:00', roomId: await home.room() }]);
      const query = { trainer: trainer.trainerId, from: '2026-10-25', until: '2026-10-25' };
      const { body } = await call(contract.listSlots, { query }, { actor: owner });
      expect(body.map(({ time, startDateTime }) => [time, startDateTime])).toEqual([
        ['02:00', '2026-10-24T23:00:00Z'],
        ['03:00', '2026-10-25T00:00:00Z'],
        ['04:00', '2026-10-25T02:00:00Z'],
      ]);
    },
  );
});
