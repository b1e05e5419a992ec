import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/kernel/migrate.ts';
import { startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';

const silent = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };

/** Gives a freshly migrated database of its own, as its owner, and removes it with all its files afterwards. */
export async function withScratchDatabase<T>(work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-scratch-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent, durable: false });
    try {
      await migrate(postgres.adminUrl);
      return await work(postgres.adminUrl);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
