// npm run release: one archive with all that a server needs to run, and nothing it does not: no build, no packages to work with.
// It is tried before it is handed out.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readLock } from './lib/packages.ts';
import { root, run } from './lib/run.ts';
import { isNeeded, programs, shippedFiles, shippedPackages } from './lib/shipped.ts';

/** What is unpacked may take, in bytes. */
const most = 250e6;

const command = `#!/bin/sh
# trenn start | ${programs.join(' | ')}, as npm run does in a working copy.
set -eu
here=$(dirname "$(readlink -f "$0")")/..
name=\${1:-start}
[ $# -gt 0 ] && shift
export NODE_ENV=production
case "$name" in
  start) exec "$here/node_modules/node/bin/node" --max-semi-space-size=8 "$here/src/server/main.ts" ;;
  ${programs.join(' | ')}) exec "$here/node_modules/node/bin/node" "$here/scripts/$name.ts" "$@" ;;
  *) echo "trenn start | ${programs.join(' | ')}" >&2; exit 1 ;;
esac
`;

async function main(): Promise<void> {
  const lock = readLock();
  const name = `trenn-${lock.version}-${process.platform}-${process.arch}`;
  const folder = join(root, 'release', name);
  rmSync(folder, { recursive: true, force: true });
  const files = shippedFiles();
  for (const file of files) copy(join(root, file), join(folder, file));
  const { packages, imported } = shippedPackages(lock, files);
  for (const { path } of packages)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) =>
        !source.slice(join(root, path).length).startsWith('/node_modules') &&
        isNeeded(source.slice(root.length + 1)),
    });
  // As distributions do: what only a debugger reads is a quarter of it.
  const stripped = await run('strip', ['--strip-unneeded', join(folder, 'node_modules/node/bin/node')]);
  if (stripped.code !== 0) throw new Error(`${stripped.output.trim()} (binutils has strip)`);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/trenn'), command);
  chmodSync(join(folder, 'bin/trenn'), 0o755);
  const bytes = sizeOf(folder);
  if (bytes > most) throw new Error(`${folder} takes ${bytes} bytes, more than ${most}`);
  await tryIt(folder, imported);
  const archive = `${folder}.tar.gz`;
  // The same content gives the same archive, whoever makes it and when.
  const made = await run('tar', [
    ...['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'],
    ...['-czf', archive, '-C', dirname(folder), name],
  ]);
  if (made.code !== 0) throw new Error(made.output);
  const megabytes = (of: number) => (of / 1e6).toFixed(0);
  console.log(
    `${archive}: ${packages.length} packages, ${megabytes(statSync(archive).size)} MB, unpacked ${megabytes(bytes)} MB`,
  );
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Starts it in an empty place, outside of the working copy, as production does. */
async function tryIt(folder: string, names: readonly string[]): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'trenn-release-'));
  const copied = join(place, 'trenn');
  cpSync(folder, copied, { recursive: true, verbatimSymlinks: true });
  const env = {
    PATH: '/usr/bin:/bin',
    DATA_DIR: join(place, 'data'),
    TRENN_ENV: 'production',
    TRUST_PROXY: '1',
    PORT: '0',
  };
  try {
    const program = `for (const name of ${JSON.stringify(names)}) await import(name);`;
    writeFileSync(join(copied, 'all.mjs'), program);
    const loaded = await run(join(copied, 'node_modules/node/bin/node'), [join(copied, 'all.mjs')]);
    if (loaded.code !== 0) throw new Error(loaded.output);
    const child = spawn(join(copied, 'bin/trenn'), ['start'], {
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<never>((_, reject) => {
      child.once('exit', (code) => reject(new Error(`the release ended with ${code}`)));
    });
    const port = new Promise<string>((resolve) => {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /listens on port (\d+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
    });
    const { status } = await fetch(`http://127.0.0.1:${await Promise.race([port, ended])}/readyz`);
    ended.catch(() => {});
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    if (status !== 200) throw new Error(`the release answers ${status}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

await main();
