import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import * as testing from '#server/testing/editing.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import {
  acceptOffer,
  cancelRegistration,
  previewCancelling,
  register,
} from '#shared/registrations/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { ask, call, clock, runJob } = running;
const scene = () => testing.scene(running);
type Scene = Awaited<ReturnType<typeof scene>>;

const leaving = async (actor: TestAccount, id: number) =>
  (await call(previewCancelling, { params: { id } }, { actor })).body.state;

describe('until when a place may be given back free, where a change is taken back', () => {
  // A Tuesday, 18:00 in Tallinn: free to give back until 15:00, noon UTC.
  const startsAt = '2026-09-15T15:00:00Z';

  async function full() {
    const { home, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt, roomId, maxPlaces: 1 });
    const [owner, next] = [await home.account(), await home.account()];
    const booked = await home.registration(training, owner.clientId, { place: 1 });
    const waiting = await home.registration(training, next.clientId);
    clock.set('2026-09-15T07:00:00Z');
    const changes = { roomIds: [await home.room()] };
    const { answer } = await apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
    const stateOf = (id: number) => testing.stateOf(running, home, id);
    const goesOn = async () => {
      expect((await call(cancelRegistration, { params: { id: booked } }, { actor: owner })).status).toBe(200);
      clock.set('2026-09-15T13:30:00Z');
      await runJob('lines');
      expect((await stateOf(waiting)).state).toBe('offered');
    };
    return { next, booked, waiting, goesOn, stateOf, takeBack: () => undo(answer?.changeId ?? 0) };
  }

  test.each(['accepted', 'still offered'])(
    'whoever moved up since is not late a minute later: %s',
    async (how) => {
      const { next, waiting, goesOn, stateOf, takeBack } = await full();
      clock.set('2026-09-15T13:20:00Z');
      await goesOn();
      const accept = () => call(acceptOffer, { params: { id: waiting }, body: {} }, { actor: next });
      if (how === 'accepted') expect((await accept()).status).toBe(200);
      expect((await stateOf(waiting)).free_until).toBe(startsAt);
      clock.set('2026-09-15T13:45:00Z');
      expect((await takeBack()).status).toBe(200);
      if (how !== 'accepted') expect((await accept()).status).toBe(200);
      clock.set('2026-09-15T13:46:00Z');
      expect(await leaving(next, waiting)).toBe('cancelledFree');
    },
  );

  test('is as before for whoever had a place all along, and for whoever still waits', async () => {
    const { booked, waiting, stateOf, takeBack } = await full();
    for (const id of [booked, waiting]) expect((await stateOf(id)).free_until).toBe(startsAt);
    expect((await takeBack()).status).toBe(200);
    for (const id of [booked, waiting]) expect((await stateOf(id)).free_until).toBe('2026-09-15T12:00:00Z');
  });
});

describe('until when a place may be given back free, where its training became another while it was shut', () => {
  // A Tuesday, 13:00 in Tallinn: free to give back until 07:00 UTC, and it is 09:00 of the day before.
  const startsAt = '2026-09-15T10:00:00Z';
  const ofChanges = {
    'another day': async () => ({ date: '2026-09-16' }),
    'an earlier hour': async () => ({ time: '11:00' }),
    'another room': async (home: Centre) => ({ roomIds: [await home.room()] }),
    'another trainer': async (home: Centre) => ({ trainerId: await home.trainer() }),
    'a longer time': async () => ({ duration: 90 }),
    'another name': async () => ({ name: 'Candle yoga' }),
  };

  /** Shut while it is changed, and lifted without a word. */
  async function lifted(training: { id: number }, of: keyof typeof ofChanges, scened: Scene) {
    const { home, admin, apply } = scened;
    const days = { from: '2026-09-15', until: '2026-09-15' };
    await apply({ kind: 'close', clubId: null, ...days, name: 'Flood' });
    const shown = await call(getAdminSchedule, { query: days }, { actor: admin });
    const changes = await ofChanges[of](home);
    const changed = await apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
    expect(changed.applied.status).toBe(200);
    const lift = { kind: 'lift', closureId: testing.first(shown.body.closures).id } as const;
    const { answer } = await apply(lift, undefined, false);
    expect(answer).toMatchObject({ counts: { restored: 1 } });
    return { answer, lift };
  }

  test.each([
    ['another day', '2026-09-16T07:00:00Z', { previousStartsAt: startsAt }],
    ['an earlier hour', '2026-09-15T08:00:00Z', { previousStartsAt: startsAt }],
    ['another room', '2026-09-15T09:00:00Z', { previousRoomId: expect.any(Number) }],
    ['another trainer', '2026-09-15T09:00:00Z', {}],
    ['a longer time', '2026-09-15T09:00:00Z', {}],
    ['another name', '2026-09-15T07:00:00Z', undefined],
  ] as const)(
    '%s: %s, and where it is another people are told although the lifting is silent',
    async (of, freeUntil, said) => {
      const scened = await scene();
      const { home, apply, undo, roomId } = scened;
      const training = await home.training({ startsAt, roomId, maxPlaces: 1 });
      const booked = await home.registration(training, await home.client(), { place: 1 });
      const waiting = await home.registration(training, await home.client());
      const free = () =>
        Promise.all(
          [booked, waiting].map(async (id) => (await testing.stateOf(running, home, id)).free_until),
        );
      const { answer, lift } = await lifted(training, of, scened);
      expect(await free()).toEqual([freeUntil, freeUntil]);
      expect(answer?.messages).toBe(said ? 2 : 0);
      const told = async () =>
        (await testing.notices(running, home, 0)).filter(({ kind }) => kind === 'trainingChanged');
      const expected = said ? [expect.objectContaining(said), expect.objectContaining(said)] : [];
      await expect.poll(told, { timeout: 10_000 }).toEqual(expected);
      // Lifted once more it is as it was by then.
      expect((await undo(answer?.changeId ?? 0)).status).toBe(200);
      clock.set('2026-09-14T09:30:00Z');
      expect((await apply(lift, undefined, false)).answer?.messages).toBe(0);
      expect(await free()).toEqual([freeUntil, freeUntil]);
    },
  );

  test('the same for a place that a ticket paid for, which is booked anew', async () => {
    const scened = await scene();
    const { home, roomId } = scened;
    const owner = await home.account();
    const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
    await fulfil(running, home, { productId, owner });
    const training = await home.training({ startsAt, roomId, payment: 'paid' });
    const body = { trainingId: training.id, isWaitingAccepted: false };
    expect((await call(register, { body }, { actor: owner })).status).toBe(200);
    await lifted(training, 'another day', scened);
    const [row] = await ask<{ id: number }>(
      "select id, free_until from registrations where tenant_id = $1 and state = 'booked'",
      home.id,
    );
    expect(row).toMatchObject({ free_until: '2026-09-16T07:00:00Z' });
    clock.set('2026-09-16T06:59:00Z');
    expect(await leaving(owner, row?.id ?? 0)).toBe('cancelledFree');
  });
});
