import { describe, expect, test } from 'vitest';
import type { Centre, CentreParts, TestAccount, TrainingParts } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { defaultBookingLimits } from '#shared/kernel/booking-limits.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import * as contract from '#shared/registrations/contract.ts';
import { listMovesUntil } from '#shared/registrations/rules/domain.ts';

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
const accept = ({ actor, id }: Held) => call(contract.acceptOffer, { params: { id } }, { actor });

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

describe('sixty seconds to think again', () => {
  test('the place is kept for its owner: full for others, nobody told, the same place back', async () => {
    const {
      home,
      trainingId,
      booked: [first],
      queue,
    } = await lineUp(1, 1);
    const { body } = await cancel(first);
    expect(body).toEqual({ state: 'cancelledFree', undoUntil: '2026-09-14T09:01:00Z' });
    expect((await book(await home.account(), trainingId, false)).error).toBe('noFreePlaces');
    expect(await stateOf(queue[0])).toBe('waiting');
    clock.set('2026-09-14T09:00:59Z');
    expect((await undo(first)).body).toEqual({ place: 1, freeUntil: '2026-09-15T12:00:00Z' });
    expect(await statesOf([first, queue[0]])).toEqual(['booked', 'waiting']);
  });

  test('then it passes on, and cannot be taken back', async () => {
    const {
      booked: [first],
      queue,
    } = await lineUp(1, 1);
    await cancel(first);
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
    } = await lineUp(1, 1);
    await cancel(first);
    clock.set('2026-09-14T09:01:00Z');
    const { body } = await book(await home.account(), trainingId);
    expect(body).toMatchObject({ outcome: 'waiting', placeInWaitingList: 1 });
    expect(await statesOf([first, queue[0]])).toEqual(['cancelledFree', 'booked']);
  });

  test('booking again within the minute is the same as taking it back', async () => {
    const {
      trainingId,
      booked: [first],
    } = await lineUp(1, 1);
    await cancel(first);
    const { body } = await book(first.actor, trainingId);
    expect(body).toMatchObject({ outcome: 'booked', registrationId: first.id, place: 1 });
  });

  test('is refused when something else was booked for that time meanwhile', async () => {
    const {
      home,
      booked: [first],
    } = await lineUp(1, 0);
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
      } = await lineUp(1, 1);
      await cancel(first);
      clock.set(round % 2 === 0 ? '2026-09-14T09:00:59Z' : '2026-09-14T09:01:00Z');
      const other = await home.account();
      await Promise.all([undo(first), book(other, trainingId), undo(first)]);
      expect(await statesOf([first, queue[0]])).toEqual(
        round % 2 === 0 ? ['booked', 'waiting'] : ['cancelledFree', 'booked'],
      );
    }
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
    expect((await cancel(queue[0])).body).toEqual({ state: 'declined', undoUntil: null });
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

describe('random histories, many pressing at once', () => {
  const places = `select t.id, t.max_places as "maxPlaces", t.booked, t.waiting, t.starts_at as "startsAt", t.late_cancelled as late,
      count(r.*) filter (where r.place is not null)::int as held, count(r.*) filter (where r.state = 'waiting')::int as queue,
      count(r.*) filter (where r.state = 'cancelledLate')::int as dropped
    from trainings t left join registrations r on r.tenant_id = t.tenant_id and r.training_id = t.id
    where t.tenant_id = $1 group by 1, 2, 3, 4, 5, 6 order by 1`;
  const idle = `select w.training_id from registrations w join trainings t on t.tenant_id = w.tenant_id and t.id = w.training_id
    where w.tenant_id = $1 and w.state = 'waiting' and t.booked < t.max_places and t.starts_at - interval '30 minutes' > $2::timestamptz
      and not exists (select 1 from registrations o where o.tenant_id = w.tenant_id and o.client_id = w.client_id
        and o.state in ('booked', 'offered') and o.starts_at < w.ends_at and o.ends_at > w.starts_at)`;
  const doubled = `select 1 from registrations a join registrations b on b.tenant_id = a.tenant_id and b.client_id = a.client_id and b.id > a.id
    where a.tenant_id = $1 and a.state in ('booked', 'offered') and b.state in ('booked', 'offered') and a.starts_at < b.ends_at and b.starts_at < a.ends_at`;

  interface Row {
    id: number;
    maxPlaces: number;
    booked: number;
    waiting: number;
    late: number;
    held: number;
    queue: number;
    dropped: number;
  }

  async function check(home: Centre, before: ReadonlyMap<number, number>) {
    const rows = await ask<Row>(places, home.id);
    for (const row of rows) {
      expect([row.booked, row.waiting, row.late]).toEqual([row.held, row.queue, row.dropped]);
      expect(row.held).toBeLessThanOrEqual(Math.max(row.maxPlaces, before.get(row.id) ?? 0));
    }
    expect(await ask(doubled, home.id)).toEqual([]);
    return new Map(rows.map(({ id, held }) => [id, held]));
  }

  test.each([1, 2, 3])(
    'seed %i: never too many, never two at once, no place left while somebody waits',
    { timeout: 120_000 },
    async (start) => {
      const wide = { waitingListMax: 100, upcomingMax: 200, sameDayMax: 20, sameStylePerDateMax: 20 };
      const home = await centre({ limits: wide });
      const actors = await Promise.all(Array.from({ length: 16 }, () => home.account()));
      // The first two overlap; the third is another day.
      const trainings = [
        await home.training({ startsAt, maxPlaces: 3 }),
        await home.training({ startsAt: '2026-09-15T15:30:00Z', maxPlaces: 2 }),
        await home.training({ startsAt: '2026-09-16T15:00:00Z', maxPlaces: 2 }),
      ];
      const own = new Map<string, Held>();
      let seed = start;
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((seed / 2_147_483_648) * below);
      };
      let before: ReadonlyMap<number, number> = new Map();
      for (let burst = 0; burst < 14; burst += 1) {
        await Promise.all(
          actors.flatMap((actor) => {
            const training = trainings[random(3)];
            const action = random(6);
            if (!training || random(3) === 0) return [];
            const key = `${actor.clientId}:${training.id}`;
            const held = own.get(key);
            const answered = async () => {
              if (!held || action < 2) {
                const answer = await book(actor, training.id);
                if (answer.error === undefined) own.set(key, { actor, id: answer.body.registrationId });
                return answer;
              }
              if (action === 2) return accept(held);
              if (action === 3) return undo(held);
              return cancel(held);
            };
            return [answered().then(({ status }) => expect(status).toBeLessThan(500))];
          }),
        );
        before = await check(home, before);
        if (random(3) === 0) {
          const training = trainings[random(3)];
          await ask(
            'update trainings set max_places = $2 where id = $1 returning 1',
            training?.id,
            1 + random(4),
          );
        }
        // Towards the start: first in seconds, then in hours, through all three zones.
        clock.advance(burst % 3 === 0 ? { minutes: 150 } : { seconds: 40 });
        before = await check(home, before);
        await sweep();
        before = await check(home, before);
        expect(await ask(idle, home.id, clock.now())).toEqual([]);
      }
      expect(compareInstants(clock.now(), listMovesUntil(startsAt, { limits: defaultBookingLimits }))).toBe(
        -1,
      );
    },
  );
});
