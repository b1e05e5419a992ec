import type { Ctx } from '#server/kernel/ctx.ts';
import { alertOwner } from '../alerts/commands.ts';
import type { AlertedOwner } from '../alerts/mails.ts';
import { deleteIdentity } from '../identities/data.ts';

interface Linked {
  readonly id: number;
  readonly provider: string;
}

/** Whoever was linked opens the account no more, and its owner hears of each. Save it, with the account locked. */
export function unlinkAll(ctx: Ctx, owner: AlertedOwner, linked: readonly Linked[]) {
  return {
    queries: linked.map(({ id }) => deleteIdentity(id)),
    events: linked.map(({ id, provider }) =>
      alertOwner(ctx, owner, 'identityUnlinked', `${id} ${ctx.now}`, provider),
    ),
  };
}
