import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { RowSum } from './rows.ts';

/** What is written in one database reads alike in any other. */
const settings = [
  "set timezone to 'UTC'",
  "set datestyle to 'ISO, YMD'",
  "set intervalstyle to 'iso_8601'",
  'set extra_float_digits to 3',
  "set bytea_output to 'hex'",
  "set client_encoding to 'UTF8'",
  'set statement_timeout to 0',
  'set idle_in_transaction_session_timeout to 0',
].join(';');

/** A connection that texts may be copied through, for as long as it takes. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'trenn backup',
  });
  // A connection that breaks between two statements is told by the next one.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export interface Table {
  readonly table: string;
  /** Those that are not reckoned from others, in their order. */
  readonly columns: string[];
}

/**
 * Without rows of our own: `migrations` says how the schema came to be, and the manifest says so too; `job_workers` are the
 * processes of a moment.
 */
const left = ['migrations', 'job_workers'];

/** The tables whose rows a backup holds, by name. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as table,
        (select coalesce(array_agg(attname::text order by attnum), '{}') from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not c.relname = any($1)
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      order by 1`,
    [left],
  );
  return rows;
}

/** A table and its columns as SQL. */
export function copied({ table, columns }: Table): string {
  return `${pg.escapeIdentifier(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** What COPY may read where row policies hold: a query. */
export function selected({ table, columns }: Table): string {
  return `(select ${columns.map((column) => pg.escapeIdentifier(column)).join(', ')} from ${pg.escapeIdentifier(table)})`;
}

/** What a query answers, counted and summed. */
export async function sumOf(client: pg.Client, query: string): Promise<{ rows: number; sum: string }> {
  const sum = new RowSum();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(client.query(copyTo(`copy ${query} to stdout`)), sum, nowhere);
  return { rows: sum.rows, sum: sum.sum };
}
