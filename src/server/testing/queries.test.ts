import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { thingsOfPerson } from './furnished/person.ts';
import { staffed, thingsOfPlace } from './furnished/place.ts';
import { readColumns } from './queries/columns.ts';
import { dropGuards, fill, finder, readShapes, steadyIds, stopClock } from './queries/neighbourhood.ts';
import { readQueries } from './queries/reading.ts';
import { record } from './queries/record.ts';
import { valuesOf } from './queries/values.ts';
import { withServer } from './server.ts';

// After a change that is meant: `npx vitest run --project api testing/queries -u`, and read what it changed.
const records = join(import.meta.dirname, '../../../db/queries');
const titleOf = (folder: string) => `src/server/${folder}/data.ts`;
const recordOf = (folder: string) => `${folder}.txt`;
/** All of them together, where not one alone is asked for. */
const longest = 300_000;

const running = withServer({ isAlone: true });
const queries = await readQueries();
let owner: pg.Client | undefined;
let recorded: ReturnType<typeof recordAll> | undefined;

/** Asks the queries of these folders in a centre where two people have one of everything, and much more. */
async function recordAll(folders: readonly string[]) {
  const staff = await staffed(running, 'Koduke');
  const place = await thingsOfPlace(running, staff);
  await running.server.tenants.load();
  const one = await thingsOfPerson(running, staff, place, { word: 'KodukeOmanik', number: 1 });
  const other = await thingsOfPerson(running, staff, place, { word: 'KodukeTeine', number: 2 });
  // What was put off until later is done by now, or would be in the middle of it.
  const undone = `select 1 from graphile_worker.jobs where run_at <= now() union all select 1 from outbox`;
  await expect.poll(async () => (await running.ask(undone)).length, { timeout: 60_000 }).toBe(0);
  const client = new pg.Client({ connectionString: running.databaseUrl });
  owner = client;
  await client.connect();
  await client.query("select set_config('app.tenant_id', $1, false)", [String(staff.home.id)]);
  const columns = await readColumns(client);
  const shapes = await readShapes(client);
  const find = finder(client, shapes);
  await dropGuards(client);
  const steady = await steadyIds(client, shapes);
  const things = Object.fromEntries(
    Object.entries({ ...place, ...one.things }).map(([name, value]) => [name, steady.get(value) ?? value]),
  ) as typeof place & typeof one.things;
  const valuesOfOne = () => valuesOf(things, one.account, find);
  await stopClock(client, shapes);
  await client.query('begin');
  await fill(client, shapes, await valuesOfOne(), 1);
  await client.query('commit');
  const others = await valuesOf({ ...place, ...other.things }, other.account, async () => []);
  const addOthers = () => fill(client, shapes, others, 2);
  const world = { owner: client, columns, read: await valuesOfOne(), addOthers };
  return record(
    world,
    folders.flatMap((folder) => queries.get(folder) ?? []),
  );
}

afterAll(() => owner?.end());

for (const folder of queries.keys())
  test(titleOf(folder), { timeout: longest }, async ({ task }) => {
    const asked = task.file.tasks.filter(({ mode }) => mode === 'run').map(({ name }) => name);
    recorded ??= recordAll([...queries.keys()].filter((each) => asked.includes(titleOf(each))));
    const found = (await recorded).get(folder) ?? '';
    await expect(found).toMatchFileSnapshot(join(records, recordOf(folder)));
  });

test('nothing is written down of what is gone', () => {
  const kept = readdirSync(records, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.txt$/.test(path),
  );
  expect(kept.sort()).toEqual([...queries.keys()].map(recordOf).sort());
});
