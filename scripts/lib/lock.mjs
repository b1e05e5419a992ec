import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './place.mjs';

const UNFINISHED_MS = 5_000;

/**
 * Runs `work` while no other start of this copy does the same: two commands given at once would otherwise
 * install into the same folder. A lock left by a dead process is ignored.
 */
export async function alone(name, work) {
  const file = join(root, '.cache', `${name}.lock`);
  mkdirSync(dirname(file), { recursive: true });
  for (let turn = 0; !take(file); turn += 1) {
    if (turn === 0) console.log('Waiting for another command that is preparing this copy of Trenn…');
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isHeld(file)) rmSync(file, { force: true });
  return false;
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // Empty for the moment between making and writing; our own id was left by an earlier process.
    if (pid === 0) return Date.now() - statSync(file).mtimeMs < UNFINISHED_MS;
    if (pid === process.pid) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
