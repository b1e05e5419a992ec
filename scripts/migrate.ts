// npm run db:migrate: brings the database of DATABASE_URL, or the embedded one, up to date.
import { readEnv, StartError } from '#server/kernel/env.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { checkDatabase } from '#server/kernel/postgres/given.ts';
import { startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';

async function main(): Promise<void> {
  const env = readEnv(process.env);
  if (env.databaseDirectUrl) {
    await checkDatabase(env);
    return report(await migrate(env.databaseDirectUrl));
  }
  const log = { info: console.log, warn: console.log, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log });
  try {
    report(await migrate(postgres.adminUrl));
  } finally {
    await postgres.stop();
  }
}

function report(applied: readonly string[]): void {
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
