import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roleUrl } from '#server/kernel/db.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { withOwner } from './owner.ts';
import { findSchemaFaults } from './schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Runs in a transaction that is taken back. */
async function afterwards(change: string): Promise<string[]> {
  let faults: string[] = [];
  await withOwner(database.url, async (owner) => {
    await owner.query('begin');
    await owner.query(change);
    faults = await findSchemaFaults(owner);
  });
  return faults;
}

describe('the wall between tenants', () => {
  test('stands in every table, key and policy', async () => {
    expect(await afterwards('select 1')).toEqual([]);
  });

  test.each([
    ['a table without tenant', 'create table gifts (id integer primary key)', 'has no tenant_id'],
    [
      'a key that does not begin with the tenant',
      'create table gifts (tenant_id integer not null, id integer, primary key (id, tenant_id))',
      'no primary key that begins with tenant_id',
    ],
    ['a table without row policy', 'drop policy tenant on trainings', 'has other policies'],
    [
      'a policy that lets more through',
      'create policy also on trainings to trenn_app using (true)',
      'other policies',
    ],
    ['row security switched off', 'alter table rooms disable row level security', 'no row level security'],
    ['row security not forced', 'alter table rooms no force row level security', 'does not force'],
    [
      'an index across tenants',
      'create index slow on trainings (starts_at)',
      'does not begin with tenant_id',
    ],
    [
      'a reference across tenants',
      'alter table rooms add foreign key (name) references migrations (name)',
      'does not carry tenant_id',
    ],
    ['an app that owns a table', 'alter table rooms owner to trenn_app', 'belongs to trenn_app'],
    ['an app that edits the list of tenants', 'grant update on tenants to trenn_app', 'changed by the app'],
    ['an app that sees migrations', 'grant select on migrations to trenn_app', 'the app may touch it'],
  ])('%s is found', async (_, change, fault) => {
    expect(await afterwards(change)).toContainEqual(expect.stringContaining(fault));
  });

  test('the app sees nothing before it says for which tenant', async () => {
    await withOwner(database.url, (owner) =>
      owner.query(`insert into tenants (host, name, kind, country, time_zone, default_language, languages, slogans,
        theme, page_rules, limits, company, texts, logos) values ('wall.ee', 'Wall', 'spa', 'EE', 'Europe/Tallinn',
        'et', '{et}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`),
    );
    const app = new pg.Client({ connectionString: roleUrl(database.url, 'trenn_app') });
    await app.connect();
    try {
      const count = async () =>
        (await app.query<{ count: number }>('select count(*)::integer as count from tenants')).rows[0]?.count;
      expect(await count()).toBe(0);
      await app.query("select set_config('app.tenant_id', '1', false)");
      expect(await count()).toBe(1);
      await expect(
        app.query("insert into room_groups (tenant_id, name) values (2, 'foreign')"),
      ).rejects.toThrow('row-level security');
    } finally {
      await app.end();
    }
  });
});
