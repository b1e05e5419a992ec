import { checkDataDir, type Env, readEnv } from '#server/kernel/env.ts';
import { checkDatabase } from '#server/kernel/postgres/given.ts';
import { startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';

/**
 * Works on the installation's database as it is, as its owner and past any pooler; the embedded one is started meanwhile, or
 * joined where a server uses it.
 */
export async function withInstallation<T>(work: (ownerUrl: string, env: Env) => Promise<T>): Promise<T> {
  const env = readEnv(process.env);
  checkDataDir(env.dataDir);
  await checkDatabase(env);
  if (env.databaseDirectUrl) return work(env.databaseDirectUrl, env);
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log });
  try {
    return await work(postgres.adminUrl, env);
  } finally {
    await postgres.stop();
  }
}
