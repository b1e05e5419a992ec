import { installation, isPassword, noPassword } from '#server/account/passwords.ts';
import type { Db } from '#server/kernel/db.ts';
import { StartError } from '#server/kernel/env.ts';
import { demoAccounts } from '../commands.ts';
import * as data from './data.ts';

/** Accounts that open with the password which stands in the README. */
async function listOpen(systemDb: Db) {
  const [rows] = await systemDb.run(data.listAccounts(demoAccounts.map(({ email }) => email)));
  const passwords = new Set(demoAccounts.map(({ password }) => password));
  // Demo centres share their hashes; each is dear to try.
  const hashes = [...new Set(rows.map(({ passwordHash }) => passwordHash))];
  const open = new Set<string>();
  for (const hash of hashes)
    for (const password of passwords) if (await isPassword(installation, password, hash)) open.add(hash);
  return rows.filter(({ passwordHash }) => open.has(passwordHash));
}

/**
 * Refuses to serve people over accounts that everybody can open. `systemDb` is of the role that sees all.
 * @throws StartError with the command that closes them
 */
export async function refuseDemoAccounts(systemDb: Db): Promise<void> {
  const { length } = await listOpen(systemDb);
  if (length === 0) return;
  throw new StartError(
    `This database was filled with demo centres: ${length} accounts open with the password of the demo. ` +
      'Close them before serving people (npm run tenants -- close-demo), or start with an empty database.',
  );
}

/** Takes the known passwords from demo accounts and logs out whoever is in; how many there were. */
export async function closeDemoAccounts(systemDb: Db, now: string): Promise<number> {
  const open = await listOpen(systemDb);
  if (open.length > 0)
    await systemDb.write(0, ({ save }) => save(...data.closeAccounts(open, noPassword(), now)));
  return open.length;
}
