import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#server/kernel/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';

/** What was started and must be stopped, last first. */
const closers: (() => Promise<unknown> | unknown)[] = [];

/** Has `close` called when the part ends, however it ends. */
export function whenOver(close: () => Promise<unknown> | unknown): void {
  closers.push(close);
}

let closing: Promise<void> | undefined;

/** Stops everything; whoever asks meanwhile waits for the same end. */
export function closeAll(): Promise<void> {
  closing ??= closeEach().finally(() => {
    closing = undefined;
  });
  return closing;
}

async function closeEach(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close();
    } catch (error) {
      console.error(`could not stop: ${String(error)}`);
    }
  }
}

/** A folder of this run alone, removed at its end. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-bench-'));
  // Started by root, PostgreSQL runs as another user: it must be able to pass, or its files lie elsewhere.
  chmodSync(folder, 0o755);
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Place {
  readonly dataDir: string;
  /** The owner's connection. */
  readonly url: string;
  readonly postgres: EmbeddedPostgres;
  /** The owner's own connection, for fixtures and questions. */
  readonly owner: pg.Client;
}

const quiet = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };

/**
 * A migrated embedded database in a folder of its own. Durable means that a commit waits for the disk, as in
 * production; everything about writes is measured so.
 */
export async function openPlace(isDurable: boolean): Promise<Place> {
  const dataDir = makeDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, durable: isDurable });
  whenOver(() => postgres.stop());
  await migrate(postgres.adminUrl);
  const owner = new pg.Client({ connectionString: postgres.adminUrl });
  owner.on('error', () => {});
  await owner.connect();
  whenOver(() => owner.end());
  return { dataDir, url: postgres.adminUrl, postgres, owner };
}
