import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { withServer } from '#server/testing/server.ts';
import { retainedTables } from './commands.ts';
import { eraseRetained, listRetained } from './data.ts';

const { ask, server, centre } = (() => {
  const running = withServer();
  return { ask: running.ask, centre: running.centre, server: () => running.server };
})();

/** Every table that points to people, by the name of a column or by a reference. */
const pointing = () =>
  ask<{ table: string }>(
    `select distinct table_name as "table" from information_schema.columns
       where table_schema = 'public' and column_name in ('client_id', 'account_id')
     union select conrelid::regclass::text from pg_constraint
       where contype = 'f' and confrelid in ('clients'::regclass, 'accounts'::regclass)
     order by 1`,
  );

/** Tables whose documents name nobody who is no staff, or are emptied by their own commands: the outbox, stand-ins. */
const nameless = [
  ...[
    'billing_runs',
    'campaigns',
    'clubs',
    'consent_texts',
    'keycard_issuers',
    'outbox',
    'packages',
    'products',
  ],
  ...['stand_in_mails', 'stand_in_orders', 'styles', 'tenants', 'trainers', 'video_types', 'videos'],
];

test('every table with documents in it is on a list, or names nobody', async () => {
  const known = [...retainedTables.map(({ table }) => table), ...nameless];
  const documents = await ask<{ table: string }>(
    `select distinct table_name as "table" from information_schema.columns
       where table_schema = 'public' and data_type in ('json', 'jsonb') order by 1`,
  );
  expect(documents.map(({ table }) => table).filter((table) => !known.includes(table))).toEqual([]);
});

test('every table with people in it is in the download, or says why not, and says what erasing does to it', async () => {
  const known = retainedTables.map(({ table }) => table);
  const missing = (await pointing()).map(({ table }) => table).filter((table) => !known.includes(table));
  // A new table with people in it: write what they are given of it, and what becomes of it, into one of the lists.
  expect(missing).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
  const tables = await ask<{ table: string }>(
    `select tablename as "table" from pg_tables where schemaname = 'public'`,
  );
  expect(known.filter((table) => !tables.some((one) => one.table === table))).toEqual([]);
  for (const { table, part, fields, erasing } of retainedTables) {
    expect([
      table,
      typeof part === 'string' ? Object.keys(fields ?? {}).length > 0 : part.notGiven !== '',
    ]).toEqual([table, true]);
    expect(Object.keys(en.privacyData.fields)).toEqual(expect.arrayContaining(Object.keys(fields ?? {})));
    if (typeof part === 'string') expect(Object.keys(en.privacyData.parts)).toContain(part);
    if (erasing.kind === 'kept') expect(erasing.why.length).toBeGreaterThan(10);
  }
});

test('every statement of the list is one the database understands, for somebody with nothing too', async () => {
  const home = await centre();
  const { id, clientId } = await home.account();
  const { db } = server().app.ports;
  const owner = { clientId, accountIds: [id], language: 'et' };
  for (const table of retainedTables) {
    if (table.fields) await db.read(home.id, listRetained(table, owner));
  }
  await db.write(home.id, async ({ load }) => {
    for (const table of retainedTables) {
      const query = eraseRetained(table, owner);
      // The account's own rows are looked for by the others.
      if (query && table.table !== 'accounts') await load(query);
    }
  });
});

test('what tells two people apart is in no part of a download but their own', () => {
  const texts = retainedTables.flatMap(({ fields }) => Object.values(fields ?? {}));
  expect(texts.filter((text) => /password_hash|salt|token_hash|p256dh|\bauth\b/.test(text))).toEqual([]);
});
