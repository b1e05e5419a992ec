import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';
import { prepareTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database that nobody is connected to, as its owner. */
    templateUrl: string;
    /** Gone after the run; PostgreSQL's user may pass through it. */
    folder: string;
  }
}

/**
 * One cluster for all API tests of a run, in a folder of its own; each test file clones the template.
 * `TEST_TEMPLATE_URL` names one that is there already: whoever runs a few tests again and again keeps it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-tests-'));
  chmodSync(folder, 0o711);
  project.provide('folder', folder);
  const { TEST_TEMPLATE_URL: present } = process.env;
  const postgres = present ? undefined : await startPostgres(folder);
  project.provide('templateUrl', present ?? (await prepareTemplate(postgres?.adminUrl ?? '')));
  return async () => {
    await postgres?.stop();
    // The workers' own databases may be ending yet.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

function startPostgres(dataDir: string) {
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  return startEmbeddedPostgres({ dataDir, log, durable: false });
}
