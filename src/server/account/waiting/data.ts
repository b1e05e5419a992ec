import { removeFeed } from '#server/feeds/data.ts';
import type { Query } from '#server/kernel/db.ts';
import { removeOtherSubscriptions } from '#server/messages/push/data.ts';
import { closePasswordResets } from '../data.ts';
import { forgetWaiting } from '../emails/data.ts';
import { deleteChallengesOf } from '../factors/data.ts';
import { endReset } from '../resets/data.ts';

/**
 * With another password everything ends that was begun while the old one opened the account: links for a password, another
 * address that was asked for, log-ins half done. A mailed link that takes second factors away stays: it asks for the password,
 * and whoever lost both needs both (decision 0083).
 */
export function endWaiting(accountId: number, now: string): Query[] {
  return [closePasswordResets(accountId, now), forgetWaiting(accountId), deleteChallengesOf(accountId)];
}

/**
 * What goes on without anybody logged in: the calendar's address, devices but those that one session switched on, and entry
 * cards in phones' wallets but those it asked for. Whoever had the password, or a session for a minute, may have made them.
 */
export function endOutlets(accountId: number, keptSessionId: string | undefined, now: string): Query[] {
  return [
    removeFeed(accountId),
    removeOtherSubscriptions(accountId, keptSessionId),
    endOtherKeycards(accountId, keptSessionId, now),
  ];
}

/** Entry cards of an account's client but those that this session asked for. */
export function endOtherKeycards(accountId: number, keptSessionId: string | undefined, now: string): Query {
  return {
    text: `update keycards set ended_at = $3 where tenant_id = app_tenant() and ended_at is null
      and client_id = (select client_id from accounts where tenant_id = app_tenant() and id = $1)
      and session_id is distinct from $2::uuid`,
    values: [accountId, keptSessionId ?? null, now],
  };
}

/** Stands for the session of an entry card that is on the devices of several. */
export const severalSessions = '00000000-0000-0000-0000-000000000000';

/** Entry cards that were asked for on a device which is signed out by hand: it may be lost, and its wallet with it. */
export function endKeycardsOfSession(sessionId: string, now: string): Query {
  return {
    text: `update keycards set ended_at = $2
      where tenant_id = app_tenant() and ended_at is null and (session_id = $1 or session_id = $3 and client_id =
        (select a.client_id from sessions s join accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
          where s.tenant_id = app_tenant() and s.id = $1))`,
    values: [sessionId, now, severalSessions],
  };
}

/** No entry card in any wallet of a client opens doors any more. */
export function endKeycardsOf(clientId: number, now: string): Query {
  return {
    text: `update keycards set ended_at = $2
      where tenant_id = app_tenant() and client_id = $1 and ended_at is null`,
    values: [clientId, now],
  };
}

/** With another address, or none that may log in, everything ends that was mailed to the one before. */
export function endMailed(accountId: number, now: string): Query[] {
  return [...endWaiting(accountId, now), endReset(accountId, 'withdrawn', now)];
}
