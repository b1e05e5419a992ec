import { createHash, randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../clock.ts';
import { checkDataDir, errorCode, StartError } from '../env.ts';
import { type DatabasePlace, findPlace, temporaryNeighbours } from './postgres-place.ts';
import {
  createData,
  endSurvivors,
  findPostmaster,
  lastComplaint,
  OWNER,
  type Postmaster,
  requireSameMajor,
  SOCKET_PORT,
  signalPostmaster,
  spawnPostmaster,
  stopPostmaster,
  waitReady,
  writeAccess,
} from './postgres-process.ts';
import { lifeOf, livingUsers, openRegister, type Register, withLock } from './process-register.ts';

const DATABASE = 'trenn';
const START_ATTEMPTS = 20;
const WATCH_EVERY_MS = 200;
const PATIENT_MS = 5_000;
const UNFINISHED_MS = 60_000;

/** What the launcher says while it works; a pino logger fits. */
type PostgresLog = {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
};

export type EmbeddedPostgresOptions = {
  /** Absolute; made when missing. */
  readonly dataDir: string;
  readonly log: PostgresLog;
  /** false: for tests; faster, may lose everything, and `stop` removes the files. Default true. */
  readonly durable?: boolean;
  /** Called with one line when the database ended without being asked to; it is being started again. */
  readonly onExit?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** The database `trenn` as its superuser `trenn_owner`, by Unix socket and without a password. */
  readonly adminUrl: string;
  readonly socketDir: string;
  /** Part of the socket's name; no TCP port is open. */
  readonly port: number;
  /** Leaves the database, and stops it unless another living process uses it. May be called twice. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with Trenn, or joins the one that already runs on the same DATA_DIR
 * (another server of the same checkout, or the one a killed process left behind), and keeps it running:
 * when it ends unasked it is started again, and clients only have to connect once more.
 * @throws StartError when it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options;
  checkDataDir(dataDir);
  const lock = join(dataDir, 'postgres.lock');
  const onExit = options.onExit ?? ((line: string) => log.warn(line));

  const { place, register, first } = await withLock(lock, async () => {
    const found = findPlace(dataDir, durable);
    const users = openRegister(found.users, randomBytes(4).toString('hex'));
    users.enter();
    try {
      if (!durable) await sweep(found);
      await createData(found, durable);
      requireSameMajor(found);
      const server = await bringUp(found, users, settingsFor(found, durable), log);
      await ensureDatabase(urlOf(found, 'postgres'), DATABASE);
      return { place: found, register: users, first: server };
    } catch (error) {
      users.leave();
      throw error;
    }
  });

  let server = first;
  const over = new AbortController();
  let leaving: Promise<void> | undefined;
  const watching = watch();

  async function watch(): Promise<void> {
    while (true) {
      const how = await ended(server, over.signal);
      if (over.signal.aborted) return;
      onExit(`PostgreSQL ended without being asked to (${how}); starting it again.`);
      const since = performance.now();
      await revive();
      if (!over.signal.aborted)
        log.info(`PostgreSQL is back after ${Math.round(performance.now() - since)} ms.`);
    }
  }

  async function revive(): Promise<void> {
    for (let attempt = 0; !over.signal.aborted; attempt += 1) {
      try {
        server = await withLock(lock, () => bringUp(place, register, settingsFor(place, durable), log));
        return;
      } catch (error) {
        log.error(`PostgreSQL does not start: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(Math.min(2_000, 50 * 2 ** attempt), undefined, { signal: over.signal }).catch(() => {});
      }
    }
  }

  async function leave(): Promise<void> {
    over.abort();
    await watching;
    process.off('exit', leaveAtOnce);
    await withLock(lock, async () => {
      const isLast = register.others() === 0;
      register.leave();
      if (!isLast) return;
      await stopPostmaster(place, server.pid, durable ? 'SIGINT' : 'SIGQUIT');
      if (!durable) discard(place);
    });
  }

  // For a process that ends without stop(): the database finishes by itself, the next start waits for it.
  function leaveAtOnce(): void {
    register.leave();
    if (register.others() === 0) signalPostmaster(place, server.pid, durable ? 'SIGINT' : 'SIGQUIT');
  }
  process.on('exit', leaveAtOnce);

  return {
    adminUrl: urlOf(place, DATABASE),
    socketDir: place.socketDir,
    port: SOCKET_PORT,
    stop() {
      leaving ??= leave();
      return leaving;
    },
  };
}

/**
 * Creates a database unless it is there.
 * @param adminUrl a connection that may create databases
 */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    try {
      await client.query(`create database ${client.escapeIdentifier(name)}`);
    } catch (error) {
      // Somebody else was a moment faster.
      if (errorCode(error) !== '42P04' && errorCode(error) !== '23505') throw error;
    }
  });
}

/** The same server and user, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

/** Joins a server that answers and fits, or starts one. Called with the lock held. */
async function bringUp(
  place: DatabasePlace,
  register: Register,
  settings: Record<string, string>,
  log: PostgresLog,
): Promise<Postmaster> {
  const running = findPostmaster(place);
  const slow = setTimeout(
    () => log.warn('Waiting for PostgreSQL, which is still starting or stopping.'),
    PATIENT_MS,
  );
  const isReady = running !== null && (await waitReady(place, running));
  clearTimeout(slow);
  if (running && isReady) {
    if ((await fits(place, settings)) || register.others() > 0) return running;
    log.info('The PostgreSQL that is running has other settings; starting it anew.');
    await stopPostmaster(place, running.pid);
  }
  let complaint = '';
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    await endSurvivors(place);
    findPostmaster(place);
    const started = spawnPostmaster(place, settings);
    if (await waitReady(place, started)) return started;
    complaint = lastComplaint(place, started) || (await started.exited) || '';
    // Sessions of a killed server may hold its memory a moment longer; any other complaint is final.
    if (!/still in use|already exists/.test(complaint)) break;
    await sleep(100);
  }
  throw new StartError(`PostgreSQL does not start: ${complaint} (see ${place.logFile}).`);
}

/** Whether the running server is really the one of our data folder, of our version and with our settings. */
async function fits(place: DatabasePlace, settings: Record<string, string>): Promise<boolean> {
  return withClient(urlOf(place, 'postgres'), async (client) => {
    const answer = await client.query<{ folder: string; mark: string | null }>(
      `select current_setting('data_directory') as folder, current_setting('trenn.settings', true) as mark`,
    );
    const row = answer.rows[0];
    if (row?.folder !== place.data) {
      throw new StartError(
        `Another PostgreSQL (${row?.folder ?? '?'}) answers in ${place.socketDir}; stop it.`,
      );
    }
    return row.mark === settings['trenn.settings'];
  });
}

function settingsFor(place: DatabasePlace, durable: boolean): Record<string, string> {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${place.socketDir}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    // Test runs have a server and its pool for each processor.
    max_connections: durable ? '100' : '400',
    shared_buffers: '256MB',
    wal_buffers: '16MB',
    max_wal_size: '1GB',
    jit: 'off',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // What fails in a statement is told to whoever asked, and may repeat what somebody typed.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...writeAccess(place),
  };
  const text = JSON.stringify([place.version, settings]);
  // Lets the next start tell whether a server it finds running was started by the same version of Trenn.
  return { ...settings, 'trenn.settings': createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

/** Resolves with how the server ended, or with '' when `over` fires. */
async function ended(server: Postmaster, over: AbortSignal): Promise<string> {
  const { exited } = server;
  // An abort that has been is told to nobody who listens only now.
  if (over.aborted) return '';
  if (exited) {
    return new Promise((resolve) => {
      void exited.then(resolve);
      over.addEventListener('abort', () => resolve(''), { once: true });
    });
  }
  // Another process's child: nobody tells us, so we look.
  while (!over.aborted && lifeOf(server.pid) !== null) {
    await sleep(WATCH_EVERY_MS, undefined, { ref: false, signal: over }).catch(() => {});
  }
  return over.aborted ? '' : 'it is gone';
}

/** Removes temporary clusters whose users were all killed before they could stop them. */
async function sweep(place: DatabasePlace): Promise<void> {
  for (const root of temporaryNeighbours(place.root)) {
    // Its own user, or another one who sweeps, may have removed it meanwhile.
    const found = statSync(root, { throwIfNoEntry: false });
    // One that is just being made has no users yet.
    if (!found || systemClock.epochMilliseconds() - found.mtimeMs < UNFINISHED_MS) continue;
    if (livingUsers(join(root, 'users')).length > 0) continue;
    const left: DatabasePlace = {
      ...place,
      root,
      data: join(root, 'data'),
      socketDir: join(root, 'socket'),
      where: null,
    };
    const server = findPostmaster(left);
    if (server) await stopPostmaster(left, server.pid, 'SIGQUIT');
    discard(left);
  }
}

function discard(place: DatabasePlace): void {
  rmSync(place.root, { recursive: true, force: true });
  if (dirname(place.socketDir) !== place.root) rmSync(place.socketDir, { recursive: true, force: true });
  if (place.where) rmSync(place.where, { force: true });
}

/** A URL that every reader of connection strings takes apart alike: the folder is the `host` parameter. */
/** Whoever reaches its socket is let in; the password is what those of the other roles follow from. */
function urlOf(place: DatabasePlace, database: string): string {
  return `postgres://${OWNER}:socket@localhost/${database}?host=${encodeURIComponent(place.socketDir)}&port=${SOCKET_PORT}`;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
