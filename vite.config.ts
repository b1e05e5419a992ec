import { fileURLToPath } from 'node:url';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const noSchemas = fileURLToPath(new URL('./src/web/kernel/no-schemas.ts', import.meta.url));

/** What every page needs and few releases change: one file, compressed as one. */
const libraries = {
  name: 'libraries',
  test: /node_modules[\\/](@tanstack|react|react-dom|scheduler|i18next|use-sync-external-store)[\\/]/,
};

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
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true },
  // Names of classes travel with every row of every page.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [libraries] } } } } },
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
