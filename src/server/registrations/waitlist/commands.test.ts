import { describe, expect, test } from 'vitest';
import type { CentreParts, TestAccount, TrainingParts } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import * as contract from '#shared/registrations/contract.ts';
import { replayWaitlist } from '#shared/registrations/history/domain.ts';

const { centre, call, ask, clock } = withServer();
// A Tuesday, 18:00 in Tallinn; free to cancel until 15:00, by itself until 13:00, asked until 17:30.
const startsAt = '2026-09-15T15:00:00Z';

interface Held {
  readonly actor: TestAccount;
  readonly id: number;
}

const book = (actor: TestAccount, trainingId: number, isWaitingAccepted = true) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted } }, { actor });
const cancel = ({ actor, id }: Held) => call(contract.cancelRegistration, { params: { id } }, { actor });
const undo = ({ actor, id }: Held) => call(contract.undoCancelling, { params: { id } }, { actor });
const accept = ({ actor, id }: Held) => call(contract.acceptOffer, { params: { id }, body: {} }, { actor });

async function lineUp(
  places: number,
  waiting: number,
  parts: Partial<CentreParts> = {},
  training: Partial<TrainingParts> = {},
) {
  const home = await centre(parts);
  const { id } = await home.training({ startsAt, maxPlaces: places, ...training });
  const all: Held[] = [];
  for (let index = 0; index < places + waiting; index += 1) {
    const actor = await home.account();
    all.push({ actor, id: (await book(actor, id)).body.registrationId });
  }
  return {
    home,
    trainingId: id,
    booked: all.slice(0, places) as [Held, ...Held[]],
    queue: all.slice(places) as [Held, Held, ...Held[]],
  };
}

/** One place, given back a moment ago and kept for its owner, and people who came for it since. */
async function kept(waiting: number, at?: string) {
  const lineup = await lineUp(1, 0);
  if (at) clock.set(at);
  await cancel(lineup.booked[0]);
  const queue: Held[] = [];
  while (queue.length < waiting) {
    const actor = await lineup.home.account();
    queue.push({ actor, id: (await book(actor, lineup.trainingId)).body.registrationId });
  }
  // For the machine's clock that minute is over: the job finds that it is not.
  const due = `select 1 from graphile_worker.jobs where task_identifier = 'line' union all select 1 from outbox`;
  await expect.poll(async () => (await ask(due)).length, { timeout: 10_000, interval: 20 }).toBe(0);
  return { ...lineup, queue: queue as [Held, Held, ...Held[]] };
}

const stateOf = async ({ id }: Held) =>
  (await ask<{ state: string }>('select state from registrations where id = $1', id))[0]?.state;
const statesOf = (held: readonly Held[]) => Promise.all(held.map(stateOf));

/** Lets the job that looks through the lines run once, and waits for it. */
async function sweep() {
  await ask("select graphile_worker.add_job('lines', '{}')");
  await expect
    .poll(
      async () => (await ask("select 1 from graphile_worker.jobs where task_identifier = 'lines'")).length,
      { timeout: 10_000, interval: 20 },
    )
    .toBe(0);
}

test('who needs a day of notice is asked where others are given the place; the wish counts for every list', async () => {
  const {
    home,
    booked: [first],
    queue: [careful, next],
  } = await lineUp(1, 2, { limits: { undoSeconds: 0 } });
  const change = (noticeMinutes: 1440) =>
    call(contract.changeNeededNotice, { body: { noticeMinutes } }, { actor: careful.actor });
  expect((await change(1440)).status).toBe(200);
  const kept = await call(contract.getNeededNotice, {}, { actor: careful.actor });
  expect(kept.body).toEqual({ noticeMinutes: 1440 });
  // 23 hours before the others would still be given it.
  clock.set('2026-09-14T16:00:00Z');
  await cancel(first);
  expect(await statesOf([careful, next])).toEqual(['offered', 'waiting']);
  const other = await home.account();
  const wrong = { body: { noticeMinutes: 61 } } as never;
  expect((await call(contract.changeNeededNotice, wrong, { actor: other })).error).toBe(
    'dataValidationFailed',
  );
});

test.each(contract.neededNotices)(
  'a notice of %i minutes is kept, and counts to the minute',
  async (minutes) => {
    const start = '2026-09-18T15:00:00Z';
    // Nobody is asked sooner than five hours before the start who needs no notice.
    const limit = Math.max(minutes, 300);
    for (const [before, state] of [
      [limit + 1, 'booked'],
      [limit, 'offered'],
    ] as const) {
      clock.set('2026-09-14T09:00:00Z');
      const parts = { limits: { undoSeconds: 0 } };
      const { booked, queue } = await lineUp(2, 2, parts, { startsAt: start });
      const [{ actor }, next] = queue;
      await call(contract.changeNeededNotice, { body: { noticeMinutes: minutes } }, { actor });
      for (const [whose, kept] of [
        [actor, minutes],
        [next.actor, 0],
      ] as const)
        expect((await call(contract.getNeededNotice, {}, { actor: whose })).body.noticeMinutes).toBe(kept);
      clock.set(addMinutes(start, -before));
      for (const held of booked) await cancel(held);
      // The notice is one's own: who is next is not asked for it.
      expect(await statesOf(queue)).toEqual([state, before > 300 ? 'booked' : 'offered']);
    }
  },
);

describe('sixty seconds to think again', () => {
  test('the place is kept for its owner: full for others, nobody told, the same place back', async () => {
    const {
      home,
      trainingId,
      booked: [first],
    } = await lineUp(1, 0);
    const { body } = await cancel(first);
    expect(body).toMatchObject({ state: 'cancelledFree', undoUntil: '2026-09-14T09:01:00Z' });
    expect((await book(await home.account(), trainingId, false)).error).toBe('noFreePlaces');
    const actor = await home.account();
    const next = { actor, id: (await book(actor, trainingId)).body.registrationId };
    clock.set('2026-09-14T09:00:59Z');
    expect((await undo(first)).body).toEqual({ place: 1, freeUntil: '2026-09-15T12:00:00Z' });
    expect(await statesOf([first, next])).toEqual(['booked', 'waiting']);
  });

  test('then it passes on, and cannot be taken back', async () => {
    const {
      booked: [first],
      queue,
    } = await kept(1);
    clock.set('2026-09-14T09:01:00Z');
    await sweep();
    expect(await statesOf([first, queue[0]])).toEqual(['cancelledFree', 'booked']);
    expect((await undo(first)).error).toBe('undoTooLate');
  });

  test('without any job the next one who presses finds the line as it must be', async () => {
    const {
      home,
      trainingId,
      booked: [first],
      queue,
    } = await kept(1);
    clock.set('2026-09-14T09:01:00Z');
    const { body } = await book(await home.account(), trainingId);
    expect(body).toMatchObject({ outcome: 'waiting', placeInWaitingList: 1 });
    expect(await statesOf([first, queue[0]])).toEqual(['cancelledFree', 'booked']);
  });

  test('booking again within the minute is the same as taking it back', async () => {
    const { trainingId, booked } = await kept(1);
    const [first] = booked;
    const { body } = await book(first.actor, trainingId);
    expect(body).toMatchObject({ outcome: 'booked', registrationId: first.id, place: 1 });
  });

  test('is refused when something else was booked for that time meanwhile', async () => {
    const { home, booked } = await lineUp(1, 0);
    const [first] = booked;
    await cancel(first);
    await book(first.actor, (await home.training({ startsAt: '2026-09-15T15:30:00Z' })).id);
    expect((await undo(first)).error).toBe('overlappingTraining');
  });

  test('two at once: taken back or passed on, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      clock.set('2026-09-14T09:00:00Z');
      const {
        home,
        trainingId,
        booked: [first],
        queue,
      } = await kept(1);
      clock.set(round % 2 === 0 ? '2026-09-14T09:00:59Z' : '2026-09-14T09:01:00Z');
      const other = await home.account();
      await Promise.all([undo(first), book(other, trainingId), undo(first)]);
      expect(await statesOf([first, queue[0]])).toEqual(
        round % 2 === 0 ? ['booked', 'waiting'] : ['cancelledFree', 'booked'],
      );
    }
  });
});

describe('whoever leaves in the moment a place is due', () => {
  test('is not given it first: it goes to the next', async () => {
    const { booked, queue } = await kept(2);
    // The minute of the undo is over; no job has run yet.
    clock.set('2026-09-14T09:01:00Z');
    expect((await cancel(queue[0])).body).toMatchObject({ state: 'left', undoUntil: null });
    expect(await statesOf([booked[0], ...queue])).toEqual(['cancelledFree', 'left', 'booked']);
  });

  test('is not asked first: the next is', async () => {
    const { queue } = await kept(2, '2026-09-15T10:00:00Z');
    clock.set('2026-09-15T10:01:00Z');
    expect((await cancel(queue[0])).body.state).toBe('left');
    expect(await statesOf(queue)).toEqual(['left', 'offered']);
  });

  test('an offer can be taken only after it was made', async () => {
    const { queue } = await kept(1, '2026-09-15T10:00:00Z');
    clock.set('2026-09-15T10:01:00Z');
    expect((await accept(queue[0])).error).toBe('offerEnded');
    await sweep();
    expect((await accept(queue[0])).body).toMatchObject({ place: 1 });
  });
});

describe('asked when the start is near', () => {
  const late = { limits: { undoSeconds: 0 } };

  test('the offer holds a place, is taken by pressing, and is told with its end', async () => {
    const {
      home,
      trainingId,
      booked: [first],
      queue,
    } = await lineUp(1, 2, late);
    clock.set('2026-09-15T10:00:00Z');
    await cancel(first);
    expect(await statesOf(queue)).toEqual(['offered', 'waiting']);
    expect((await book(await home.account(), trainingId, false)).error).toBe('noFreePlaces');
    const { body } = await call(contract.listRegistrations, { query: {} }, { actor: queue[0].actor });
    expect(body.items).toMatchObject([
      { state: 'offered', place: 1, heldUntil: '2026-09-15T10:30:00Z', cancelingAllowed: true },
    ]);
    expect((await accept(queue[0])).body).toMatchObject({ place: 1 });
    expect(await statesOf(queue)).toEqual(['booked', 'waiting']);
    expect((await accept(queue[0])).error).toBe('offerEnded');
  });

  test('declined or not answered it goes on to the next', async () => {
    const {
      booked: [first],
      queue,
    } = await lineUp(1, 3, late);
    clock.set('2026-09-15T10:00:00Z');
    await cancel(first);
    expect((await cancel(queue[0])).body).toMatchObject({ state: 'declined', undoUntil: null });
    expect(await statesOf(queue)).toEqual(['declined', 'offered', 'waiting']);
    clock.set('2026-09-15T10:30:00Z');
    expect((await accept(queue[1])).error).toBe('offerEnded');
    await sweep();
    expect(await statesOf(queue)).toEqual(['declined', 'expired', 'offered']);
  });

  test('is never somebody else’s to take', async () => {
    const {
      booked: [first],
      queue,
    } = await lineUp(1, 2, late);
    clock.set('2026-09-15T10:00:00Z');
    await cancel(first);
    expect((await accept({ ...queue[0], actor: queue[1].actor })).error).toBe('registrationNotFound');
  });

  test('in the last minutes whoever comes first has it, those waiting too', async () => {
    const {
      trainingId,
      booked: [first],
      queue,
    } = await lineUp(1, 2, late);
    clock.set('2026-09-15T14:30:00Z');
    await cancel(first);
    expect(await statesOf(queue)).toEqual(['waiting', 'waiting']);
    expect((await book(queue[1].actor, trainingId)).body).toMatchObject({
      outcome: 'booked',
      registrationId: queue[1].id,
    });
    expect((await book(queue[0].actor, trainingId)).error).toBe('alreadyRegistered');
    clock.set(startsAt);
    await sweep();
    expect(await statesOf(queue)).toEqual(['closed', 'booked']);
  });

  test('whoever could not have it is told once, and has it when the way is clear', async () => {
    const {
      home,
      booked: [first],
      queue,
    } = await lineUp(1, 1, late);
    const other = await book(queue[0].actor, (await home.training({ startsAt: '2026-09-15T15:30:00Z' })).id);
    await cancel(first);
    await sweep();
    await sweep();
    expect(await stateOf(queue[0])).toBe('waiting');
    const moves = await ask<{ kind: string; reason: string }>(
      'select kind, reason from queue_moves where registration_id = $1 order by id',
      queue[0].id,
    );
    expect(moves).toEqual([
      { kind: 'joined', reason: null },
      { kind: 'passedOver', reason: 'overlappingTraining' },
    ]);
    await cancel({ actor: queue[0].actor, id: other.body.registrationId });
    await sweep();
    expect(await stateOf(queue[0])).toBe('booked');
  });
});

describe('late cancelling', () => {
  test('costs nothing once somebody else has the place: first dropped, first forgiven', async () => {
    const { home, trainingId, booked } = await lineUp(3, 0, { limits: { undoSeconds: 0 } });
    const [one, two] = booked as unknown as [Held, Held];
    clock.set('2026-09-15T12:30:00Z');
    expect((await cancel(one)).body.state).toBe('cancelledLate');
    clock.set('2026-09-15T12:31:00Z');
    await cancel(two);
    await book(await home.account(), trainingId);
    expect(await statesOf([one, two])).toEqual(['cancelledFree', 'cancelledLate']);
    const { body } = await call(
      contract.listRegistrations,
      { query: { period: 'past' } },
      { actor: one.actor },
    );
    expect(body.items).toMatchObject([{ state: 'cancelledFree', refilledDateTime: '2026-09-15T12:31:00Z' }]);
    await book(await home.account(), trainingId);
    expect(await statesOf([one, two])).toEqual(['cancelledFree', 'cancelledFree']);
  });

  test('a place that somebody waiting takes forgives one, not two', async () => {
    const { trainingId, booked, queue } = await lineUp(2, 1, { limits: { undoSeconds: 0 } });
    const [one, two] = booked as unknown as [Held, Held];
    clock.set('2026-09-15T14:30:00Z');
    await cancel(one);
    clock.set('2026-09-15T14:31:00Z');
    await cancel(two);
    expect((await book(queue[0].actor, trainingId)).body).toMatchObject({ registrationId: queue[0].id });
    expect(await statesOf([one, two])).toEqual(['cancelledFree', 'cancelledLate']);
  });

  test('one’s own booking again forgives nobody but by undoing', async () => {
    const {
      trainingId,
      booked: [one],
    } = await lineUp(2, 0, { limits: { undoSeconds: 0 } });
    clock.set('2026-09-15T12:30:00Z');
    await cancel(one);
    await book(one.actor, trainingId);
    expect(await stateOf(one)).toBe('cancelledLate');
  });
});

describe('the receipt of a queue', () => {
  test('tells what moved one’s place, and its lines alone give the places back', async () => {
    const { trainingId, booked, queue } = await lineUp(2, 4, { limits: { undoSeconds: 0 } });
    const [one, two, three, four] = queue as unknown as [Held, Held, Held, Held];
    await cancel(booked[0]);
    await cancel(two);
    clock.set('2026-09-15T10:00:00Z');
    await cancel(one);
    await cancel(three);
    const receipt = async ({ actor, id }: Held) =>
      (await call(contract.getWaitlistReceipt, { params: { id } }, { actor })).body.map(
        ({ kind, isOwn, position }) => `${isOwn ? 'own ' : ''}${kind} ${position}`,
      );
    expect(await receipt(four)).toEqual([
      'own joined 4',
      'promoted 3',
      'left 2',
      'offered 1',
      'own offered 0',
    ]);
    expect(await receipt(three)).toEqual([
      'own joined 3',
      'promoted 2',
      'left 1',
      'own offered 0',
      'own declined 0',
    ]);
    const moves = await ask<{ kind: 'joined'; registrationId: number }>(
      'select kind, registration_id as "registrationId" from queue_moves where training_id = $1 order by id',
      trainingId,
    );
    const waiting = await ask<{ id: number }>(
      "select id from registrations where training_id = $1 and state = 'waiting' order by id",
      trainingId,
    );
    expect(replayWaitlist(moves)).toEqual(waiting.map(({ id }) => id));
    const seen = await call(contract.getWaitlistReceipt, { params: { id: four.id } }, { actor: three.actor });
    expect(seen.error).toBe('registrationNotFound');
  });
});
