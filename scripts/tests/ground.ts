import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '#server/demo/commands.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { Db, roleUrl } from '#server/kernel/db.ts';
import { EventBus } from '#server/kernel/events.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { ensureDatabase, startEmbeddedPostgres, withDatabase } from '#server/kernel/postgres/postgres.ts';
import { readSecret } from '#server/kernel/secrets.ts';
import { Tokens } from '#server/kernel/tokens.ts';

/** What the journeys' servers stand on: a cluster of their own and a database with the demo centres to clone. */
export interface Ground {
  /** The loaded database, which nobody is connected to, as its owner. */
  readonly templateUrl: string;
  /** Holds the secrets that the demo's links follow from. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

const silent = { info: () => {}, warn: () => {}, error: (line: string) => console.error(line) };

/** Migrates and fills the database that every worker of the journeys gets a copy of. */
export async function prepareGround(): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trenn-journeys-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await ensureDatabase(postgres.adminUrl, 'template_journeys');
    const templateUrl = withDatabase(postgres.adminUrl, 'template_journeys');
    await migrate(templateUrl);
    const system = new Db({
      url: roleUrl(templateUrl, 'trenn_system'),
      poolSize: 4,
      isNamed: true,
      onError: () => {},
    });
    try {
      const tokens = new Tokens(readSecret(dataDir, 'session'), systemClock, new EventBus());
      await loadDemo(system, { now: systemClock.now(), tokens });
    } finally {
      await system.close();
    }
    return { templateUrl, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
