import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { roleUrl } from '../db.ts';
import { StartError } from '../env.ts';
import { lockMigrations, migrationsFolder } from '../migrate.ts';
import { type AppliedMigration, pendingMigrations, readMigrations } from '../postgres/migrations.ts';
import { withoutSteps } from '../postgres/squashed.ts';
import { selected, type Table, tablesOf, withConnection } from './connections.ts';
import { type BackupFile, type Manifest, manifestFile, type TableBackup, writeManifest } from './manifest.ts';
import { queuedJobs } from './queue.ts';
import { ByteSum, RowSum } from './rows.ts';
import { fingerprint, seal } from './sealing.ts';
import { type BackupStore, textStream } from './store.ts';

const jobsFile = 'queue.jobs.zst';
const sealedFile = 'secrets.sealed';

export interface BackupSource {
  /** As the database's owner, past any pooler. */
  readonly ownerUrl: string;
  /** The installation's secrets by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What they are sealed with; null: they are left out. */
  readonly passphrase: string | null;
  readonly madeAt: string;
}

/**
 * Writes all there is at one instant to an empty store, while the server goes on: rows as COPY writes them, what waits in the
 * queue, the last number of each sequence, the sealed secrets. The schema is not written: it follows from the migrations,
 * which the manifest names. The manifest is written last.
 * @throws StartError where there is nothing to back up, or a file cannot be written
 */
export async function takeBackup(store: BackupStore, source: BackupSource): Promise<Manifest> {
  const { ownerUrl, secrets, passphrase, madeAt } = source;
  return withConnection(ownerUrl, (owner) =>
    withConnection(roleUrl(ownerUrl, 'trenn_system'), async (reader) => {
      // Whoever migrates waits until every table is held as it is now.
      const unlock = await lockMigrations(owner);
      const migrations = await readApplied(owner);
      await reader.query('begin isolation level repeatable read read only');
      const tables = await tablesOf(reader);
      await refuseHidden(reader);
      await reader.query(
        `lock table ${tables.map(({ table }) => pg.escapeIdentifier(table)).join(', ')} in access share mode`,
      );
      await unlock();

      const written: TableBackup[] = [];
      for (const table of tables) written.push({ ...table, ...(await writeTable(store, reader, table)) });
      const jobs = await writeRows(store, jobsFile, reader, queuedJobs);
      // After the rows: a number that was given meanwhile is given once only.
      const sequences = await readSequences(owner);
      const fingerprints = Object.fromEntries(
        Object.entries(secrets).map(([name, secret]) => [name, fingerprint(secret)]),
      );
      const sealed =
        passphrase === null
          ? null
          : await write(store, sealedFile, textStream(await seal(secrets, passphrase)));
      const manifest: Manifest = {
        format: 1,
        program: programVersion(),
        madeAt,
        postgres: await serverVersion(owner),
        migrations,
        tables: written,
        sequences,
        jobs,
        secrets: { fingerprints, sealed },
      };
      await store.write(manifestFile, textStream(writeManifest(manifest)));
      return manifest;
    }),
  );
}

async function readApplied(owner: pg.Client): Promise<Manifest['migrations']> {
  const { rows: columns } = await owner.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = to_regclass('public.migrations') and attnum > 0",
  );
  if (columns.length === 0) throw new StartError('There is nothing of Trenn’s in this database yet.');
  const checksum = columns.some(({ name }) => name === 'checksum') ? 'checksum' : 'null as checksum';
  const { rows } = await owner.query<AppliedMigration>(
    `select name, ${checksum} from migrations order by name`,
  );
  const known = await readMigrations(migrationsFolder);
  const applied = withoutSteps(known, rows, 'The database');
  pendingMigrations(known, applied);
  const done = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => done.has(name)).map(({ name, checksum }) => ({ name, checksum }));
}

/** A row that no policy shows to the role that reads would be left out without a word. */
async function refuseHidden(reader: pg.Client): Promise<void> {
  const { rows } = await reader.query<{ name: string }>(
    `select relname as name from pg_class c
      where relnamespace = 'public'::regnamespace and relrowsecurity and (
        exists (select from pg_policy where polrelid = c.oid and not polpermissive)
        or not exists (select from pg_policy where polrelid = c.oid and polcmd in ('*', 'r')
          and pg_get_expr(polqual, polrelid) = 'true' and polroles && array[0::oid, current_user::regrole::oid]))`,
  );
  if (rows.length > 0)
    throw new Error(`trenn_system does not see every row of ${rows.map(({ name }) => name).join(', ')}`);
}

async function writeTable(store: BackupStore, reader: pg.Client, table: Table) {
  return writeRows(store, `${table.table}.rows.zst`, reader, selected(table));
}

async function writeRows(store: BackupStore, file: string, reader: pg.Client, query: string) {
  const sum = new RowSum();
  const source = reader.query(copyTo(`copy ${query} to stdout`));
  const compressed = createZstdCompress();
  const written = await together(pipeline(source, sum, compressed), write(store, file, compressed));
  return { ...written, rows: sum.rows, sum: sum.sum };
}

async function write(store: BackupStore, file: string, source: Readable): Promise<BackupFile> {
  const sum = new ByteSum();
  const kept = store.write(file, sum).catch((error: unknown) => {
    // Whoever still reads the source for it would wait for ever.
    sum.destroy(error as Error);
    throw error;
  });
  await together(pipeline(source, sum), kept);
  return { file, bytes: sum.bytes, sha256: sum.sha256() };
}

/** What `kept` resolves with once both are done; of two failures the one that says why. */
async function together<T>(read: Promise<unknown>, kept: Promise<T>): Promise<T> {
  const failures = (await Promise.allSettled([kept, read])).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.find((failure) => failure instanceof StartError) ?? failures[0];
  return kept;
}

async function readSequences(owner: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await owner.query<{ name: string; last: number | null }>(
    `select sequencename as name, last_value::float8 as last from pg_sequences where schemaname = 'public' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function serverVersion(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

function programVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
