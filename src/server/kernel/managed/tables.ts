import { nextIdOf, type Query } from '#server/kernel/db.ts';
import type { Asked } from './data.ts';

/** A table that is shown whole, and whose forms are one row of it. */
interface Table {
  readonly table: string;
  /** SQL of the form's values, and of what is said beside it. */
  readonly values: string;
  readonly facts?: string;
  readonly order: string;
}

export function reading({ table, values, facts = `'{}'::jsonb`, order }: Table) {
  const from = `select id, ${values} as values, ${facts} as facts`;
  return {
    list: ({ offset, limit }: Asked): Query<never> => ({
      // Small lists come whole: a centre has tens of each.
      text: `${from}, (count(*) over ())::integer as total from ${table} t where tenant_id = app_tenant()
        order by ${order} offset $1 limit $2`,
      values: [offset, limit * 20],
    }),
    lock: (id: number): Query<never> => ({
      text: `${from} from ${table} t where tenant_id = app_tenant() and id = $1 for no key update`,
      values: [id],
    }),
    nextId: () => nextIdOf(table),
    remove: (id: number): Query => ({
      text: `delete from ${table} where tenant_id = app_tenant() and id = $1`,
      values: [id],
    }),
  };
}
