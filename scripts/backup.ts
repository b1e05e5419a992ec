// npm run backup -- --to DIR|s3://bucket/folder: writes all there is at this instant into a folder of its own there, while the
// server goes on (docs/operations.md).
import { parseArgs } from 'node:util';
import { takeBackup } from '#server/kernel/backup/backup.ts';
import { storeAt } from '#server/kernel/backup/store.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { StartError } from '#server/kernel/env.ts';
import { secretsOf } from '#server/kernel/secrets.ts';
import { withInstallation } from './lib/installation.ts';

const usage = 'npm run backup -- --to DIR|s3://bucket/folder';

async function main(args: readonly string[]): Promise<void> {
  const to = targetOf(args);
  await withInstallation(async (ownerUrl, env) => {
    const begun = performance.now();
    const madeAt = systemClock.now();
    const name = `trenn-${madeAt.replaceAll(':', '-').replace(/\.\d+/, '')}`;
    const store = storeAt(`${to.replace(/\/+$/, '')}/${name}`, env.backup);
    const secrets = secretsOf(env);
    const { passphrase } = env.backup;
    const { tables, jobs, migrations } = await takeBackup(store, { ownerUrl, secrets, passphrase, madeAt });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = [...tables, jobs].reduce((sum, file) => sum + file.bytes, 0);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${rows} rows of ${tables.length} tables and ${jobs.rows} jobs after ${migrations.at(-1)?.name}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s.\nBackup: ${store.place}`,
    );
    const names = Object.keys(secrets).join(', ');
    if (names === '')
      console.log(`There are no secrets in ${env.dataDir}: give DATA_DIR as the server has it.`);
    else if (passphrase === null)
      console.log(
        `The secrets (${names}) are left out: give BACKUP_PASSPHRASE to have them sealed within, or keep ${env.dataDir}/secrets apart. Without them second steps, links in mails, doors and sessions are lost (docs/operations.md).`,
      );
    else console.log(`The secrets (${names}) are sealed within; without BACKUP_PASSPHRASE they are lost.`);
  });
}

function targetOf(args: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
    if (values.to) return values.to;
  } catch {
    // What it does not know is answered alike.
  }
  throw new StartError(usage);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
