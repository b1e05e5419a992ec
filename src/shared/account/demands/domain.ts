import { z } from 'zod';

/** Of whom a centre may demand a second factor. */
const demandKinds = ['nobody', 'staff', 'everybody'] as const;

/** What a centre demands of those who log in, beside their password. */
export const SecuritySettings = z
  .object({
    demandedOf: z.enum(demandKinds).default('nobody'),
    /** From this day of the centre on; until then it is only offered. */
    demandedFrom: z.iso.date().default('2027-01-01'),
  })
  .prefault({});
export type SecuritySettings = z.infer<typeof SecuritySettings>;

/** Where a centre keeps them. */
export const Demanding = z.object({ security: SecuritySettings });

/** What somebody may do beside what every member may. */
export interface StaffRights {
  readonly isAdmin: boolean;
  readonly trainerId?: number | null | undefined;
  readonly canSeeRegistrations: boolean;
  readonly canManageRegistrations: boolean;
}

/** Whether somebody sees what is other people's. */
export function isStaff({
  isAdmin,
  trainerId,
  canSeeRegistrations,
  canManageRegistrations,
}: StaffRights): boolean {
  return isAdmin || trainerId != null || canSeeRegistrations || canManageRegistrations;
}

/** Whether who has these rights must have a second factor on this day of the centre. */
export function isDemanded(
  { demandedOf, demandedFrom }: SecuritySettings,
  rights: StaffRights,
  today: string,
): boolean {
  if (demandedOf === 'nobody' || today < demandedFrom) return false;
  return demandedOf === 'everybody' || isStaff(rights);
}
