import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres, withDatabase } from './postgres.ts';

const silent = { info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), 'trenn-postgres-'));
const running: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(onExit?: (line: string) => void): Promise<EmbeddedPostgres> {
  const options = { dataDir: folder, log: silent, durable: false };
  const one = await startEmbeddedPostgres(onExit ? { ...options, onExit } : options);
  running.push(one);
  return one;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

function pidOf(one: EmbeddedPostgres): number {
  const file = join(dirname(one.socketDir), 'data', 'postmaster.pid');
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}

test('two users share one database; the last to leave stops it and takes its files along', async () => {
  const first = await start();
  const second = await start();
  expect(second.adminUrl).toBe(first.adminUrl);
  await first.stop();
  await ensureDatabase(second.adminUrl, 'one "more"');
  await ensureDatabase(second.adminUrl, 'one "more"');
  expect(await ask(withDatabase(second.adminUrl, 'one "more"'), 'select current_database()')).toBe(
    'one "more"',
  );
  expect(await ask(second.adminUrl, "select current_setting('TimeZone')")).toBe('UTC');
  await second.stop();
  expect(existsSync(second.socketDir)).toBe(false);
});

/** Whether a process of this user is let in: what the database answers first when it is asked for a session. */
async function isLetIn(one: EmbeddedPostgres, user: string): Promise<boolean> {
  const asked = Buffer.from('user\0trenn_owner\0database\0trenn\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(asked.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  // Whose process it is follows from who it is at the moment it connects.
  process.seteuid?.(user);
  const socket = connect(join(one.socketDir, `.s.PGSQL.${one.port}`));
  process.seteuid?.('root');
  socket.write(Buffer.concat([head, asked]));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1', 0, 1) === 'R' && answer.readInt32BE(5) === 0;
}

test.runIf(process.geteuid?.() === 0)('run by root, it lets in root and nobody else', async () => {
  const one = await start();
  expect([await isLetIn(one, 'root'), await isLetIn(one, 'nobody')]).toEqual([true, false]);
});

test('nothing of what fails stands in its log', async () => {
  const one = await start();
  const secrets = ['Pärn', '60001019906', '55551234'];
  const client = new pg.Client({ connectionString: one.adminUrl });
  await client.connect();
  await client.query("create table people (name text check (name = ''), code integer)");
  await expect(client.query('insert into people values ($1, 1)', [secrets[0]])).rejects.toThrow();
  await expect(client.query("select '60001019906'::uuid")).rejects.toThrow();
  await expect(client.query('select $1::date', [secrets[2]])).rejects.toThrow();
  await client.end();
  const log = readFileSync(join(dirname(one.socketDir), 'postgres.log'), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

test('leaving while a database that died is brought back does not wait for it to die once more', async () => {
  let isNoticed: (line: string) => void = () => {};
  const noticed = new Promise<string>((resolve) => {
    isNoticed = resolve;
  });
  const one = await start((line) => isNoticed(line));
  process.kill(pidOf(one), 'SIGKILL');
  await noticed;
  await one.stop();
  expect(existsSync(one.socketDir)).toBe(false);
});

test('a database that dies is back within two seconds', async () => {
  const lines: string[] = [];
  const one = await start((line) => lines.push(line));
  process.kill(pidOf(one), 'SIGKILL');
  const since = performance.now();
  let answer: unknown;
  while (answer === undefined && performance.now() - since < 10_000) {
    await sleep(20);
    // The dying sessions may still accept: what counts is an answer after the notice.
    if (lines.length > 0) answer = await ask(one.adminUrl, 'select 1').catch(() => undefined);
  }
  expect(answer).toBe(1);
  expect(performance.now() - since).toBeLessThan(2_000);
  expect(lines).toEqual(['PostgreSQL ended without being asked to (signal SIGKILL); starting it again.']);
});
