import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { injectManifest } from 'workbox-build';
import { endpoints } from '#shared/endpoints.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { readLock } from './lib/packages.ts';
import { partsList } from './lib/parts-list.ts';
import { textFiles } from './lib/text-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'dist/client');
const partsFile = 'parts.cdx.json';
const workerParts = join(root, 'dist/worker');

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Builds the web: pages for browser and server, the service worker, and compressed copies of what is fetched. */
export async function buildWeb(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const { build, createBuilder, createLogger } = await import('vite');
  const customLogger = createLogger('warn');
  const { warnOnce } = customLogger;
  // Pictures of a centre are drawn by the server: no file of theirs is missing.
  customLogger.warnOnce = (text, options) => {
    if (!text.trimStart().startsWith('/brand/')) warnOnce(text, options);
  };
  const configFile = join(root, 'vite.config.ts');
  const builder = await createBuilder({ root, configFile, logLevel: 'warn', customLogger });
  await builder.buildApp();

  const version = await versionOf(join(root, 'dist'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: {
      'process.env.NODE_ENV': '"production"',
      __BUILD_VERSION__: JSON.stringify(version),
      __STORABLE_ANSWERS__: JSON.stringify(storableAnswers()),
    },
    build: {
      outDir: workerParts,
      copyPublicDir: false,
      lib: {
        entry: join(root, 'src/web/service-worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  });
  // The worker is written after the pages: it lists their files.
  const { count, size } = await injectManifest({
    swSrc: join(workerParts, 'sw.js'),
    swDest: join(client, 'sw.js'),
    globDirectory: client,
    globPatterns: await frameFiles(),
    dontCacheBustURLsMatching: /assets\//,
    modifyURLPrefix: { 'assets/': '/assets/' },
  });
  await rm(workerParts, { recursive: true });
  await writeFile(join(root, 'dist/build.json'), JSON.stringify({ version }));
  await writeFile(join(root, 'dist', partsFile), `${JSON.stringify(partsList(readLock()), null, 1)}\n`);
  // Last, so that no copy is older than its file.
  await compressAll(join(client, 'assets'));
  console.log(
    `built ${version}; the worker fetches ${count} files, ${Math.round(size / 1024)} kB, beforehand`,
  );
}

/** Patterns of the paths whose answers a device may keep. Numbers alone stand for parameters: beside them are streams. */
function storableAnswers(): string[] {
  return endpoints
    .filter(({ isStorable }) => isStorable)
    .map(({ path }) => `^${(apiBase + path).replaceAll('.', '\\.').replaceAll(/:\w+/g, '\\d+')}$`);
}

/** Names the build by the content of all it made. */
async function versionOf(directory: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await filesIn(directory)).sort()) {
    if (file.includes('/client/sw.js') || file.endsWith('build.json') || file.endsWith(partsFile)) continue;
    hash.update(relative(directory, file)).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Apart from the entry, and around every screen of a member. */
const memberParts = 'src/web/app/shell/member-parts.ts';

/** What opens without a network on any device, whether it was opened before or not: home, timetable, own trainings and code. */
const openOffline = [
  'src/web/routes/index.tsx',
  'src/web/routes/calendar/day.tsx',
  'src/web/routes/workouts.tsx',
  'src/web/routes/entry.tsx',
];

/** What opens without a network: those screens, what they draw with, and the texts that they ask for. */
async function fetchedBefore(): Promise<(name: string) => boolean> {
  const parts = await readFile(join(root, 'i18n/en/parts.ts'), 'utf8');
  const routes = await Promise.all(openOffline.map((route) => readFile(join(root, route), 'utf8')));
  const texts = new Set(['parts.ts', ...routes.flatMap((route) => textFiles(route, parts))]);
  const others = new Set([
    memberParts,
    'src/web/ui/qr-drawing.tsx',
    'src/web/registrations/home/components/live-code.tsx',
    ...openOffline.map((route) => `${route}?tsr-split=component---loader`),
  ]);
  return (name) => others.has(name) || (/^i18n\/\w+\//.test(name) && texts.has(basename(name)));
}

/** What every page needs, and what opens without a network, with all they import and their style sheets. */
async function frameFiles(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const name of chunk.imports ?? []) visit(manifest[name]);
  };
  const isFetchedBefore = await fetchedBefore();
  for (const [name, chunk] of Object.entries(manifest))
    if (chunk.isEntry || isFetchedBefore(name)) visit(chunk);
  return [...files];
}

async function compressAll(directory: string): Promise<void> {
  const files = (await filesIn(directory)).filter((file) => /\.(js|css|svg|json)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const plain = await readFile(file);
      if (plain.length < 512) return;
      const quality = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      };
      await Promise.all([
        promisify(brotliCompress)(plain, { params: quality }).then((bytes) => writeFile(`${file}.br`, bytes)),
        promisify(gzip)(plain, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
      ]);
    }),
  );
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWeb();
