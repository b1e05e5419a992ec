import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#server/testing/database.ts';
import { withOwner } from '#server/testing/owner.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { Batch } from './batch.ts';
import { Db, type Query, roleUrl } from './db.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await cloneDatabase();
  db = new Db({ url: roleUrl(database.url, 'trenn_app'), poolSize: 1, isNamed: true, onError: () => {} });
  await withOwner(database.url, async (owner) => {
    await owner.query(
      'create table counters (id integer primary key, count integer not null check (count < 100))',
    );
    await owner.query('grant all on counters to trenn_app');
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const insert = (id: number, count: number) => ({
  text: 'insert into counters values ($1, $2) returning id',
  values: [id, count],
});
/** Those of the ids that are there. */
const present = (...ids: number[]) => ({
  text: 'select id from counters where id = any($1) order by id',
  values: [ids],
});
const tenant = { text: "select current_setting('app.tenant_id', true) as tenant", values: [] };

describe('a batch', () => {
  test('gives each statement its rows, in one transaction', async () => {
    const [inserted, rows] = await db.read(7, insert(1, 1), present(1));
    expect([inserted, rows]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });

  test('happens whole or not at all, and the connection goes on', async () => {
    await expect(db.read(7, insert(2, 2), insert(3, 500))).rejects.toMatchObject({ code: '23514' });
    const [rows] = await db.read(7, present(2, 3));
    expect(rows).toEqual([]);
  });

  test('knows after an error which statements are prepared', async () => {
    const fresh = { text: 'select 40 + $1::integer as sum', values: [2] };
    await expect(db.read(7, fresh, insert(4, 500))).rejects.toThrow();
    await expect(
      db.read(7, { text: 'select nothing from nowhere', values: [] }, fresh),
    ).rejects.toMatchObject({ code: '42P01' });
    expect(await db.read(7, fresh, fresh)).toEqual([[{ sum: 42 }], [{ sum: 42 }]]);
  });

  test('sets the tenant for itself alone', async () => {
    expect(await db.read(7, tenant)).toEqual([[{ tenant: '7' }]]);
    const [rows] = await db.run(tenant);
    expect(['', null]).toContain((rows[0] as { tenant: string | null }).tenant);
  });

  test('carries nulls, lists, quotes, JSON and bytes', async () => {
    const values = [null, [1, 2], ['a"b', 'c\\d', "e'f"], { x: ['õ'] }, Buffer.from([0, 255])];
    const text = 'select $1::text as a, $2::integer[] as b, $3::text[] as c, $4::jsonb as d, $5::bytea as e';
    expect(await db.read(7, { text, values })).toEqual([
      [{ a: null, b: [1, 2], c: ['a"b', 'c\\d', "e'f"], d: { x: ['õ'] }, e: Buffer.from([0, 255]) }],
    ]);
  });

  test('many at once do not mix their answers', async () => {
    const sums = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        db.read(index, { text: 'select $1::integer as n', values: [index] }, tenant),
      ),
    );
    expect(sums).toEqual(sums.map((_, index) => [[{ n: index }], [{ tenant: String(index) }]]));
  });
});

describe('a writing transaction', () => {
  test('is undone when the work throws, and when it ends without saving', async () => {
    await expect(
      db.write(7, async (transaction) => {
        await transaction.load(insert(10, 1));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await db.write(7, async (transaction) => {
      await transaction.load(insert(11, 1));
    });
    const [rows] = await db.read(7, present(10, 11));
    expect(rows).toEqual([]);
  });

  test.each<[string, { load: Query; failure?: Error }, boolean]>([
    ['the work is refused', { load: insert(20, 1), failure: new AppError('noFreePlaces') }, true],
    ['the work is faulty', { load: insert(20, 1), failure: new TypeError('of nothing') }, true],
    ['a statement is refused', { load: insert(21, 500) }, true],
    ['it breaks', { load: { text: 'select pg_terminate_backend(pg_backend_pid())', values: [] } }, false],
  ])('once %s its connection is kept if it is good', async (_, { load, failure }, isKept) => {
    const backend = async () => (await db.run({ text: 'select pg_backend_pid() as id', values: [] }))[0];
    const before = await backend();
    const failed = db.write(7, async (transaction) => {
      await transaction.load(load);
      if (failure) throw failure;
    });
    await expect(failed).rejects.toThrow();
    if (isKept) expect(await backend()).toEqual(before);
    else expect(await backend()).not.toEqual(before);
  });

  test('is undone when the save fails', async () => {
    await expect(
      db.write(7, async (transaction) => {
        await transaction.load(insert(12, 1));
        await transaction.save(insert(13, 500));
      }),
    ).rejects.toMatchObject({ code: '23514' });
    const [rows] = await db.read(7, present(12, 13));
    expect(rows).toEqual([]);
  });
});

describe('row policies', () => {
  test('show nothing without a tenant, and let nothing in for another', async () => {
    const [rows] = await db.run({ text: 'select * from clubs', values: [] });
    expect(rows).toEqual([]);
    const text =
      "insert into clubs (tenant_id, name, address, city, opening_hours) values (8, 'x', '', '', '[]')";
    await expect(db.read(7, { text, values: [] })).rejects.toMatchObject({ code: '42501' });
  });
});

test.each([
  ['it is answered', 'select 1 as one', [[{ one: 1 }]]],
  ['it is refused', 'select 1 / 0', '22012'],
  ['its connection breaks', 'select pg_terminate_backend(pg_backend_pid())', '57P01'],
])('what limits its time is gone once %s', async (_, text, outcome) => {
  // Whatever else runs here sets timers as well: this one is known by its time.
  const limit = 14_321;
  const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  const client = new pg.Client({ connectionString: database.url, query_timeout: limit });
  client.on('error', () => {});
  try {
    await client.connect();
    const batch = new Batch([{ text, values: [] }], true);
    client.query(batch as unknown as pg.Submittable);
    const index = set.mock.calls.findIndex(([, milliseconds]) => milliseconds === limit);
    expect(index).toBeGreaterThanOrEqual(0);
    const timer: unknown = set.mock.results[index]?.value;
    expect(await batch.done.catch(({ code }: { code: string }) => code)).toEqual(outcome);
    await expect.poll(() => cleared.mock.calls.map(([one]) => one as unknown)).toContain(timer);
  } finally {
    set.mockRestore();
    cleared.mockRestore();
    await client.end();
  }
});

test('works with unnamed statements too, as behind a pooler', async () => {
  const unnamed = new Db({
    url: roleUrl(database.url, 'trenn_app'),
    poolSize: 2,
    isNamed: false,
    onError: () => {},
  });
  expect(await unnamed.read(9, { text: 'select $1::integer as n', values: [5] }, tenant)).toEqual([
    [{ n: 5 }],
    [{ tenant: '9' }],
  ]);
  await unnamed.close();
});
