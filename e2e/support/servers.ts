import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import pg from 'pg';
import type { TestPlace } from './place.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const patienceMs = 60_000;

/** Starts the real server once for each worker: a free port and a copy of the loaded database, shared with nobody. */
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  const { TRENN_GROUND_DATABASE: template, TRENN_GROUND_DATA: dataDir } = process.env;
  if (!template || !dataDir) throw new Error('The journeys need their ground: run them by npm run e2e.');
  const servers: ChildProcess[] = [];
  // A run that is broken off takes them along.
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', () => {
    for (const server of servers) server.kill('SIGTERM');
  });
  const stop = async () => {
    await Promise.all(servers.map(end));
  };
  try {
    const databases = await cloneFor(template, workers);
    const places = await Promise.all(
      databases.map(async (databaseUrl): Promise<TestPlace> => {
        const server = start(databaseUrl, dataDir);
        servers.push(server);
        return { port: await readPort(server), databaseUrl, dataDir };
      }),
    );
    process.env.TRENN_JOURNEY_PLACES = JSON.stringify(places);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** So many copies of the template; their addresses, as its owner. */
async function cloneFor(template: string, workers: number): Promise<string[]> {
  const [admin, source] = [new URL(template), new URL(template).pathname.slice(1)];
  admin.pathname = '/postgres';
  const owner = new pg.Client({ connectionString: admin.href });
  await owner.connect();
  try {
    const urls: string[] = [];
    for (let index = 0; index < workers; index += 1) {
      const name = `journeys_${process.pid}_${index}`;
      await owner.query(`create database ${name} template ${source} strategy file_copy`);
      const url = new URL(template);
      url.pathname = `/${name}`;
      urls.push(url.href);
    }
    return urls;
  } finally {
    await owner.end();
  }
}

function start(databaseUrl: string, dataDir: string): ChildProcess {
  const { DATABASE_DIRECT_URL: _, TLS_CERT: __, TLS_KEY: ___, ...environment } = process.env;
  return spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    cwd: root,
    env: {
      ...environment,
      NODE_ENV: 'production',
      TRENN_ENV: 'development',
      TZ: 'Pacific/Chatham',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

/** The port the server says it listens on. Throws with its last words when it ends instead. */
function readPort(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`The server ${reason}:\n${said.slice(-4000)}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), patienceMs);
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const port = /listens on port (\d+)/.exec(said)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', (chunk: Buffer) => {
      hear(chunk);
      process.stderr.write(chunk);
    });
    server.once('error', (error) => fail(`could not be started (${error.message})`));
    server.once('exit', (code) => fail(`ended with ${code}`));
  });
}
