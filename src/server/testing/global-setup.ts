import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/kernel/migrate.ts';
import { ensureDatabase, startEmbeddedPostgres, withDatabase } from '#server/kernel/postgres/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database that nobody is connected to, as its owner. */
    templateUrl: string;
  }
}

/** One cluster for all API tests of a run, in a folder of its own; each test file clones the template. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-tests-'));
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
  await ensureDatabase(postgres.adminUrl, 'template_trenn');
  const templateUrl = withDatabase(postgres.adminUrl, 'template_trenn');
  await migrate(templateUrl);
  project.provide('templateUrl', templateUrl);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
