import { z } from 'zod';
import { managed } from '#shared/kernel/managed.ts';
import { Email, Id } from '#shared/kernel/wire.ts';

const PersonName = z.string().trim().min(1).max(100);

export const UserValues = z.strictObject({
  email: Email,
  /** Names and phone are the client's: given once here, changed there. */
  firstName: PersonName,
  lastName: PersonName,
  phone: z.string().trim().max(40),
  isAdmin: z.boolean(),
  /** The trainer they lead as. */
  trainerId: Id.nullable(),
  canSeeRegistrations: z.boolean(),
  canManageRegistrations: z.boolean(),
  isBlocked: z.boolean(),
});
export type UserValues = z.infer<typeof UserValues>;

export const {
  list: listUsers,
  create: inviteUser,
  update: updateUser,
} = managed(
  'user',
  'Accounts with rights, and all others by search; a new one is invited by mail; a right that is taken away ends at once',
  UserValues,
  ['emailTaken', 'lastAdministrator', 'otherLoginOpen', 'proofNeeded'],
);
