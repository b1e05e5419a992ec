import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { errorCode } from '../env.ts';

/** A lock file without readable content is being written right now, unless it is older than this. */
const UNFINISHED_MS = 5_000;

/**
 * What tells this life of a process id from the next one, or null when nothing lives there.
 * Containers hand out the same small ids at every start, so the id alone proves nothing; Linux also knows
 * the moment a process began. A zombie counts as gone: it can hold no file and answer no signal.
 */
export function lifeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return fields[19] ?? 'alive';
  } catch {
    try {
      process.kill(pid, 0);
      return 'alive';
    } catch (error) {
      return errorCode(error) === 'EPERM' ? 'alive' : null;
    }
  }
}

const signature = () => `${process.pid} ${lifeOf(process.pid) ?? ''}`;

function isLiving(text: string): boolean {
  const [pid, life] = text.trim().split(' ');
  return Number(pid) > 0 && lifeOf(Number(pid)) === life;
}

/**
 * Runs `work` while no other process holds the same lock file. A lock left by a dead process is taken over.
 * @throws Error when a living process keeps the lock for longer than `patienceMs`.
 */
export async function withLock<T>(file: string, work: () => Promise<T>, patienceMs = 120_000): Promise<T> {
  const deadline = performance.now() + patienceMs;
  while (!tryLock(file)) {
    if (performance.now() > deadline) throw new Error(`The lock ${file} is held for too long.`);
    await sleep(25);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, signature(), { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  try {
    const holder = readFileSync(file, 'utf8');
    const unfinished =
      holder === '' && systemClock.epochMilliseconds() - statSync(file).mtimeMs < UNFINISHED_MS;
    if (!unfinished && !isLiving(holder)) discard(file, holder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return false;
}

/** Removes a dead process's lock, but not one that somebody else has put in its place meanwhile. */
function discard(file: string, expected: string): void {
  const aside = `${file}.${process.pid}`;
  renameSync(file, aside);
  if (readFileSync(aside, 'utf8') !== expected) linkSync(aside, file);
  rmSync(aside, { force: true });
}

/** Who uses a shared thing: one file per user, named by nobody but us; entries of dead processes are ignored. */
export type Register = {
  enter(): void;
  leave(): void;
  /** Living users besides this one. */
  others(): number;
};

/** A register kept in `folder`, which is made when missing. */
export function openRegister(folder: string, ticket: string): Register {
  const own = `${process.pid}-${ticket}`;
  return {
    enter() {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      writeFileSync(join(folder, own), signature());
    },
    leave() {
      rmSync(join(folder, own), { force: true });
    },
    others() {
      return livingUsers(folder).filter((name) => name !== own).length;
    },
  };
}

/** Names of the living users entered in a register's folder; entries of dead ones are removed. */
export function livingUsers(folder: string): string[] {
  return listNames(folder).filter((name) => {
    const file = join(folder, name);
    try {
      if (isLiving(readFileSync(file, 'utf8'))) return true;
      rmSync(file, { force: true });
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
    return false;
  });
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
