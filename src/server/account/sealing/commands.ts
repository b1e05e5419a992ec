import type { Db } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { sealedFor } from '../factors/commands.ts';
import * as data from './data.ts';

/**
 * Seals the secrets of authenticator apps with the secret that is in use, so that those before it are needed for them no more.
 * `systemDb` is of the role that sees all. How many there are; throws where one cannot be opened.
 */
export async function resealSecrets(systemDb: Db, tokens: Tokens): Promise<number> {
  const [rows] = await systemDb.run(data.listSealed());
  for (const row of rows) {
    const owner = sealedFor(row.tenantId, row.accountId);
    const secret = tokens.unseal(row.sealed, owner);
    await systemDb.run(data.replaceSealed(row, tokens.seal(secret, owner)));
  }
  return rows.length;
}
