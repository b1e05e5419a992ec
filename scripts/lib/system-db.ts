import { Db, roleUrl } from '#server/kernel/db.ts';
import { type Env, readEnv } from '#server/kernel/env.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { checkDatabase } from '#server/kernel/postgres/given.ts';
import { startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';

/** Works on the installation's migrated database as the role that sees all; a server may be running beside. */
export async function withSystemDb<T>(work: (system: Db, env: Env) => Promise<T>): Promise<T> {
  const env = readEnv(process.env);
  await checkDatabase(env);
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const postgres = env.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: env.dataDir, log });
  try {
    const url = env.databaseUrl ?? postgres?.adminUrl ?? '';
    await migrate(env.databaseDirectUrl ?? url);
    const system = new Db({
      url: roleUrl(url, 'trenn_system'),
      poolSize: 1,
      isNamed: false,
      onError: () => {},
    });
    try {
      return await work(system, env);
    } finally {
      await system.close();
    }
  } finally {
    await postgres?.stop();
  }
}
