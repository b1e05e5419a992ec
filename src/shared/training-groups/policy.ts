import type { Actor } from '#shared/kernel/actor.ts';

/** Who sees a training group and its members: administrators all, a trainer the own ones. */
export function canSeeGroup(actor: Actor, { trainerId }: { readonly trainerId: number | null }): boolean {
  if (actor.kind === 'visitor') return false;
  return actor.isAdmin || (trainerId !== null && actor.trainerId === trainerId);
}
