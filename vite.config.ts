import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';


export default defineConfig(({ command }) => ({
  appType: 'custom',
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true },
  // The server's bundle carries all it needs, in the production form: what the process is called plays no part.
  ...(command === 'build' && { environments: { ssr: { resolve: { noExternal: true as const } } } }),
  plugins: [
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
