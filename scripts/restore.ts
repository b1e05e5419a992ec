// npm run restore -- --from DIR|s3://bucket/folder: puts a backup into an empty place, all of it or nothing; `--check` reads and
// compares every file of it and touches no database; `--without-secrets` goes on without those it was made with.
import { parseArgs } from 'node:util';
import type { Manifest } from '#server/kernel/backup/manifest.ts';
import { checkBackup, restoreBackup } from '#server/kernel/backup/restore.ts';
import { storeAt } from '#server/kernel/backup/store.ts';
import { readEnv, StartError } from '#server/kernel/env.ts';
import { withInstallation } from './lib/installation.ts';

const usage = 'npm run restore -- --from DIR|s3://bucket/folder [--check] [--without-secrets]';

async function main(args: readonly string[]): Promise<void> {
  const { from, isCheck, isWithoutSecrets } = choiceOf(args);
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  if (isCheck) {
    const manifest = await checkBackup(storeAt(from, readEnv(process.env).backup));
    console.log(`Whole: ${contentOf(manifest)}; read in ${seconds()}.`);
    return;
  }
  await withInstallation(async (ownerUrl, { dataDir, secrets, backup }) => {
    const { passphrase } = backup;
    const target = { ownerUrl, dataDir, secrets, passphrase, isWithoutSecrets };
    const manifest = await restoreBackup(storeAt(from, backup), target);
    console.log(`Restored in ${seconds()}, every count and sum as it was: ${contentOf(manifest)}.`);
  });
}

function contentOf({ tables, jobs, madeAt, program }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${jobs.rows} jobs of ${madeAt}, by Trenn ${program}`;
}

function choiceOf(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        check: { type: 'boolean', default: false },
        'without-secrets': { type: 'boolean', default: false },
      },
    });
    if (values.from)
      return { from: values.from, isCheck: values.check, isWithoutSecrets: values['without-secrets'] };
  } catch {
    // What it does not know is answered alike.
  }
  throw new StartError(usage);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
