import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Centre } from '#server/testing/centre.ts';
import { cloneDatabase, type TestDatabase } from '#server/testing/database.ts';
import { Db, roleUrl } from '../db.ts';
import { makeLogger } from '../log.ts';
import { Relay } from '../relay.ts';
import { type JobWorker, type Lane, startWorker } from './worker.ts';

const patience = { timeout: 10_000, interval: 20 };
let database: TestDatabase;
let system: Db;
let relay: Relay;
let worker: JobWorker | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  system = new Db({
    url: roleUrl(database.url, 'trenn_system'),
    poolSize: 6,
    isNamed: true,
    onError: () => {},
  });
  relay = new Relay(system, () => {});
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(async () => {
  await system.close();
  await database.drop();
});

async function raise(centre: Centre, topic: string, count = 1): Promise<void> {
  const text = `insert into outbox (tenant_id, topic, payload)
    select $1, $2, jsonb_build_object('topic', $2::text, 'dedupeKey', $2 || n) from generate_series(1, $3::integer) n`;
  await system.run({ text, values: [centre.id, topic, count] });
  await relay.moveBatch();
}

const start = async (lane: Lane) => {
  worker = await startWorker({ system, lanes: [lane], schedule: [], logger: makeLogger('silent') });
};
const expectNoJobs = () =>
  vi.waitFor(async () => {
    const [jobs] = await system.run({ text: 'select 1 from graphile_worker.jobs', values: [] });
    expect(jobs).toEqual([]);
  }, patience);

test('a centre with many jobs leaves a hand of the lane to the others, and is given it back', async () => {
  const [busy, other] = [await Centre.create(system, {}), await Centre.create(system, {})];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun: number[] = [];
  const mail = async (payload: unknown) => {
    const { tenantId } = payload as { tenantId: number };
    begun.push(tenantId);
    if (tenantId === busy.id) await held;
  };
  await start({ slots: 3, poll: 100, tasks: { mail } });
  await raise(busy, 'mail', 20);
  await vi.waitFor(() => expect(begun).toEqual([busy.id, busy.id]), patience);
  await raise(other, 'mail', 3);
  await vi.waitFor(() => expect(begun).toEqual([busy.id, busy.id, other.id, other.id, other.id]), patience);
  release();
  await expectNoJobs();
  expect(begun.filter((id) => id === busy.id)).toHaveLength(20);
});

test.each([1, 3])('of %i hands none waits for two busy centres: each has its turn', async (slots) => {
  const [one, two, third] = [
    await Centre.create(system, {}),
    await Centre.create(system, {}),
    await Centre.create(system, {}),
  ];
  const begun: number[] = [];
  const mail = async (payload: unknown) => {
    begun.push((payload as { tenantId: number }).tenantId);
  };
  await raise(one, 'mail', 100);
  await raise(two, 'mail', 100);
  await raise(third, 'mail', 1);
  await start({ slots, tasks: { mail } });
  await expectNoJobs();
  expect(begun).toHaveLength(201);
  // Behind one turn of each, and what the other hands had taken by then.
  expect(begun.indexOf(third.id)).toBeLessThanOrEqual(20 + slots);
  const half = begun.slice(0, 101);
  expect(half.filter((id) => id === two.id).length).toBeGreaterThan(30);
});

test('papers that are drawn and sent by the thousand come behind what else a lane has', async () => {
  const home = await Centre.create(system, {});
  const begun: string[] = [];
  const note = (name: string) => async () => {
    begun.push(name);
  };
  await raise(home, 'invoice', 3);
  await raise(home, 'mail', 2);
  await start({ slots: 1, tasks: { mail: note('mail'), invoice: note('invoice') } });
  await expectNoJobs();
  expect(begun).toEqual(['mail', 'mail', 'invoice', 'invoice', 'invoice']);
});
