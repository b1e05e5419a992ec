import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/database.ts';
import { withOwner } from '../../testing/owner.ts';
import { StartError } from '../env.ts';
import { type MigrateOptions, migrate, migrationsFolder } from '../migrate.ts';
import { steps } from './squashed.ts';

const folder = mkdtempSync(join(tmpdir(), 'trenn-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of this program and one more, in a folder of their own. */
function folderWith(name: string, text: string): URL {
  const made = join(folder, name);
  mkdirSync(made);
  cpSync(migrationsFolder, made, { recursive: true });
  writeFileSync(join(made, one), text);
  return pathToFileURL(`${made}/`);
}

async function withClone(work: (url: string) => Promise<void>): Promise<void> {
  const database = await cloneDatabase();
  try {
    await work(database.url);
  } finally {
    await database.drop();
  }
}

/** Beside `work`, somebody reads the centres in a transaction that stays open. */
async function withReader(work: (url: string, reader: pg.Client) => Promise<void>): Promise<void> {
  await withClone((url) =>
    withOwner(url, async (reader) => {
      await reader.query('begin');
      await reader.query('select from tenants');
      await work(url, reader);
    }),
  );
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof StartError ? error.message : `not said kindly: ${error}`),
  );

const one = '900001_more.sql';
const adding = 'alter table tenants add column more integer;';
const hurried = { lockMs: 20, pauseMs: 10, tries: 3 };

test('a migration that finds its table in use stands back, and is applied once it is free', async () => {
  const more = folderWith('patient', adding);
  await withReader(async (url, reader) => {
    let stoodBack = 0;
    const options: MigrateOptions = {
      folder: more,
      patience: { ...hurried, tries: 1000 },
      onStandingBack: () => {
        stoodBack += 1;
        if (stoodBack === 2) void reader.query('commit');
      },
    };
    expect(await migrate(url, options)).toEqual([one]);
    expect(stoodBack).toBeGreaterThanOrEqual(2);
    expect(await migrate(url, options)).toEqual([]);
  });
});

test('a migration that never finds its table free says who holds it, and has done nothing', async () => {
  const more = folderWith('held', `create table more (id integer);${adding}`);
  await withReader(async (url, reader) => {
    const { processID } = reader as unknown as { processID: number };
    const said = await refusal(migrate(url, { folder: more, patience: hurried }));
    expect(said).toMatch(/^900001_more\.sql found no moment .* 3 times; nothing of it was done\. /);
    expect(said).toContain(`Process ${processID} of the database has had a transaction open for`);
    expect((await reader.query("select to_regclass('more') as more")).rows).toEqual([{ more: null }]);
  });
});

test('an older program refuses what a newer one made of the database', async () => {
  await withClone(async (url) => {
    await migrate(url, { folder: folderWith('newer', adding) });
    expect(await refusal(migrate(url))).toMatch(
      /^The database was brought up to date by a newer Trenn \(900001_more\.sql\), and this one knows it only up to \d{6}_[\w-]+\.sql\. /,
    );
  });
});

test('a migration that was changed after it was applied is refused; other ends of lines are no change', async () => {
  await withClone(async (url) => {
    await migrate(url, { folder: folderWith('first', '-- one\nselect 1;\n') });
    const edited = folderWith('edited', '-- one\nselect 2;\n');
    expect(await refusal(migrate(url, { folder: edited }))).toBe(
      'db/migrations/900001_more.sql is not what was applied to this database. A migration never changes once it was applied: put the file back as it was, and make the change in a new one.',
    );
    const elsewhere = folderWith('elsewhere', '-- one\r\nselect 1;\r\n');
    expect(await migrate(url, { folder: elsewhere })).toEqual([]);
    // A database from before checksums takes them from the files there are.
    await withOwner(url, (owner) => owner.query('alter table migrations drop column checksum'));
    expect(await migrate(url, { folder: elsewhere })).toEqual([]);
    expect(await refusal(migrate(url, { folder: edited }))).toContain('is not what was applied');
  });
});

test('a database that went the steps before the first release has its schema, and is marked so', async () => {
  await withClone(async (url) => {
    const stored = () =>
      withOwner(
        url,
        async (owner) => (await owner.query('select name, checksum from migrations order by 1')).rows,
      );
    const before = await stored();
    const goBack = (names: readonly string[]) =>
      withOwner(url, async (owner) => {
        // What came after the first release it has as well.
        const [schema] = before;
        await owner.query('delete from migrations where name = $1 or name = any($2::text[])', [
          schema?.name,
          steps,
        ]);
        await owner.query('insert into migrations (name) select unnest($1::text[])', [names]);
      });
    await goBack(steps);
    expect(await migrate(url)).toEqual([]);
    expect(await stored()).toEqual(before);
    // In the middle of them nobody knows what it lacks.
    await goBack(steps.slice(0, -1));
    expect(await refusal(migrate(url))).toMatch(
      /^The database is from before the first release and has not all of its steps \(\d{6}_[\w-]+\.sql\): start /,
    );
    expect(await stored()).toHaveLength(steps.length - 1 + before.length - 1);
  });
});
