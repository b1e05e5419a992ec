// Drives recorded statements through the server's batches: in place of pgbench where there is none. Prints
// calls per second.
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { Batch, type Statement } from '#server/kernel/batch.ts';
import { Db, roleUrl } from '#server/kernel/db.ts';
import type { Exchange } from './recorded.ts';

interface Job {
  readonly url: string;
  readonly connections: number;
  readonly exchanges: readonly Exchange[];
  readonly calls: number;
}

const { url, connections, exchanges, calls } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Job;
const db = new Db({
  url: roleUrl(url, 'trenn_app'),
  poolSize: connections,
  isNamed: true,
  onError: () => {},
});
const clients = await Promise.all(Array.from({ length: connections }, () => db.pool.connect()));
const begun = performance.now();
let next = 0;
await Promise.all(
  clients.map(async (client) => {
    for (let call = next++; call < calls; call = next++) {
      for (const exchange of exchanges) await send(client, exchange, call);
    }
    client.release();
  }),
);
process.stdout.write(String(calls / ((performance.now() - begun) / 1000)));
await db.close();

function send(client: pg.PoolClient, exchange: Exchange, call: number): Promise<unknown> {
  const statements = exchange.map(
    ({ text, values }): Statement => ({
      text,
      values: values.map((value) => {
        if ('constant' in value) return value.constant;
        const number = value.base + (Math.floor(call / value.divide) % value.modulo);
        return value.isArray ? [number] : number;
      }),
    }),
  );
  const batch = new Batch(statements, true);
  client.query(batch as unknown as pg.Submittable);
  return batch.done;
}
