import { describe, expect, test } from 'vitest';
import { assemble } from '#server/assemble.ts';
import { makeLogger } from '#server/kernel/log.ts';
import { call as callAt } from '#server/testing/call.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withOwner } from '#server/testing/owner.ts';
import { testPushSecret, withServer } from '#server/testing/server.ts';
import { isLong } from '#server/testing/turns.ts';
import * as contract from '#shared/registrations/contract.ts';

const testServer = withServer();
const { centre, call, ask, clock } = testServer;
const startsAt = '2026-09-15T15:00:00Z';

async function crowd(home: Centre, size: number): Promise<TestAccount[]> {
  return Promise.all(Array.from({ length: size }, () => home.account()));
}

const book = (actor: TestAccount, trainingId: number, isWaitingAccepted: boolean) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted } }, { actor });

/** What the rows say of a training, beside what its counters say. */
async function count(trainingId: number) {
  const [rows] = await ask<Record<string, number>>(
    `select count(*) filter (where place is not null)::int as booked, count(*) filter (where state = 'waiting')::int as waiting,
       count(distinct place)::int as places from registrations where training_id = $1`,
    trainingId,
  );
  const [counters] = await ask<Record<string, number>>(
    'select booked, waiting from trainings where id = $1',
    trainingId,
  );
  expect(counters).toEqual({ booked: rows?.booked, waiting: rows?.waiting });
  return rows;
}

const rounds = isLong ? 100 : 25;

describe('50 press for the last place', () => {
  test('again and again: one has it, the rest wait in order or are told', {
    timeout: 300_000,
  }, async () => {
    const home = await centre({
      limits: { waitingListMax: 20, upcomingMax: 200, sameDayMax: 20, sameStylePerDateMax: 20 },
    });
    const actors = await crowd(home, 50);
    for (let round = 0; round < rounds; round += 1) {
      const training = await home.training({
        startsAt: new Date(Date.parse('2026-09-15T05:00:00Z') + round * 7_200_000).toISOString(),
        maxPlaces: 1,
      });
      const isWaitingAccepted = round % 2 === 0;
      const answers = await Promise.all(actors.map((actor) => book(actor, training.id, isWaitingAccepted)));
      const outcomes = Map.groupBy(answers, (answer) => answer.error ?? answer.body.outcome);
      expect(outcomes.get('booked')).toHaveLength(1);
      expect(outcomes.get('noFreePlaces')).toHaveLength(isWaitingAccepted ? 29 : 49);
      const positions = (outcomes.get('waiting') ?? []).map(
        ({ body }) => [body.registrationId, body.placeInWaitingList] as const,
      );
      // Order of arrival is the order of the lock: earlier number, earlier position, none twice, none missing.
      positions.sort(([a], [b]) => a - b);
      expect(positions.map(([, position]) => position)).toEqual(
        Array.from({ length: isWaitingAccepted ? 20 : 0 }, (_, index) => index + 1),
      );
      expect(await count(training.id)).toEqual({ booked: 1, waiting: isWaitingAccepted ? 20 : 0, places: 1 });
    }
  });

  test('through two servers on one database', { timeout: 60_000 }, async () => {
    const second = await assemble({
      databaseUrl: testServer.databaseUrl,
      poolSize: 10,
      isNamed: true,
      clock,
      logger: makeLogger('silent'),
      secret: 'the secret of the tests',
      pushSecret: testPushSecret,
      isDevelopment: false,
      isProduction: false,
      trustProxy: false,
      callsPerMinute: 0,
      port: () => 0,
    });
    await second.start();
    const port = Number(new URL(await second.app.listen({ port: 0, host: '127.0.0.1' })).port);
    try {
      const home = await centre();
      await second.tenants.load();
      const actors = await crowd(home, 50);
      for (let round = 0; round < 10; round += 1) {
        const training = await home.training({ startsAt: `2026-09-${15 + round}T15:00:00Z`, maxPlaces: 1 });
        const answers = await Promise.all(
          actors.map(async (actor, index) =>
            callAt(
              index % 2 === 0 ? port : testServer.port,
              contract.register,
              { body: { trainingId: training.id, isWaitingAccepted: true } },
              {
                host: home.host,
                token: await testServer.logIn(actor),
              },
            ),
          ),
        );
        const outcomes = Map.groupBy(answers, (answer) => answer.error ?? answer.body.outcome);
        const counts = Object.fromEntries([...outcomes].map(([outcome, those]) => [outcome, those.length]));
        expect(counts).toEqual({ booked: 1, waiting: 10, noFreePlaces: 39 });
        expect(await count(training.id)).toEqual({ booked: 1, waiting: 10, places: 1 });
      }
    } finally {
      await second.stop();
    }
  });
});

test('one client pressing everywhere at once keeps every limit', async () => {
  const home = await centre({ limits: { sameDayMax: 2, sameStylePerDateMax: 1 } });
  const actor = await home.account();
  const style = await home.style();
  const trainings = [
    ...(await Promise.all(
      [5, 6, 7].map((hour) => home.training({ startsAt: `2026-09-15T0${hour}:00:00Z`, styleId: style })),
    )),
    ...(await Promise.all(
      [0, 1, 2, 3].map((minute) => home.training({ startsAt: `2026-09-15T12:${minute}0:00Z` })),
    )),
    ...(await Promise.all(
      [4, 8, 9].map((hour) => home.training({ startsAt: `2026-09-15T0${hour}:00:00Z` })),
    )),
  ];
  const answers = await Promise.all(trainings.map(({ id }) => book(actor, id, false)));
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(2);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
});

test('random booking, giving back and changing of capacity at once: never too many, nobody passed over', {
  timeout: 60_000,
}, async () => {
  const home = await centre({ limits: { waitingListMax: 100, undoSeconds: 0 } });
  const actors = await crowd(home, 24);
  const training = await home.training({ startsAt, maxPlaces: 4 });
  const held = new Map<TestAccount, number>();
  let seed = Number(process.env.TEST_SEED ?? 1);
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let burst = 0; burst < 15; burst += 1) {
    const chosen = actors.filter(() => random(2) === 0);
    await Promise.all(
      chosen.map(async (actor) => {
        const id = held.get(actor);
        if (id === undefined) {
          const answer = await book(actor, training.id, true);
          if (answer.error === undefined) held.set(actor, answer.body.registrationId);
        } else {
          const answer = await call(contract.cancelRegistration, { params: { id } }, { actor });
          expect(answer.error).toBe(undefined);
          held.delete(actor);
        }
      }),
    );
    const counted = await count(training.id);
    expect(counted?.booked).toBe(Math.min(4, held.size));
    expect(counted?.waiting).toBe(held.size - Math.min(4, held.size));
    expect(counted?.places).toBe(counted?.booked);
    // Places were given in order: nobody who holds one came after somebody who waits, but newcomers to free places.
    expect(counted?.waiting === 0 || counted?.booked === 4).toBe(true);
  }
});

test('lowering the capacity below the places taken keeps everybody and lets nobody in', async () => {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const actors = await crowd(home, 5);
  const training = await home.training({ startsAt, maxPlaces: 3 });
  const ids: number[] = [];
  for (const actor of actors.slice(0, 4))
    ids.push((await book(actor, training.id, true)).body.registrationId);
  await ask('update trainings set max_places = 1 where id = $1 returning 1', training.id);
  await call(
    contract.cancelRegistration,
    { params: { id: ids[0] ?? 0 } },
    { actor: actors[0] as TestAccount },
  );
  expect(await count(training.id)).toMatchObject({ booked: 2, waiting: 1 });
  expect((await book(actors[4] as TestAccount, training.id, false)).error).toBe('noFreePlaces');
});

/** Until when an offered place is held. */
const heldUntil = '2026-09-15T12:00:00Z';

describe('the database itself refuses what the rules would have let slip', () => {
  const twin = async (breakGuard: string, work: (home: Centre) => Promise<unknown>) => {
    const home = await centre();
    await expect(work(home)).rejects.toThrow();
    await withOwner(testServer.databaseUrl, (owner) => owner.query(`begin; ${breakGuard}; commit`));
    return home;
  };

  /** How a constraint, index or trigger is taken away, and put back as it stands now. */
  async function guardOf(name: string) {
    const [guard] = await ask<{ breakGuard: string; mendGuard: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as "breakGuard",
          format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as "mendGuard"
        from pg_constraint where conname = $1
      union all
      select format('drop index %I', relname), pg_get_indexdef(oid) from pg_class where relkind = 'i' and relname = $1
        and not exists (select from pg_constraint where conindid = pg_class.oid)
      union all
      select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s enable trigger %I', tgrelid::regclass, tgname) from pg_trigger where tgname = $1`,
      name,
    );
    if (!guard) throw new Error(`there is no guard ${name}`);
    return guard;
  }

  test('a place too many; without the guard it happens', async () => {
    const overfill = async (home: Centre) => {
      const training = await home.training({ startsAt, maxPlaces: 1 });
      await home.registration(training, await home.client(), { place: 1 });
      await home.registration(training, await home.client(), { place: 2 });
      return training.id;
    };
    await expect(overfill(await centre())).rejects.toMatchObject({ constraint: 'trainings_places' });
    const home = await twin('alter table registrations disable trigger count_registration', overfill);
    const held = 'select place from registrations where training_id = $1 order by place';
    expect(await ask(held, await overfill(home))).toEqual([{ place: 1 }, { place: 2 }]);
    await withOwner(testServer.databaseUrl, (owner) =>
      owner.query('alter table registrations enable trigger count_registration'),
    );
  });

  test.each<[string, string, (home: Centre) => Promise<unknown>]>([
    [
      'one place twice',
      'registrations_one_a_place',
      async (home) => {
        const training = await home.training({ startsAt, maxPlaces: 5 });
        await home.registration(training, await home.client(), { place: 1 });
        await home.registration(training, await home.client(), { place: 1 });
      },
    ],
    [
      'one client twice in a training',
      'registrations_one_live',
      async (home) => {
        const training = await home.training({ startsAt, maxPlaces: 5 });
        const client = await home.client();
        await home.registration(training, client);
        await home.registration(training, client);
      },
    ],
    [
      'one client in two places at once',
      'registrations_client_free',
      async (home) => {
        const client = await home.client();
        await home.registration(await home.training({ startsAt }), client, { place: 1 });
        await home.registration(await home.training({ startsAt: '2026-09-15T15:30:00Z' }), client, {
          place: 1,
        });
      },
    ],
    [
      'a place held for an offer, booked by another',
      'registrations_one_a_place',
      async (home) => {
        const training = await home.training({ startsAt, maxPlaces: 5 });
        await home.registration(training, await home.client(), { place: 1, heldUntil });
        await home.registration(training, await home.client(), { place: 1 });
      },
    ],
    [
      'an offer to one who waits there still',
      'registrations_one_live',
      async (home) => {
        const training = await home.training({ startsAt, maxPlaces: 5 });
        const client = await home.client();
        await home.registration(training, client);
        await home.registration(training, client, { place: 1, heldUntil });
      },
    ],
    [
      'an offer at the time of a booking',
      'registrations_client_free',
      async (home) => {
        const client = await home.client();
        await home.registration(await home.training({ startsAt }), client, { place: 1 });
        const other = await home.training({ startsAt: '2026-09-15T15:30:00Z' });
        await home.registration(other, client, { place: 1, heldUntil });
      },
    ],
    [
      'an offer beyond the capacity',
      'count_registration',
      async (home) => {
        const training = await home.training({ startsAt, maxPlaces: 1 });
        await home.registration(training, await home.client(), { place: 1 });
        await home.registration(training, await home.client(), { place: 2, heldUntil });
      },
    ],
    [
      'one room with two trainings',
      'room_uses_free',
      async (home) => {
        const roomId = await home.room();
        await home.training({ startsAt, roomId });
        await home.training({ startsAt: '2026-09-15T15:30:00Z', roomId });
      },
    ],
    [
      'one trainer with two trainings',
      'trainings_trainer_free',
      async (home) => {
        const trainerId = await home.trainer();
        await home.training({ startsAt, trainerId });
        await home.training({ startsAt: '2026-09-15T15:30:00Z', trainerId });
      },
    ],
  ])('%s; without the guard it happens', async (_, guard, work) => {
    const { breakGuard, mendGuard } = await guardOf(guard);
    const home = await twin(breakGuard, work);
    await expect(work(home)).resolves.not.toThrow();
    await ask('delete from registrations where tenant_id = $1', home.id);
    await ask('delete from trainings where tenant_id = $1', home.id);
    await withOwner(testServer.databaseUrl, (owner) => owner.query(mendGuard));
  });
});
