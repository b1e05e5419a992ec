import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Db, roleUrl } from './db.ts';
import { StartError } from './env.ts';
import { migrate, migrationsFolder } from './migrate.ts';
import { checkDatabaseUrl } from './postgres/given.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, withDatabase } from './postgres/postgres.ts';

// A cluster of its own: roles belong to all its databases.
const folder = mkdtempSync(join(tmpdir(), 'trenn-owners-'));
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  postgres = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/** Runs statements one after the other; gives the rows of the last one. */
async function ask(url: string, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** A database with an owner of its own, who is no superuser; its address. */
async function owned(name: string, rights = ''): Promise<string> {
  await ask(
    postgres.adminUrl,
    `create role ${name} login password 'word of ${name}' ${rights}`,
    `create database ${name} owner ${name}`,
  );
  return withDatabase(postgres.adminUrl, name).replace(/\/\/[^@]*@/, `//${name}:word%20of%20${name}@`);
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof StartError ? error.message : `not said kindly: ${error}`),
  );

test('an owner who is no superuser: told what is missing, then starts as often as it likes, alone in the cluster', {
  timeout: 60_000,
}, async () => {
  const url = await owned('small');
  expect(await refusal(migrate(url))).toBe(
    'The owner in DATABASE_URL may not make the role trenn_app; run as a superuser: alter role small createrole',
  );
  await ask(postgres.adminUrl, 'alter role small createrole');
  expect((await migrate(url))[0]).toBe('000001_schema.sql');
  for (const time of ['second', 'third']) expect([time, await migrate(url)]).toEqual([time, []]);
  // The roles work, and see nothing without a centre.
  const db = new Db({ url: roleUrl(url, 'trenn_app'), poolSize: 1, isNamed: true, onError: () => {} });
  expect(await db.run({ text: 'select id from clients', values: [] })).toEqual([[]]);
  await db.close();

  const other = await owned('other', 'createrole');
  const said = 'of this cluster works for another installation, of the owner small';
  expect(await refusal(migrate(other))).toContain(said);
  // Whoever was there first is not harmed.
  const still = new Db({ url: roleUrl(url, 'trenn_app'), poolSize: 1, isNamed: true, onError: () => {} });
  expect(await still.run({ text: 'select 1 as one', values: [] })).toEqual([[{ one: 1 }]]);
  await still.close();
  await expectRowsChanged(url, 'small');
});

/** What a file changes in rows, run by the owner, who is no superuser, is changed in those of every centre. */
async function expectRowsChanged(url: string, name: string): Promise<void> {
  const keep = (tenantId: number) =>
    `insert into audit_trail (tenant_id, at, account_id, request_id, action, input)
      values (${tenantId}, now(), 1, 'x', 'POST /trainer/card/:cardCode', '{}')`;
  const asSystem = withDatabase(postgres.adminUrl, name);
  await ask(asSystem, "set session_replication_role = 'replica'", keep(1), keep(2));
  const folder = mkdtempSync(join(tmpdir(), 'trenn-rows-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  writeFileSync(join(folder, '900001_rows.sql'), "update audit_trail set action = 'changed'");
  expect(await migrate(url, { folder: pathToFileURL(`${folder}/`) })).toEqual(['900001_rows.sql']);
  expect(await ask(url, 'select tenant_id, action from audit_trail order by 1')).toEqual([
    { tenant_id: 1, action: 'changed' },
    { tenant_id: 2, action: 'changed' },
  ]);
  rmSync(folder, { recursive: true });
}

test('a pooler is recognised: another process is named than answers', async () => {
  // As a pooler does, it gives whoever connects a key of its own.
  const relay = createServer((socket) => {
    const server = connect(join(postgres.socketDir, `.s.PGSQL.${postgres.port}`));
    socket.pipe(server);
    server.on('data', (chunk: Buffer) => {
      const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 0x0c]));
      if (at >= 0) chunk.writeUInt32BE(chunk.readUInt32BE(at + 5) + 100_000, at + 5);
      socket.write(chunk);
    });
    server.on('close', () => socket.destroy());
    for (const end of [socket, server]) end.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => relay.once('listening', resolve));
  const owner = new URL(postgres.adminUrl).username;
  const url = `postgres://${owner}:word@127.0.0.1:${(relay.address() as AddressInfo).port}/postgres`;
  expect(await refusal(checkDatabaseUrl(url))).toBe(
    'DATABASE_URL leads through a pooler such as PgBouncer; give the way past it as DATABASE_DIRECT_URL too.',
  );
  expect(await refusal(checkDatabaseUrl(url, 'DATABASE_DIRECT_URL'))).toBe(
    'DATABASE_DIRECT_URL leads through a pooler such as PgBouncer; it must lead to PostgreSQL itself.',
  );
  // With a way past it, it may.
  expect(await refusal(checkDatabaseUrl(url, 'DATABASE_URL', false))).toBe('');
  expect(await refusal(checkDatabaseUrl(postgres.adminUrl))).toBe('');
  relay.close();
});
