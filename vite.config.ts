import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const noSchemas = fileURLToPath(new URL('src/web/kernel/no-schemas.ts', import.meta.url));

const names = new Map<string, string>();

/** A class's name: three letters from its file and own name, four where three are taken. */
function shortName(name: string, file: string): string {
  const source = `${relative(root, file.split('?', 1)[0] ?? file)}:${name}`;
  const hash = createHash('sha256').update(source).digest('base64url');
  for (let length = 3; ; length += 1) {
    const short = `x${hash.slice(0, length)}`;
    const owner = names.get(short) ?? source;
    names.set(short, owner);
    if (owner === source) return short;
  }
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Modules that come with one of these files because it asks for them, at once and not when something is pressed. */
function comesWith(...files: readonly string[]) {
  let found: Set<string> | undefined;
  return (id: string, graph: ModuleGraph): boolean => {
    if (found) return found.has(id);
    found = new Set();
    const open = files.map((file) => `${root}${file}`);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
    }
    return found.has(id);
  };
}

const screenOf = (route: string) => `src/web/routes/${route}.tsx?tsr-split=component---loader`;
const entry = 'src/web/app/client.tsx';

/** A file of modules that come together. Screens stay by themselves: by their names it is known what opens without a network. */
function group(name: string, priority: number, isPart: ReturnType<typeof comesWith>, less = '') {
  const nameOf = (id: string, graph: ModuleGraph) =>
    isPart(id, graph) && id !== `${root}${less}` && !id.includes('?tsr-split=') ? name : null;
  return { name: nameOf, debugName: name, priority };
}

/**
 * Few files instead of forty small ones, each of which costs a request and is compressed without the others. React and the
 * router change with few releases: two files, so that neither is run through in one long task. React's holds the module
 * that asks for it, too: it runs when its file does, not when the entry does.
 */
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|src[\\/]web[\\/]app[\\/]react-dom\.ts/,
    priority: 5,
  },
  { name: 'libraries', test: /node_modules[\\/](@tanstack|use-sync-external-store)[\\/]/, priority: 4 },
  group('ground', 3, comesWith(entry), entry),
  group('timetable', 2, comesWith(screenOf('public/calendar/day'))),
  group('home', 1, comesWith(screenOf('index'))),
];

/** What the browser needs of no endpoint: it sends what its types promise, and the server answers what they promise. */
const serverOnly: ReadonlySet<string> = new Set(['summary', 'params', 'query', 'body', 'response', 'errors']);

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * In the browser contracts are addresses: 38 kB of zod stay on the server, and so do the schemas made of it. What is left
 * of a contract goes wherever nothing asks for it.
 */
function bareContracts(): Plugin[] {
  const isBrowser: Plugin['applyToEnvironment'] = (environment) => environment.name === 'client';
  return [
    {
      name: 'no-schemas',
      enforce: 'pre',
      applyToEnvironment: isBrowser,
      resolveId: (source, importer) =>
        source === 'zod' && importer?.includes('/src/shared/') ? noSchemas : undefined,
    },
    {
      name: 'bare-contracts',
      apply: 'build',
      enforce: 'post',
      applyToEnvironment: isBrowser,
      transform(code, id) {
        if (!/\/src\/shared\/.*\/contract\.ts$/.test(id)) return undefined;
        const cuts: Cut[] = [];
        for (const statement of this.parse(code).body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declared?.type !== 'VariableDeclaration') continue;
          for (const { init } of declared.declarations) {
            if (init?.type !== 'CallExpression') continue;
            const [shape] = init.arguments;
            const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint';
            if (isEndpoint && shape?.type === 'ObjectExpression') {
              cuts.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ ' });
              for (const [index, part] of shape.properties.entries()) {
                if (part.type !== 'Property' || part.key.type !== 'Identifier') continue;
                if (!serverOnly.has(part.key.name)) continue;
                const end = shape.properties[index + 1]?.start ?? part.end;
                cuts.push({ start: part.start, end, text: '' });
              }
            } else {
              // Schemas: a function that nobody calls is left out with all it mentions.
              cuts.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' });
              cuts.push({ start: init.end, end: init.end, text: ')()' });
            }
          }
        }
        let bare = code;
        for (const { start, end, text } of cuts.toReversed()) {
          bare = bare.slice(0, start) + text + bare.slice(end);
        }
        return { code: bare, map: null };
      },
    },
  ];
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  // `/public` is an address of ours, not a folder of files.
  publicDir: false as const,
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true },
  // Names of classes travel with every row of every page.
  ...(command === 'build' && { css: { modules: { generateScopedName: shortName } } }),
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The server's bundle carries all it needs, in the production form: what the process is called plays no part.
    ...(command === 'build' && { ssr: { resolve: { noExternal: true as const } } }),
  },
  plugins: [
    bareContracts(),
    tanstackStart({
      srcDirectory: 'src/web',
      router: {
        entry: 'app/router.tsx',
        // What a screen reads comes with the screen: the first page of all carries no other's.
        codeSplittingOptions: {
          defaultBehavior: [['component', 'loader']],
        },
        routesDirectory: 'routes',
        generatedRouteTree: 'routes.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
        addExtensions: true,
      },
      client: { entry: 'app/client.tsx' },
      server: { entry: 'app/server-entry.ts', build: { inlineCss: true } },
    }),
    react(),
  ],
}));
