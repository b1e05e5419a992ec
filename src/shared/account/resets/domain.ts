/** For how long a request may be confirmed, and for how long the link that follows is good. */
export const factorResetHours = 24;
/** For how long nobody can use the link that the operator alone has sent. */
export const operatorWaitHours = 24;

/** Why an administrator may not ask that an account's second factors go; null where they may. */
export function refuseAsking(
  { accountId, hasFactor, isOpen }: { accountId: number; hasFactor: boolean; isOpen: boolean },
  callerId: number,
): 'ownFactorReset' | 'factorMissing' | 'factorResetThereAlready' | null {
  if (accountId === callerId) return 'ownFactorReset';
  if (!hasFactor) return 'factorMissing';
  return isOpen ? 'factorResetThereAlready' : null;
}

/** Why an administrator may not confirm what was asked: two have to agree, and neither is whom it is about. */
export function refuseConfirming(
  { accountId, askedBy }: { accountId: number; askedBy: number | null },
  callerId: number,
): 'ownFactorReset' | 'secondAdministratorNeeded' | null {
  if (accountId === callerId) return 'ownFactorReset';
  return askedBy === callerId ? 'secondAdministratorNeeded' : null;
}
