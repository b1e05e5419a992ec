import pg from 'pg';
import { expect } from 'vitest';

/** Work on a database as its owner. */
export async function withOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Until so many connections to a database wait for a lock. */
export async function untilWaiting(url: string, count = 1): Promise<void> {
  const text = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  // By a connection of its own each time: within a transaction it would see the same for good.
  const waitingCount = () => withOwner(url, async (owner) => (await owner.query(text)).rowCount);
  await expect.poll(waitingCount).toBeGreaterThanOrEqual(count);
}
