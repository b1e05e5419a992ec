import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import * as freezes from '#shared/contracts/freezes/contract.ts';
import { changePresence } from '#shared/registrations/attendance/contract.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const startsAt = '2026-09-15T15:00:00Z';
const nextDay = '2026-09-16T15:00:00Z';

const book = async (actor: TestAccount, trainingId: number) =>
  (await call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor })).body
    .registrationId;
const cancel = (actor: TestAccount, id: number) =>
  call(contract.cancelRegistration, { params: { id } }, { actor });
const stateOf = async (id: number) =>
  (
    await ask<{ state: string; presence: boolean | null }>(
      'select state, presence from registrations where id = $1',
      id,
    )
  )[0];

/** Somebody who booked, and was noted as there or absent while the training has not begun. */
async function noted(presence: boolean, limits: Parameters<typeof centre>[0] = {}) {
  const home = await centre(limits);
  const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
  const training = await home.training({ startsAt });
  const id = await book(actor, training.id);
  clock.set('2026-09-15T14:50:00Z');
  await note(admin, id, presence);
  return { home, actor, admin, id, training };
}

async function note(admin: TestAccount, id: number, presence: boolean) {
  const { status } = await call(
    changePresence,
    { body: { registrationIds: [id], presence } },
    { actor: admin },
  );
  expect(status).toBe(200);
}

/** Of whom nothing is noted: the only one of a training. */
async function pass(home: Centre, at: string) {
  const actor = await home.account();
  const { id: trainingId } = await home.training({ startsAt: at, maxPlaces: 1 });
  return { actor, trainingId, id: await book(actor, trainingId) };
}

describe('who has come', () => {
  test('has used the place: it cannot be given back or swapped, and that is known before the press', async () => {
    const { home, actor, id } = await noted(true);
    const { body } = await call(contract.listRegistrations, { query: { period: 'upcoming' } }, { actor });
    expect(body.items).toMatchObject([{ registrationId: id, cancelingAllowed: false }]);
    const params = { id };
    expect((await call(contract.previewCancelling, { params }, { actor })).error).toBe('placeUsed');
    expect((await cancel(actor, id)).error).toBe('placeUsed');
    const { id: trainingId } = await home.training({ startsAt: nextDay });
    const preview = await call(contract.previewSwap, { params: { id, trainingId } }, { actor });
    expect(preview.error).toBe('placeUsed');
    const swap = await call(contract.swapRegistration, { params, body: { trainingId } }, { actor });
    expect(swap.error).toBe('placeUsed');
    expect(await stateOf(id)).toEqual({ state: 'booked', presence: true });
  });

  test('keeps the place when the one it was to be swapped for comes', async () => {
    const home = await centre({ limits: { undoSeconds: 0 } });
    const admin = await home.account({ role: 'admin' });
    const [present, wanted] = [await pass(home, startsAt), await pass(home, nextDay)];
    const { actor, id } = present;
    const { trainingId } = wanted;
    await call(contract.swapRegistration, { params: { id }, body: { trainingId } }, { actor });
    clock.set('2026-09-15T14:50:00Z');
    await note(admin, id, true);
    await cancel(wanted.actor, wanted.id);
    const states = await ask(
      'select state from registrations where client_id = $1 order by id',
      actor.clientId,
    );
    expect(states).toEqual([{ state: 'booked' }, { state: 'booked' }]);
  });

  test('keeps the place in a freeze, which gives back what lies ahead', async () => {
    const home = await centre({ limits: { sameDayMax: 5 } });
    const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const { contractId } = await makeContract(running, home, actor);
    const paid = async (at: string) =>
      book(actor, (await home.training({ startsAt: at, payment: 'paid' })).id);
    // Ten past midnight, of the day the freeze begins.
    const [used, ahead] = [await paid('2026-09-15T21:10:00Z'), await paid('2026-09-17T15:00:00Z')];
    clock.set('2026-09-15T20:55:00Z');
    await note(admin, used, true);
    const params = { id: contractId };
    const body = { from: '2026-09-16', until: '2026-10-05' };
    expect((await call(freezes.freezeContract, { params, body }, { actor })).status).toBe(200);
    await expect.poll(() => stateOf(ahead)).toEqual({ state: 'cancelledFree', presence: null });
    expect(await stateOf(used)).toEqual({ state: 'booked', presence: true });
  });
});

test('who was noted as absent too early may still give the place back, and nothing is noted any more', async () => {
  const { actor, id } = await noted(false);
  expect((await call(contract.previewCancelling, { params: { id } }, { actor })).body).toMatchObject({
    penalty: 'late',
  });
  expect((await cancel(actor, id)).body).toMatchObject({ state: 'cancelledLate' });
  expect(await stateOf(id)).toEqual({ state: 'cancelledLate', presence: null });
});
