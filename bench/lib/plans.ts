import type pg from 'pg';
import type { Statement } from '#server/kernel/batch.ts';

/** A table that fits into so few pages is read whole, and rightly so. */
const smallPages = 8;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface PlanFault {
  readonly query: string;
  readonly fault: string;
}

/**
 * What is wrong with the plan a prepared statement settles on: a scan that does not begin at an index led by the
 * tenant, or no plan that lasts, so that it is planned anew at every call.
 */
export async function findPlanFaults(
  client: pg.Client,
  query: string,
  statements: readonly Statement[],
): Promise<PlanFault[]> {
  const [first] = statements;
  if (!first) return [];
  await client.query(`prepare looked_at as ${first.text}`);
  try {
    const calls = statements.map(({ values }) =>
      values.length === 0
        ? 'looked_at'
        : `looked_at(${values.map((value) => literal(client, value)).join(', ')})`,
    );
    for (const call of calls) await client.query(`execute ${call}`);
    const faults = await scanFaults(client, calls.at(-1) ?? 'looked_at');
    const { rows } = await client.query<{ lasting: number }>(
      "select generic_plans::integer as lasting from pg_prepared_statements where name = 'looked_at'",
    );
    if (first.values.length > 0 && rows[0]?.lasting === 0) {
      faults.push('planned anew at every call: a condition of a partial index is a parameter');
    }
    return [...new Set(faults)].map((fault) => ({ query, fault }));
  } finally {
    await client.query('deallocate looked_at');
  }
}

async function scanFaults(client: pg.Client, call: string): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (format json) execute ${call}`,
  );
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  const faults: string[] = [];
  for (const node of root ? everyNode(root) : []) {
    const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node;
    if (type === 'Seq Scan' && table && (await pagesOf(client, table)) > smallPages) {
      faults.push(`reads all of ${table}`);
    }
    if (index) {
      if ((await firstColumn(client, index)) !== 'tenant_id')
        faults.push(`${index} is not led by the tenant`);
      if (type !== 'Bitmap Heap Scan' && !node['Index Cond']?.includes('tenant_id')) {
        faults.push(`${index} is not entered at the tenant`);
      }
    }
  }
  return faults;
}

function everyNode(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(everyNode)];
}

async function pagesOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ relpages: number }>(
    'select relpages from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0]?.relpages ?? 0;
}

async function firstColumn(client: pg.Client, index: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indexrelid = $1::regclass`,
    [index],
  );
  return rows[0]?.name ?? '';
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    return client.escapeLiteral(`{${value.map((element) => JSON.stringify(String(element))).join(',')}}`);
  }
  return client.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
