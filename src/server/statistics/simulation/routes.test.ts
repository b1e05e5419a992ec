import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { isTurn } from '#server/testing/turns.ts';
import type { BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { cancelRegistration, register } from '#shared/registrations/contract.ts';
import type { SimulatedLimit } from '#shared/statistics/kinds/domain.ts';
import { simulateLimit } from '#shared/statistics/simulation/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

/** Whatever is given back goes on at once. */
const plain = { undoSeconds: 0, strikesMax: 0 } as const;
const start = '2026-09-14T06:00:00Z';

interface Stage {
  readonly home: Centre;
  readonly people: readonly TestAccount[];
  readonly trainings: readonly TestTraining[];
}

/** A centre with its people and the same trainings as every other one: four a day, five places at the most. */
async function stage(limits: BookingLimitsInput): Promise<Stage> {
  const home = await centre({ limits: { ...plain, ...limits } });
  const people = await Promise.all(Array.from({ length: 6 }, () => home.account()));
  const styles = [await home.style(), await home.style(), await home.style()];
  const trainings: TestTraining[] = [];
  for (let day = 1; day <= 6; day += 1) {
    for (const hour of [5, 8, 12, 16]) {
      const styleId = styles[(day + hour) % 3] ?? 0;
      const startsAt = addMinutes(start, (day * 24 + hour) * 60);
      trainings.push(await home.training({ startsAt, styleId, maxPlaces: 2 + (hour % 3) }));
    }
  }
  return { home, people, trainings };
}

/** A press of somebody at some moment: books, or gives back what was booked there. */
interface Press {
  readonly at: string;
  readonly person: number;
  readonly training: number;
  readonly isGivingBack: boolean;
}

/** The same presses for the same seed. */
function presses(seed: number): Press[] {
  let state = seed;
  const next = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
  return Array.from({ length: 110 }, (_, index) => ({
    at: addMinutes(start, index * 67 + next(60)),
    person: next(6),
    training: Math.min(23, Math.floor(index / 5) + next(6)),
    isGivingBack: next(4) === 0,
  }));
}

async function press(stage: Stage, { at, person, training, isGivingBack }: Press) {
  const actor = stage.people[person];
  const wanted = stage.trainings[training];
  if (!actor || !wanted) throw new Error('nobody or nothing');
  clock.set(at);
  if (!isGivingBack) {
    const body = { trainingId: wanted.id, isWaitingAccepted: true };
    return (await call(register, { body }, { actor })).error ?? 'well';
  }
  const [own] = await ask<{ id: number }>(
    "select id from registrations where client_id = $1 and training_id = $2 and state in ('booked', 'waiting')",
    actor.clientId,
    wanted.id,
  );
  if (!own) return 'nothing';
  return (await call(cancelRegistration, { params: { id: own.id } }, { actor })).error ?? 'well';
}

const bookedAt = async ({ home }: Stage) =>
  (
    await ask<{ count: number }>(
      "select count(*)::int as count from registrations where tenant_id = $1 and state = 'booked'",
      home.id,
    )
  )[0]?.count;

const simulate = async ({ home }: Stage, limit: SimulatedLimit, value?: number) => {
  const actor = await home.account({ role: 'admin' });
  return (await call(simulateLimit, { query: { limit, value } }, { actor })).body;
};

describe('what really happened under one limit', () => {
  const cases = [
    ['upcomingMax', 2, 7],
    ['upcomingMax', 1, 21],
    ['sameDayMax', 1, 3],
    ['sameStylePerDateMax', 1, 11],
    ['bookingOpensDaysBefore', 1, 5],
    ['bookingClosesMinutesBefore', 1800, 9],
    ['waitingListMax', 0, 13],
  ] as const;
  test.each(cases.filter((_, index) => isTurn(index, 3)))(
    '%s of %i is what the simulator says of the history without it',
    async (limit, value, seed) => {
      const loose: BookingLimitsInput = { sameStylePerDateMax: 4 };
      const free = await stage(loose);
      const strict = await stage({ ...loose, [limit]: value });
      const refused: string[] = [];
      for (const one of presses(seed)) {
        const was = await press(free, one);
        // Nothing is recorded of who was refused: only what happened can be tried once more.
        if (was !== 'well') continue;
        const code = await press(strict, one);
        if (code !== 'well' && code !== 'nothing') refused.push(`${one.person} ${one.training} ${code}`);
      }
      clock.set(addMinutes(start, 9 * 24 * 60));
      const tables = ['registrations', 'trainings', 'queue_moves', 'audit_trail'];
      const rowsOf = () => Promise.all(tables.map((table) => ask(`select * from ${table} order by 1, 2`)));
      const before = await rowsOf();
      const simulated = await simulate(free, limit, value);
      // Nothing is written.
      expect(await rowsOf()).toEqual(before);

      const said = simulated.list
        .toReversed()
        .map(({ clientId, trainingId, error }) =>
          [
            free.people.findIndex((person) => person.clientId === clientId),
            free.trainings.findIndex(({ id }) => id === trainingId),
            error,
          ].join(' '),
        );
      expect(said.toSorted()).toEqual(refused.toSorted());
      expect(refused.length).toBeGreaterThan(3);
      expect(simulated).toMatchObject({ exempt: 0, refused: refused.length, value });
      expect(simulated.byError.reduce((sum, { count }) => sum + count, 0)).toBe(refused.length);
      expect(simulated.before.placesFilled).toBe(await bookedAt(free));
      expect(simulated.after.placesFilled).toBe(await bookedAt(strict));
      // Today's rules give back the recorded history.
      expect(await simulate(free, limit)).toMatchObject({
        ...{ refused: 0, exempt: 0, people: 0, list: [] },
        after: simulated.before,
      });
    },
    60_000,
  );
});

test('a longer time to give back makes late what was free, and too many of them close booking', async () => {
  const home = await centre({ limits: { ...plain, freeCancelMinutes: 60 } });
  const actor = await home.account({ firstName: 'Mari', lastName: 'Maasikas' });
  const admin = await home.account({ role: 'admin' });
  for (const day of ['15', '16', '17']) {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z` });
    clock.set(`2026-09-${day}T09:00:00Z`);
    const body = { trainingId: training.id, isWaitingAccepted: false };
    const { body: booked } = await call(register, { body }, { actor });
    clock.set(`2026-09-${day}T12:00:00Z`);
    await call(cancelRegistration, { params: { id: booked.registrationId } }, { actor });
  }
  const later = await home.training({ startsAt: '2026-09-21T15:00:00Z' });
  clock.set('2026-09-20T09:00:00Z');
  const body = { trainingId: later.id, isWaitingAccepted: false };
  expect((await call(register, { body }, { actor })).error).toBeUndefined();
  const read = async (limit: SimulatedLimit, value: number) =>
    (await call(simulateLimit, { query: { limit, value } }, { actor: admin })).body;
  expect(await read('freeCancelMinutes', 240)).toMatchObject({
    ...{ refused: 0, wishes: 4, before: { unused: 0 }, after: { unused: 3 } },
  });
  await ask(
    'update tenants set limits = limits || \'{"freeCancelMinutes": 240}\' where tenant_id = $1 returning 1',
    home.id,
  );
  await running.server.tenants.load(home.id);
  expect(await read('strikesMax', 3)).toMatchObject({
    ...{ refused: 1, people: 1, byError: [{ error: 'bookingBanned', count: 1 }] },
    list: [{ clientId: actor.clientId, name: 'Mari Maasikas', trainingId: later.id }],
  });
  expect((await read('strikesMax', 4)).refused).toBe(0);
});

test('whoever was put in past the rules stays, and a number out of its bounds changes nothing', async () => {
  const home = await centre({ limits: { ...plain, upcomingMax: 1 } });
  const admin = await home.account({ role: 'admin' });
  const clientId = await home.client();
  for (const day of ['15', '16', '17']) {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z` });
    await home.registration(training, clientId, { place: 1, createdAt: '2026-09-13T09:00:00Z' });
  }
  const read = async (value: number) =>
    (await call(simulateLimit, { query: { limit: 'upcomingMax', value } }, { actor: admin })).body;
  expect(await read(1)).toMatchObject({ wishes: 3, exempt: 2, refused: 0 });
  expect(await read(0)).toMatchObject({ present: 1, value: 1, refused: 0 });
});
