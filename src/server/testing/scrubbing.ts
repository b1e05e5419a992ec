import { expect } from 'vitest';
import { toStatement } from '#server/kernel/db.ts';
import { scrubTrail } from '#server/privacy/erasure/data.ts';
import type { Centre } from './centre.ts';
import type { TestServer } from './server.ts';

/** What the audit trail of a centre says of somebody who is erased. */
export function scrubbingMeans({ ask }: Pick<TestServer, 'ask'>) {
  const said = ({ id }: Centre, words: string) =>
    ask(
      `select from audit_trail where tenant_id = $1
        and concat(before::text, after::text, input::text) ~ $2`,
      id,
      words,
    );
  return {
    /** Every table of the database in which a text stands somewhere, in rows of the centre. */
    async tablesWith(home: Centre, text: string): Promise<string[]> {
      const tables = await ask<{ name: string }>(
        `select table_name as name from information_schema.columns where table_schema = 'public'
           and column_name = 'tenant_id' order by 1`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const rows = await ask(
          `select 1 from ${name} k where tenant_id = $1 and position(lower($2) in lower(k::text)) > 0 limit 1`,
          home.id,
          text,
        );
        if (rows.length > 0) found.push(name);
      }
      return found;
    },
    /** So many lines say these words (a regular expression), and none once the client's erasing has come to the trail. */
    async expectScrubbed(home: Centre, clientId: number, words: string, lines: number): Promise<void> {
      expect(await said(home, words)).toHaveLength(lines);
      const { text, values } = toStatement(scrubTrail(home.id, clientId, []));
      await ask(text, ...values);
      expect(await said(home, words)).toEqual([]);
    },
  };
}
