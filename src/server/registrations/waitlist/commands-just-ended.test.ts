import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
/** 18:00 in Tallinn; what comes free is only offered by then. */
const startsAt = '2026-09-15T15:00:00Z';
const nextDay = '2026-09-16T15:00:00Z';
const asked = '2026-09-15T12:30:00Z';
const ends = '2026-09-15T13:00:00Z';
const justAfter = '2026-09-15T13:00:00.500Z';

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });
const preview = (actor: TestAccount, trainingId: number) =>
  call(contract.previewRegistration, { params: { trainingId } }, { actor });

/** One place, of somebody whose offer or undo has ended half a second ago; no job has seen it. */
async function ended(state: 'offered' | 'releasing', parts: { payment?: 'paid'; visits?: number } = {}) {
  const { payment = 'free', visits } = parts;
  clock.set('2026-09-14T09:00:00Z');
  const home = await centre(paying);
  const training = await home.training({ startsAt, maxPlaces: 1, payment, priceCents: 900 });
  const { id: trainingId } = training;
  const actor = await home.account();
  if (visits) await card(home, actor, visits);
  const id =
    payment === 'paid' && !visits ? await buy() : (await book(actor, trainingId)).body.registrationId;
  clock.set(justAfter);
  const times = state === 'offered' ? [ends, null, asked] : [ends, asked, '2026-09-15T12:45:00Z'];
  await ask(
    'update registrations set state = $2, held_until = $3, ended_at = $4, free_until = $5 where id = $1 returning 1',
    ...[id, state, ...times],
  );
  const states = () =>
    ask<{ id: number; state: string }>(
      'select state from registrations where training_id = $1 and client_id = $2 order by id',
      ...[trainingId, actor.clientId],
    );
  return { home, training, trainingId, actor, id, states };

  async function buy() {
    await call(contract.purchasePlace, { body: { trainingId } }, { actor });
    const [row] = await ask<{ id: number }>(
      'select id from registrations where training_id = $1',
      trainingId,
    );
    return row?.id ?? 0;
  }
}

async function card(home: Centre, owner: TestAccount, visits: number) {
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits });
  await fulfil(running, home, { productId, owner });
}

describe.each([
  ['an offer', 'offered', 'expired'],
  ['an undo', 'releasing', 'cancelledFree'],
] as const)('whoever presses as %s of theirs has just ended', (_, state, over) => {
  test('has nothing any more, and books what is free like anybody', async () => {
    const { actor, trainingId, id, states } = await ended(state);
    expect((await preview(actor, trainingId)).body).toMatchObject({ outcome: 'booked' });
    const { body } = await book(actor, trainingId);
    expect(body).toMatchObject({ outcome: 'booked', place: 1 });
    expect(body.registrationId).not.toBe(id);
    expect(await states()).toEqual([{ state: over }, { state: 'booked' }]);
  });

  test('is behind those who waited', async () => {
    const { home, actor, training, trainingId, states } = await ended(state);
    const next = await home.account();
    const waiting = await home.registration(training, next.clientId);
    expect((await preview(actor, trainingId)).body).toMatchObject({ outcome: 'waiting' });
    expect((await book(actor, trainingId)).body).toMatchObject({ outcome: 'waiting', placeInWaitingList: 1 });
    expect(await states()).toEqual([{ state: over }, { state: 'waiting' }]);
    expect(await ask('select state from registrations where id = $1', waiting)).toEqual([
      { state: 'offered' },
    ]);
  });

  test('books it with one press for several, or moves there', async () => {
    const group = await ended(state);
    const trainingIds = [group.trainingId, (await group.home.training({ startsAt: nextDay })).id];
    const body = { trainingIds };
    const answer = await call(contract.joinWaitlistGroup, { body }, { actor: group.actor });
    expect(answer.body).toMatchObject({ outcome: 'booked', trainingIds: [group.trainingId] });
    expect(await group.states()).toEqual([{ state: over }, { state: 'booked' }]);

    const { home, actor, trainingId, states } = await ended(state);
    const present = await home.training({ startsAt: nextDay });
    const { registrationId: id } = (await book(actor, present.id)).body;
    const moved = await call(contract.swapRegistration, { params: { id }, body: { trainingId } }, { actor });
    expect(moved.body).toMatchObject({ outcome: 'booked', present: 'cancelledFree' });
    expect(await states()).toEqual([{ state: over }, { state: 'booked' }]);
  });
});

describe('where it is paid for', () => {
  test('a place that was held for paying is bought again', async () => {
    const { actor, trainingId, states } = await ended('offered', { payment: 'paid' });
    const again = await call(contract.purchasePlace, { body: { trainingId } }, { actor });
    expect(again.error).toBeUndefined();
    expect(await states()).toEqual([{ state: 'expired' }, { state: 'offered' }]);
  });

  test('the visit that comes back covers the new booking, and the screen says so before', async () => {
    const { actor, trainingId, states } = await ended('releasing', { payment: 'paid', visits: 1 });
    expect((await preview(actor, trainingId)).body).toMatchObject({
      outcome: 'booked',
      payment: { cover: { left: 1, leftAfter: 0 } },
    });
    expect((await book(actor, trainingId)).error).toBeUndefined();
    expect(await states()).toEqual([{ state: 'cancelledFree' }, { state: 'booked' }]);
    const kinds = await ask<{ kind: string }>(
      `select e.kind from ticket_entries e join tickets t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
       where t.client_id = $1 order by e.id`,
      actor.clientId,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['GRANT', 'RESERVE', 'RELEASE', 'RESERVE']);
  });
});
