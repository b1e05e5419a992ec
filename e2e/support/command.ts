import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownPlace } from './place.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs `npm run tenants -- …` beside the journeys' server, on its database; what it printed. */
export async function runTenants(...args: readonly string[]): Promise<string> {
  const { DATABASE_DIRECT_URL: _, ...environment } = process.env;
  const { port, databaseUrl, dataDir } = ownPlace();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'scripts/tenants.ts'), ...args],
    {
      cwd: root,
      env: {
        ...environment,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PORT: String(port),
        TRENN_ENV: 'development',
      },
    },
  );
  return stdout;
}
