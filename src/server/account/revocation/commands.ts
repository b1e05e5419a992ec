import type { Ctx } from '#server/kernel/ctx.ts';
import { alertOwner } from '../alerts/commands.ts';
import { findAccount } from '../data.ts';
import { lockAccount } from '../factors/data.ts';
import { findIdentity, type ShownSubject } from '../identities/data.ts';
import { noteRevokedTold } from './data.ts';

/**
 * Tells whoever somebody is linked to that their card was brought and is revoked: once, until a good one opens the account. The link
 * stays, as a new card of the same person goes on with it.
 */
export async function tellRevoked(ctx: Ctx, shown: ShownSubject): Promise<void> {
  const [[known]] = await ctx.read(findIdentity(shown));
  if (!known || known.revokedToldAt !== null) return;
  const { accountId } = known;
  await ctx.write(async ({ load, save }) => {
    const [, [account], [identity]] = await load(
      lockAccount({ accountId }),
      findAccount(accountId),
      findIdentity(shown),
    );
    if (!account || account.isBlocked || identity?.accountId !== accountId) return save(undefined, []);
    if (identity.revokedToldAt !== null) return save(undefined, []);
    return save(
      undefined,
      [noteRevokedTold(identity.id, ctx.now)],
      [alertOwner(ctx, account, 'idCardRevoked', `${identity.id} ${ctx.now}`)],
    );
  });
}
