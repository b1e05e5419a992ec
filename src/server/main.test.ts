import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { getNoticeSettings } from '#shared/messages/notices/contract.ts';
import { cancelRegistration, register } from '#shared/registrations/contract.ts';
import { systemClock } from './kernel/clock.ts';
import type { Db } from './kernel/db.ts';
import { EventBus } from './kernel/events.ts';
import { Tokens } from './kernel/tokens.ts';
import { call } from './testing/call.ts';
import { Centre, type TestAccount } from './testing/centre.ts';
import { withProcesses } from './testing/processes.ts';
import { isLong, isTurn } from './testing/turns.ts';

// Real processes, killed as a machine kills them: the server as it is started, a database that keeps its promises.
const processes = withProcesses();
const { folder, startServer } = processes;
let system: Db;
let home: Centre;

beforeAll(async () => {
  system = processes.system;
  home = await Centre.create(system, {
    limits: { upcomingMax: 200, sameDayMax: 20, sameStylePerDateMax: 20 },
  });
});

interface Person {
  readonly account: TestAccount;
  readonly token: string;
}

async function crowd(size: number, dataDir = folder, centre = home): Promise<Person[]> {
  const tokens = new Tokens(
    readFileSync(join(dataDir, 'secrets', 'session'), 'utf8').trim(),
    systemClock,
    new EventBus(),
  );
  return Promise.all(
    Array.from({ length: size }, async () => {
      const account = await centre.account();
      return { account, token: await tokens.sign(account.claims) };
    }),
  );
}

const inDays = (days: number) =>
  Temporal.Now.instant()
    .add({ hours: 24 * days })
    .round('hour')
    .toString();

async function count(trainingId: number) {
  const text = `select count(*) filter (where state = 'booked')::int as rows, count(distinct client_id)::int as clients,
    (select booked from trainings where id = $1) as counter from registrations where training_id = $1`;
  const [rows] = await system.run({ text, values: [trainingId] });
  return rows[0] as { rows: number; clients: number; counter: number };
}

/** `at`: milliseconds of this process when its answer came. */
type Press = { clientId: number; answered: boolean; at: number };

/** Everybody presses, eight at a time; meanwhile `disturb` is called once half have been answered. */
async function pressAll(
  port: () => number,
  people: Awaited<ReturnType<typeof crowd>>,
  trainingId: number,
  disturb: () => void,
): Promise<Press[]> {
  const presses: Press[] = [];
  const queue = [...people];
  const worker = async () => {
    for (let person = queue.shift(); person; person = queue.shift()) {
      if (queue.length === Math.floor(people.length / 2)) disturb();
      const { account, token } = person;
      const answered = await call(
        port(),
        register,
        { body: { trainingId, isWaitingAccepted: false } },
        { host: home.host, token },
      ).then(
        ({ status }) => status === 200,
        () => false,
      );
      presses.push({ clientId: account.clientId, answered, at: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return presses;
}

async function expectEveryAnsweredBookingOnce(trainingId: number, presses: readonly Press[]) {
  const text = "select client_id from registrations where training_id = $1 and state = 'booked'";
  const [rows] = await system.run({ text, values: [trainingId] });
  const held = rows.map((row) => (row as { client_id: number }).client_id);
  const { rows: booked, clients, counter } = await count(trainingId);
  expect([clients, counter]).toEqual([booked, booked]);
  for (const { clientId, answered } of presses)
    if (answered) expect(held.filter((id) => id === clientId)).toHaveLength(1);
}

test.runIf(isTurn(0, 3))(
  'kill -9 of the server in the middle of 500 bookings: what was answered stands, once',
  {
    timeout: 90_000,
  },
  async () => {
    const first = await startServer();
    const training = await home.training({ startsAt: inDays(2), maxPlaces: 500 });
    const people = await crowd(500);
    const before = await pressAll(
      () => first.port,
      people,
      training.id,
      () => first.child.kill('SIGKILL'),
    );
    expect(before.some(({ answered }) => answered)).toBe(true);
    expect(before.some(({ answered }) => !answered)).toBe(true);
    await expectEveryAnsweredBookingOnce(training.id, before);
    const second = await startServer();
    // Who got no answer presses again: booked now, or told that the place is theirs already; never twice.
    const lost = people.filter(({ account }) =>
      before.some(({ clientId, answered }) => clientId === account.clientId && !answered),
    );
    await pressAll(
      () => second.port,
      lost,
      training.id,
      () => {},
    );
    expect(await count(training.id)).toEqual({ rows: 500, clients: 500, counter: 500 });
    second.child.kill('SIGTERM');
  },
);

test.runIf(isTurn(1, 3))(
  'kill -9 of PostgreSQL in the middle of 500 bookings: nothing answered is lost, and booking goes on by itself',
  {
    timeout: 90_000,
  },
  async () => {
    const { port, child } = await startServer();
    const training = await home.training({ startsAt: inDays(3), maxPlaces: 500 });
    const people = await crowd(500);
    const spare = people.slice(480);
    let killedAt = 0;
    const presses = await pressAll(
      () => port,
      people.slice(0, 480),
      training.id,
      () => {
        killedAt = performance.now();
        process.kill(processes.postmaster(), 'SIGKILL');
      },
    );
    let isBack = false;
    for (const { account, token } of spare) {
      while (!isBack && performance.now() - killedAt < 10_000) {
        const answer = await call(
          port,
          register,
          { body: { trainingId: training.id, isWaitingAccepted: false } },
          { host: home.host, token },
        ).catch(() => undefined);
        isBack = answer?.status === 200;
        presses.push({ clientId: account.clientId, answered: isBack, at: performance.now() });
      }
    }
    expect(isBack).toBe(true);
    await expectEveryAnsweredBookingOnce(training.id, presses);
    // Backends outlive their killed parent by a moment: only what the new one committed counts.
    const newSince = await postmasterStartedAt();
    expect(newSince).toBeGreaterThan(killedAt);
    const committedAt = presses.filter(({ answered, at }) => answered && at > newSince).map(({ at }) => at);
    const outage = Math.round(Math.min(...committedAt) - killedAt);
    process.stdout.write(
      `PostgreSQL killed: the next booking was committed after ${outage} ms (budget 3000 ms)\n`,
    );
    expect(outage).toBeLessThan(10_000);
    child.kill('SIGTERM');
  },
);

/** In milliseconds of this process. */
async function postmasterStartedAt(): Promise<number> {
  const text =
    'select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8 * 1000 as age';
  const [rows] = await system.run({ text, values: [] });
  return performance.now() - (rows[0] as { age: number }).age;
}

test('two server processes on one database give one place once', { timeout: 60_000 }, async () => {
  const servers = await Promise.all([startServer(), startServer()]);
  const people = await crowd(50);
  for (let round = 0; round < 5; round += 1) {
    const training = await home.training({ startsAt: inDays(4 + round), maxPlaces: 1 });
    const answers = await Promise.all(
      people.map(({ token }, index) =>
        call(
          servers[index % 2]?.port ?? 0,
          register,
          { body: { trainingId: training.id, isWaitingAccepted: false } },
          { host: home.host, token },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'noFreePlaces')).toHaveLength(49);
    expect(await count(training.id)).toMatchObject({ rows: 1, counter: 1 });
  }
  for (const { child } of servers) child.kill('SIGTERM');
});

/** How often they meet: some in each run, a while in a long one; as often as in years of a large centre where it is asked for. */
const { CONTENDED_ROUNDS: asked } = process.env;
const contended = Number(asked ?? (isLong ? 1_500 : 50));

test(`${contended} times more people than places at two processes: none oversold, lost or doubled`, {
  timeout: 1_800_000,
}, async () => {
  const [trainingsAtOnce, crowdSize, places] = [10, 6, 2];
  const own = await Centre.create(system, { limits: { undoSeconds: 0 } });
  // Each person comes from a network of their own: one alone may not ask as often as all of them do.
  const behindProxy = { TRUST_PROXY: '1' };
  const servers = await Promise.all([startServer(folder, behindProxy), startServer(folder, behindProxy)]);
  // Nobody comes to them but by an address that the proxy beside them calls.
  for (const { port } of servers) await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
  const networkOf = ({ account: { clientId } }: Person) => ({
    'X-Forwarded-For': `10.${clientId >> 16}.${(clientId >> 8) & 255}.${clientId & 255}`,
  });
  const trainings = await Promise.all(
    Array.from({ length: trainingsAtOnce }, () =>
      own.training({ startsAt: inDays(4), maxPlaces: places, trainerId: null }),
    ),
  );
  const portOf = (index: number) => servers[index % 2]?.port ?? 0;
  const book = async (index: number, person: Person, trainingId: number, key = crypto.randomUUID()) => {
    const body = { trainingId, isWaitingAccepted: index % 3 !== 2 };
    const headers = { 'Idempotency-Key': key, ...networkOf(person) };
    const parts = { host: own.host, token: person.token, headers };
    const answer = await call(portOf(index), register, { body }, parts);
    return answer.error ?? answer.body;
  };
  const giveBack = async (index: number, person: Person, id: number) => {
    const parts = { host: own.host, token: person.token, headers: networkOf(person) };
    return (await call(portOf(index), cancelRegistration, { params: { id } }, parts)).status;
  };

  /** What everybody was told, held against the rows. */
  async function meet(trainingId: number, group: readonly Person[]): Promise<void> {
    const keys = group.map(() => crypto.randomUUID());
    // Everybody at once; the first presses twice, at both processes.
    const pressed = await Promise.all([
      ...group.map((person, index) => book(index, person, trainingId, keys[index])),
      ...group.slice(0, 1).map((person) => book(3, person, trainingId, keys[0])),
    ]);
    const told = pressed.slice(0, crowdSize);
    expect(pressed.at(-1)).toEqual(told[0]);
    expect(told.filter((one) => typeof one === 'object' && one.outcome === 'booked')).toHaveLength(places);
    // One of those who have something gives it back at both, while those who were refused press again.
    const giving = told.findIndex((one) => typeof one === 'object');
    const given = told[giving];
    const [again, gone] = await Promise.all([
      Promise.all(
        group.map((person, index) =>
          typeof told[index] === 'string' ? book(0, person, trainingId) : undefined,
        ),
      ),
      Promise.all(
        [0, 1].map((index) =>
          typeof given === 'object' && group[giving]
            ? giveBack(index, group[giving], given.registrationId)
            : undefined,
        ),
      ),
    ]);
    expect(gone.toSorted()).toEqual([200, 404]);
    const lives = told.filter((one, index) => index !== giving && typeof (again[index] ?? one) === 'object');
    const [rows] = await system.run({
      text: `select count(*) filter (where state = 'booked')::int as booked, count(distinct place)::int as places,
          count(distinct client_id)::int as clients, count(*)::int as live,
          bool_and(t.booked = (select count(*) from registrations b where b.training_id = t.id and b.state = 'booked'))
            as counted
        from registrations r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
        where r.training_id = $1 and r.state in ('booked', 'waiting', 'offered', 'releasing') group by t.id`,
      values: [trainingId],
    });
    const live = lives.length;
    expect(rows).toEqual([{ booked: places, places, clients: live, live, counted: true }]);
  }

  let people: readonly Person[] = [];
  let cameAt = Number.NEGATIVE_INFINITY;
  const begun = performance.now();
  for (let round = 0; round < contended; round += trainingsAtOnce) {
    // Tokens live five minutes, however many rounds a machine makes of them.
    if (performance.now() - cameAt > 120_000) {
      people = await crowd(trainingsAtOnce * crowdSize, folder, own);
      cameAt = performance.now();
      const seconds = Math.round((cameAt - begun) / 1000);
      if (isLong) process.stdout.write(`${round} contended rounds in ${seconds} s, all as they must be\n`);
    }
    await Promise.all(
      trainings.map(({ id }, index) => meet(id, people.slice(index * crowdSize, (index + 1) * crowdSize))),
    );
    for (const table of ['queue_moves', 'registrations'])
      await system.run({ text: `delete from ${table} where tenant_id = $1`, values: [own.id] });
  }
  for (const { child } of servers) child.kill('SIGTERM');
});

test('SIGTERM: not ready any more, every call is answered until it does not listen, gone with 0 within ten seconds', {
  timeout: 60_000,
}, async () => {
  const { port, child } = await startServer();
  const training = await home.training({ startsAt: inDays(9), maxPlaces: 20 });
  const people = await crowd(20);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const book = (token: string) => {
    const body = { trainingId: training.id, isWaitingAccepted: false };
    return call(port, register, { body }, { host: home.host, token });
  };
  const before = people.slice(0, 10).map(({ token }) => book(token));
  await before[0];
  const told = performance.now();
  child.kill('SIGTERM');
  const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status === 200);
  await expect.poll(isReady).toBe(false);
  // A proxy that has not heard of it yet.
  const after = await Promise.allSettled(people.slice(10).map(({ token }) => book(token)));
  const answers = [...(await Promise.allSettled(before)), ...after];
  expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value.status)).toEqual(
    people.map(() => 200),
  );
  expect(await ended).toBe(0);
  expect(performance.now() - told).toBeLessThan(10_000);
  expect((await count(training.id)).rows).toBe(people.length);
});

test.runIf(isTurn(2, 3))(
  'VAPID keys are made at the first start on an empty directory, and are the same after the next',
  {
    timeout: 90_000,
  },
  async () => {
    const [own, other] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'trenn-first-start-'))) as [
      string,
      string,
    ];
    /** What a browser is given to subscribe with by a server that was started there. */
    const keyOf = async (dataDir: string) => {
      const { port, child } = await startServer(dataDir);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const [person] = await crowd(1, dataDir);
      const { body } = await call(port, getNoticeSettings, {}, { host: home.host, token: person?.token });
      child.kill('SIGKILL');
      await ended;
      return body.pushPublicKey;
    };
    try {
      expect(readdirSync(own)).toEqual([]);
      const [key, others] = await Promise.all([keyOf(own), keyOf(other)]);
      // An uncompressed point of the curve, as browsers take it.
      expect(Buffer.from(key, 'base64url')).toHaveLength(65);
      expect(await keyOf(own)).toBe(key);
      expect(others).not.toBe(key);
    } finally {
      for (const dataDir of [own, other]) rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
