import pg from 'pg';
import { type Env, isPostgresUrl, reason, StartError } from '../env.ts';

/** The oldest PostgreSQL whose features our SQL may use. */
const OLDEST_POSTGRES = 15;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Checks the databases that are given, if any: the way in, and the way past a pooler where there is one.
 * @throws StartError, one sentence
 */
export async function checkDatabase({ databaseUrl, databaseDirectUrl }: Env): Promise<void> {
  if (!databaseUrl) return;
  const isOne = databaseDirectUrl === null || databaseDirectUrl === databaseUrl;
  await checkDatabaseUrl(databaseUrl, 'DATABASE_URL', isOne);
  if (!isOne) await checkDatabaseUrl(databaseDirectUrl, 'DATABASE_DIRECT_URL');
}

/**
 * Proves that the database answers, lets us in and is new enough.
 * @param variable the name to blame: DATABASE_URL or DATABASE_DIRECT_URL
 * @param isDirect whether it has to lead to the server itself: through a pooler nothing can be listened to, and a lock that a
 *   session takes stays with a connection that is given to others
 * @throws StartError naming host and database, never the password.
 */
export async function checkDatabaseUrl(
  url: string,
  variable = 'DATABASE_URL',
  isDirect = true,
): Promise<void> {
  if (!isPostgresUrl(url)) {
    throw new StartError(`${variable} must look like postgres://user:password@host:5432/database.`);
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks between the two awaits would otherwise end the process.
  client.on('error', () => {});
  const target = `${client.host}:${client.port}/${client.database ?? ''}`;
  try {
    await client.connect();
    const answer = await client.query<{ server_version_num: string }>('show server_version_num');
    const major = Math.floor(Number(answer.rows[0]?.server_version_num ?? 0) / 10_000);
    if (major < OLDEST_POSTGRES) {
      throw new StartError(
        `${variable} leads to PostgreSQL ${major}; Trenn needs ${OLDEST_POSTGRES} or newer.`,
      );
    }
    if (isDirect && (await isPooled(client)))
      throw new StartError(
        variable === 'DATABASE_URL'
          ? 'DATABASE_URL leads through a pooler such as PgBouncer; give the way past it as DATABASE_DIRECT_URL too.'
          : `${variable} leads through a pooler such as PgBouncer; it must lead to PostgreSQL itself.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${variable} does not work: ${target} answers “${reason(error)}”.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A pooler names a process of its own to whoever connects, not that of the server which answers. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID;
}
