import pg from 'pg';
import { ownPlace } from './place.ts';

/** Asks the database of this worker's server itself, as its owner: for what no screen and no call can bring about. */
export async function ask<Row extends pg.QueryResultRow>(
  text: string,
  ...values: readonly unknown[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownPlace().databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
