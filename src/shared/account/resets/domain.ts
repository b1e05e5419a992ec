import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { movedAddressHours } from '../domain.ts';

/** For how long a request may be confirmed, and for how long the link that follows is good. */
export const factorResetHours = 24;
/** For how long nobody can use the link that the operator alone has sent. */
export const operatorWaitHours = 24;
/** For how long somebody must have administered the centre before they may confirm. */
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

/** Whether an administrator since `adminSince` (null: always) is no longer new: not called in for this one question. */
export function isEstablished(adminSince: string | null, now: string): boolean {
  return (
    adminSince === null || compareInstants(addMinutes(adminSince, administratorDays * 24 * 60), now) <= 0
  );
}

/** Why an administrator may not ask that an account's second factors go; null where they may. */
export function refuseAsking(
  about: { accountId: number; hasFactor: boolean; isOpen: boolean; isMoved: boolean },
  callerId: number,
): 'ownFactorReset' | 'factorMissing' | 'factorResetThereAlready' | 'addressMovedLately' | null {
  if (about.accountId === callerId) return 'ownFactorReset';
  if (!about.hasFactor) return 'factorMissing';
  if (about.isOpen) return 'factorResetThereAlready';
  return about.isMoved ? 'addressMovedLately' : null;
}

/**
 * Why an administrator may not confirm what was asked: two have to agree, of whom the second was not made one for this, and
 * neither is whom it is about.
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
