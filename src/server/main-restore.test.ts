import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { login, refresh } from '#shared/account/contract.ts';
import { loadDemo } from './demo/commands.ts';
import { systemClock } from './kernel/clock.ts';
import { EventBus } from './kernel/events.ts';
import { startEmbeddedPostgres } from './kernel/postgres/postgres.ts';
import { readSecret } from './kernel/secrets.ts';
import { Tokens } from './kernel/tokens.ts';
import { builtInTenants } from './tenants/built-in.ts';
import { call } from './testing/call.ts';
import { withOwner } from './testing/owner.ts';
import { withProcesses } from './testing/processes.ts';
import { sampleDevice } from './testing/samples.ts';
import { isLong } from './testing/turns.ts';

// The commands as an operator gives them.
const processes = withProcesses();
const host = 'pohjala-sport.ee';
const passphrase = 'a passphrase of tests';

async function run(script: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const file = new URL(`../../scripts/${script}`, import.meta.url).pathname;
  const env = { ...process.env, DATABASE_URL: '', DATABASE_DIRECT_URL: '', ...settings };
  return (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout;
}

/** How many rows each table has, and what follows from all that stands in them. */
async function tables(url: string): Promise<Map<string, string>> {
  return withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname in ('public', 'graphile_worker') and relkind = 'r'
         and relname not in ('migrations', 'job_workers', '_private_known_crontabs', '_private_jobs', '_private_tasks', '_private_job_queues')
       union all select 'graphile_worker.jobs' order by 1`,
    );
    const found = new Map<string, string>();
    for (const { name } of rows) {
      const text = name.endsWith('.jobs')
        ? "to_jsonb(t) - '{id,created_at,updated_at,locked_at,locked_by,revision}'::text[]"
        : 't';
      const { rows: sums } = await owner.query<{ sum: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5((${text})::text), '' order by md5((${text})::text))), '') as sum from ${name} t`,
      );
      found.set(name, sums[0]?.sum ?? '');
    }
    return found;
  });
}

test('the demo is backed up, restored into an empty place to the last row, and served there to who is signed in', {
  timeout: 600_000,
}, async () => {
  const { folder, databaseUrl, system, startServer } = processes;
  const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const tokens = new Tokens(readSecret(folder, 'session'), systemClock, new EventBus());
  const scale = { tenants: isLong ? builtInTenants.length : 3, registrations: 0 };
  await loadDemo(system, { now: systemClock.now(), tokens, scale });
  const server = await startServer();
  const credentials = { username: 'member@demo.test', password: 'Demo1234', keep: true };
  const signIn = (port: number) =>
    call(port, login, { body: { userCredentials: credentials, deviceParameters: sampleDevice } }, { host });
  const { cookies } = await signIn(server.port);
  const backups = join(folder, 'backups');
  // While it is served, too; what is compared is the one that was made while nobody wrote.
  const said = await run('backup.ts', ['--to', backups], settings);
  expect(said).toMatch(/\nThe secrets \(push, session\) are left out: give BACKUP_PASSPHRASE/);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  const told = await run('backup.ts', ['--to', backups], { ...settings, BACKUP_PASSPHRASE: passphrase });
  const from = /\nBackup: (.*)\n/.exec(told)?.[1] ?? '';
  expect(readdirSync(backups).map((name) => join(backups, name))).toContain(from);
  expect(told).toMatch(
    /^\d{5,} rows of \d\d+ tables and \d+ jobs after \d{6}_[\w-]+\.sql: [\d.]+ MB in [\d.]+ s\.\n/,
  );
  const was = await tables(databaseUrl);

  const place = { DATA_DIR: join(folder, 'new'), BACKUP_PASSPHRASE: passphrase };
  expect(await run('restore.ts', ['--from', from, '--check'], {})).toMatch(/^Whole: \d{5,} rows/);
  expect(await run('restore.ts', ['--from', from], place)).toMatch(
    /^Restored in [\d.]+ s, every count and sum/,
  );
  await expect(run('restore.ts', ['--from', from], place)).rejects.toThrow('The database is not empty');

  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  const restored = await startEmbeddedPostgres({ dataDir: place.DATA_DIR, log });
  try {
    const is = await tables(restored.adminUrl);
    expect([...is.keys()]).toEqual([...was.keys()]);
    expect(is.size).toBeGreaterThan(80);
    for (const [name, sum] of was) expect([name, is.get(name)]).toEqual([name, sum]);

    const again = await startServer(place.DATA_DIR, { DATABASE_URL: '' });
    const headers = { cookie: `trenn_refresh=${cookies.trenn_refresh}` };
    expect((await call(again.port, refresh, { body: sampleDevice }, { host, headers })).status).toBe(200);
    expect((await signIn(again.port)).status).toBe(200);
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
  } finally {
    await restored.stop();
  }
});
