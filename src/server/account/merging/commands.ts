import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { isStaff } from '#shared/account/demands/domain.ts';
import { alertOwner } from '../alerts/commands.ts';
import type { Alert } from '../alerts/mails.ts';
import { deleteIdentitiesOf } from '../identities/data.ts';
import { listOpenSessions } from '../sessions/data.ts';
import { endSessionsOfBlocked } from '../users/data.ts';
import { endMailed, endOutlets } from '../waiting/data.ts';
import * as data from './data.ts';

type Read = Ctx['read'];
type Account = data.Holder & { readonly accountId: number; readonly email: string };

export interface MergedAccounts {
  /** Whether the account of the one that goes is closed, as the one that stays has one. */
  readonly isClosed: boolean;
  readonly refusal: 'mergeStaff' | undefined;
}

/** What becomes of the accounts of two clients who are made one. */
export async function lookAtAccounts(
  read: Read,
  of: { readonly keptId: number; readonly goneId: number },
): Promise<MergedAccounts> {
  const { isClosed, refusal } = decide(await sidesOf(read, of));
  return { isClosed, refusal };
}

/**
 * Closes the account of the one that goes where the one that stays has its own, and tells everybody whose address is not the
 * only one: what one person had may be another's now. An account that comes to somebody else's client is not opened by a mailed
 * link for a while (decision 0102). Throws `proofNeeded`.
 */
export async function mergeAccounts(
  ctx: Ctx,
  load: Read,
  of: { readonly keptId: number; readonly goneId: number },
): Promise<MergedAccounts & { queries: readonly Query[]; events: readonly DomainEvent[] }> {
  requireProof(ctx);
  const { now } = ctx;
  const { kept, gone } = await sidesOf(load, of);
  const { isClosed, refusal, closed, coming } = decide({ kept, gone });
  const closedIds = closed.map(({ accountId }) => accountId);
  const sessions = (await load(...closedIds.map(listOpenSessions))).flat();
  const recipients = new Map<string, { readonly alert: Alert; readonly holder: data.Holder }>();
  const tell = (alert: Alert, holders: readonly data.Holder[]) => {
    for (const holder of holders)
      for (const email of [holder.email, holder.contact])
        if (email !== null && email !== '' && !recipients.has(email.toLowerCase()))
          recipients.set(email.toLowerCase(), { alert, holder });
  };
  tell('accountClosed', closed);
  tell('mergedInto', kept);
  tell('mergedAway', gone);
  // Who has one address alone is one person, and knows.
  const isOnePerson = recipients.size < 2;
  return {
    isClosed,
    refusal,
    queries: isOnePerson
      ? []
      : [
          data.blockAccounts(closedIds),
          data.holdLinks(
            coming.map(({ accountId }) => accountId),
            now,
          ),
          ...closedIds.flatMap((id) => [
            endSessionsOfBlocked(id, now),
            ...endMailed(id, now),
            ...endOutlets(id, undefined, now),
            // Who logs in by a service links it to the account that stays.
            deleteIdentitiesOf(id),
          ]),
        ],
    events: isOnePerson
      ? []
      : [
          ...sessions.map(({ id }) => ({ topic: 'sessionEnded' as const, sessionId: id })),
          ...[...recipients].map(([email, { alert, holder }]) =>
            alertOwner(
              ctx,
              { email, firstName: holder.firstName, language: holder.language ?? ctx.tenant.defaultLanguage },
              alert,
              `${of.goneId} ${of.keptId} ${email}`,
            ),
          ),
        ],
  };
}

async function sidesOf(read: Read, { keptId, goneId }: { keptId: number; goneId: number }) {
  const [holders] = await read(data.listHolders([keptId, goneId]));
  const side = (id: number) => holders.filter(({ clientId }) => clientId === id);
  return { kept: side(keptId), gone: side(goneId) };
}

function decide({ kept, gone }: { kept: readonly data.Holder[]; gone: readonly data.Holder[] }) {
  const [own, others] = [kept.filter(hasAccount), gone.filter(hasAccount)];
  // One that is blocked is nobody's way in: it closes no other.
  const isOpen = own.some(({ isBlocked }) => !isBlocked);
  const closed = isOpen ? others : [];
  return {
    closed,
    coming: isOpen ? [] : others,
    isClosed: closed.length > 0,
    refusal: closed.some(isStaff) ? ('mergeStaff' as const) : undefined,
  };
}

function hasAccount(holder: data.Holder): holder is Account {
  return holder.accountId !== null && holder.email !== null;
}
