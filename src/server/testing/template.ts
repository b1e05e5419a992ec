import { migrate } from '#server/kernel/migrate.ts';
import { ensureDatabase, withDatabase } from '#server/kernel/postgres/postgres.ts';
import { withOwner } from './owner.ts';

/** Makes the database that tests clone, migrated and empty, in a fresh cluster; its address as its owner. */
export async function prepareTemplate(adminUrl: string): Promise<string> {
  // Statistics that come by themselves come at another moment each time, and change how rows are found.
  await withOwner(adminUrl, async (owner) => {
    await owner.query('alter system set autovacuum = off');
    await owner.query('select pg_reload_conf()');
  });
  await ensureDatabase(adminUrl, 'template_trenn');
  const templateUrl = withDatabase(adminUrl, 'template_trenn');
  await migrate(templateUrl);
  return templateUrl;
}
