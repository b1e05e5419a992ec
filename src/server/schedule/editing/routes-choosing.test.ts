import { describe, expect, test } from 'vitest';
import { giveBackUndecided } from '#server/registrations/choosing/commands.ts';
import type { Centre } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import * as testing from '#server/testing/editing.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { keepRegistration } from '#shared/registrations/choosing/contract.ts';
import { cancelRegistration, listRegistrations, register } from '#shared/registrations/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const scene = () => testing.scene(running);
const stateOf = (home: Centre, id: number) => testing.stateOf(running, home, id);
const notices = (home: Centre, count: number) => testing.notices(running, home, count);

describe('people whose training moves onto another booking of theirs', () => {
  /** A training at 18:00 that meets the booking of `busy` at 20:00 once it is moved there. */
  async function doubled() {
    const { home, admin, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', roomId, maxPlaces: 2 });
    const elsewhere = await home.training({ startsAt: '2026-09-15T17:30:00Z', name: 'Pilates' });
    const busy = await home.account();
    const moved = await home.registration(training, busy.clientId, { place: 2 });
    const other = await home.registration(elsewhere, busy.clientId, { place: 1 });
    const move = (isTold = true) =>
      apply(
        { kind: 'edit', trainingId: training.id, scope: 'this', changes: { time: '20:00' } },
        undefined,
        isTold,
      );
    const states = async () => [(await stateOf(home, moved)).state, (await stateOf(home, other)).state];
    const upcoming = async () =>
      (await call(listRegistrations, { query: { period: 'upcoming' } }, { actor: busy })).body.items;
    const keep = (id: number) => call(keepRegistration, { params: { id } }, { actor: busy });
    return {
      home,
      admin,
      training,
      elsewhere,
      busy,
      moved,
      other,
      apply,
      move,
      undo,
      states,
      upcoming,
      keep,
    };
  }

  test('move with their training; whoever would be in two places has both, is told the truth, and both stand on undo', async () => {
    const { home, training, moved, other, move, undo, states, upcoming } = await doubled();
    // Given back before the move, and its place taken by another.
    const left = await home.registration(training, await home.client(), { place: 1 });
    await ask(
      `update registrations set state = 'cancelledLate', place = null, ended_at = $2 where id = $1 returning 1`,
      left,
      '2026-09-14T08:00:00Z',
    );
    const free = await home.client();
    const alone = await home.registration(training, free, { place: 1 });
    const before = await stateOf(home, left);
    const { answer, planned } = await move();
    expect(planned.body).toMatchObject({ counts: { moved: 1 }, messages: 2, choosing: 1 });
    expect(await stateOf(home, alone)).toMatchObject({ state: 'booked', starts_at: '2026-09-15T17:00:00Z' });
    // What was given back before is of the time it was given back for, and late no more.
    expect(await stateOf(home, left)).toEqual({ ...before, state: 'cancelledFree' });
    expect(await states()).toEqual(['booked', 'booked']);
    expect((await upcoming()).map(({ registrationId, clash }) => [registrationId, clash])).toEqual([
      [
        moved,
        expect.objectContaining({
          registrationId: other,
          name: 'Pilates',
          chooseUntil: '2026-09-15T14:00:00Z',
        }),
      ],
      [other, null],
    ]);
    expect((await notices(home, 2)).map(({ kind, previousStartsAt }) => [kind, previousStartsAt])).toEqual([
      ['trainingChanged', '2026-09-15T15:00:00Z'],
      ['trainingChanged', '2026-09-15T15:00:00Z'],
    ]);
    await undo(answer?.changeId ?? 0);
    expect(await stateOf(home, alone)).toMatchObject({
      state: 'booked',
      starts_at: '2026-09-15T15:00:00Z',
      // What the move had made of it is taken back too.
      free_until: '2026-09-15T12:00:00Z',
    });
    expect(await states()).toEqual(['booked', 'booked']);
    expect((await upcoming()).map(({ clash }) => clash)).toEqual([null, null]);
  });

  test.each(['moved', 'other'] as const)(
    'who keeps the %s gives the other back free, and has both on undo',
    async (which) => {
      const { home, busy, move, undo, states, keep, ...ids } = await doubled();
      expect((await keep(ids[which])).error).toBe('registrationNotFound');
      const apart: number[] = [];
      for (const startsAt of ['2026-09-15T14:00:00Z', '2026-09-15T19:00:00Z'])
        apart.push(
          await home.registration(await home.training({ startsAt, minutes: 30 }), busy.clientId, {
            place: 1,
          }),
        );
      const { answer } = await move();
      // Late, had they not to choose.
      clock.set('2026-09-15T08:50:00Z');
      await ask(
        'update registrations set free_until = created_at where tenant_id = $1 and id = $2',
        home.id,
        ids.other,
      );
      const stranger = await home.account();
      const strange = await call(keepRegistration, { params: { id: ids[which] } }, { actor: stranger });
      expect(strange.error).toBe('registrationNotFound');
      expect((await keep(ids[which])).status).toBe(200);
      expect(await states()).toEqual(
        which === 'moved' ? ['booked', 'cancelledFree'] : ['cancelledFree', 'booked'],
      );
      // What they meet nobody with is theirs all the while.
      for (const id of apart) expect(await stateOf(home, id)).toMatchObject({ state: 'booked' });
      expect((await keep(ids[which])).error).toBe('registrationNotFound');
      expect((await undo(answer?.changeId ?? 0)).body.lost).toBe(0);
      expect(await states()).toEqual(['booked', 'booked']);
      // Neither may overlap with a third again.
      const third = await home.training({ startsAt: '2026-09-15T15:30:00Z' });
      await expect(home.registration(third, busy.clientId, { place: 1 })).rejects.toThrow('client_free');
    },
  );

  test('who keeps one that meets two others gives both back by one press, sent twice at once or not', async () => {
    const { home, apply, roomId } = await scene();
    const training = await home.training({
      startsAt: '2026-09-15T15:00:00Z',
      minutes: 120,
      roomId,
      maxPlaces: 2,
    });
    const busy = await home.account();
    const kept = await home.registration(training, busy.clientId, { place: 1 });
    const others: number[] = [];
    for (const [startsAt, name] of [
      ['2026-09-15T17:15:00Z', 'Pilates'],
      ['2026-09-15T18:00:00Z', 'Jooga'],
    ] as const) {
      const other = await home.training({ startsAt, minutes: 30, name });
      others.push(await home.registration(other, busy.clientId, { place: 1 }));
    }
    await apply(
      { kind: 'edit', trainingId: training.id, scope: 'this', changes: { time: '20:00' } },
      undefined,
      true,
    );
    const press = () =>
      call(
        keepRegistration,
        { params: { id: kept } },
        { actor: busy, headers: { 'idempotency-key': 'one-press-of-keep' } },
      );
    const answers = await Promise.all([press(), press()]);
    expect(answers.map(({ status }) => status)).toContain(200);
    const states = await Promise.all([kept, ...others].map(async (id) => (await stateOf(home, id)).state));
    expect(states).toEqual(['booked', 'cancelledFree', 'cancelledFree']);
  });

  test.each(Array.from({ length: 5 }, (_, index) => index))(
    'both kept at one moment: one is (%i)',
    async () => {
      const { moved, other, move, states, keep } = await doubled();
      await move();
      const answers = await Promise.all([keep(moved), keep(other)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect((await states()).toSorted()).toEqual(['booked', 'cancelledFree']);
    },
  );

  test('what was given back for the other of two does not come back with the undo of something else', async () => {
    const { busy, elsewhere, moved, apply, move, undo, states, keep } = await doubled();
    const changes = { name: 'Flow' };
    const renamed = await apply({ kind: 'edit', trainingId: elsewhere.id, scope: 'this', changes });
    await move();
    await keep(moved);
    await call(cancelRegistration, { params: { id: moved } }, { actor: busy });
    expect((await undo(renamed.answer?.changeId ?? 0)).status).toBe(200);
    clock.advance({ minutes: 2 });
    await running.runJob('lines');
    expect(await states()).toEqual(['cancelledFree', 'cancelledFree']);
  });

  test('a place that went on to somebody else is not given twice on undo', async () => {
    const { home, training, other, move, undo, states, keep } = await doubled();
    await home.registration(training, await home.client(), { place: 1 });
    const next = await home.registration(training, await home.client());
    const { answer } = await move();
    await keep(other);
    expect((await stateOf(home, next)).state).toBe('booked');
    expect((await undo(answer?.changeId ?? 0)).body.lost).toBe(1);
    expect(await states()).toEqual(['cancelledFree', 'booked']);
  });

  test('are told of a clash although the move is silent, and keep what they had there where they do not choose', async () => {
    const { home, move, states } = await doubled();
    const { answer } = await move(false);
    expect(answer?.messages).toBe(1);
    expect((await notices(home, 1)).map(({ kind }) => kind)).toEqual(['trainingChanged']);
    const sweep = async (at: string) => {
      clock.set(at);
      const ctx = () => contextOf(running, home);
      await giveBackUndecided(ctx());
    };
    await sweep('2026-09-15T13:59:00Z');
    expect(await states()).toEqual(['booked', 'booked']);
    await sweep('2026-09-15T14:00:00Z');
    expect(await states()).toEqual(['cancelledFree', 'booked']);
  });

  test('have no choice any more once the other booking is gone, or the training moves on', async () => {
    const { home, training, other, move, states, upcoming } = await doubled();
    await move();
    await ask(
      "update registrations set state = 'cancelledFree', place = null, ended_at = now() where tenant_id = $1 and id = $2",
      ...[home.id, other],
    );
    expect((await upcoming()).map(({ clash }) => clash)).toEqual([null]);
    expect(await states()).toEqual(['booked', 'cancelledFree']);
    expect(training.id).toBeGreaterThan(0);
  });

  test('an offer that would meet a booking waits in line again', async () => {
    const { home, training, moved, move, states } = await doubled();
    const heldUntil = '2026-09-15T12:00:00Z';
    await ask(
      "update registrations set state = 'offered', held_until = $3 where tenant_id = $1 and id = $2",
      ...[home.id, moved, heldUntil],
    );
    const alone = await home.registration(training, await home.client(), { place: 1, heldUntil });
    const { planned } = await move();
    expect(planned.body.choosing).toBe(0);
    expect(await states()).toEqual(['waiting', 'booked']);
    expect((await stateOf(home, alone)).state).toBe('offered');
  });

  /** The day of both is shut, and the closure's id told. */
  async function shut({ admin, apply }: Pick<Awaited<ReturnType<typeof doubled>>, 'admin' | 'apply'>) {
    const days = { from: '2026-09-15', until: '2026-09-15' };
    const { answer } = await apply({ kind: 'close', clubId: null, name: 'Flood', ...days });
    const shown = await call(getAdminSchedule, { query: days }, { actor: admin });
    return { changeId: answer?.changeId ?? 0, closureId: testing.first(shown.body.closures).id };
  }

  test.each(['lifted', 'taken back'])(
    'have both again, and a day to choose, when a closure of their day is %s',
    async (how) => {
      const { moved, other, move, undo, states, upcoming, keep, ...rest } = await doubled();
      await move();
      const { changeId, closureId } = await shut(rest);
      expect(await states()).toEqual(['cancelledByCentre', 'cancelledByCentre']);
      // No time would be left, counted from the move.
      clock.set('2026-09-15T08:30:00Z');
      if (how === 'lifted') {
        const { answer } = await rest.apply({ kind: 'lift', closureId }, undefined, false);
        // Who has to choose is told also where the lifting is silent.
        expect(answer).toMatchObject({ counts: { restored: 2 }, messages: 1 });
      } else {
        expect((await undo(changeId)).body).toMatchObject({ messages: 1, lost: 0 });
      }
      expect(await states()).toEqual(['booked', 'booked']);
      expect((await upcoming()).map(({ registrationId, clash }) => [registrationId, clash])).toEqual([
        // It is the moved one still that the other is not given up for.
        [moved, expect.objectContaining({ registrationId: other, chooseUntil: '2026-09-15T16:55:00Z' })],
        [other, null],
      ]);
      expect((await keep(other)).status).toBe(200);
      expect(await states()).toEqual(['cancelledFree', 'booked']);
    },
  );

  test('have both again where a ticket paid for one, which is booked anew', async () => {
    const { home, busy, other, states, upcoming, elsewhere, ...rest } = await doubled();
    const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
    await fulfil(running, home, { productId, owner: busy });
    const paid = await home.training({
      ...{ startsAt: '2026-09-15T19:00:00Z', payment: 'paid', roomId: await home.room() },
    });
    const body = { trainingId: paid.id, isWaitingAccepted: false };
    const { registrationId } = (await call(register, { body }, { actor: busy })).body;
    const changes = { time: '20:30' };
    await rest.apply({ kind: 'edit', trainingId: paid.id, scope: 'this', changes });
    const { closureId } = await shut(rest);
    await rest.apply({ kind: 'lift', closureId });
    const ofBoth = (await upcoming()).filter(
      ({ trainingId, state }) => [paid.id, elsewhere.id].includes(trainingId) && state === 'booked',
    );
    expect(ofBoth.map(({ trainingId, clash }) => [trainingId, clash?.registrationId ?? null])).toEqual([
      [elsewhere.id, null],
      [paid.id, other],
    ]);
    expect(await states()).toEqual(['booked', 'booked']);
    expect((await stateOf(home, registrationId)).state).toBe('cancelledByCentre');
  });
});
