import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';
import { prepareTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database that nobody is connected to, as its owner. */
    templateUrl: string;
  }
}

/**
 * One cluster for all API tests of a run, in a folder of its own; each test file clones the template.
 * `TEST_TEMPLATE_URL` names one that is there already: whoever runs a few tests again and again keeps it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_TEMPLATE_URL: present } = process.env;
  if (present) {
    project.provide('templateUrl', present);
    return async () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), 'trenn-tests-'));
  const log = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
  project.provide('templateUrl', await prepareTemplate(postgres.adminUrl));
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
