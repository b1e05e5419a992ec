import { parseCrontab } from 'graphile-worker';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mail, MailClient } from '#server/messages/client.ts';
import { mailTask } from '#server/messages/jobs.ts';
import { Centre } from '#server/testing/centre.ts';
import { cloneDatabase, type TestDatabase } from '#server/testing/database.ts';
import { Db, roleUrl } from '../db.ts';
import type { MailEvent } from '../events.ts';
import { makeLogger } from '../log.ts';
import { Relay } from '../relay.ts';
import { TenantRegistry } from '../tenant.ts';
import { crontabOf, startWorker } from './worker.ts';

/** A mail server that refuses as often as it is told to. */
class MoodyClient implements MailClient {
  refusals = 0;
  readonly tried: Mail[] = [];
  readonly sent: Mail[] = [];

  async send(mail: Mail): Promise<void> {
    this.tried.push(mail);
    if (this.refusals > 0) {
      this.refusals -= 1;
      throw new Error('451 not now');
    }
    this.sent.push(mail);
  }

  close(): void {}
}

const patience = { timeout: 10_000, interval: 20 };
let database: TestDatabase;
let system: Db;
let relay: Relay;
let home: Centre;
let tenants: TenantRegistry;
let client: MoodyClient;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  const url = roleUrl(database.url, 'trenn_system');
  system = new Db({ url, poolSize: 6, isNamed: true, onError: () => {} });
  relay = new Relay(system, () => {});
  home = await Centre.create(system, {});
  tenants = new TenantRegistry(system, false);
  await tenants.load();
});
beforeEach(() => {
  client = new MoodyClient();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(async () => {
  await system.close();
  await database.drop();
});

async function work(isCrowded = () => false): Promise<void> {
  const tasks = { mail: mailTask({ tenantOf: (id) => tenants.findOrLoad(id) }, client) };
  worker = await startWorker({
    system,
    lanes: [{ slots: 2, tasks }],
    schedule: [],
    logger: makeLogger('silent'),
    isCrowded,
  });
}

let count = 0;
function mail(parts: Partial<MailEvent> = {}): MailEvent {
  count += 1;
  return {
    topic: 'mail',
    dedupeKey: `reason:${count}`,
    to: `member${count}@test.test`,
    subject: 'Subject',
    text: 'Text',
    ...parts,
  };
}

/** What a command leaves in the outbox, moved on as the relay does. */
async function raise(...mails: readonly MailEvent[]): Promise<void> {
  const text = `insert into outbox (tenant_id, topic, payload)
    select $1, 'mail', event from jsonb_array_elements($2::jsonb) as event`;
  await system.run({ text, values: [home.id, JSON.stringify(mails)] });
  await relay.moveBatch();
}

async function jobs() {
  const text = 'select attempts, run_at > now() as "isLater", last_error from graphile_worker.jobs';
  const [rows] = await system.run({ text, values: [] });
  return rows as { attempts: number; isLater: boolean; last_error: string | null }[];
}
const expectNoJobs = () => vi.waitFor(async () => expect(await jobs()).toEqual([]), patience);

describe('a mail', () => {
  test('that is refused at first is tried again, later, and sent once', async () => {
    client.refusals = 2;
    const event = mail();
    await work();
    await raise(event);
    for (const attempts of [1, 2]) {
      await vi.waitFor(
        async () => expect(await jobs()).toMatchObject([{ attempts, isLater: true }]),
        patience,
      );
      expect([client.tried.length, client.sent]).toEqual([attempts, []]);
      // The pause grows from seconds to hours: the test does not wait for it.
      await system.run({
        text: `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now()), pg_notify('jobs:insert', '')`,
        values: [],
      });
    }
    await expectNoJobs();
    expect([client.tried.length, client.sent.map(({ to }) => to)]).toEqual([3, [event.to]]);
    // A receiver that took it and lost the line can know the second try as the same mail.
    expect(new Set(client.tried.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test('raised twice for one reason is sent once', async () => {
    const event = mail();
    await raise(event, event);
    await raise(event);
    await work();
    await expectNoJobs();
    expect(client.sent.map(({ to }) => to)).toEqual([event.to]);
  });

  test('raised again while it waits for another try is sent once', async () => {
    client.refusals = 1;
    const event = mail();
    await work();
    await raise(event);
    await vi.waitFor(
      async () => expect(await jobs()).toMatchObject([{ attempts: 1, isLater: true }]),
      patience,
    );
    await raise(event);
    await expectNoJobs();
    expect(client.sent.map(({ to }) => to)).toEqual([event.to]);
  });

  test('for another reason, or of another centre, is another mail', async () => {
    const other = await Centre.create(system, {});
    await tenants.load();
    const event = mail();
    await raise(event, mail({ to: event.to }));
    await system.run({
      text: "insert into outbox (tenant_id, topic, payload) values ($1, 'mail', $2)",
      values: [other.id, JSON.stringify(event)],
    });
    await relay.moveBatch();
    await work();
    await expectNoJobs();
    expect(client.sent.map(({ to }) => to)).toEqual([event.to, event.to, event.to]);
    expect(new Set(client.sent.map(({ messageId }) => messageId)).size).toBe(3);
  });
});

describe('a database that is away in the middle of a job', () => {
  test('ends neither process nor queue: the job is tried again when it is back', async () => {
    const event = mail();
    let isAway = false;
    const connect = vi.spyOn(system.pool, 'connect').mockImplementation((async (
      ...args: Parameters<pg.Pool['connect']>
    ) => {
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return Reflect.apply(pg.Pool.prototype.connect, system.pool, args);
    }) as never);
    client.send = async (sent) => {
      client.tried.push(sent);
      if (client.tried.length > 1) return void client.sent.push(sent);
      isAway = true;
      setTimeout(() => {
        isAway = false;
      }, 500);
      throw new Error('the line broke');
    };
    await work();
    await raise(event);
    await vi.waitFor(() => expect(client.tried).toHaveLength(1), patience);
    await vi.waitFor(async () => expect(isAway).toBe(false), patience);
    await expectNoJobs();
    connect.mockRestore();
    expect(client.sent.map(({ to }) => to)).toEqual([event.to]);
  });
});

describe('what a process had in hand', () => {
  const run = (text: string) => system.run({ text, values: [] });
  /** A job locked for a process that was seen so long ago. */
  async function hold(seen: string) {
    await raise(mail());
    await run(
      `insert into job_workers (id, since, seen_at) values ('killed', now() - interval '1 day', now() - interval '${seen}')`,
    );
    await run(
      "update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '1 minute', attempts = 1",
    );
  }
  /** As one that was there all the while. */
  const season = () => run("update job_workers set since = now() - interval '1 hour' where id <> 'killed'");
  const beat = 20;
  const start = async () => {
    const tasks = { mail: mailTask({ tenantOf: (id) => tenants.findOrLoad(id) }, client) };
    worker = await startWorker({
      system,
      lanes: [{ slots: 2, tasks }],
      schedule: [],
      logger: makeLogger('silent'),
      beat,
    });
  };
  /** So many times was it told since that the processes are there. */
  async function beats(times: number) {
    const own = "select seen_at from job_workers where id <> 'killed'";
    for (let time = 0; time < times; time += 1) {
      const [before] = await system.run({ text: own, values: [] });
      await vi.waitFor(
        async () => expect((await system.run({ text: own, values: [] }))[0]).not.toEqual(before),
        patience,
      );
    }
  }
  /** Let go, a job may wait a while until it is taken: that nobody sent it says nothing yet. */
  async function expectHeld() {
    const [held] = await run('select locked_by from graphile_worker.jobs');
    expect([client.sent, held]).toEqual([[], [{ locked_by: 'killed' }]]);
  }
  afterEach(() =>
    run('delete from job_workers').then(() => run('delete from graphile_worker._private_jobs')),
  );

  test('is done by another when it was killed', async () => {
    await hold('21 seconds');
    await start();
    await season();
    await expectNoJobs();
    expect(client.sent).toHaveLength(1);
    const [left] = await run("select id from job_workers where id = 'killed'");
    expect(left).toEqual([]);
  });

  test('is done by another when it was taken by one that had left already', async () => {
    await hold('21 seconds');
    await run("delete from job_workers where id = 'killed'");
    await start();
    await season();
    await expectNoJobs();
    expect(client.sent).toHaveLength(1);
  });

  test('stays its own while it was seen lately', async () => {
    await hold('15 seconds');
    await start();
    await season();
    await beats(3);
    await expectHeld();
  });

  test.each(['was seen long ago', 'had left'])(
    'of one that %s stays its own when nobody could be seen, as while the database was away',
    async (how) => {
      await hold('1 minute');
      if (how === 'had left') await run("delete from job_workers where id = 'killed'");
      await start();
      await beats(3);
      await expectHeld();
    },
  );

  test('stays its own for whoever was not seen for a while themselves', async () => {
    await hold('1 minute');
    await start();
    await run(`update job_workers set since = now() - interval '1 hour', seen_at = now() - interval '11 seconds'
      where id <> 'killed'`);
    await beats(3);
    await expectHeld();
  });

  test('is given back when it stops in the middle, within seconds', async () => {
    await raise(mail());
    let begun = 0;
    let finish = () => {};
    const hanging = new Promise<void>((resolve) => {
      finish = resolve;
    });
    client.send = async (sent) => {
      client.tried.push(sent);
      begun += 1;
      if (begun === 1) await hanging;
    };
    await start();
    await vi.waitFor(() => expect(begun).toBe(1), patience);
    await run("insert into job_workers (id) values ('other')");
    const stopping = performance.now();
    await worker?.stop();
    const [others] = await run('select id from job_workers');
    expect(others).toEqual([{ id: 'other' }]);
    expect(performance.now() - stopping).toBeLessThan(8000);
    const [locked] = await run('select 1 from graphile_worker.jobs where locked_by is not null');
    expect(locked).toEqual([]);
    await start();
    await vi.waitFor(() => expect(begun).toBe(2), patience);
    finish();
    await expectNoJobs();
  });
});

test('a lane whose third party does not answer holds up no other', async () => {
  let isAsked = false;
  let answer = () => {};
  const silent = () => {
    isAsked = true;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  const lanes = [
    { slots: 1, tasks: { silent } },
    { slots: 1, tasks: { mail: mailTask({ tenantOf: (id) => tenants.findOrLoad(id) }, client) } },
  ];
  worker = await startWorker({ system, lanes, schedule: [], logger: makeLogger('silent') });
  await system.run({
    text: "select graphile_worker.add_job('silent') from generate_series(1, 3)",
    values: [],
  });
  await vi.waitFor(() => expect(isAsked).toBe(true), patience);
  await raise(mail());
  await vi.waitFor(() => expect(client.sent).toHaveLength(1), patience);
  await system.run({ text: 'delete from graphile_worker._private_jobs', values: [] });
  answer();
});

test('what runs by the clock never runs beside itself, and one more waits at most', async () => {
  let [atOnce, most, runs] = [0, 0, 0];
  let finish = () => {};
  const tasks = {
    slow: async () => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      atOnce -= 1;
    },
  };
  const [line, ...others] = parseCrontab(crontabOf(['* * * * * slow', '* * * * * of-another-lane'], tasks));
  expect([line?.task, others]).toEqual(['slow', []]);
  const { queueName, jobKey, jobKeyMode } = line?.options ?? {};
  // Its minute comes.
  const tick = () =>
    system.run({
      text: "select graphile_worker.add_job('slow', '{}', queue_name := $1, job_key := $2, job_key_mode := $3)",
      values: [queueName, jobKey, jobKeyMode],
    });
  worker = await startWorker({
    system,
    lanes: [{ slots: 3, tasks }],
    schedule: [],
    logger: makeLogger('silent'),
  });
  await tick();
  await vi.waitFor(() => expect(runs).toBe(1), patience);
  for (let minute = 0; minute < 5; minute += 1) await tick();
  finish();
  await vi.waitFor(() => expect(runs).toBe(2), patience);
  finish();
  await expectNoJobs();
  expect([runs, most]).toEqual([2, 1]);
});

describe('while people stand in line', () => {
  test('a mail waits, and goes when they are through', async () => {
    let looked = 0;
    await raise(mail());
    await work(() => {
      looked += 1;
      expect(client.tried).toEqual([]);
      return looked < 4;
    });
    await expectNoJobs();
    expect([looked, client.sent.length]).toEqual([4, 1]);
  });

  test('it is not forgotten where the line never ends', async () => {
    await raise(mail());
    await work(() => true);
    await expectNoJobs();
    expect(client.sent).toHaveLength(1);
  });
});
