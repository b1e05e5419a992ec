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
    /** So many lines say these words (a regular expression), and none once the client's erasing has come to the trail. */
    async expectScrubbed(home: Centre, clientId: number, words: string, lines: number): Promise<void> {
      expect(await said(home, words)).toHaveLength(lines);
      const { text, values } = toStatement(scrubTrail(home.id, clientId, []));
      await ask(text, ...values);
      expect(await said(home, words)).toEqual([]);
    },
  };
}
