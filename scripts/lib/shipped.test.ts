import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readLock } from './packages.ts';
import { root } from './run.ts';
import { isNeeded, shippedFiles, shippedPackages } from './shipped.ts';

const files = shippedFiles();

test('whatever a shipped file imports is shipped, and no test is', () => {
  const shipped = new Set(files);
  const missing = files
    .filter((file) => /^(src|i18n|scripts)\/.*\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [
        ...text.matchAll(/^(?:import|export)(?! type)[^;]*?from '([.#][^']+)'|import\('([.#][^']+)'\)/gms),
      ].map(([, still, later]) => {
        const name = still ?? later ?? '';
        return name.startsWith('#i18n/')
          ? name.slice(1)
          : name.startsWith('#')
            ? `src/${name.slice(1)}`
            : normalize(join(dirname(file), name));
      });
    })
    .filter((file) => !shipped.has(file));
  expect(missing).toEqual([]);
  expect(files.filter((file) => /\.test\.|\/testing\//.test(file))).toEqual([]);
  expect(files).toContain('db/migrations/000001_schema.sql');
});

test('the packages are those that run, not those that build', () => {
  const { imported, packages } = shippedPackages(readLock(), files);
  const names = packages.map(({ name }) => name);
  expect(imported).toEqual(
    expect.arrayContaining(['fastify', 'graphile-worker', 'pg', 'pg-copy-streams', 'pino']),
  );
  expect(names).toEqual(expect.arrayContaining([...imported, 'node', 'pg-protocol']));
  for (const name of ['vite', 'typescript', 'react-dom', '@tanstack/react-start', 'vitest', 'rolldown'])
    expect(names).not.toContain(name);
  for (const { path } of packages)
    expect([path, existsSync(join(root, path, 'package.json'))]).toEqual([path, true]);
  expect(
    ['node_modules/a/README.md', 'node_modules/a/index.d.ts', 'node_modules/a/docs/x.js'].filter(isNeeded),
  ).toEqual([]);
  expect(['node_modules/a/index.js', 'node_modules/docs/index.js'].filter(isNeeded).length).toBe(2);
});
