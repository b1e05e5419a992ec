import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Environment } from 'vite';
import type { Language } from '#shared/kernel/language.ts';
import type { PageRequest } from '#shared/start-context.ts';
import type { StartParts } from './web-html.ts';

/** The drawing half of the web, as built by Vite. */
interface PageHandler {
  fetch(request: Request, options: { context: PageRequest; inlineCss: boolean }): Promise<Response>;
}

export interface WebBuild {
  /** Changes with each build. */
  readonly version: string;
  handler(): Promise<PageHandler>;
  /** The first texts of one language, and sections that a page's screen brings: fetched together with the entry. */
  textFiles(language: Language, sections?: readonly string[]): readonly string[];
  /** What stands around a member's screens, apart from the entry: whoever comes back needs it at once. */
  readonly memberFiles: readonly string[];
  /** How the scripts of a page in this language, with these further sections of texts, start. */
  startParts(language: Language, sections?: readonly string[]): StartParts;
}

interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

/** Start's name for the server's entry, whatever file it is. */
const serverEntry = 'virtual:tanstack-start-server-entry';
const memberParts = 'src/web/app/shell/member-parts.ts';
const root = new URL('../../../..', import.meta.url);
/** Where the build put what browsers fetch. */
export const clientDirectory = new URL('dist/client/', root);

/** The build on disk. Throws with one clear line when there is none. */
export async function loadBuild(): Promise<WebBuild> {
  const manifest = JSON.parse(await read('dist/client/.vite/manifest.json')) as Manifest;
  const { version } = JSON.parse(await read('dist/build.json')) as { version: string };
  const module = (await import(new URL('dist/server/server-entry.js', root).href)) as {
    default: PageHandler;
  };
  const first = beforeEntry(manifest);
  const sheets = new Map(Object.values(manifest).map(({ file, css = [] }) => [`/${file}`, css]));
  const stylesOf = (scripts: readonly string[]) => [
    ...new Set(scripts.flatMap((script) => (sheets.get(script) ?? []).map((file) => `/${file}`))),
  ];
  const textFiles = (language: Language, sections: readonly string[] = []) =>
    ['parts', ...sections].flatMap((name) => {
      const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const chunk = manifest[`i18n/${language}/${file}.ts`];
      return chunk ? [`/${chunk.file}`] : [];
    });
  const memberFiles = [manifest[memberParts]].flatMap((chunk) => (chunk ? [`/${chunk.file}`] : []));
  return {
    version,
    handler: async () => module.default,
    textFiles,
    memberFiles,
    startParts: (language, sections) => ({
      more: textFiles(language, sections),
      member: memberFiles,
      first,
      stylesOf,
    }),
  };
}

/** What the entry imports, each part after those that it builds on itself. */
function beforeEntry(manifest: Manifest): readonly string[] {
  const ordered = new Set<ManifestChunk>();
  const visit = (chunk: ManifestChunk | undefined, above: readonly ManifestChunk[]) => {
    if (!chunk || ordered.has(chunk) || above.includes(chunk)) return;
    for (const name of chunk.imports ?? []) visit(manifest[name], [...above, chunk]);
    ordered.add(chunk);
  };
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) visit(chunk, []);
  return [...ordered].filter(({ isEntry }) => !isEntry).map(({ file }) => `/${file}`);
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(new URL(path, root), 'utf8');
  } catch {
    throw new Error(`the web is not built: ${path} is missing; run "npm run build"`);
  }
}

/** Vite in the same server: sources are read as they are, changes reach the open page. */
export async function startDevelopment(app: FastifyInstance): Promise<WebBuild> {
  const { createServer, isRunnableDevEnvironment } = await import('vite');
  const { default: middie } = await import('@fastify/middie');
  const vite = await createServer({
    configFile: fileURLToPath(new URL('vite.config.ts', root)),
    root: fileURLToPath(root),
    server: { middlewareMode: true, ws: { server: app.server as Server } },
  });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  const environment: Environment | undefined = vite.environments.ssr;
  if (!environment || !isRunnableDevEnvironment(environment)) throw new Error('Vite cannot run pages');
  return {
    version: 'development',
    handler: async () => {
      const module = await environment.runner.import<{ default: PageHandler }>(serverEntry);
      return module.default;
    },
    textFiles: () => [],
    memberFiles: [],
    startParts: () => ({ more: [], member: [], first: [], stylesOf: () => [] }),
  };
}
