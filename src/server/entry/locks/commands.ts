import type { Db } from '#server/kernel/db.ts';
import { StartError } from '#server/kernel/env.ts';
import { outboxQueries } from '#server/kernel/events.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import * as data from './data.ts';
import { type LockKey, lockKeys } from './signature.ts';

/**
 * The key that a centre's locks are to ask for. `isRotating`: a new one from now on; the one before goes along for thirty days.
 * `systemDb` is of the role that sees all.
 * @throws StartError when no centre has the host
 */
export async function readLockKey(
  systemDb: Db,
  tokens: Pick<Tokens, 'datedMac'>,
  { host, isRotating, now }: { readonly host: string; readonly isRotating: boolean; readonly now: string },
): Promise<LockKey> {
  const [[found]] = await systemDb.run(data.findTenantOfHost(host));
  if (!found) throw new StartError(`There is no centre at ${host}.`);
  const keyNow = ({ number, since }: { number: number; since: string | null }) =>
    lockKeys(tokens, found.id, { number, since, beforeSince: null }, now)[0] as LockKey;
  if (!isRotating) return keyNow(found);
  return systemDb.write(found.id, async ({ load, save }) => {
    const [[turned]] = await load(data.turnLockKey(found.id, now));
    await save(...outboxQueries([{ topic: 'tenantChanged' }]));
    return keyNow(turned ?? found);
  });
}
