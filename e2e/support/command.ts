import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs `npm run tenants -- …` beside the journeys' server, on its database; what it printed. */
export async function runTenants(...args: readonly string[]): Promise<string> {
  const {
    DATABASE_URL: _,
    DATABASE_DIRECT_URL: __,
    TRENN_JOURNEY_DATA: dataDir = '',
    TRENN_JOURNEY_PORT: port = '',
    ...environment
  } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'scripts/tenants.ts'), ...args],
    {
      cwd: root,
      env: { ...environment, DATA_DIR: dataDir, PORT: port, TRENN_ENV: 'development' },
    },
  );
  return stdout;
}
