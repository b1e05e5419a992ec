import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { environment, nodeBinary, root, Stop, since } from './place.mjs';
import { handOver, runQuietly } from './run.mjs';

const inputs = [
  'src/web',
  'src/shared',
  'i18n',
  'public',
  'vite.config.ts',
  'package-lock.json',
  'package.json',
  'scripts/build.ts',
  'scripts/lib/packages.ts',
  'scripts/lib/parts-list.ts',
];
const script = join(root, 'scripts', 'build.ts');
const stampFile = join(root, 'dist', '.trenn-build');
const production = { NODE_ENV: 'production' };

/** Builds dist/ if any source of it has changed. */
export async function ensureWeb() {
  if (isFresh()) return;
  await alone('build', async () => {
    if (isFresh()) return;
    console.log('Building…');
    const start = performance.now();
    const stamp = stampOf();
    const { code, output } = await runQuietly(nodeBinary, [script], { env: environment(production) });
    if (code !== 0) throw new Stop(`The screens could not be built:\n${output}`);
    writeStamp(stamp);
    console.log(`Built in ${since(start)}.`);
  });
}

/** Builds dist/ in any case and shows what the build says. Resolves with its exit code. */
export function buildWeb(args) {
  return alone('build', async () => {
    const stamp = stampOf();
    const code = await handOver(nodeBinary, [script, ...args], production);
    if (code === 0) writeStamp(stamp);
    return code;
  });
}

function isFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf();
}

function writeStamp(stamp) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Sizes and times of all sources, read before the build: an edit during it makes the next start build again. */
function stampOf() {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, input);
  return hash.digest('hex');
}

function addTo(hash, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addTo(hash, `${path}/${name}`);
  } else if (!/\.(test|gen)\.tsx?$|(^|\/)tsconfig\.json$/.test(path)) {
    hash.update(`${path} ${found.size} ${Math.round(found.mtimeMs)}\n`);
  }
}
