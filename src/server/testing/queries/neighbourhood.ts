import type pg from 'pg';
import { addDays, addMinutes } from '#shared/kernel/dates.ts';
import { enumerated } from './columns.ts';
import { moments, type Values } from './values.ts';

interface Part {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  readonly isGenerated: boolean;
  readonly isUnique: boolean;
}

/** What a table was before its checks were dropped: its parts, and the words each may have. */
export interface Shape {
  readonly table: string;
  readonly parts: readonly Part[];
  readonly words: ReadonlyMap<string, readonly string[]>;
}

export async function readShapes(owner: pg.Client): Promise<Shape[]> {
  const { rows } = await owner.query<Part>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
       not a.attnotnull as "isNullable", a.atthasdef as "hasDefault", a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated",
       exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)) as "isUnique"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
       and c.relname not in ('tenants', 'outbox', 'audit_trail', 'idempotency_keys') order by 1, a.attnum`,
  );
  const words = await enumerated(owner);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, parts]) => ({
    table,
    parts,
    words: new Map(
      parts.flatMap(({ name }) =>
        words.get(`${table}.${name}`) ? [[name, words.get(`${table}.${name}`) ?? []]] : [],
      ),
    ),
  }));
}

/** Takes away what would refuse rows that no rule of the product made. In a database of one's own only. */
export async function dropGuards(owner: pg.Client): Promise<void> {
  await owner.query(`do $$ declare r record; begin
    for r in select conrelid::regclass as t, conname from pg_constraint
      where contype in ('f', 'c') and connamespace = 'public'::regnamespace loop
      execute format('alter table %s drop constraint %I', r.t, r.conname); end loop;
    for r in select conrelid::regclass as t, conname from pg_constraint
      where contype = 'x' and connamespace = 'public'::regnamespace loop
      execute format('alter table %s drop constraint %I', r.t, r.conname); end loop;
    for r in select oid::regclass as t from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s disable trigger user', r.t); end loop; end $$`);
}

/** What the database's own clock was asked for is as old as the tests' now: no answer follows from the day of the run. */
export async function stopClock(owner: pg.Client, shapes: readonly Shape[]): Promise<void> {
  for (const { table, parts } of shapes)
    for (const { name, type } of parts.filter(({ hasDefault }) => hasDefault))
      if (type === 'timestamp with time zone')
        await owner.query(
          `update ${table} set ${name} = $1 where ${name} between now() - interval '1 day' and now()`,
          [moments.now],
        );
}

/**
 * Gives what has an id of chance one by its place among its like, wherever it is named: what comes first of two is the same
 * in every run. Answers the ids by those before.
 */
export async function steadyIds(
  owner: pg.Client,
  shapes: readonly Shape[],
): Promise<ReadonlyMap<unknown, string>> {
  const steady = new Map<unknown, string>();
  for (const { table, parts, words } of shapes) {
    if (!parts.some(({ name, type }) => name === 'id' && type === 'uuid')) continue;
    const told = parts.filter(({ name, type }) => type === 'integer' || words.has(name));
    const { rows } = await owner.query<{ id: string }>(
      `select id from ${table} order by ${['tenant_id', ...told.map(({ name }) => name)].join(', ')}`,
    );
    for (const { id } of rows)
      if (!steady.has(id))
        steady.set(id, `10000000-0000-4000-8000-${String(steady.size + 1).padStart(12, '0')}`);
  }
  for (const { table, parts } of shapes)
    for (const { name } of parts.filter(({ type }) => type === 'uuid'))
      await owner.query(
        `update ${table} as t set ${name} = s.after::uuid from unnest($1::uuid[], $2::text[]) as s (before, after)
         where t.${name} = s.before`,
        [[...steady.keys()], [...steady.values()]],
      );
  return steady;
}

/** `is_open` as `isOpen`. */
export const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Puts into every table more of what these values name: a row in each state there is, in the past and to come, each like
 * one that is there where one is.
 */
export async function fill(
  owner: pg.Client,
  shapes: readonly Shape[],
  read: Values,
  mark: number,
): Promise<void> {
  let number = 0;
  for (const { table, parts, words } of shapes) {
    const links = parts.flatMap(({ name, type }) => {
      const value =
        /_id$/.test(name) && name !== 'tenant_id' && type !== 'bytea'
          ? read({ folder: table, name: table }, camel(name))?.some[0]
          : undefined;
      return value === undefined || value === null ? [] : [{ name, value }];
    });
    const score =
      links.map(({ name }, index) => `(${name} is not distinct from $${index + 1})::integer`).join(' + ') ||
      '0 + 0';
    const { rows } = await owner.query<Record<string, unknown>>(
      `select * from ${table} where tenant_id = app_tenant() order by ${[`${score} desc`, ...orderOf(parts)].join(', ')} limit 1`,
      links.map(({ value }) => value),
    );
    const like: Record<string, unknown> = rows[0] ?? {};
    const states = [...words].flatMap(([name, all]) => all.map((word) => ({ [name]: word })));
    const free = parts.filter(({ name, isNullable }) => isNullable && !words.has(name) && !/_id$/.test(name));
    const truths = parts.filter(({ type }) => type === 'boolean');
    const others: Record<string, unknown>[] = [
      ...truths.map(({ name }) => ({ [name]: like[name] !== true })),
      Object.fromEntries(free.map(({ name }) => [name, null])),
      Object.fromEntries(
        free.flatMap(({ name, type }) => (/^(date|timestamp)/.test(type) ? [[name, moments.now]] : [])),
      ),
    ];
    const variants = [
      ...[{}, ...states].flatMap((row) => [0, -9, 9].map((days) => ({ row, days }))),
      ...others.map((row) => ({ row, days: 0 })),
    ];
    for (const { row, days } of variants) {
      number += 1;
      const whole = parts
        .filter(({ isGenerated, name }) => !isGenerated && name !== 'id')
        .map(
          (part) =>
            [
              part.name,
              valueFor(part, { like, row, days, words, links, seed: mark * 100_000 + number }),
            ] as const,
        )
        .filter(([, value]) => value !== undefined);
      const own = parts.find(({ name, isGenerated }) => name === 'id' && !isGenerated);
      if (own)
        whole.push(['id', own.type === 'uuid' ? uuidOf(mark * 100_000 + number) : mark * 100_000 + number]);
      await owner.query('savepoint adding');
      try {
        await owner.query(
          `insert into ${table} (${whole.map(([name]) => `"${name}"`).join(', ')}) values (${whole.map((_, index) => `$${index + 1}`).join(', ')})`,
          whole.map(([, value]) => value),
        );
        await owner.query('release adding');
      } catch (error) {
        // Of what there may be one of, one is there.
        await owner.query('rollback to adding');
        if (!/unique|duplicate/.test((error as Error).message))
          throw new Error(`${table}: ${(error as Error).message} ${JSON.stringify(whole)}`);
      }
    }
  }
}

/** What rows are told apart by that is the same in every run: ids of chance are not. */
function orderOf(parts: readonly Part[]): string[] {
  const id = parts.find(({ name }) => name === 'id');
  const numbers = parts.filter(({ name, type }) => type === 'integer' && /_id$/.test(name));
  return id?.type === 'integer' ? ['id'] : numbers.map(({ name }) => name);
}

/** Reads a column of a centre's rows in their order; of those with ids of chance the ones that were put in here. */
export function finder(owner: pg.Client, shapes: readonly Shape[]) {
  return async (table: string, column = 'id'): Promise<unknown[]> => {
    const id = shapes.find((one) => one.table === table)?.parts.find(({ name }) => name === 'id');
    const made = id?.type === 'uuid' ? `and id::text like '00000000-%'` : '';
    const { rows } = await owner.query<{ found: unknown }>(
      `select ${column} as found from ${table} where tenant_id = app_tenant() ${made} order by ${id ? 'id' : '1'}`,
    );
    return rows.map(({ found }) => found);
  };
}

interface Making {
  readonly like: Readonly<Record<string, unknown>>;
  readonly row: Readonly<Record<string, unknown>>;
  readonly days: number;
  readonly words: Shape['words'];
  readonly links: readonly { name: string; value: unknown }[];
  readonly seed: number;
}

function valueFor(part: Part, { like, row, days, words, links, seed }: Making): unknown {
  const { name, type, isNullable, hasDefault, isUnique } = part;
  if (name in row) return row[name];
  if (name === 'tenant_id') return like.tenant_id;
  const link = links.find((one) => one.name === name);
  if (link) return link.value;
  const isTime = type === 'timestamp with time zone' || type === 'date';
  const before = like[name];
  if (isTime) {
    if (before === null) return null;
    const at = typeof before === 'string' ? before : moments.now;
    return type === 'date' ? addDays(at.slice(0, 10), days) : addMinutes(at, days * 24 * 60);
  }
  if (isUnique && type === 'bytea') return bytesOf(seed);
  if (isUnique && type === 'uuid') return uuidOf(seed);
  if (isUnique && type === 'text' && !words.has(name)) return `${seed}`;
  if (before !== undefined) return type === 'jsonb' && before !== null ? JSON.stringify(before) : before;
  if (isNullable || hasDefault) return undefined;
  if (words.has(name)) return words.get(name)?.[0];
  if (type === 'text') return '';
  if (type === 'boolean') return false;
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return bytesOf(seed);
  if (type === 'uuid') return uuidOf(seed);
  if (type.endsWith('[]')) return [];
  return 1;
}

const bytesOf = (seed: number) => Buffer.from(String(seed).padEnd(32, 'x'));
const uuidOf = (seed: number) => `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
