import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { Db, roleUrl } from '#server/kernel/db.ts';
import { migrate } from '#server/kernel/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  withDatabase,
} from '#server/kernel/postgres/postgres.ts';
import { withOwner } from './owner.ts';

const main = new URL('../main.ts', import.meta.url).pathname;

/** A process of the server, and the port it listens on. */
interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Real processes on a database that keeps its promises, to be killed as a machine kills them. */
export interface Processes {
  /** Where the secrets are. */
  readonly folder: string;
  /** The file's own database, as its owner. */
  readonly databaseUrl: string;
  readonly system: Db;
  /** The server as it is started; there once it listens. */
  startServer(dataDir?: string, settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** The process that PostgreSQL's others belong to. */
  postmaster(): number;
}

/** One that PostgreSQL's user may pass through, so that a cluster's files are in it and go with it, whoever we are. */
function makeFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o711);
  return folder;
}

/** A cluster that a worker's files share, one after the other, with a migrated database to clone. */
interface Cluster {
  readonly postgres: EmbeddedPostgres;
  readonly template: string;
}

let cluster: Promise<Cluster> | undefined;

async function startCluster(): Promise<Cluster> {
  const folder = makeFolder(join(inject('folder'), 'cluster-'));
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  // A worker that is told to end, or that nobody talks to any more: its database ends with it.
  for (const end of ['SIGTERM', 'disconnect']) process.once(end, () => process.exit());
  await migrate(postgres.adminUrl);
  return { postgres, template: new URL(postgres.adminUrl).pathname.slice(1) };
}

/** For a file of tests: made before them, ended after them with whatever still runs. Empty of centres. */
export function withProcesses(): Processes {
  const folder = makeFolder(join(tmpdir(), 'trenn-processes-'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const running = new Set<ChildProcess>();
  let postgres: EmbeddedPostgres | undefined;
  let system: Db | undefined;
  const made = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('asked for before the tests');
    return thing;
  };
  const databaseUrl = () => withDatabase(made(postgres).adminUrl, name);
  const asOwner = (statement: string) =>
    withOwner(withDatabase(made(postgres).adminUrl, 'postgres'), (owner) => owner.query(statement));
  beforeAll(async () => {
    cluster ??= startCluster();
    const { template, ...started } = await cluster;
    postgres = started.postgres;
    await asOwner(`create database ${name} template ${template}`);
    const url = roleUrl(databaseUrl(), 'trenn_system');
    system = new Db({ url, poolSize: 4, isNamed: true, onError: () => {} });
  }, 60_000);
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await system?.close();
    if (postgres) await asOwner(`drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  return {
    folder,
    get databaseUrl() {
      return databaseUrl();
    },
    get system() {
      return made(system);
    },
    startServer: async (dataDir = folder, settings = {}) => {
      const child = spawn(process.execPath, [main], {
        env: {
          ...process.env,
          ...{ NODE_ENV: 'production', TRENN_ENV: 'staging', PORT: '0', LOG_LEVEL: 'fatal' },
          ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl() },
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      const port = await new Promise<number>((resolve, reject) => {
        let said = '';
        child.stdout?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          const found = /listens on port (\d+)/.exec(said)?.[1];
          if (found) resolve(Number(found));
        });
        child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      });
      return { child, port };
    },
    postmaster: () =>
      Number(
        readFileSync(join(made(postgres).socketDir, '..', 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
      ),
  };
}
