import type { Query } from '#server/kernel/db.ts';
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

/** With another address, or none that may log in, everything ends that was mailed to the one before. */
export function endMailed(accountId: number, now: string): Query[] {
  return [...endWaiting(accountId, now), endReset(accountId, 'withdrawn', now)];
}
