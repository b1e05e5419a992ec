import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** An empty database is made and the demo centres are loaded meanwhile. */
const patienceMs = 120_000;

/** Starts the real server once for all journeys: a free port, a database of its own, the demo centres. */
export default async function startServer(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-journeys-'));
  const {
    DATABASE_URL: _,
    DATABASE_DIRECT_URL: __,
    TLS_CERT: ___,
    TLS_KEY: ____,
    ...environment
  } = process.env;
  const server = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    cwd: root,
    env: {
      ...environment,
      NODE_ENV: 'production',
      TRENN_ENV: 'development',
      TZ: 'Pacific/Chatham',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // For journeys that begin at the installation's own commands.
    process.env.TRENN_JOURNEY_DATA = folder;
    process.env.TRENN_JOURNEY_PORT = String(await readPort(server));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
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
