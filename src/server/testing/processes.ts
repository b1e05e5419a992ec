import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Db, roleUrl } from '#server/kernel/db.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';

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
  readonly postgres: EmbeddedPostgres;
  readonly system: Db;
  /** The server as it is started; there once it listens. */
  startServer(dataDir?: string, settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** The process that PostgreSQL's others belong to. */
  postmaster(): number;
}

/** For a file of tests: made before them, ended after them with whatever still runs. Empty of centres. */
export function withProcesses(): Processes {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-processes-'));
  const running = new Set<ChildProcess>();
  let postgres: EmbeddedPostgres | undefined;
  let system: Db | undefined;
  const made = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('asked for before the tests');
    return thing;
  };
  beforeAll(async () => {
    const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
    postgres = await startEmbeddedPostgres({ dataDir: folder, log });
    await migrate(postgres.adminUrl);
    const url = roleUrl(postgres.adminUrl, 'trenn_system');
    system = new Db({ url, poolSize: 4, isNamed: true, onError: () => {} });
  }, 60_000);
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await system?.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  return {
    folder,
    get postgres() {
      return made(postgres);
    },
    get system() {
      return made(system);
    },
    startServer: async (dataDir = folder, settings = {}) => {
      const child = spawn(process.execPath, [main], {
        env: {
          ...process.env,
          ...{ NODE_ENV: 'production', TRENN_ENV: 'staging', PORT: '0', LOG_LEVEL: 'fatal' },
          ...{ DATA_DIR: dataDir, DATABASE_URL: made(postgres).adminUrl },
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
