// Behind every npm script. Runs on the machine's own Node (20 or newer) without any package, gets what is
// missing, and hands over to the Node that comes with Trenn. Must stay plain JavaScript for old Nodes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './lib/install.mjs';
import { nodeBinary, root, Stop, serverFlags } from './lib/place.mjs';
import { handOver } from './lib/run.mjs';
import { buildWeb, ensureWeb } from './lib/web.mjs';

const OLDEST_NODE = 20;

/** What each npm script runs; `web` means that dist/ must be up to date before. */
const commands = {
  start: { entry: 'src/server/main.ts', web: true, flags: serverFlags, env: { NODE_ENV: 'production' } },
  dev: { entry: 'src/server/main.ts', env: { NODE_ENV: 'development', TRENN_VITE: '1' } },
  test: { entry: 'scripts/test.ts', web: true },
  'test:long': { entry: 'scripts/test.ts', args: ['--long'], web: true },
  build: {},
  check: { entry: 'scripts/check.ts' },
  e2e: { entry: 'scripts/e2e.ts', web: true },
  bench: { entry: 'bench/main.ts', web: true, flags: serverFlags },
  mutate: { entry: 'scripts/mutate.ts' },
  fuzz: { entry: 'scripts/fuzz.ts' },
  audit: { entry: 'scripts/audit.ts' },
  'db:migrate': { entry: 'scripts/migrate.ts' },
  architecture: { entry: 'scripts/architecture.ts' },
  'db:sync': { entry: 'scripts/sync.ts' },
  tenants: { entry: 'scripts/tenants.ts' },
  secrets: { entry: 'scripts/secrets.ts' },
  backup: { entry: 'scripts/backup.ts' },
  restore: { entry: 'scripts/restore.ts' },
  release: { entry: 'scripts/release.ts', web: true },
};

async function main([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    throw new Stop(`There is no command “${name}”; choose one of: ${Object.keys(commands).join(', ')}.`);
  }
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Stop(`Trenn needs Node.js ${OLDEST_NODE} or newer to begin; this is ${process.version}.`);
  }
  await ensurePackages();
  if (name === 'build') return buildWeb(args);
  if (command.web) await ensureWeb();
  if (!existsSync(join(root, command.entry)))
    throw new Stop(`${command.entry} is missing from this copy of Trenn.`);
  return handOver(
    nodeBinary,
    [...(command.flags ?? []), join(root, command.entry), ...(command.args ?? []), ...args],
    command.env,
  );
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error instanceof Stop ? error.message : error);
    process.exitCode = 1;
  },
);
