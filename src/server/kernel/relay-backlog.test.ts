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

test('a centre with a backlog keeps no other waiting: of each a part is moved, in its own order', async () => {
  const database = await cloneDatabase();
  try {
    const url = roleUrl(database.url, 'trenn_system');
    const system = new Db({ url, poolSize: 2, isNamed: true, onError: () => {} });
    const centres = [
      await Centre.create(system, {}),
      await Centre.create(system, {}),
      await Centre.create(system, {}),
    ];
    const [busy, busyToo, other] = centres.map(({ id }) => id);
    const raise = (tenantId: number | undefined, count: number) =>
      system.run({
        text: `insert into outbox (tenant_id, topic, payload)
          select $1, 'mail', jsonb_build_object('topic', 'mail', 'dedupeKey', n::text, 'to', 'a@b.test', 'subject', 'A', 'text', 'B')
          from generate_series(1, $2::integer) n`,
        values: [tenantId, count],
      });
    await raise(busy, 3000);
    await raise(busyToo, 700);
    await raise(other, 1);
    const left = async () => {
      const text = `select t.id, count(o.id)::integer as rows, min((o.payload->>'dedupeKey')::integer) as first
        from unnest($1::integer[]) as t (id) left join outbox o on o.tenant_id = t.id group by t.id`;
      const [found] = await system.run({ text, values: [centres.map(({ id }) => id)] });
      const rows = found as { id: number; rows: number; first: number | null }[];
      return new Map(rows.map((row) => [row.id, row] as const));
    };
    const relay = new Relay(system, () => {});
    const moved = await relay.moveBatch();
    const after = await left();
    expect(after.get(other ?? 0)?.rows).toBe(0);
    for (const [id, raised] of [
      [busy, 3000],
      [busyToo, 700],
    ] as const) {
      const own = after.get(id ?? 0);
      expect(own?.rows).toBeLessThan(raised);
      // The first ones first.
      expect(own?.first).toBe(raised - (own?.rows ?? 0) + 1);
    }
    expect(moved).toBe(3701 - [...after.values()].reduce((sum, { rows }) => sum + rows, 0));
    while ((await relay.moveBatch()) > 0);
    const [jobs] = await system.run({ text: 'select 1 from graphile_worker.jobs', values: [] });
    expect(jobs).toHaveLength(3701);
    await system.close();
  } finally {
    await database.drop();
  }
});
