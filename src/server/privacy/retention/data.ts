import type { Query } from '#server/kernel/db.ts';

/** What happens to the rows of a table when their person is forgotten. */
type ErasureRule =
  | { readonly kind: 'removed' }
  /** The row stays, without what names anybody. */
  | { readonly kind: 'emptied'; readonly set: Readonly<Record<string, string>>; readonly where?: string }
  /** `why`: the law, or that the row names nobody once the client does not. */
  | { readonly kind: 'kept'; readonly why: string };

/**
 * A table that holds something about people: what of it they are given, and what becomes of it when they are forgotten.
 * In the SQL `k` is the table, $1 the client, $2 their accounts, $3 the language. A table with people in it that is on
 * no list fails the test.
 */
export interface RetainedTable {
  readonly table: string;
  /** Which rows are somebody's. */
  readonly of: string;
  /** The part of the download, or why it is in none. */
  readonly part: string | { readonly notGiven: string };
  readonly fields?: Readonly<Record<string, string>>;
  /** What the fields need besides. */
  readonly with?: string;
  readonly order?: string;
  readonly erasing: ErasureRule;
  /** Gone with the account itself, in one transaction; everything else follows. */
  readonly isClosing?: boolean;
}

/** Whose rows are meant: a client, the accounts that stand for them, and the language names are wanted in. */
export interface Owner {
  readonly clientId: number;
  readonly accountIds: readonly number[];
  readonly language: string;
}

export type RetainedRow = Readonly<Record<string, unknown>>;

const types: Readonly<Record<string, string>> = { $1: 'integer', $2: 'integer[]', $3: 'text' };

/** A statement with as many of the three values as it names. */
function about({ clientId, accountIds, language }: Owner, text: string) {
  const all: Readonly<Record<string, unknown>> = { $1: clientId, $2: accountIds, $3: language };
  const named = [...new Set(text.match(/\$[123]/g))];
  return {
    text: text.replaceAll(/\$[123]/g, (name) => `$${named.indexOf(name) + 1}::${types[name]}`),
    values: named.map((name) => all[name]),
  };
}

const condition = ({ of }: RetainedTable) => `k.tenant_id = app_tenant() and (${of})`;

/** The rows of a table that are about somebody, each with the fields they are to see, in the order of those. */
export function listRetained(
  table: RetainedTable,
  owner: Owner,
): Query<{ readonly rows: readonly RetainedRow[] }> {
  const fields = Object.entries(table.fields ?? {}).map(([name, expression]) => `'${name}', ${expression}`);
  return about(
    owner,
    `select coalesce(json_agg(json_build_object(${fields.join(', ')}) order by ${table.order ?? '1'}), '[]'::json) as rows
      from ${table.table} k ${table.with ?? ''} where ${condition(table)}`,
  );
}

/** Takes out of a table what no law keeps; null where nothing is to be done. */
export function eraseRetained(table: RetainedTable, owner: Owner): Query | null {
  const { erasing } = table;
  if (erasing.kind === 'kept') return null;
  if (erasing.kind === 'removed')
    return about(owner, `delete from ${table.table} k where ${condition(table)}`);
  const set = Object.entries(erasing.set).map(([column, value]) => `${column} = ${value}`);
  const where = erasing.where === undefined ? '' : ` and ${erasing.where}`;
  return about(owner, `update ${table.table} k set ${set.join(', ')} where ${condition(table)}${where}`);
}
