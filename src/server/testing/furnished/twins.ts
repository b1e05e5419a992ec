import { createHash } from 'node:crypto';
import type pg from 'pg';
import { addDays, addMinutes } from '#shared/kernel/dates.ts';
import type { Centre } from '../centre.ts';
import { withOwner } from '../owner.ts';
import { type TestServer, testNow } from '../server.ts';

/** A column of a table of centres, and what may stand in it. */
interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Whether what tells two rows apart has it. */
  readonly isUnique: boolean;
  /** What its checks name. */
  readonly words: readonly string[];
  /** The table whose rows it names. */
  readonly names: string | null;
}

type Row = Readonly<Record<string, unknown>>;

/** A row that is as another but for one column. */
export interface Twin {
  readonly of: string;
  readonly id: number;
  readonly column: string;
  readonly value: unknown;
  /** What the value is to the other's, where it says nothing by itself. */
  readonly word: string | undefined;
}

/** What may stand in a column instead. */
interface Other {
  readonly value: unknown;
  readonly word?: string;
}

/** Of a table of which nothing is asked for by its number so many rows have twins. */
const mostRows = 2;
const mostOfColumn = 3;
const today = testNow.slice(0, 10);
const unique = new Set(['23505', '23P01']);

/**
 * Beside each of these things of a centre, and beside rows of its other tables, their twins: one column of each says something
 * else, and whatever is asked of that column tells the two apart. What the database does not allow is left out.
 */
export async function twinned(
  { databaseUrl }: TestServer,
  { id: tenantId }: Centre,
  ids: readonly number[],
): Promise<Twin[]> {
  return withOwner(databaseUrl, async (owner) => {
    const { rows: columns } = await owner.query<Column>(columnsOfCentres);
    const tables = new Map([...Map.groupBy(columns, ({ table }) => table)]);
    const all = new Map<string, Row[]>();
    for (const table of tables.keys()) all.set(table, await rowsOf(owner, table, tenantId));
    const twins: Twin[] = [];
    for (const [table, own] of tables) {
      const rows = all.get(table) ?? [];
      let tried = 0;
      const asked = rows.filter(({ id }) => ids.includes(Number(id)));
      for (const row of asked.length > 0 ? asked : rows.slice(0, mostRows))
        for (const column of own)
          for (const { value, word } of othersOf(column, row, { rows, all })) {
            tried += 1;
            const made = new Making(owner, { tenantId, table, columns: own }, tried);
            const id = await made.add({ ...row, [column.name]: value }, column);
            if (id !== undefined) twins.push({ of: String(row.id), id, column: column.name, value, word });
          }
    }
    return twins;
  });
}

async function rowsOf(owner: pg.Client, table: string, tenantId: number): Promise<Row[]> {
  const { rows } = await owner.query<{ row: Row }>(
    `select to_jsonb(t) - 'tenant_id' as row from ${table} t where tenant_id = $1
     order by case when to_jsonb(t)->>'id' ~ '^\\d+$' then (to_jsonb(t)->>'id')::bigint end, t.ctid limit 60`,
    [tenantId],
  );
  return rows.map(({ row }) => row);
}

/** Where a row comes, and what it is made of. */
interface Into {
  readonly tenantId: number;
  readonly table: string;
  readonly columns: readonly Column[];
}

/** Adds a row; what only may not be there twice is made another step by step. */
class Making {
  readonly #owner: pg.Client;
  readonly #into: Into;
  readonly #count: number;

  constructor(owner: pg.Client, into: Into, count: number) {
    this.#owner = owner;
    this.#into = into;
    this.#count = count;
  }

  /** The number of the new row, 0 where rows of the table have none; undefined where it may not be. */
  async add(row: Row, kept: Column): Promise<number | undefined> {
    const others = this.#into.columns.filter(({ name }) => name !== kept.name);
    let next = row;
    for (const change of [this.fresh, this.unbound, this.weeksLater]) {
      next = change(next, others);
      const came = await this.insert(next);
      if (typeof came === 'number') return came;
      if (!unique.has(came)) return undefined;
    }
    return undefined;
  }

  /** The new row's number, or the code of the refusal. */
  private async insert(row: Row): Promise<number | string> {
    const { tenantId, table, columns } = this.#into;
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    await this.#owner.query('begin');
    try {
      await this.#owner.query(`select set_config('app.tenant', $1, true)`, [String(tenantId)]);
      const { rows } = await this.#owner.query<{ id?: unknown }>(
        `insert into ${table} (tenant_id, ${names})
         select $1, ${names} from jsonb_populate_record(null::${table}, $2) returning *`,
        [tenantId, JSON.stringify(row)],
      );
      await this.#owner.query('commit');
      return Number(rows[0]?.id ?? 0) || 0;
    } catch (error) {
      await this.#owner.query('rollback');
      return String((error as { code?: unknown }).code);
    }
  }

  /** Keys and numbers of its own. */
  private readonly fresh = (row: Row, columns: readonly Column[]): Row => {
    const key = createHash('sha256').update(`twin ${this.#into.table} ${this.#count}`).digest('hex');
    const own = (column: Column): unknown => {
      const now = row[column.name];
      if (now === null || now === undefined || column.names !== null || !column.isUnique) return now;
      if (column.type === 'bytea') return `\\x${key}`;
      if (column.type === 'uuid') return key.slice(0, 32);
      if (column.type === 'text') return `${this.#count}${String(now)}`;
      return column.type === 'integer' ? 1000 + this.#count : now;
    };
    return { ...row, ...Object.fromEntries(columns.map((column) => [column.name, own(column)])) };
  };

  /** Of nobody and nothing where that may be. */
  private readonly unbound = (row: Row, columns: readonly Column[]): Row => ({
    ...row,
    ...Object.fromEntries(
      columns.filter(({ names, isNullable }) => names !== null && isNullable).map(({ name }) => [name, null]),
    ),
  });

  private readonly weeksLater = (row: Row, columns: readonly Column[]): Row => {
    const own = ({ name, type }: Column): unknown => {
      const now = row[name];
      if (typeof now !== 'string') return now;
      if (type === 'date') return addDays(now, 7 * this.#count);
      return type.startsWith('timestamp') ? later(now, 7 * this.#count) : now;
    };
    return { ...row, ...Object.fromEntries(columns.map((column) => [column.name, own(column)])) };
  };
}

/** What else may stand in a column of a row. */
function othersOf(
  { name, type, isNullable, words, names }: Column,
  row: Row,
  { rows, all }: { readonly rows: readonly Row[]; readonly all: ReadonlyMap<string, readonly Row[]> },
): Other[] {
  const now = row[name] ?? null;
  const nothing: Other[] = isNullable ? [{ value: null, word: 'nothing' }] : [];
  const isOpaque = ['bytea', 'uuid', 'jsonb', 'ARRAY'].includes(type);
  const seen = isOpaque || isOfTime(type) ? [] : rows.map((one) => one[name] ?? null);
  const named = names === null ? [] : (all.get(names) ?? []).map(({ id }) => id ?? null);
  const plain = [...(isOpaque ? [] : words), ...seen, ...named].map((value): Other => ({ value }));
  const candidates = [...nothing, ...madeOf(type, now, names), ...plain].filter(({ value }) => value !== now);
  return [...new Map(candidates.map((other) => [other.value, other])).values()].slice(0, mostOfColumn);
}

const isOfTime = (type: string) => type === 'date' || type.startsWith('timestamp');

function madeOf(type: string, now: unknown, names: string | null): Other[] {
  if (type === 'boolean') return [{ value: true }, { value: false }];
  if (isOfTime(type)) {
    const at = (days: number) =>
      type === 'date' ? addDays(String(now ?? today), days) : later(now ?? testNow, days);
    const present = { value: type === 'date' ? today : testNow, word: 'now' };
    return [present, { value: at(1), word: 'a day later' }, { value: at(-1), word: 'a day earlier' }];
  }
  return names === null && (type === 'integer' || type === 'bigint')
    ? [{ value: Number(now ?? 0) + 1, word: 'one more' }, { value: 0 }]
    : [];
}

const dayMinutes = 24 * 60;

function later(at: unknown, days: number): string {
  const text = String(at);
  // Not 'infinity', nor what was read off the clock of the machine, which alone has parts of a second.
  const isOurs = !Number.isNaN(Date.parse(text)) && !text.includes('.');
  return addMinutes(isOurs ? text : testNow, days * dayMinutes);
}

const columnsOfCentres = `
  select c.table_name::text as "table", c.column_name::text as name, c.data_type::text as type,
    c.is_nullable = 'YES' as "isNullable",
    exists (select from pg_index i where i.indrelid = t.oid and i.indisunique and a.attnum = any(i.indkey)) as "isUnique",
    coalesce((select array_agg(distinct w.word[1]) from pg_constraint k,
        regexp_matches(pg_get_constraintdef(k.oid), '''([a-zA-Z]+)''::text', 'g') as w(word)
      where k.conrelid = t.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '{}') as words,
    (select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = t.oid and k.contype = 'f' and a.attnum = any(k.conkey) and array_length(k.conkey, 1) = 2
      order by k.conname limit 1) as names
  from information_schema.columns c
  join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
  join pg_attribute a on a.attrelid = t.oid and a.attname = c.column_name
  where c.table_schema = 'public' and c.column_name <> 'tenant_id' and c.is_identity = 'NO' and c.is_generated = 'NEVER'
    and c.table_name not in ('tenants', 'outbox', 'attempts', 'idempotency_keys', 'touched', 'held_back')
    and exists (select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name
      and o.column_name = 'tenant_id')
  order by c.table_name, c.ordinal_position`;
