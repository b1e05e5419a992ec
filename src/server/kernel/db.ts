import { createHmac } from 'node:crypto';
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { Batch, type Rows, type Statement } from './batch.ts';
import type { DB } from './rows.ts';
import { Turns } from './turns.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toIsoInstant);

/** Builds and types SQL; never runs it. */
export const sqlBuilder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A name to sort by, as SQL of its column: its numbers count as numbers, so Saal 2 comes before Saal 10. */
export function natural(column: string): string {
  const padded = `regexp_replace(lower(${column}), '([0-9]+)', '000000000\\1', 'g')`;
  return `regexp_replace(${padded}, '0*([0-9]{10})', '\\1', 'g')`;
}

/** A query built with `sqlBuilder`, or a plain statement with the type of its rows. */
export type Query<Row = unknown> = Compilable<Row> | (Statement & { readonly row?: Row });

/** A row of a query. */
export type RowOf<Asked extends Query> = Asked extends Query<infer Row> ? Row : never;

export type QueryRows<Queries extends readonly Query[]> = {
  -readonly [Index in keyof Queries]: Queries[Index] extends Query<infer Row> ? Row[] : never;
};

export function toStatement(query: Query): Statement {
  if ('text' in query) return query;
  const { sql, parameters } = query.compile();
  return { text: sql, values: parameters };
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query built and compiled once, whose calls only fill in their values: for what every booking runs. `build`
 * may place its inputs, never look at them.
 */
export function prepared<Input extends object, Row>(
  build: (input: Input) => Compilable<Row>,
): (input: Input) => Query<Row> {
  let compiled: { text: string; values: readonly unknown[] } | undefined;
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Input;
  return (input) => {
    if (!compiled) {
      const { sql, parameters } = build(placeholders).compile();
      compiled = { text: sql, values: parameters };
    }
    const { text, values } = compiled;
    return {
      text,
      values: values.map((value) =>
        value instanceof Placeholder ? input[value.name as keyof Input] : value,
      ),
    };
  };
}

/** `2026-11-21 18:00:00+00` as ISO text; connections speak UTC. */
function toIsoInstant(text: string): string {
  return `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`;
}

const begin: Statement = { text: 'begin', values: [] };
const commit: Statement = { text: 'commit', values: [] };
const rollback: Statement = { text: 'rollback', values: [] };

/** How long a connection is waited for. */
const connectingMs = 5000;

export interface DbOptions {
  /** Connection of the role the pool works as. */
  url: string;
  poolSize: number;
  /** False behind a pooler that cannot keep prepared names. */
  isNamed: boolean;
  onError: (error: Error) => void;
}

/** A pool of connections as one role. Every call is bounded in time; broken connections are thrown away. */
export class Db {
  readonly pool: pg.Pool;
  private readonly isNamed: boolean;
  private readonly shares: Turns;
  /** Connections that failed otherwise than by an answer; whoever has one throws it away. */
  private readonly lost = new WeakSet<pg.PoolClient>();

  constructor(options: DbOptions) {
    this.isNamed = options.isNamed;
    // However many of a centre's statements are slow, others find a connection; where all are taken, centres take turns.
    this.shares = new Turns({
      perCentre: Math.max(1, options.poolSize - 2),
      inAll: options.poolSize,
      mostWaiting: Number.POSITIVE_INFINITY,
      seconds: connectingMs / 1000,
    });
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolSize,
      connectionTimeoutMillis: connectingMs,
      query_timeout: 15_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'trenn',
    });
    this.pool.on('error', options.onError);
    this.pool.on('connect', (client) => client.on('error', options.onError));
  }

  /** Runs queries in one round trip and one transaction. */
  async run<const Queries extends readonly Query[]>(...queries: Queries): Promise<QueryRows<Queries>> {
    const results = await this.withClient((client) => this.send(client, queries.map(toStatement)));
    return results as QueryRows<Queries>;
  }

  /** Runs queries for one tenant: row policies see it for this transaction only. */
  async read<const Queries extends readonly Query[]>(
    tenantId: number,
    ...queries: Queries
  ): Promise<QueryRows<Queries>> {
    const statements = [setTenant(tenantId), ...queries.map(toStatement)];
    const results = await this.inShare(tenantId, (client) => this.send(client, statements));
    return results.slice(1) as QueryRows<Queries>;
  }

  /**
   * A transaction of a tenant in two round trips: `load` (locks and reads, with the opening in front) and
   * `save` (writes, with the commit behind). Rolled back when `work` throws or returns without saving.
   */
  async write<T>(tenantId: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.inShare(tenantId, async (client) => {
      let isOpen = false;
      const transaction: Transaction = {
        load: async (...queries) => {
          const opening = isOpen ? [] : [begin, setTenant(tenantId)];
          isOpen = true;
          const results = await this.send(client, [...opening, ...queries.map(toStatement)]);
          return results.slice(opening.length) as QueryRows<typeof queries>;
        },
        save: async (...queries) => {
          const opening = isOpen ? [] : [begin, setTenant(tenantId)];
          isOpen = true;
          const results = await this.send(client, [...opening, ...queries.map(toStatement), commit]);
          isOpen = false;
          return results.slice(opening.length, -1) as QueryRows<typeof queries>;
        },
      };
      try {
        return await work(transaction);
      } finally {
        if (isOpen) await this.send(client, [rollback]);
      }
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private inShare<T>(tenantId: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.shares.run(tenantId, () => this.withClient(work));
  }

  private async withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect().catch(keepLoss);
    try {
      return await work(client);
    } finally {
      // What is thrown says little of the connection: a refusal of ours leaves it as good as it was.
      client.release(this.lost.has(client));
    }
  }

  private async send(client: pg.PoolClient, statements: readonly Statement[]): Promise<Rows[]> {
    const batch = new Batch(statements, this.isNamed);
    client.query(batch as unknown as pg.Submittable);
    try {
      return await batch.done;
    } catch (error) {
      if (isAnswer(error)) throw error;
      this.lost.add(client);
      return keepLoss(error);
    }
  }
}

export interface Transaction {
  /** Reads, locks first. One round trip. */
  load<const Queries extends readonly Query[]>(...queries: Queries): Promise<QueryRows<Queries>>;
  /** Writes and commits. One round trip. */
  save<const Queries extends readonly Query[]>(...queries: Queries): Promise<QueryRows<Queries>>;
}

function setTenant(tenantId: number): Statement {
  return { text: "select set_config('app.tenant_id', $1, true)", values: [String(tenantId)] };
}

/** Whether an error is what a healthy database answered to a statement. */
function isAnswer(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code);
}

const losses = new WeakSet<object>();

function keepLoss(error: unknown): never {
  losses.add(error as object);
  throw error;
}

/** Whether an error came of a connection that is lost or could not be had, not of what was asked or done with it. */
export function isConnectionLost(error: unknown): boolean {
  return typeof error === 'object' && error !== null && losses.has(error);
}

export const roles = ['trenn_app', 'trenn_system'] as const;
export type DbRole = (typeof roles)[number];

/** The password of a role follows from the owner's, so that every process with the owner's address knows it. */
export function rolePassword(ownerUrl: string, role: DbRole): string {
  return createHmac('sha256', passwordOf(ownerUrl)).update(role).digest('base64url');
}

/** The password an address names; empty without one. */
export function passwordOf(url: string): string {
  return addressForm.exec(url)?.[2] ?? '';
}

/** Scheme, password, and what follows the credentials: an address of a socket is none that `URL` would read. */
const addressForm = /^(postgres(?:ql)?:\/\/)(?:[^:@/?#]*(?::([^@/?#]*))?@)?(.*)$/;

/** The owner's address as another role. */
export function roleUrl(ownerUrl: string, role: DbRole): string {
  const [, scheme, , rest] = addressForm.exec(ownerUrl) ?? [];
  return `${scheme}${role}:${rolePassword(ownerUrl, role)}@${rest}`;
}

/** The next id of a table, from its own sequence. */
export function nextIdOf(table: string): Query<{ readonly id: number }> {
  return {
    text: `select nextval(pg_get_serial_sequence('${table}', 'id'))::integer as id`,
    values: [],
  };
}
