import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getNoticeSettings } from '#shared/messages/notices/contract.ts';
import { cancelRegistration, register } from '#shared/registrations/contract.ts';
import { systemClock } from './kernel/clock.ts';
import { Db, roleUrl } from './kernel/db.ts';
import { EventBus } from './kernel/events.ts';
import { migrate } from './kernel/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './kernel/postgres/postgres.ts';
import { Tokens } from './kernel/tokens.ts';
import { call } from './testing/call.ts';
import { Centre, type TestAccount } from './testing/centre.ts';
import { isLong, isTurn } from './testing/turns.ts';

// Real processes, killed as a machine kills them: the server as it is started, a database that keeps its promises.
const main = new URL('./main.ts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'trenn-processes-'));
let postgres: EmbeddedPostgres;
let system: Db;
let home: Centre;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  await migrate(postgres.adminUrl);
  system = new Db({
    url: roleUrl(postgres.adminUrl, 'trenn_system'),
    poolSize: 4,
    isNamed: true,
    onError: () => {},
  });
  home = await Centre.create(system, {
    limits: { upcomingMax: 200, sameDayMax: 20, sameStylePerDateMax: 20 },
  });
}, 60_000);
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await system.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/** The server as it is started, on this database; resolves with its port once it listens. */
async function startServer(dataDir = folder): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      TRENN_ENV: 'staging',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.adminUrl,
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listens on port (\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, port };
}

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
        process.kill(Number(readFileSync(findPostmasterFile(), 'utf8').split('\n')[0]), 'SIGKILL');
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

/** How often the database goes: in turns as its operator stops it, and as a machine without memory does. */
const outages = isLong ? 200 : 2;

test.runIf(isTurn(2, 3))(
  `a database that goes ${outages} times while jobs fail: the server lives, is ready again, and its jobs go on`,
  {
    timeout: outages * 30_000,
  },
  async () => {
    const { port, child } = await startServer();
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    const run = (text: string) => system.run({ text, values: [] });
    for (let outage = 0; outage < outages; outage += 1) {
      // Nothing of a mail is in it: each fails at once, and the queue has to note it.
      await run(
        "select graphile_worker.add_job('mail', '{}', max_attempts := 2) from generate_series(1, 40)",
      );
      await expect
        .poll(async () => (await run('select 1 from graphile_worker.jobs where attempts > 0'))[0].length)
        .toBeGreaterThan(0);
      const postmaster = Number(readFileSync(findPostmasterFile(), 'utf8').split('\n')[0]);
      process.kill(postmaster, outage % 2 === 0 ? 'SIGINT' : 'SIGKILL');
      await expect.poll(isReady, { timeout: 20_000 }).toBe(false);
      await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
      await run(
        "update graphile_worker._private_jobs set run_at = now() where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail')",
      );
      await expect
        .poll(
          async () =>
            (
              await run(
                'select 1 from graphile_worker.jobs where attempts < max_attempts or locked_by is not null',
              )
            )[0].length,
          { timeout: 25_000 },
        )
        .toBe(0);
      await run('delete from graphile_worker._private_jobs');
    }
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

function findPostmasterFile(): string {
  return join(postgres.socketDir, '..', 'data', 'postmaster.pid');
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

/** How often they meet: some in each run, and in a long one as often as in years of a large centre. */
const contended = isLong ? 10_000 : 50;

test(`${contended} times more people than places at two processes: none oversold, lost or doubled`, {
  timeout: 1_800_000,
}, async () => {
  const [trainingsAtOnce, crowdSize, places] = [10, 6, 2];
  const own = await Centre.create(system, { limits: { undoSeconds: 0 } });
  const servers = await Promise.all([startServer(), startServer()]);
  const trainings = await Promise.all(
    Array.from({ length: trainingsAtOnce }, () =>
      own.training({ startsAt: inDays(4), maxPlaces: places, trainerId: null }),
    ),
  );
  const portOf = (index: number) => servers[index % 2]?.port ?? 0;
  const book = async (index: number, { token }: Person, trainingId: number, key = crypto.randomUUID()) => {
    const body = { trainingId, isWaitingAccepted: index % 3 !== 2 };
    const headers = { 'Idempotency-Key': key };
    const answer = await call(portOf(index), register, { body }, { host: own.host, token, headers });
    return answer.error ?? answer.body;
  };
  const giveBack = async (index: number, { token }: Person, id: number) =>
    (await call(portOf(index), cancelRegistration, { params: { id } }, { host: own.host, token })).status;

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
  for (let round = 0; round < contended; round += trainingsAtOnce) {
    // Tokens live five minutes.
    if (round % 2000 === 0) people = await crowd(trainingsAtOnce * crowdSize, folder, own);
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
