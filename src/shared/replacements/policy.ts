import type { Actor } from '#shared/kernel/actor.ts';

/** Whoever asked, and every administrator, decides who takes a training. */
export function canResolve(actor: Actor, { trainerId }: { readonly trainerId: number }): boolean {
  return actor.kind === 'member' && (actor.isAdmin || actor.trainerId === trainerId);
}
