import type { Answer } from '../call.ts';
import type { Centre, TestAccount } from '../centre.ts';
import { withOwner } from '../owner.ts';
import type { TestServer } from '../server.ts';

/** What the queue writes by itself, whenever it comes to it. */
const ofQueue = [
  ...['outbox', 'stand_in_mails', 'stand_in_sms', 'notice_deliveries', 'message_deliveries'],
  ...['invoice_messages', 'contract_messages'],
];

/**
 * Lets each table count from a number of its own on, eight digits long: a number in an answer then says of which row it is.
 * Only for a database of one's own, before there is anything.
 */
export async function spreadNumbers({ databaseUrl }: TestServer): Promise<void> {
  await withOwner(databaseUrl, (owner) =>
    owner.query(`select setval(name, 10000000 + 8000000 * row_number() over (order by name))
      from (select pg_get_serial_sequence(table_name, column_name) as name from information_schema.columns
        where table_schema = 'public' and column_name = 'id' and is_identity = 'YES') numbered`),
  );
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Looks at the rows of a centre from outside. */
export async function watching({ ask }: TestServer) {
  const all = await ask<Table>(
    `select table_name::text as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by 1 having 'tenant_id' = any(array_agg(column_name::text)) order by 1`,
  );
  const tables = all.filter(({ name }) => !ofQueue.includes(name));

  /** What stands in each table of a centre, as a sum; where told, only the rows of one person. */
  async function sumsOf(
    { id }: Centre,
    rowsOf?: { of: (table: Table) => string | undefined; values: unknown[] },
  ) {
    const asked = tables.flatMap((table) => {
      const filter = rowsOf ? rowsOf.of(table) : 'true';
      return filter === undefined
        ? []
        : [
            `select '${table.name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum
             from ${table.name} t where t.tenant_id = $1 and ${filter}`,
          ];
    });
    const rows = await ask<{ name: string; sum: string }>(
      asked.join(' union all '),
      id,
      ...(rowsOf?.values ?? []),
    );
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  }

  /** The sums of a whole centre, without the tables that are told. */
  async function sumsBut(home: Centre, ...without: readonly string[]) {
    const sums = await sumsOf(home);
    return Object.fromEntries(Object.entries(sums).filter(([name]) => !without.includes(name)));
  }

  /** The sums of what is a person's own: what hangs at their client, their account, and at their contracts and papers. */
  function sumsOfPerson(home: Centre, { id, clientId }: TestAccount) {
    return sumsOf(home, { of: filterOf, values: [clientId, id] });
  }

  /** The numbers of every row of a centre, or of a person's own there. */
  async function numbersOf({ id }: Centre, person?: TestAccount): Promise<ReadonlySet<string>> {
    const asked = tables
      .filter(({ columns }) => columns.includes('id'))
      .flatMap((table) => {
        const filter = person ? filterOf(table) : 'true';
        return filter === undefined
          ? []
          : [`select t.id::text as id from ${table.name} t where t.tenant_id = $1 and ${filter}`];
      });
    const values = person ? [person.clientId, person.id] : [];
    const rows = await ask<{ id: string }>(asked.join(' union all '), id, ...values);
    return new Set(rows.map((row) => row.id).filter((one) => one.length > 7));
  }

  return { sumsBut, sumsOfPerson, numbersOf };
}

/** By which columns a row is a person's: `$2` is their client, `$3` their account. */
function filterOf({ name, columns }: Table): string | undefined {
  const owned = (table: string) =>
    `in (select o.id from ${table} o where o.tenant_id = $1 and o.client_id = $2)`;
  const filters = [
    ...(name === 'clients' ? ['t.id = $2'] : []),
    ...(name === 'accounts' ? ['t.id = $3'] : []),
    ...(columns.includes('client_id') ? ['t.client_id = $2'] : []),
    ...(columns.includes('account_id') ? ['t.account_id = $3'] : []),
    ...(
      [
        ['contract_id', 'contracts'],
        ['invoice_id', 'invoices'],
        ['ticket_id', 'tickets'],
        ['voucher_id', 'vouchers'],
        ['registration_id', 'registrations'],
      ] as const
    ).flatMap(([column, table]) => (columns.includes(column) ? [`t.${column} ${owned(table)}`] : [])),
  ];
  return filters.length > 0 ? `(${filters.join(' or ')}) and $3 > 0` : undefined;
}

/** By what an answer shows that it is about somebody or something: words of names, and numbers of rows. */
export interface Marks {
  readonly words: readonly string[];
  readonly numbers: ReadonlySet<string>;
}

/** What of these an answer shows. */
export function shownOf(answer: WholeAnswer, { words, numbers }: Marks): string[] {
  const text = JSON.stringify(answer);
  const shown = text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{8,}/g) ?? [];
  const spelt = words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));
  return [...spelt, ...new Set(shown.filter((one) => numbers.has(one)))];
}

/** The whole of an answer, refused or not. */
export function wholeOf<E>(answer: Answer<E>) {
  const { status, error, refusal, headers } = answer;
  const body: unknown = status < 400 ? answer.body : undefined;
  return { status, error, refusal, headers, body };
}

export type WholeAnswer = ReturnType<typeof wholeOf>;
