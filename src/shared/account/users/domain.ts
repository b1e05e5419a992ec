import type { Field } from '#shared/kernel/fields.ts';

/** What an account may do. */
export interface Rights {
  readonly trainerId: number | null;
  readonly isAdmin: boolean;
  readonly canSeeRegistrations: boolean;
  readonly canManageRegistrations: boolean;
  readonly isBlocked: boolean;
}

export const userFields: readonly Field[] = [
  { name: 'email', kind: 'email', isRequired: true, most: 254 },
  { name: 'firstName', kind: 'text', isRequired: true, most: 100, isFixed: true },
  { name: 'lastName', kind: 'text', isRequired: true, most: 100, isFixed: true },
  { name: 'phone', kind: 'phone', most: 40, isFixed: true },
  { name: 'isAdmin', kind: 'isOn' },
  { name: 'trainerId', kind: 'choice', from: 'trainers' },
  { name: 'canSeeRegistrations', kind: 'isOn' },
  { name: 'canManageRegistrations', kind: 'isOn' },
  { name: 'isBlocked', kind: 'isOn' },
];

/** Whether somebody may do other things than before, so that tokens from before must not be taken any more. */
export function haveRightsChanged(before: Rights, after: Rights): boolean {
  return (
    before.trainerId !== after.trainerId ||
    before.isAdmin !== after.isAdmin ||
    before.canSeeRegistrations !== after.canSeeRegistrations ||
    before.canManageRegistrations !== after.canManageRegistrations ||
    before.isBlocked !== after.isBlocked
  );
}

/** Whether a new account may do more than a member. */
export function givesRights({ trainerId, ...rights }: Rights): boolean {
  return trainerId !== null || rights.isAdmin || rights.canSeeRegistrations || rights.canManageRegistrations;
}

/** Whether nobody could administer the centre after a change of an account; `administrators` are those who can now. */
export function leavesNoAdministrator(
  administrators: readonly number[],
  accountId: number,
  after: Pick<Rights, 'isAdmin' | 'isBlocked'>,
): boolean {
  if (after.isAdmin && !after.isBlocked) return false;
  return administrators.every((id) => id === accountId);
}
