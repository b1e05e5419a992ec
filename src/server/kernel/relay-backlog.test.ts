import { expect, test } from 'vitest';
import { Centre } from '#server/testing/centre.ts';
import { cloneDatabase } from '#server/testing/database.ts';
import { withOwner } from '#server/testing/owner.ts';
import { Db, roleUrl } from './db.ts';
import { Relay } from './relay.ts';

test('a backlog is moved from its front: a batch reads no more of it than it takes', async () => {
  const database = await cloneDatabase();
  try {
    const url = roleUrl(database.url, 'trenn_system');
    const system = new Db({ url, poolSize: 1, isNamed: true, onError: () => {} });
    const { id } = await Centre.create(system, {});
    await system.run({
      text: `insert into outbox (tenant_id, topic, payload)
        select $1, 'tenantChanged', '{"topic": "tenantChanged"}' from generate_series(1, 20000)`,
      values: [id],
    });
    const failures: unknown[] = [];
    const moved = await new Relay(system, (error) => failures.push(error)).moveBatch();
    // What a connection read is counted when it ends.
    await system.close();
    const read = () =>
      withOwner(database.url, async (owner) => {
        const { rows } = await owner.query<{ deleted: number; read: number }>(
          `select n_tup_del::integer as deleted, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
           from pg_stat_user_tables where relname = 'outbox'`,
        );
        return rows[0];
      });
    await expect.poll(async () => (await read())?.deleted).toBe(moved);
    expect(moved).toBeGreaterThan(50);
    expect((await read())?.read).toBeLessThan(5 * moved);
    expect(failures).toEqual([]);
  } finally {
    await database.drop();
  }
});
