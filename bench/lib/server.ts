import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { whenOver } from './place.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const startPatience = 120_000;

export interface RunningServer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly dataDir: string;
  /** Without one the server starts its embedded database and, in development, loads the demo centres. */
  readonly databaseUrl?: string;
  /** `development` answers to `<host>.localhost`, the others to the host itself. */
  readonly environment: 'development' | 'staging' | 'production';
  /** Further settings, such as outside services that are stood in for. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the real server in a process of its own, on a free port, logging every answer as in production (to
 * nowhere). It trusts one proxy, so that callers can come from as many addresses as there are members: the
 * limit of calls per address stays on.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const child = spawn(process.execPath, [...process.execArgv, 'src/server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      TRENN_ENV: options.environment,
      DATA_DIR: options.dataDir,
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      PORT: '0',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(patience);
  };
  whenOver(stop);
  const port = await readPort(child);
  return { port, pid: child.pid ?? 0, stop };
}

/** Reads the port from the server's first lines, then lets them and the log pass unread. */
async function readPort(child: ChildProcess): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`the server does not start: ${said}`)), startPatience);
    const read = (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      const port = Number(/Trenn listens on port (\d+)/.exec(said)?.[1] ?? 0);
      if (port === 0) return;
      clearTimeout(patience);
      child.stdout?.off('data', read).resume();
      resolve(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
    });
    child.once('exit', (code) => {
      clearTimeout(patience);
      reject(new Error(`the server ended with ${code}: ${said.slice(-2000)}`));
    });
  });
}

/** Memory a process holds now, in bytes. */
export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}

/** Time a process has computed since it began, in seconds: of both its own and the system's work for it. */
export function computedSeconds(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [computed] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    nanoseconds += Number(computed);
  }
  return nanoseconds / 1e9;
}
