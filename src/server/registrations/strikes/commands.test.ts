import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';
import { findAlternatives } from '#shared/registrations/refusals/contract.ts';
import { updateBans } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
const cancel = (actor: TestAccount, id: number) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });

/** Lets the job that looks who may book ahead run once. */
async function lookUp() {
  await ask("select graphile_worker.add_job('bans', '{}')");
  await expect
    .poll(async () => (await ask("select 1 from graphile_worker.jobs where task_identifier = 'bans'")).length)
    .toBe(0);
}

test('three places given back late close booking ahead for fourteen days, not what is left at the door', async () => {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const actor = await home.account();
  for (const day of ['15', '16', '17']) {
    clock.set(`2026-09-${day}T09:00:00Z`);
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z` });
    const { body } = await book(actor, training.id);
    clock.set(`2026-09-${day}T13:00:00Z`);
    expect((await cancel(actor, body.registrationId)).body.state).toBe('cancelledLate');
  }
  const soon = await home.training({ startsAt: '2026-09-19T15:00:00Z' });
  clock.set('2026-09-18T12:00:00Z');
  await lookUp();
  expect((await book(actor, soon.id)).error).toBeUndefined();
  // A day after the third: it counts now.
  clock.set('2026-09-18T13:00:00Z');
  await lookUp();
  const later = await home.training({ startsAt: '2026-09-20T15:00:00Z' });
  const { refusal } = await book(actor, later.id);
  expect([refusal?.errors, refusal?.details]).toEqual([
    ['bookingBanned'],
    { date: '02.10.2026', time: '16:00' },
  ]);
  const { body } = await call(findAlternatives, { params: { trainingId: later.id } }, { actor });
  expect(body.refusal).toMatchObject({ rule: 'strikesMax', value: 3, until: '2026-09-20T13:00:00Z' });
  clock.set('2026-09-20T12:59:59Z');
  expect((await book(actor, later.id)).error).toBe('bookingBanned');
  clock.set('2026-09-20T13:00:00Z');
  expect((await book(actor, later.id)).error).toBeUndefined();
  // Others are not touched, and after the time it is over by itself.
  const after = await home.training({ startsAt: '2026-10-03T15:00:00Z' });
  expect((await book(await home.account(), after.id)).error).toBeUndefined();
  clock.set('2026-10-02T13:00:00Z');
  expect((await book(actor, after.id)).error).toBeUndefined();
});

test('absence counts, a waived or refilled place does not, and a waiver opens booking again', async () => {
  const home = await centre();
  const actor = await home.account();
  const ids: number[] = [];
  for (const day of ['10', '11', '12']) {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z` });
    ids.push(await home.registration(training, actor.clientId, { place: 1 }));
  }
  await ask('update registrations set presence = false where id = any($1) returning 1', ids);
  const ahead = await home.training({ startsAt: '2026-09-17T15:00:00Z' });
  await lookUp();
  expect((await book(actor, ahead.id)).error).toBe('bookingBanned');
  await ask(
    "update registrations set strike_waived_at = now(), strike_waived_reason = 'Ill' where id = $1 returning 1",
    ids[0],
  );
  await lookUp();
  expect((await book(actor, ahead.id)).error).toBeUndefined();
});

test('looking changes those alone for whom something is otherwise than before', async () => {
  const home = await centre();
  const [often, once] = [await home.client(), await home.client()];
  const absent = async (clientId: number, day: string) => {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z` });
    const id = await home.registration(training, clientId, { place: 1 });
    await ask('update registrations set presence = false where id = $1 returning 1', id);
    return id;
  };
  const ids = [await absent(often, '10'), await absent(often, '11'), await absent(often, '12')];
  await absent(once, '10');
  const ctx = contextOf(running, home);
  expect(await updateBans(ctx)).toEqual({ changed: 1 });
  expect(await updateBans(ctx)).toEqual({ changed: 0 });
  await ask(
    "update registrations set strike_waived_at = now(), strike_waived_reason = 'Ill' where id = $1 returning 1",
    ids[0],
  );
  expect(await updateBans(ctx)).toEqual({ changed: 1 });
  expect(await updateBans(ctx)).toEqual({ changed: 0 });
});

test('where nothing is waited for, the third place left unused closes booking the moment its training is over', async () => {
  const home = await centre({ limits: { strikePendingHours: 0 } });
  const clientId = await home.client();
  for (const startsAt of ['2026-09-12T08:00:00Z', '2026-09-13T08:00:00Z', '2026-09-14T08:00:00Z']) {
    const id = await home.registration(await home.training({ startsAt }), clientId, { place: 1 });
    await ask('update registrations set presence = false where id = $1 returning 1', id);
  }
  const ctx = () => contextOf(running, home);
  clock.set('2026-09-14T08:59:59Z');
  expect(await updateBans(ctx())).toEqual({ changed: 0 });
  clock.set('2026-09-14T09:00:00Z');
  expect(await updateBans(ctx())).toEqual({ changed: 1 });
});

test('a place left unused counts from when it came about: a ban ends when it says, not a training earlier', async () => {
  const home = await centre({ limits: { strikesMax: 2, strikeDays: 1, banDays: 1, strikePendingHours: 0 } });
  const clientId = await home.client();
  for (const startsAt of ['2026-09-12T12:00:00Z', '2026-09-13T12:00:00Z']) {
    const id = await home.registration(await home.training({ startsAt }), clientId, { place: 1 });
    await ask('update registrations set presence = false where id = $1 returning 1', id);
  }
  const banned = async () =>
    (
      await ask<{ until: string | null }>('select banned_until as until from clients where id = $1', clientId)
    )[0];
  const ctx = () => contextOf(running, home);
  for (const [now, changed, until] of [
    ['2026-09-13T13:00:00Z', 1, '2026-09-14T13:00:00Z'],
    ['2026-09-14T12:30:00Z', 0, '2026-09-14T13:00:00Z'],
    ['2026-09-14T13:00:00Z', 1, null],
  ] as const) {
    clock.set(now);
    expect(await updateBans(ctx())).toEqual({ changed });
    expect(await banned()).toEqual({ until });
  }
});

test('who is kept from booking ahead is told of the place that was the last straw', async () => {
  const home = await centre();
  const clientId = await home.client();
  const ids: number[] = [];
  for (const startsAt of ['2026-09-10T15:00:00Z', '2026-09-12T15:00:00Z', '2026-09-11T15:00:00Z'])
    ids.push(await home.registration(await home.training({ startsAt }), clientId, { place: 1 }));
  await ask('update registrations set presence = false where id = any($1) returning 1', ids);
  expect(await updateBans(contextOf(running, home))).toEqual({ changed: 1 });
  const told = () =>
    ask<{ id: number }>(
      `select (event ->> 'registrationId')::integer as id from notice_deliveries
        where tenant_id = $1 and event ->> 'kind' = 'banned'`,
      home.id,
    );
  await expect.poll(told).toEqual([{ id: ids[1] }]);
});
