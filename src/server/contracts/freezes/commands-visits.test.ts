import { describe, expect, test } from 'vitest';
import { makeContract } from '#server/testing/contracts.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { Benefit } from '#shared/contracts/benefits/domain.ts';
import * as contract from '#shared/contracts/contract.ts';
import * as freezes from '#shared/contracts/freezes/contract.ts';
import * as registrations from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** Four trainings a month of a contract whose periods begin on the fourteenth. */
async function counted(
  rules: { noticeDays?: number } = {},
  { undoSeconds = 0, ...terms }: { undoSeconds?: number; termMonths?: number } = {},
) {
  const limits = { bookingOpensDaysBefore: 90, sameDayMax: 10, sameStylePerDateMax: 10, undoSeconds };
  const home = await centre({ limits });
  await ask(
    `update tenants set company = company || jsonb_build_object('contracts', $2::jsonb) where tenant_id = $1 returning 1`,
    ...[home.id, JSON.stringify({ freeze: rules })],
  );
  await running.server.tenants.load(home.id);
  const actor = await home.account();
  const benefits = [Benefit.parse({ clientType: 'groupTraining', visits: 4 })];
  const { contractId } = await makeContract(running, home, actor, { benefits, ...terms });
  const params = { id: contractId };
  const on = async (day: string, time = '15:00') =>
    (await home.training({ startsAt: `2026-${day}T${time}:00Z`, minutes: 60, payment: 'paid' })).id;
  const press = (trainingId: number) =>
    call(registrations.register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
  const book = async (day: string) => {
    const trainingId = await on(day);
    return { trainingId, id: (await press(trainingId)).body.registrationId };
  };
  const freeze = (from: string, until: string) =>
    call(freezes.freezeContract, { params, body: { from, until } }, { actor });
  const quantity = async () => {
    const { quantityTotal, quantityRemaining } = (await call(contract.getContract, { params }, { actor }))
      .body;
    return [quantityTotal, quantityRemaining];
  };
  return { home, actor, params, on, press, book, freeze, quantity };
}

test('frozen days bring no visits: fewer are left at once, nobody books more, and they come back with the days', async () => {
  const { home, actor, params, on, press, book, freeze, quantity } = await counted();
  const place = await book('09-20');
  const move = { from: '2026-09-14', until: '2026-10-13', before: 4, after: 2 };
  const body = { from: '2026-09-29', until: '2026-10-13' };
  const shown = (await call(freezes.previewFreeze, { params, body }, { actor })).body;
  expect(shown.visits).toEqual([move]);
  expect((await freeze(body.from, body.until)).body).toEqual(shown);
  expect(await quantity()).toEqual([2, 1]);
  await book('09-21');
  const next = await on('09-22');
  await expectRefused(running, home, () => press(next), [409, 'contractVisitsUsed', { visits: 2 }]);
  const { own } = (await call(getOwnTraining, { params: { id: place.trainingId } }, { actor })).body;
  expect(own?.cover).toMatchObject({ left: 0, granted: 2 });
  // A period that it does not touch has all of them.
  for (const day of ['10-14', '10-15', '10-16', '10-17']) await book(day);
  const texts = () =>
    ask<{ text: string }>(
      `select text from stand_in_mails where tenant_id = $1 and subject like '%on peatatud'`,
      home.id,
    );
  await expect.poll(texts).toEqual([{ text: expect.stringContaining('14.09.2026–13.10.2026: 4 asemel 2.') }]);
  const [{ id: freezeId = 0 } = {}] = (await call(contract.getContract, { params }, { actor })).body.freezes;
  await call(freezes.returnFromFreeze, { params, body: { freezeId } }, { actor });
  expect(await quantity()).toEqual([4, 2]);
  expect((await press(next)).status).toBe(200);
});

test('more visits than the other days bring hold a freeze, whether booked before it or after it', async () => {
  const { home, actor, params, book, freeze } = await counted();
  const late = await book('10-12');
  for (const day of ['09-20', '09-26']) await book(day);
  const answer = [409, 'freezeVisitsTaken', { taken: 3, visits: 2, date: '14.10.2026' }] as const;
  await expectRefused(running, home, () => freeze('2026-09-27', '2026-10-11'), answer);
  const body = { from: '2026-09-27', until: '2026-10-11' };
  const look = () => call(freezes.previewFreeze, { params, body }, { actor });
  await expectRefused(running, home, look, answer);
  await call(registrations.cancelRegistration, { params: { id: late.id } }, { actor });
  expect((await freeze('2026-09-27', '2026-10-12')).status).toBe(200);
});

test('a place of the frozen days is given back with them and holds nothing; from the next period on it is frozen all the same', async () => {
  const { home, book, freeze } = await counted();
  for (const day of ['09-20', '09-21', '09-22', '09-23']) await book(day);
  const early = () => freeze('2026-09-29', '2026-10-13');
  await expectRefused(running, home, early, [409, 'freezeVisitsTaken', { taken: 4, visits: 2 }]);
  for (const day of ['10-14', '10-20']) await book(day);
  const { body } = await freeze('2026-10-14', '2026-11-13');
  expect(body.visits).toEqual([{ from: '2026-10-14', until: '2026-11-13', before: 4, after: 0 }]);
  expect(body.bookings).toHaveLength(2);
});

test('what was had on the first frozen day, or is given back late, stays taken', async () => {
  const { home, on, press, freeze } = await counted({ noticeDays: 0 });
  for (const time of ['10:00', '11:30', '13:00'])
    expect((await press(await on('09-14', time))).status).toBe(200);
  await ask('update registrations set presence = true where tenant_id = $1 returning 1', home.id);
  clock.set('2026-09-14T15:00:00Z');
  const today = [409, 'freezeVisitsTaken', { taken: 3, visits: 0 }] as const;
  await expectRefused(running, home, () => freeze('2026-09-14', '2026-10-13'), today);
  // Tomorrow's is late already, and its visit does not come back.
  expect((await press(await on('09-15', '10:00'))).status).toBe(200);
  await ask('update registrations set free_until = created_at where tenant_id = $1 returning 1', home.id);
  clock.advance({ minutes: 1 });
  const tomorrow = [409, 'freezeVisitsTaken', { taken: 4, visits: 1 }] as const;
  await expectRefused(running, home, () => freeze('2026-09-15', '2026-10-13'), tomorrow);
  expect((await freeze('2026-10-14', '2026-11-13')).status).toBe(200);
});

describe('a term of a month', () => {
  const term = () => counted({}, { termMonths: 1 });

  test('has no more visits in all for having been frozen for a week', async () => {
    const { home, on, press, book, freeze, quantity } = await term();
    for (const day of ['09-20', '09-21', '09-22']) await book(day);
    expect((await freeze('2026-10-07', '2026-10-13')).body).toMatchObject({
      validUntil: '2026-10-20',
      visits: [],
    });
    const [last, more] = [await on('10-14'), await on('10-15')];
    expect((await press(last)).status).toBe(200);
    const answer = [409, 'contractVisitsUsed', { visits: 1, date: '20.10.2026' }] as const;
    await expectRefused(running, home, () => press(more), answer);
    clock.set('2026-10-14T09:00:00Z');
    expect(await quantity()).toEqual([1, 0]);
  });

  test('has its visits at the end that the freeze gives it', async () => {
    const { book, freeze } = await term();
    await freeze('2026-09-20', '2026-10-03');
    for (const day of ['10-14', '10-15']) await book(day);
    expect((await freeze('2026-10-20', '2026-10-27')).body).toMatchObject({
      validUntil: '2026-11-04',
      visits: [],
    });
  });

  test('does not come back from a freeze early while more is booked at its end than is left then', async () => {
    const { home, actor, params, book, freeze } = await term();
    await freeze('2026-09-24', '2026-10-13');
    const [{ id: freezeId = 0 } = {}] = (await call(contract.getContract, { params }, { actor })).body
      .freezes;
    const places = [await book('10-15'), await book('10-16')];
    clock.set('2026-10-01T09:00:00Z');
    const body = { freezeId };
    const comeBack = () => call(freezes.returnFromFreeze, { params, body }, { actor });
    const look = () => call(freezes.previewReturn, { params, body }, { actor });
    const answer = [409, 'freezeVisitsTaken', { taken: 2, visits: 1, date: '21.10.2026' }] as const;
    await expectRefused(running, home, look, answer);
    await expectRefused(running, home, comeBack, answer);
    await call(registrations.cancelRegistration, { params: { id: places[0]?.id ?? 0 } }, { actor });
    expect((await comeBack()).body).toMatchObject({ validUntil: '2026-10-20' });
  });
});

test('a place that was given back in time a moment ago holds no freeze, and is not taken again beside it', async () => {
  const { home, actor, book, freeze } = await counted({}, { undoSeconds: 60 });
  for (const day of ['09-18', '09-19']) await book(day);
  const params = { id: (await book('09-25')).id };
  const gone = await call(registrations.cancelRegistration, { params }, { actor });
  expect(gone.body).toMatchObject({ state: 'cancelledFree', visitReturned: true });
  expect((await freeze('2026-09-28', '2026-10-12')).status).toBe(200);
  const undo = () => call(registrations.undoCancelling, { params }, { actor });
  await expectRefused(running, home, undo, [409, 'contractVisitsUsed', { visits: 2 }]);
});

test('a place that was given back late a moment ago holds it still', async () => {
  const { home, actor, book, freeze } = await counted({}, { undoSeconds: 60 });
  for (const day of ['09-18', '09-19']) await book(day);
  const { id } = await book('09-25');
  await ask('update registrations set free_until = created_at where tenant_id = $1 returning 1', home.id);
  clock.advance({ minutes: 1 });
  await call(registrations.cancelRegistration, { params: { id } }, { actor });
  const answer = [409, 'freezeVisitsTaken', { taken: 3, visits: 2 }] as const;
  await expectRefused(running, home, () => freeze('2026-09-28', '2026-10-12'), answer);
});
