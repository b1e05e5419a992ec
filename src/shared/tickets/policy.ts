import type { Actor } from '#shared/kernel/actor.ts';

/** Who may take visits and uses of what others show: administrators, and trainers who may manage registrations. */
export function canRedeem(actor: Actor): boolean {
  if (actor.kind === 'visitor') return false;
  return actor.isAdmin || (actor.trainerId !== undefined && actor.canManageRegistrations);
}
