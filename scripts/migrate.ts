// npm run db:migrate: brings the database of DATABASE_URL, or the embedded one, up to date.
import { StartError } from '#server/kernel/env.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { withInstallation } from './lib/installation.ts';

async function main(): Promise<void> {
  const applied = await withInstallation((ownerUrl) => migrate(ownerUrl));
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
