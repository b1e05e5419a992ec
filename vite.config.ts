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

/**
 * What every page needs and few releases change: two files, so that neither is run through in one long task. React's
 * holds the module that asks for it, too: it runs when its file does, not when the entry does.
 */
const libraries = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|src[\\/]web[\\/]app[\\/]react-dom\.ts/,
    priority: 2,
  },
  { name: 'libraries', test: /node_modules[\\/](@tanstack|use-sync-external-store)[\\/]/, priority: 1 },
];

/** In the browser contracts need their addresses only: 38 kB of zod stay on the server. */
function contractsWithoutSchemas(): Plugin {
  return {
    name: 'contracts-without-schemas',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source, importer) =>
      source === 'zod' && importer?.includes('/src/shared/') ? noSchemas : undefined,
  };
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  // `/public` is an address of ours, not a folder of files.
  publicDir: false as const,
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true },
  // Names of classes travel with every row of every page.
  ...(command === 'build' && { css: { modules: { generateScopedName: shortName } } }),
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: libraries } } } } },
    // The server's bundle carries all it needs, in the production form: what the process is called plays no part.
    ...(command === 'build' && { ssr: { resolve: { noExternal: true as const } } }),
  },
  plugins: [
    contractsWithoutSchemas(),
    tanstackStart({
      srcDirectory: 'src/web',
      router: {
        entry: 'app/router.tsx',
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
