import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { rolePassword, roles, roleUrl } from './db.ts';
import { errorCode, StartError } from './env.ts';
import {
  type AppliedMigration,
  type Migration,
  pendingMigrations,
  readMigrations,
} from './postgres/migrations.ts';
import { steps, withoutSteps } from './postgres/squashed.ts';

/** Where the schema stands in numbered files. */
export const migrationsFolder = new URL('../../../db/migrations/', import.meta.url);
/** Any number; the same for every process that may migrate. */
const migrationLock = 7_361_001;
/** How long another process may take that migrates. */
const longestWait = '60s';
/** Who waits for a lock holds up all who come after, so a migration waits briefly, and often. */
const patience: Patience = { lockMs: 2000, pauseMs: 1000, tries: 30 };

interface Patience {
  /** How long a migration waits for a lock before it stands back. */
  readonly lockMs: number;
  /** How long it lets the others work then. */
  readonly pauseMs: number;
  readonly tries: number;
}

export interface MigrateOptions {
  /** Another folder than this program's own, ending in a slash. */
  readonly folder?: URL;
  /** The files that are applied, as a backup was made after; without it all are. */
  readonly names?: ReadonlySet<string>;
  readonly patience?: Patience;
  /** Told each time a migration stands back because another session holds what it needs. */
  readonly onStandingBack?: (file: string) => void;
}

/**
 * Brings the database at `ownerUrl` up to date: roles, numbered SQL files (each in a transaction, once,
 * forward only) and the job queue. Safe when several processes start at once, and beside a server that is
 * working. Returns the files applied.
 * @throws StartError where the database is ahead of this program, was made by other files, or lets no migration through
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const known = await readMigrations(options.folder ?? migrationsFolder);
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await lockMigrations(client);
    await createRoles(client, ownerUrl);
    await letOwnerSeeRows(client);
    const applied = await markSquashed(client, known, await readApplied(client));
    const pending = pendingMigrations(known, applied).filter(({ name }) => options.names?.has(name) ?? true);
    await noteChecksums(client, known, applied);
    for (const migration of pending) await apply(client, migration, options);
    await prepareQueue(client, ownerUrl);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Nobody migrates until what is answered is called, or the connection ends. */
export async function lockMigrations(client: pg.Client): Promise<() => Promise<void>> {
  await client.query(`set lock_timeout = '${longestWait}'`);
  await client.query('select pg_advisory_lock($1)', [migrationLock]).catch((error: unknown) => {
    if (errorCode(error) !== '55P03') throw error;
    throw new StartError(
      `Another process has been bringing the database up to date for ${longestWait}; see what it does, end it and start again.`,
    );
  });
  await client.query('reset lock_timeout');
  return async () => {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  };
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'checksum'",
  );
  // Asked first: even when there is nothing to add, it waits for everybody who reads.
  if (!rowCount) await client.query('alter table migrations add column checksum text');
  return (await client.query<AppliedMigration>('select name, checksum from migrations')).rows;
}

/** A database that went the steps of before the first release is marked as one that has its schema. */
async function markSquashed(
  client: pg.Client,
  known: readonly Migration[],
  stored: readonly AppliedMigration[],
): Promise<readonly AppliedMigration[]> {
  const applied = withoutSteps(known, stored, 'The database');
  if (applied === stored) return stored;
  await client.query('begin');
  await client.query('delete from migrations where name = any($1)', [steps]);
  for (const { name, checksum } of applied.filter((one) => !stored.includes(one)))
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  await client.query('commit');
  return applied;
}

/** What was applied before checksums were kept is taken as it stands now. */
async function noteChecksums(
  client: pg.Client,
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  const unmarked = new Set(applied.filter(({ checksum }) => checksum === null).map(({ name }) => name));
  for (const { name, checksum } of known)
    if (unmarked.has(name))
      await client.query('update migrations set checksum = $2 where name = $1', [name, checksum]);
}

async function apply(client: pg.Client, migration: Migration, options: MigrateOptions): Promise<void> {
  const { lockMs, pauseMs, tries } = options.patience ?? patience;
  const { name, text, checksum } = migration;
  for (let tried = 1; ; tried += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${lockMs}`);
      await client.query(text);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!['55P03', '40P01'].includes(errorCode(error) ?? ''))
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      if (tried >= tries)
        throw new StartError(
          `${name} found no moment in which nobody held the table it changes, ${tries} times; nothing of it was done. ${await whoHolds(client)}`,
        );
    }
    options.onStandingBack?.(name);
    await sleep(pauseMs);
  }
}

/** A sentence about the transaction that has been open for longest. */
async function whoHolds(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; seconds: number }>(
    `select pid, extract(epoch from now() - xact_start)::integer as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  );
  const [oldest] = rows;
  if (!oldest) return 'Start again.';
  return `Process ${oldest.pid} of the database has had a transaction open for ${oldest.seconds} s: end it, or wait for it, and start again.`;
}

/**
 * Makes the roles the server works as, or brings them up to date. They belong to the whole cluster, and other databases of it
 * share them where they have the same owner; their comment says what they were made of and for whom.
 */
async function createRoles(client: pg.Client, ownerUrl: string): Promise<void> {
  for (const role of roles) {
    const settings = [
      `password '${rolePassword(ownerUrl, role)}'`,
      "set timezone to 'UTC'",
      "set statement_timeout to '10s'",
      "set lock_timeout to '3s'",
      "set idle_in_transaction_session_timeout to '10s'",
      // Requests come at every table through an index led by the tenant: a plan made while a table was empty
      // must not read the whole of it ever after, and none is made anew for the values of a call.
      ...(role === 'trenn_app'
        ? ['set enable_seqscan to off', 'set plan_cache_mode to force_generic_plan']
        : []),
    ];
    const marker = createHash('sha256').update(settings.join()).digest('hex');
    const { rows } = await client.query<{ note: string | null }>(
      "select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = $1",
      [role],
    );
    const [known, of] = rows[0]?.note?.split(' ', 2) ?? [];
    const owner = encodeURIComponent(client.user ?? '');
    if (known === marker) continue;
    if (of !== undefined && of !== owner)
      throw new StartError(
        `The role ${role} of this cluster works for another installation, of the owner ${decodeURIComponent(of)}. Give both the same owner, or this one a cluster of its own; if that one is gone, run: comment on role ${role} is null`,
      );
    try {
      // Another database of the cluster may be making the same one.
      await client.query(
        `do $$ begin create role ${role} login; exception when duplicate_object or unique_violation then null; end $$`,
      );
      for (const setting of settings) await client.query(`alter role ${role} ${setting}`);
      await client.query(`comment on role ${role} is ${client.escapeLiteral(`${marker} ${owner}`)}`);
    } catch (error) {
      if (errorCode(error) !== '42501') throw error;
      throw new StartError(
        `The owner in DATABASE_URL may not make the role ${role}; run as a superuser: alter role ${client.user} createrole`,
      );
    }
  }
}

/**
 * The row policies bind an owner who is no superuser as everybody: files that change rows would change none, and say nothing.
 * As one of the system's role it sees what that one sees.
 */
async function letOwnerSeeRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sees: boolean }>(
    "select pg_has_role(current_user, 'trenn_system', 'usage') as sees",
  );
  if (!rows[0]?.sees) await client.query('grant trenn_system to current_user');
}

/** The job queue keeps its own schema; the system role owns it and nothing else. */
async function prepareQueue(client: pg.Client, ownerUrl: string): Promise<void> {
  // By the catalogue: an owner who is no superuser may not look into the schema of another role.
  const { rows } = await client.query<{ isThere: boolean }>(
    `select exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'graphile_worker' and relname = 'migrations') as "isThere"`,
  );
  if (rows[0]?.isThere) return;
  await client.query(
    `do $$ begin execute format('grant create on database %I to trenn_system', current_database()); end $$`,
  );
  await runMigrations({ connectionString: roleUrl(ownerUrl, 'trenn_system') });
}
