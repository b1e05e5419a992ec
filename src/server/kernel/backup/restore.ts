import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { roleUrl } from '../db.ts';
import { errorCode, StartError } from '../env.ts';
import { migrate, migrationsFolder } from '../migrate.ts';
import { compareMigrations, readMigrations } from '../postgres/migrations.ts';
import { withoutSteps } from '../postgres/squashed.ts';
import { keepSecrets, secretsOf } from '../secrets.ts';
import { copied, selected, sumOf, type Table, tablesOf, withConnection } from './connections.ts';
import { type BackupFile, filesOf, type Manifest, manifestFile, readManifest } from './manifest.ts';
import { jobsTable, makeJobsTable, queuedJobs, refillQueue } from './queue.ts';
import { ByteSum } from './rows.ts';
import { fingerprint, unseal } from './sealing.ts';
import { type BackupStore, readText } from './store.ts';

export interface RestoreTarget {
  /** As the database's owner, past any pooler. The database holds no rows. */
  readonly ownerUrl: string;
  readonly dataDir: string;
  /** Those that were given from outside, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What the backup's secrets were sealed with, where somebody knows it. */
  readonly passphrase: string | null;
  /** Without the backup's secrets: what follows from them is lost. */
  readonly isWithoutSecrets: boolean;
}

/**
 * Reads the whole of a backup and compares it with what its manifest says.
 * @throws StartError where anything is missing, damaged or unknown to this program
 */
export async function checkBackup(store: BackupStore): Promise<Manifest> {
  const manifest = await openBackup(store, migrationsFolder);
  for (const file of filesOf(manifest)) await readWhole(store, file);
  return manifest;
}

/**
 * Puts a backup into a database without rows, all of it or nothing: the schema by the migrations the backup was made after,
 * the rows with every foreign key checked anew, the numbers of sequences, the queue; then counts and sums are compared, and
 * the schema is brought to where this program has it.
 * @param folder where this program's migrations are
 * @throws StartError, with nothing in the database, where the backup, the place or the secrets are not right
 */
export async function restoreBackup(
  store: BackupStore,
  target: RestoreTarget,
  folder: URL = migrationsFolder,
): Promise<Manifest> {
  const manifest = await openBackup(store, folder);
  const { ownerUrl } = target;
  await withConnection(ownerUrl, (owner) => refuseRows(owner, ownerUrl, manifest));
  const secrets = await missingSecrets(store, manifest, target);
  await migrate(ownerUrl, { folder, names: new Set(manifest.migrations.map(({ name }) => name)) });
  await withConnection(ownerUrl, (owner) =>
    withConnection(roleUrl(ownerUrl, 'trenn_system'), async (queue) => {
      await owner.query('begin');
      await queue.query('begin');
      await load(store, owner, manifest);
      await loadQueue(store, queue, manifest);
      // First what a second try finds again: what waits for rows that are not there does nothing.
      keepSecrets(target.dataDir, secrets);
      await queue.query('commit');
      await owner.query('commit');
      await owner.query('analyze');
    }),
  );
  await migrate(ownerUrl, { folder });
  return manifest;
}

/** The manifest, once everything it names is there and this program knows how the schema came to be. */
async function openBackup(store: BackupStore, folder: URL): Promise<Manifest> {
  const present = await store.list();
  if (!present.has(manifestFile))
    throw new StartError(
      `${store.place} holds no whole backup: there is no ${manifestFile}. ${inside(present)}`,
    );
  const written = readManifest(await readText(store, manifestFile));
  const known = await readMigrations(folder);
  const manifest = { ...written, migrations: [...withoutSteps(known, written.migrations, 'The backup')] };
  const { unknown, changed } = compareMigrations(known, manifest.migrations);
  if (unknown)
    throw new StartError(
      `The backup was made by a newer Trenn, ${manifest.program} (${unknown}): restore it with that one.`,
    );
  if (changed)
    throw new StartError(
      `The backup was made after another db/migrations/${changed} than this copy of Trenn has: restore it with the copy that made it, ${manifest.program}.`,
    );
  for (const { file, bytes } of filesOf(manifest)) {
    const found = present.get(file);
    if (found === undefined) throw new StartError(`${file} is missing from ${store.place}.`);
    if (found !== bytes)
      throw new StartError(
        `${file} of ${store.place} is damaged: it has ${found} bytes where it had ${bytes}.`,
      );
  }
  return manifest;
}

function inside(present: ReadonlyMap<string, number>): string {
  const backups = [...present.keys()].filter((name) => name.startsWith('trenn-')).sort();
  return backups.length > 0
    ? `The newest in it is ${backups.at(-1)}.`
    : 'It was broken off, or is elsewhere.';
}

/** Before anything is done to the place: whether somebody's rows are in it. */
async function refuseRows(owner: pg.Client, ownerUrl: string, manifest: Manifest): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`,
  );
  if (rows.length === 0) return;
  if (!rows.some(({ name }) => name === 'migrations')) throw notEmpty(rows[0]?.name ?? '');
  const { rows: applied } = await owner.query<{ name: string }>('select name from migrations order by name');
  const ofBackup = new Set(manifest.migrations.map(({ name }) => name));
  await withConnection(roleUrl(ownerUrl, 'trenn_system'), refuseFilled).catch((error: unknown) => {
    if (errorCode(error) === '28P01') throw notEmpty('migrations');
    throw error;
  });
  const later = applied.find(({ name }) => !ofBackup.has(name));
  if (later)
    throw new StartError(
      `The database is empty, but its schema is newer than the backup (${later.name}): give it a database without tables.`,
    );
}

/** @throws StartError where any table has a row that `client` sees */
async function refuseFilled(client: pg.Client): Promise<void> {
  for (const { table } of await tablesOf(client)) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`);
    if (rowCount) throw notEmpty(table);
  }
}

function notEmpty(table: string): StartError {
  return new StartError(
    `The database is not empty (${table}): a backup is restored into an empty one only. Nothing was changed.`,
  );
}

/** Those the installation goes on with, checked against what is in DATA_DIR already. */
async function missingSecrets(
  store: BackupStore,
  { secrets: { fingerprints, sealed } }: Manifest,
  { dataDir, secrets, passphrase, isWithoutSecrets }: RestoreTarget,
): Promise<Record<string, string>> {
  const present = secretsOf({ dataDir, secrets });
  if (isWithoutSecrets) return {};
  for (const [name, secret] of Object.entries(present)) {
    if (fingerprints[name] && fingerprints[name] !== fingerprint(secret))
      throw new StartError(
        `The secret “${name}” of this place (${dataDir}/secrets, or its variable) is another than the backup’s: take it away where nothing was signed with it yet. Nothing was restored.`,
      );
  }
  const missing = Object.keys(fingerprints).filter((name) => !(name in present));
  if (missing.length === 0) return {};
  if (sealed === null || passphrase === null)
    throw new StartError(
      `${sealed === null ? 'The backup was made without its secrets' : 'BACKUP_PASSPHRASE is missing, with which the backup’s secrets were sealed'}: give it, put the secrets (${missing.join(', ')}) into ${dataDir}/secrets, or say --without-secrets and lose what follows from them (docs/operations.md).`,
    );
  await readWhole(store, sealed);
  return unseal(await readText(store, sealed.file), passphrase);
}

/** @throws StartError where it is not what it was */
async function readWhole(store: BackupStore, file: BackupFile): Promise<void> {
  const sum = new ByteSum();
  sum.resume();
  await pipeline(await store.read(file.file), sum);
  refuseOther(store, file, sum);
}

function refuseOther(store: BackupStore, { file, sha256 }: BackupFile, sum: ByteSum): void {
  if (sum.sha256() !== sha256)
    throw new StartError(`${file} of ${store.place} is damaged: its checksum is another.`);
}

async function load(store: BackupStore, owner: pg.Client, manifest: Manifest): Promise<void> {
  const present = new Map((await tablesOf(owner)).map((table) => [table.table, table]));
  for (const table of manifest.tables) {
    const found = present.get(table.table);
    if (!found || table.columns.some((column) => !found.columns.includes(column)))
      throw new Error(`the migrations of the backup make no table ${copied(table)}`);
  }
  const guards = await standAside(owner, manifest.tables);
  await refuseFilled(owner);
  for (const table of manifest.tables) {
    await loadFile(store, owner, table, copied(table));
    await compare(owner, table, selected(table), table.table);
  }
  await setSequences(owner, manifest.sequences);
  // What was put off until the end is checked before a table may be altered again.
  await owner.query('set constraints all immediate');
  for (const guard of guards) await owner.query(guard);
}

/**
 * Takes away what would act upon rows as they come or refuse them in their order: triggers, foreign keys, and the row policies
 * that hold for the owner too. Answers what puts everything back and checks every foreign key.
 */
async function standAside(owner: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const names = tables.map(({ table }) => table);
  const { rows: keys } = await owner.query<{ table: string; drops: string; adds: string }>(
    `select relname as table,
        string_agg(format('drop constraint %I', conname), ', ') as drops,
        string_agg(format('add constraint %I %s', conname, pg_get_constraintdef(con.oid)), ', ') as adds
      from pg_constraint con join pg_class c on c.oid = conrelid
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace and relname = any($1)
      group by relname order by relname`,
    [names],
  );
  const { rows: forced } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any($1)",
    [names],
  );
  const alter = (table: string, what: string) => `alter table ${pg.escapeIdentifier(table)} ${what}`;
  for (const { table, drops } of keys) await owner.query(alter(table, drops));
  for (const name of names)
    await owner.query(alter(name, 'no force row level security, disable trigger user'));
  return [
    ...keys.map(({ table, adds }) => alter(table, adds)),
    ...names.map((name) => alter(name, 'enable trigger user')),
    ...forced.map(({ name }) => alter(name, 'force row level security')),
  ];
}

async function loadQueue(store: BackupStore, queue: pg.Client, { jobs }: Manifest): Promise<void> {
  await makeJobsTable(queue);
  await loadFile(store, queue, jobs, jobsTable);
  await refillQueue(queue);
  await compare(queue, jobs, queuedJobs, 'the queue');
}

async function loadFile(
  store: BackupStore,
  client: pg.Client,
  file: BackupFile,
  into: string,
): Promise<void> {
  const sum = new ByteSum();
  try {
    await pipeline(
      await store.read(file.file),
      sum,
      createZstdDecompress(),
      client.query(copyFrom(`copy ${into} from stdin`)),
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${file.file} of ${store.place} cannot be restored (${(error as Error).message}). Nothing was restored.`,
    );
  }
  refuseOther(store, file, sum);
}

/** @throws StartError where what the database holds is not what the backup was made of */
async function compare(
  client: pg.Client,
  { rows, sum }: Manifest['jobs'],
  query: string,
  what: string,
): Promise<void> {
  const found = await sumOf(client, query);
  if (found.rows !== rows || found.sum !== sum)
    throw new StartError(
      `What was restored of ${what} is not what was backed up: ${found.rows} rows where there were ${rows}. Nothing was restored.`,
    );
}

async function setSequences(owner: pg.Client, sequences: Manifest['sequences']): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await owner.query('select setval(quote_ident($1)::regclass, $2)', [name, last]);
}
