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
 * Where an account goes on telling what is booked without anybody logged in: its calendar's address, and devices but those that
 * one session switched on. Whoever had the password, or a session for a minute, may have made them.
 */
export function endOutlets(accountId: number, keptSessionId: string | undefined): Query[] {
  return [removeFeed(accountId), removeOtherSubscriptions(accountId, keptSessionId)];
}

/** With another address, or none that may log in, everything ends that was mailed to the one before. */
export function endMailed(accountId: number, now: string): Query[] {
  return [...endWaiting(accountId, now), endReset(accountId, 'withdrawn', now)];
}
