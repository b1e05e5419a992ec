import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode, StartError } from '../env.ts';
import { type DatabasePlace, makePrivateFolder, type RunAs } from './postgres-place.ts';
import { lifeOf } from './process-register.ts';

/** Names the socket file only: nothing listens on TCP. */
export const SOCKET_PORT = 5432;
export const OWNER = 'trenn_owner';
const LARGEST_LOG_BYTES = 5_000_000;

/** What PostgreSQL writes about itself into its data folder. */
type PidFile = { readonly pid: number; readonly status: string };

/** A running postmaster. */
export type Postmaster = {
  /** 0 when it could not even be started. */
  readonly pid: number;
  /** Resolves with the way it ended; null for a child of another process. */
  readonly exited: Promise<string> | null;
  /** How long the log was when it started. */
  readonly logFrom: number;
};

/**
 * Creates the data folder. The work happens beside it and is renamed at the end, so a start that is killed
 * in the middle leaves nothing half-made.
 */
export async function createData(place: DatabasePlace, durable: boolean): Promise<void> {
  if (existsSync(place.data)) return;
  const fresh = `${place.data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  makePrivateFolder(fresh, place.runAs);
  const options = ['-D', fresh, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await promisify(execFile)(
      join(place.binaries, 'bin', 'initdb'),
      [...options, ...locale, ...(durable ? [] : ['--no-sync'])],
      spawnOptions(place.runAs),
    );
  } catch (error) {
    throw new StartError(`PostgreSQL could not create its data in ${fresh}: ${lastWords(error)}.`);
  }
  renameSync(fresh, place.data);
}

/** @throws StartError when the data was written by another major version than the binaries have. */
export function requireSameMajor(place: DatabasePlace): void {
  const written = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim();
  const ours = /-(\d+)\./.exec(place.version)?.[1];
  if (written !== ours) {
    throw new StartError(
      `The data in ${place.data} belongs to PostgreSQL ${written}, this version of Trenn brings ${ours ?? 'another'}; move the data over or choose another DATA_DIR.`,
    );
  }
}

/** The living postmaster of this data folder, or null; a pid file that has outlived its server is removed. */
export function findPostmaster(place: DatabasePlace): Postmaster | null {
  const found = readPidFile(place.data);
  if (found && isServerOf(found.pid, place.data)) return { pid: found.pid, exited: null, logFrom: 0 };
  // The id may belong to some other program of the same user by now, and PostgreSQL would not start.
  rmSync(join(place.data, 'postmaster.pid'), { force: true });
  for (const end of ['', '.lock']) {
    rmSync(join(place.socketDir, `.s.PGSQL.${SOCKET_PORT}${end}`), { force: true });
  }
  return null;
}

/**
 * Writes down who is let in, beside the data and not among it, where PostgreSQL's own user could change it; the settings that
 * say so. Nobody needs a password: there is no TCP, the socket lies in a folder of mode 0700, and the system tells PostgreSQL
 * whose process is at its other end. Only our own user's may be; as root, that is not every process of `nobody`.
 */
export function writeAccess(place: DatabasePlace): Record<string, string> {
  const files = { hba_file: join(place.root, 'access.conf'), ident_file: join(place.root, 'names.conf') };
  const names = new Set([userInfo().username, 'root']);
  writeFileSync(files.hba_file, 'local all all peer map=trenn\n', { mode: 0o644 });
  writeFileSync(files.ident_file, [...names].map((name) => `trenn "${name}" all\n`).join(''), {
    mode: 0o644,
  });
  return files;
}

/** Starts PostgreSQL without waiting until it answers. */
export function spawnPostmaster(
  place: DatabasePlace,
  settings: Readonly<Record<string, string>>,
): Postmaster {
  const log = openLog(place);
  const logFrom = statSync(place.logFile).size;
  const all = { ...settings, cluster_name: clusterName(place.data) };
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A session of its own: Ctrl-C in a terminal reaches only those who stop the database in their turn.
    { ...spawnOptions(place.runAs), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  child.unref();
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code ?? '?'}`));
    child.once('error', (error) => resolve(error.message));
  });
  return { pid: child.pid ?? 0, exited, logFrom };
}

/**
 * Waits until the server accepts connections; crash recovery may take its time.
 * @returns false when the server ended instead.
 */
export async function waitReady(place: DatabasePlace, server: Postmaster): Promise<boolean> {
  let gone = server.pid === 0;
  void server.exited?.then(() => {
    gone = true;
  });
  while (!gone && (server.exited !== null || isServerOf(server.pid, place.data))) {
    const file = readPidFile(place.data);
    if (file?.pid === server.pid && file.status === 'ready') return true;
    await sleep(10);
  }
  return false;
}

/** Fast shutdown, then harder. Returns when the process is gone, whoever's child it is. */
export async function stopPostmaster(
  place: DatabasePlace,
  pid: number,
  first: NodeJS.Signals = 'SIGINT',
): Promise<void> {
  for (const [signal, patienceMs] of [
    [first, 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!signalPostmaster(place, pid, signal)) return;
    const deadline = performance.now() + patienceMs;
    while (lifeOf(pid) !== null && performance.now() < deadline) await sleep(10);
  }
}

/** Sends a signal to the postmaster of this place and to nobody else. Returns whether it was there. */
export function signalPostmaster(place: DatabasePlace, pid: number, signal: NodeJS.Signals): boolean {
  if (!isServerOf(pid, place.data)) return false;
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/**
 * After a killed postmaster its sessions may live on for a moment and hold the shared memory; nothing they
 * do can be committed any more, so they are ended. Linux only: elsewhere the start is simply tried again.
 */
export async function endSurvivors(place: DatabasePlace): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const survivors = sessionsOf(place.data);
    if (survivors.length === 0) return;
    // PostgreSQL notices by itself within milliseconds unless a session is busy.
    if (round >= 5) {
      for (const pid of survivors) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It went by itself.
        }
      }
    }
    await sleep(10);
  }
}

/** The last line PostgreSQL wrote about why it did not start, or ''. */
export function lastComplaint(place: DatabasePlace, server: Postmaster): string {
  const written = readFileSync(place.logFile).subarray(server.logFrom).toString().trim().split('\n');
  const line = written.findLast((text) => /FATAL|PANIC|error/i.test(text)) ?? written.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC): +/, '').trim();
}

function spawnOptions(runAs: RunAs): {
  cwd: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
} {
  // The folder we stand in may be closed to PostgreSQL's user, and our own variables are none of its business.
  return { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...runAs };
}

function openLog(place: DatabasePlace): number {
  if (existsSync(place.logFile) && statSync(place.logFile).size > LARGEST_LOG_BYTES) {
    renameSync(place.logFile, `${place.logFile}.1`);
  }
  const log = openSync(place.logFile, 'a', 0o600);
  if (place.runAs) chownSync(place.logFile, place.runAs.uid, place.runAs.gid);
  return log;
}

function readPidFile(data: string): PidFile | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : null;
  } catch {
    return null;
  }
}

/**
 * Whether a living process is the postmaster of exactly this data folder, by its command line: everybody may
 * read that, while links to its program and folder are hidden from root in most containers.
 */
function isServerOf(pid: number, data: string): boolean {
  return lifeOf(pid) !== null && commandOf(pid).includes(`postgres -D ${data} -c `);
}

/** Processes of this cluster besides the postmaster: they carry the cluster's name in their title. */
function sessionsOf(data: string): number[] {
  if (process.platform !== 'linux') return [];
  const title = `postgres: ${clusterName(data)}: `;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).startsWith(title));
}

function clusterName(data: string): string {
  return `trenn-${createHash('sha256').update(data).digest('hex').slice(0, 8)}`;
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function lastWords(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').slice(-1)[0]?.replace(/\.$/, '') ?? 'no reason given';
}
