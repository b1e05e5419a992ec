import type pg from 'pg';
import { addMinutes } from '#shared/kernel/dates.ts';
import { moments } from './values.ts';

/** A column, and what it is set to, by the word that stands for it. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly settings: ReadonlyMap<string, string>;
}

interface Described {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

const twoDays = 2 * 24 * 60;
const around = (Object.keys(moments) as (keyof typeof moments)[]).flatMap((name) => [
  ...(name === 'from' ? [['before from', addMinutes(moments[name], -twoDays)] as const] : []),
  [name, moments[name]] as const,
  [`after ${name}`, addMinutes(moments[name], twoDays)] as const,
]);

/** The columns whose values decide something: states, kinds, truths, times, counts; and whether there is anything in others. */
export async function readColumns(owner: pg.Client): Promise<Column[]> {
  const { rows } = await owner.query<Described>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attname not in ('tenant_id', 'id') order by 1, 2`,
  );
  const words = await enumerated(owner);
  return rows
    .map((column) => ({
      ...{ table: column.table, name: column.name },
      settings: new Map([
        ...settingsOf(column, words),
        ...(column.isNullable ? [['nothing', 'null'] as const] : []),
      ]),
    }))
    .filter(({ settings }) => settings.size > 0);
}

function settingsOf(
  { table, name, type }: Described,
  words: ReadonlyMap<string, readonly string[]>,
): (readonly [string, string])[] {
  if (type === 'boolean') return ['true', 'false'].map((each) => [each, each] as const);
  if (type === 'timestamp with time zone') return around.map(([word, at]) => [word, `'${at}'`] as const);
  if (type === 'date') return around.map(([word, at]) => [word, `'${at.slice(0, 10)}'`] as const);
  if (type === 'integer' && /_id$/.test(name)) return [['nobody', `-${name}`]];
  if (/^(integer|smallint|bigint|numeric)$/.test(type))
    return ['0', '1', '100000'].map((each) => [each, each] as const);
  if (type !== 'text') return [];
  return (words.get(`${table}.${name}`) ?? []).map((word) => [word, `'${word}'`] as const);
}

/** The words that a check lets a column have, by `table.column`. */
export async function enumerated(owner: pg.Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await owner.query<{ column: string; text: string }>(
    `select c.relname || '.' || a.attname as "column", pg_get_constraintdef(k.oid) as text from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
     where k.contype = 'c' and format_type(a.atttypid, null) = 'text'`,
  );
  return new Map(
    rows
      .filter(({ text }) => /= ANY/.test(text))
      .map(({ column, text }) => [column, [...text.matchAll(/'(\w+)'::text/g)].map(([, word = '']) => word)]),
  );
}
