import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
