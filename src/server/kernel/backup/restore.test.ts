import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Centre } from '../../testing/centre.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import { withOwner } from '../../testing/owner.ts';
import { isTurn } from '../../testing/turns.ts';
import { Db, roleUrl } from '../db.ts';
import { StartError } from '../env.ts';
import { migrate, migrationsFolder } from '../migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, withDatabase } from '../postgres/postgres.ts';
import { steps } from '../postgres/squashed.ts';
import { readSecret } from '../secrets.ts';
import { takeBackup } from './backup.ts';
import { manifestFile, readManifest, writeManifest } from './manifest.ts';
import { checkBackup, restoreBackup } from './restore.ts';
import { storeAt } from './store.ts';

// Each restores once or more, which makes the whole schema anew: some take turns.
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

// A cluster of its own, whose databases belong to somebody who is no superuser: whatever works for him works for all.
const folder = mkdtempSync(join(tmpdir(), 'trenn-backups-'));
const passphrase = 'sixteen letters or more';
const madeAt = '2026-11-25T10:00:00Z';
let postgres: EmbeddedPostgres;
/** Of a database with a centre, its people, and what waits. */
let source: { readonly url: string; readonly dataDir: string };
/** Of a backup of it. */
let backup: string;
let was: Awaited<ReturnType<typeof contentOf>>;
let made = 0;

beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), log, durable: false });
  await withOwner(postgres.adminUrl, (owner) =>
    owner.query("create role small login createrole password 'small words'"),
  );
  source = await place();
  await migrate(source.url);
  await withSystem(source.url, async (system) => {
    const centre = await Centre.create(system, {});
    await centre.account();
    await centre.training({ startsAt: '2027-01-10T10:00:00Z' });
    await system.run({
      text: `select graphile_worker.add_job('mail', '{"a":"line\\nand\\ttab\\\\"}', 'one by one', now() + interval '1 day', 7, 'a key', 3, array['flag']),
        graphile_worker.add_job('mail', '{}')`,
      values: [],
    });
    await system.run({
      text: `update graphile_worker._private_jobs set attempts = 2, last_error = 'once', locked_at = now(), locked_by = 'somebody' where key = 'a key'`,
      values: [],
    });
  });
  for (const name of ['session', 'push']) readSecret(source.dataDir, name);
  backup = join(folder, 'backup');
  await takeBackup(at(backup), await all());
  was = await contentOf(source.url);
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/** An empty database, and a folder for what belongs to it. */
async function place() {
  made += 1;
  const name = `place_${made}`;
  await withOwner(postgres.adminUrl, (owner) => owner.query(`create database ${name} owner small`));
  const url = withDatabase(postgres.adminUrl, name).replace(/\/\/[^@]*@/, '//small:small%20words@');
  return { url, dataDir: join(folder, name) };
}

async function all() {
  const secrets = {
    session: readSecret(source.dataDir, 'session'),
    push: readSecret(source.dataDir, 'push'),
  };
  return { ownerUrl: source.url, secrets, passphrase, madeAt };
}

async function withSystem<T>(url: string, work: (system: Db) => Promise<T>): Promise<T> {
  const system = new Db({
    url: roleUrl(url, 'trenn_system'),
    poolSize: 1,
    isNamed: false,
    onError: () => {},
  });
  try {
    return await work(system);
  } finally {
    await system.close();
  }
}

const at = (where: string) => storeAt(where, { passphrase: null, s3: null });
const into = (target: { url: string; dataDir: string }, more = {}) => ({
  ...{ ownerUrl: target.url, dataDir: target.dataDir, secrets: {}, passphrase, isWithoutSecrets: false },
  ...more,
});

/** Everything a database says of itself, read past every row policy. */
async function contentOf(url: string) {
  const admin = withDatabase(postgres.adminUrl, new URL(url).pathname.slice(1));
  return withOwner(admin, async (owner) => {
    const ask = async (text: string) => (await owner.query({ text, rowMode: 'array' })).rows;
    const tables = await ask(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'job_workers') order by 1",
    );
    const rows: [string, unknown[]][] = [];
    for (const [table] of tables as [string][])
      rows.push([table, await ask(`select t::text from public."${table}" t order by 1`)]);
    return {
      rows,
      jobs: await ask(
        'select task_identifier, queue_name, run_at, priority, attempts, max_attempts, last_error, key, flags, locked_by is null from graphile_worker.jobs order by id',
      ),
      payloads: await ask('select payload::text from graphile_worker._private_jobs order by id'),
      sequences: await ask(
        "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
      ),
      migrations: await ask('select name, checksum from migrations order by 1'),
      schema: await ask(
        `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
         where connamespace = 'public'::regnamespace
         union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled = 'O' from pg_trigger where not tgisinternal
         union all select polrelid::regclass::text, polname, pg_get_expr(polqual, polrelid), true from pg_policy
         union all select relname, 'guarded', relrowsecurity::text, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         order by 1, 2, 3`,
      ),
    };
  });
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof StartError ? error.message : `not said kindly: ${error}`),
  );

/** A copy of the backup that something has happened to. */
function harmed(harm: (folder: string) => void): string {
  made += 1;
  const copy = join(folder, `harmed_${made}`);
  cpSync(backup, copy, { recursive: true });
  harm(copy);
  return copy;
}

/** The manifest as somebody else might have written it, whole. */
const otherwise = (change: (manifest: ReturnType<typeof readManifest>) => unknown) =>
  harmed((copy) => {
    const manifest = readManifest(readFileSync(join(copy, manifestFile), 'utf8'));
    change(manifest);
    writeFileSync(join(copy, manifestFile), writeManifest(manifest));
  });

test('what is restored is what was backed up, to the row, the rule and the secret, and nobody else may read the files', async () => {
  const target = await place();
  await checkBackup(at(backup));
  await restoreBackup(at(backup), into(target));
  const is = await contentOf(target.url);
  expect(is).toEqual({ ...was, jobs: was.jobs.map((job) => [...job.slice(0, -1), true]) });
  expect(was.jobs.map((job) => job.at(-1))).toEqual([false, true]);
  expect(is.rows.filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(5);
  for (const name of ['session', 'push'])
    expect(readSecret(target.dataDir, name)).toBe(readSecret(source.dataDir, name));
  for (const name of readdirSync(backup))
    expect([name, statSync(join(backup, name)).mode & 0o077]).toEqual([name, 0]);
  // Its numbers go on where they were.
  await withSystem(target.url, (system) => Centre.create(system, {}));
  expect(await refusal(restoreBackup(at(backup), into(target)))).toMatch(/^The database is not empty/);
});

test.runIf(isTurn(0, 3))('a backup in a bucket comes back as well', async () => {
  const service = await startObjectStore();
  try {
    const store = storeAt('s3://bucket/nights/one', { passphrase: null, s3: service.access });
    await takeBackup(store, await all());
    const target = await place();
    await restoreBackup(store, into(target));
    expect((await contentOf(target.url)).rows).toEqual((await contentOf(source.url)).rows);
  } finally {
    service.close();
  }
});

test.runIf(isTurn(1, 3))('one instant is backed up, whatever is written meanwhile', async () => {
  const [one, other] = [join(folder, 'instant'), at(join(folder, 'instant'))];
  const url = source.url;
  let isFirst = true;
  const busy: typeof other = {
    place: other.place,
    list: () => other.list(),
    read: (name) => other.read(name),
    write: async (name, stream) => {
      if (isFirst) {
        isFirst = false;
        // The tables are read by name: that of its trainings comes later than the first.
        const centre = await withSystem(url, async (system) => {
          const made = await Centre.create(system, {});
          await made.training({ startsAt: '2027-01-10T10:00:00Z' });
          return made;
        });
        expect(centre.id).toBeGreaterThan(0);
      }
      await other.write(name, stream);
    },
  };
  const before = await contentOf(url);
  await takeBackup(busy, await all());
  const target = await place();
  await restoreBackup(at(one), into(target));
  expect((await contentOf(target.url)).rows).toEqual(before.rows);
});

test.runIf(isTurn(2, 3))(
  'a backup of an older schema goes in, and the schema goes on to where the program is',
  async () => {
    const newer = join(folder, 'newer');
    cpSync(migrationsFolder, newer, { recursive: true });
    writeFileSync(join(newer, '900001_more.sql'), 'alter table tenants add column more integer;');
    const further = pathToFileURL(`${newer}/`);
    const target = await place();
    const { migrations } = await restoreBackup(at(backup), into(target), further);
    const names = (await contentOf(target.url)).migrations.map(([name]) => name);
    expect(names).toEqual([...migrations.map(({ name }) => name), '900001_more.sql']);
    // Into what is empty already, but further on, it cannot go; where it is as far, it can.
    const ahead = await place();
    await migrate(ahead.url, { folder: further });
    expect(await refusal(restoreBackup(at(backup), into(ahead), further))).toMatch(
      /^The database is empty, but its schema is newer than the backup \(900001_more\.sql\)/,
    );
    const level = await place();
    await migrate(level.url);
    await restoreBackup(at(backup), into(level));
  },
);

test.runIf(isTurn(1, 3))(
  'a backup that was made in the steps before the first release goes in, once it had all',
  async () => {
    const made = (names: readonly string[]) =>
      otherwise((manifest) => {
        manifest.migrations.splice(0, 1, ...names.map((name) => ({ name, checksum: 'f'.repeat(64) })));
      });
    const target = await place();
    expect(await refusal(restoreBackup(at(made(steps.slice(0, -1))), into(target)))).toMatch(
      /^The backup is from before the first release and has not all of its steps \(\d{6}_[\w-]+\.sql\)/,
    );
    await restoreBackup(at(made(steps)), into(target));
    expect((await contentOf(target.url)).rows).toEqual(was.rows);
  },
);

test.runIf(isTurn(0, 3))(
  'what is missing, damaged, broken off or newer is refused in a sentence, and the place stays empty',
  async () => {
    const target = await place();
    const cases: [string, RegExp][] = [
      [join(folder, 'nowhere'), /cannot be read \(no such file or folder\)\.$/],
      [folder, /holds no whole backup: there is no manifest\.json\./],
      [
        harmed((copy) => rmSync(join(copy, 'clients.rows.zst'))),
        /^clients\.rows\.zst is missing from \/.*harmed_\d+\.$/,
      ],
      [
        harmed((copy) => appendFileSync(join(copy, 'clients.rows.zst'), 'x')),
        /^clients\.rows\.zst of .* is damaged: it has \d+ bytes where it had \d+\.$/,
      ],
      [
        harmed((copy) => {
          const file = join(copy, 'clients.rows.zst');
          const bytes = readFileSync(file);
          bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
          writeFileSync(file, bytes);
        }),
        /^clients\.rows\.zst of .* (is damaged: its checksum is another|cannot be restored \(.*\)\. Nothing was restored)\.$/,
      ],
      [
        harmed((copy) => {
          const file = join(copy, manifestFile);
          writeFileSync(file, readFileSync(file, 'utf8').replace('"rows": 1', '"rows": 2'));
        }),
        /^manifest\.json is damaged/,
      ],
      [
        otherwise((manifest) => {
          manifest.migrations.push({ name: '900001_more.sql', checksum: 'f'.repeat(64) });
        }),
        /^The backup was made by a newer Trenn, [\d.]+ \(900001_more\.sql\): restore it with that one\.$/,
      ],
      [
        otherwise(({ migrations: [first] }) => {
          if (first) first.checksum = 'f'.repeat(64);
        }),
        /^The backup was made after another db\/migrations\/000001_schema\.sql than this copy/,
      ],
      [
        otherwise(({ tables }) => {
          const clients = tables.find(({ table }) => table === 'clients');
          if (clients) clients.rows += 1;
        }),
        /^What was restored of clients is not what was backed up: \d+ rows where there were \d+\. Nothing was restored\.$/,
      ],
      [
        otherwise((manifest) => Object.assign(manifest, { format: 2 })),
        /^The backup is written in a way that this Trenn does not know/,
      ],
    ];
    for (const [from, said] of cases)
      expect(await refusal(restoreBackup(at(from), into(target)))).toMatch(said);
    expect(await refusal(checkBackup(at(cases[4]?.[0] ?? '')))).toMatch(/its checksum is another\.$/);
    // After all that it is as empty as it was.
    await restoreBackup(at(backup), into(target));
  },
);

test.runIf(isTurn(1, 3))(
  'secrets: another passphrase, none, another secret in the place, and none wanted',
  async () => {
    const target = await place();
    const other = { passphrase: 'another passphrase' };
    expect(await refusal(restoreBackup(at(backup), into(target, other)))).toBe(
      'BACKUP_PASSPHRASE is not the one this backup’s secrets were sealed with. Nothing was restored.',
    );
    expect(await refusal(restoreBackup(at(backup), into(target, { passphrase: null })))).toMatch(
      /^BACKUP_PASSPHRASE is missing, .* --without-secrets/,
    );
    const open = join(folder, 'open');
    await takeBackup(at(open), { ...(await all()), passphrase: null });
    expect(readdirSync(open)).not.toContain('secrets.sealed');
    expect(await refusal(restoreBackup(at(open), into(target)))).toMatch(
      /^The backup was made without its secrets: .*\(session, push\)/,
    );
    readSecret(target.dataDir, 'session');
    expect(await refusal(restoreBackup(at(backup), into(target)))).toMatch(
      /^The secret “session” of this place .* is another than the backup’s/,
    );
    await restoreBackup(at(open), into(target, { isWithoutSecrets: true }));
    expect(existsSync(join(target.dataDir, 'secrets', 'push'))).toBe(false);
    // Those that were kept apart are taken as they are.
    const kept = await place();
    cpSync(join(source.dataDir, 'secrets'), join(kept.dataDir, 'secrets'), { recursive: true });
    await restoreBackup(at(open), into(kept, { passphrase: null }));
    // So are those that are given from outside, and none is written then.
    const outside = await place();
    const { secrets } = await all();
    const another = { secrets: { ...secrets, push: secrets.session } };
    expect(await refusal(restoreBackup(at(open), into(outside, another)))).toMatch(
      /^The secret “push” of this/,
    );
    await restoreBackup(at(open), into(outside, { secrets }));
    expect(existsSync(join(outside.dataDir, 'secrets', 'session'))).toBe(false);
  },
);

test('a database that is somebody else’s, or nobody’s yet', async () => {
  const foreign = await place();
  await withOwner(foreign.url, (owner) => owner.query('create table others (id integer)'));
  expect(await refusal(restoreBackup(at(backup), into(foreign)))).toBe(
    'The database is not empty (others): a backup is restored into an empty one only. Nothing was changed.',
  );
  const nobody = await place();
  expect(
    await refusal(takeBackup(at(join(folder, 'never')), { ...(await all()), ownerUrl: nobody.url })),
  ).toMatch(/^There is nothing of Trenn’s/);
});

test('a backup that cannot be written ends with a sentence, whether at once or in the middle', async () => {
  expect(await refusal(takeBackup(at(backup), await all()))).toMatch(
    /^\/.*\/accounts\.rows\.zst cannot be written \(.*\)\.$/,
  );
  const said = 'There is no room.';
  const full: ReturnType<typeof at> = {
    place: 'full',
    list: async () => new Map(),
    read: async () => {
      throw new Error('nothing is read');
    },
    write: async (name, stream) => {
      for await (const _ of stream) if (name.startsWith('tenants.')) throw new StartError(said);
    },
  };
  expect(await refusal(takeBackup(full, await all()))).toBe(said);
});
