import { z } from 'zod';
import type { Centre } from '../centre.ts';
import { withOwner } from '../owner.ts';
import type { TestServer } from '../server.ts';

type Row = Readonly<Record<string, unknown>>;
/** The rows of a table by what tells them apart. */
type Rows = ReadonlyMap<string, Row>;

/** What a row of a table became. */
export interface RowChange {
  readonly table: string;
  /** Null: there was none. */
  readonly before: Row | null;
  /** Null: there is none any more. */
  readonly after: Row | null;
}

/** What counts presses, and says nothing of its own. */
const leftOut = ['attempts', 'idempotency_keys'];

/** Looks at what became of the rows of a centre; each look goes on from the last one. */
export async function watchRows({ ask, databaseUrl }: TestServer) {
  const found = await ask<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' order by 1`,
  );
  const tables = found.map(({ name }) => name).filter((name) => !leftOut.includes(name));
  await noteTouches(databaseUrl, tables);
  let kept: { centre: number; rows: Map<string, Rows> } = { centre: 0, rows: new Map() };

  const readRows = async (names: readonly string[], centre: number) => {
    if (names.length === 0) return new Map<string, Rows>();
    const asked = names.map(
      (name) =>
        `select '${name}' as name, to_jsonb(t) - 'tenant_id' as row from ${name} t where t.tenant_id = $1`,
    );
    const rows = await ask<{ name: string; row: Row }>(asked.join(' union all '), centre);
    const byTable = Map.groupBy(rows, ({ name }) => name);
    return new Map(
      names.map((name) => [
        name,
        new Map(
          (byTable.get(name) ?? [])
            .map(({ row }) => [keyOf(name, row), row] as const)
            .toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ),
      ]),
    );
  };
  /** The changes since the last look at this centre; none at the first. */
  return async ({ id }: Centre): Promise<RowChange[]> => {
    const touched = await ask<{ name: string }>('delete from touched returning name');
    if (kept.centre !== id) {
      kept = { centre: id, rows: await readRows(tables, id) };
      return [];
    }
    const names = tables.filter((table) => touched.some(({ name }) => name === table));
    const now = await readRows(names, id);
    const changes = names.flatMap((name) =>
      changesBetween(name, kept.rows.get(name) ?? new Map(), now.get(name) ?? new Map()),
    );
    for (const [name, rows] of now) kept.rows.set(name, rows);
    return changes;
  };
}

/** Lets each table tell that something was written to it. */
async function noteTouches(databaseUrl: string, tables: readonly string[]): Promise<void> {
  const triggers = tables.map(
    (name) => `create trigger touched after insert or update or delete on ${name}
      for each statement execute function touch();`,
  );
  await withOwner(databaseUrl, (owner) =>
    owner.query(`
      create table touched (name text not null);
      grant select, delete on touched to public;
      create function touch() returns trigger language plpgsql security definer as $$
        begin insert into public.touched values (tg_table_name); return null; end $$;
      ${triggers.join('\n')}`),
  );
}

function changesBetween(table: string, before: Rows, after: Rows): RowChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({ table, before: before.get(key) ?? null, after: after.get(key) ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** A change in words: what stands in a new row, which row is gone, or what became of its columns. */
export function inWords({ table, before, after }: RowChange, named: (value: unknown) => unknown): string {
  const whole = (row: Row) => JSON.stringify(named(filled(table, row)));
  if (before === null) return `+ ${table} ${whole(after ?? {})}`;
  if (after === null) return `- ${table} ${whole(before)}`;
  const changed = Object.keys(after).filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  const parts = changed.map(
    (column) =>
      `${column}: ${JSON.stringify(named(before[column]))} > ${JSON.stringify(named(after[column]))}`,
  );
  return `~ ${table} ${JSON.stringify(named(after.id ?? keyOf(table, after)))} ${parts.join(', ')}`;
}

function keyOf(table: string, row: Row): string {
  if (table === 'held_back') return String(row.held_at).padStart(9, '0');
  return row.id === undefined ? JSON.stringify(row) : String(row.id);
}

/** Without what is empty, and the place in the order of what was told. */
function filled(table: string, { held_at, ...row }: Row): Row {
  const told = table === 'stand_in_mails' ? ofMail(row) : row;
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
}

/** What a mail looks like says what its text says; mails come in any order, and documents are of any size. */
function ofMail({ html, id, message_id, attachments, ...row }: Row): Row {
  return { ...row, attachments: z.array(z.object({ name: z.string() })).parse(attachments) };
}
