import { beforeAll, describe, expect, test } from 'vitest';
import { loadDemo } from '#server/demo/commands.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { retainedTables } from './commands.ts';
import { listRetained } from './data.ts';

const running = withServer({ isAlone: true });
const { ask } = running;

interface Person {
  readonly clientId: number;
  readonly accountIds: readonly number[];
}

let tenantId = 0;
let people: readonly Person[] = [];

beforeAll(async () => {
  await loadDemo(running.server.system, {
    now: testNow,
    tokens: running.server.app.ports.tokens,
    scale: { tenants: 1, registrations: 300 },
  });
  await running.server.tenants.load();
  tenantId = running.server.tenants.all()[0]?.id ?? 0;
  // Who has most: what is somebody's is told from what is another's only where both have something.
  people = await ask<Person>(
    `select c.id as "clientId", array(select a.id from accounts a where a.tenant_id = c.tenant_id and a.client_id = c.id)
        as "accountIds"
      from clients c where c.tenant_id = $1
      order by (select count(*) from contracts x where x.tenant_id = c.tenant_id and x.client_id = c.id)
        + (select count(*) from tickets x where x.tenant_id = c.tenant_id and x.client_id = c.id)
        + (select count(*) from vouchers x where x.tenant_id = c.tenant_id and x.client_id = c.id)
        + (select count(*) from invoices x where x.tenant_id = c.tenant_id and x.client_id = c.id) desc, c.id
      limit 12`,
    tenantId,
  );
}, 240_000);

const tables = retainedTables.filter(({ fields }) => fields);

async function countOf(table: (typeof tables)[number], { clientId, accountIds }: Person): Promise<number> {
  const owner = { clientId, accountIds, language: 'et' };
  const [[found]] = await running.server.app.ports.db.read(tenantId, listRetained(table, owner));
  return found?.rows.length ?? 0;
}

// A row is one person's; what is shared is also whose it is shared with.
describe('a download from a centre full of others’ things', () => {
  test.each(tables.map((table) => [table.table, table] as const))('%s', async (name, table) => {
    const nobody = { clientId: 0, accountIds: [] };
    expect(await countOf(table, nobody)).toBe(0);
    const counts = await Promise.all(people.map((person) => countOf(table, person)));
    const [all] = await ask<{ count: number }>(
      `select count(*)::integer as count from ${name} where tenant_id = $1`,
      tenantId,
    );
    const owners = name === 'ticket_shares' ? 2 : 1;
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(owners * (all?.count ?? 0));
  });

  test('holds something of what matters', async () => {
    const found = await Promise.all(
      tables.map(async (table) => [
        table.table,
        await countOf(table, people[0] ?? { clientId: 0, accountIds: [] }),
      ]),
    );
    const held = found.flatMap(([name, count]) => (Number(count) > 0 ? [name] : []));
    expect(held).toEqual(expect.arrayContaining(['invoices', 'tickets']));
  });
});
