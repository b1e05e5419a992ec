import type { Centre } from '../centre.ts';
import type { TestServer } from '../server.ts';

/** Puts rows into tables of a centre past the product's own rules; the database's own still hold. */
export interface Rows {
  /** Answers the new row's `id`, 0 where the table has none. */
  add(table: string, row: Readonly<Record<string, unknown>>): Promise<number>;
}

/** What is not plain is written as JSON; bytes as they are. */
const written = (value: unknown) =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !Array.isArray(value)
    ? JSON.stringify(value)
    : value;

export function rowsOf({ ask }: Pick<TestServer, 'ask'>, home: Centre): Rows {
  return {
    add: async (table, row) => {
      const whole = Object.entries({ tenant_id: home.id, ...row });
      const names = whole.map(([name]) => `"${name}"`).join(', ');
      const places = whole.map((_, index) => `$${index + 1}`).join(', ');
      const [added] = await ask<{ id?: number }>(
        `insert into ${table} (${names}) values (${places}) returning *`,
        ...whole.map(([, value]) => written(value)),
      );
      return added?.id ?? 0;
    },
  };
}

/** A text in every language. */
export const named = (text: string) => ({ et: text, en: text, lv: text });
