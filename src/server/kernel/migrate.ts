import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { rolePassword, roles, roleUrl } from './db.ts';
import { errorCode, StartError } from './env.ts';

const folder = new URL('../../../db/migrations/', import.meta.url);
/** Any number; the same for every process that may migrate. */
const migrationLock = 7_361_001;
/** How long another process may take that migrates. */
const longestWait = '60s';

/**
 * Brings the database at `ownerUrl` up to date: roles, numbered SQL files (each in a transaction, once,
 * forward only) and the job queue. Safe when several processes start at once. Returns the files applied.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(`set lock_timeout = '${longestWait}'`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]).catch((error: unknown) => {
      if (errorCode(error) !== '55P03') throw error;
      throw new StartError(
        `Another process has been bringing the database up to date for ${longestWait}; see what it does, end it and start again.`,
      );
    });
    await client.query('reset lock_timeout');
    await createRoles(client, ownerUrl);
    await letOwnerSeeRows(client);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map((row) => row.name));
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    const pending = files.filter((file) => !applied.has(file));
    for (const file of pending) {
      await client.query('begin');
      try {
        await client.query(await readFile(new URL(file, folder), 'utf8'));
        await client.query('insert into migrations (name) values ($1)', [file]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${file} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    await prepareQueue(client, ownerUrl);
    return pending;
  } finally {
    await client.end();
  }
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
