import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { movedAddressHours } from '../domain.ts';

/** For how long a request may be confirmed, and for how long the link that follows is good. */
export const factorResetHours = 24;
/** For how long nobody can use the link that the operator alone has sent. */
export const operatorWaitHours = 24;
/** For how long somebody must have administered the centre, and been reached where they are, before they may ask or confirm. */
const administratorDays = 7;

/**
 * From when on what opens an account may be mailed to an address that the office gave it at `movedAt`, so that whoever owns the
 * account hears of it first; null where that is past, or nobody was ever in who could be robbed.
 */
export function linksFrom(
  { movedAt, hasLoggedIn }: { movedAt: string | null; hasLoggedIn: boolean },
  now: string,
): string | null {
  if (movedAt === null || !hasLoggedIn) return null;
  const from = addMinutes(movedAt, movedAddressHours * 60);
  return compareInstants(now, from) < 0 ? from : null;
}

/** Since when somebody is who they are here. */
interface Status {
  /** Null: always. */
  readonly adminSince: string | null;
  /** When the office last gave the account another address. */
  readonly movedAt: string | null;
}

/**
 * Whether an administrator is no longer new: not called in for this one question, be it as a new account, by a right, or in an
 * account that somebody else was invited to.
 */
export function isEstablished({ adminSince, movedAt }: Status, now: string): boolean {
  const until = addMinutes(now, -administratorDays * 24 * 60);
  return [adminSince, movedAt].every((since) => since === null || compareInstants(since, until) <= 0);
}

/**
 * Why an administrator may not ask that an account's second factors go; null where they may. Whoever is new may be a
 * puppet of who confirms.
 */
export function refuseAsking(
  about: { accountId: number; hasFactor: boolean; isOpen: boolean; isMoved: boolean },
  caller: { id: number; isEstablished: boolean },
):
  | 'ownFactorReset'
  | 'administratorTooNew'
  | 'factorMissing'
  | 'factorResetThereAlready'
  | 'addressMovedLately'
  | null {
  if (about.accountId === caller.id) return 'ownFactorReset';
  if (!caller.isEstablished) return 'administratorTooNew';
  if (!about.hasFactor) return 'factorMissing';
  if (about.isOpen) return 'factorResetThereAlready';
  return about.isMoved ? 'addressMovedLately' : null;
}

/**
 * Why an administrator may not confirm what was asked: two have to agree, of whom neither was made one for this, and neither is
 * whom it is about.
 */
export function refuseConfirming(
  about: { accountId: number; askedBy: number | null; isMoved: boolean },
  caller: { id: number; isEstablished: boolean },
): 'ownFactorReset' | 'secondAdministratorNeeded' | 'administratorTooNew' | 'addressMovedLately' | null {
  if (about.accountId === caller.id) return 'ownFactorReset';
  if (about.askedBy === caller.id) return 'secondAdministratorNeeded';
  if (!caller.isEstablished) return 'administratorTooNew';
  return about.isMoved ? 'addressMovedLately' : null;
}
