import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { rolePassword, roles, roleUrl } from './db.ts';

const folder = new URL('../../../db/migrations/', import.meta.url);
/** Any number; the same for every process that may migrate. */
const migrationLock = 7_361_001;

/**
 * Brings the database at `ownerUrl` up to date: roles, numbered SQL files (each in a transaction, once,
 * forward only) and the job queue. Safe when several processes start at once. Returns the files applied.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await createRoles(client, ownerUrl);
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

async function createRoles(client: pg.Client, ownerUrl: string): Promise<void> {
  for (const role of roles) {
    // Roles belong to the whole cluster: another database of it may be creating the same one.
    await client.query(
      `do $$ begin create role ${role} login; exception when duplicate_object or unique_violation then null; end $$`,
    );
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
    const { rows } = await client.query<{ marker: string | null }>(
      "select shobj_description(oid, 'pg_authid') as marker from pg_roles where rolname = $1",
      [role],
    );
    if (rows[0]?.marker === marker) continue;
    for (const setting of settings) await client.query(`alter role ${role} ${setting}`);
    await client.query(`comment on role ${role} is '${marker}'`);
  }
}

/** The job queue keeps its own schema; the system role owns it and nothing else. */
async function prepareQueue(client: pg.Client, ownerUrl: string): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  );
  if (rows[0]?.isThere) return;
  await client.query(
    `do $$ begin execute format('grant create on database %I to trenn_system', current_database()); end $$`,
  );
  await runMigrations({ connectionString: roleUrl(ownerUrl, 'trenn_system') });
}
