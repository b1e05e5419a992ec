import { type Query, toStatement } from '#server/kernel/db.ts';
import type { TestServer } from './server.ts';

/** How the rows of a query are found as the app's own role, with every way of finding them allowed but reading all. */
export async function planOf({ server }: TestServer, tenantId: number, query: Query): Promise<string> {
  const { text, values } = toStatement(query);
  const explained: Query<{ 'QUERY PLAN': string }> = { text: `explain ${text}`, values };
  const [, lines] = await server.app.ports.db.read(
    tenantId,
    { text: 'set local enable_seqscan = off', values: [] },
    explained,
  );
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}
